"""How alike two texts are, and keys by which texts that are alike can be found."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator

import numpy as np

SHINGLE = 3  # words
BANDS, ROWS = 8, 3  # two texts of Jaccard similarity s share a key with 1 - (1 - s^ROWS)^BANDS

# Keys are stored, so these may never change.
_MULTIPLIERS = np.array(
    [
        int.from_bytes(hashlib.sha256(bytes([i])).digest()[:8], "big") | 1
        for i in range(BANDS * ROWS)
    ],
    dtype=np.uint64,
)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """The words of a text, case-folded."""
    return _WORD.findall(text.casefold())


def shingles(text: str) -> frozenset[str]:
    """The runs of three words that a text is made of."""
    found = words(text)
    if len(found) < SHINGLE:
        return frozenset([" ".join(found)] if found else [])
    runs = (found[i : i + SHINGLE] for i in range(len(found) - SHINGLE + 1))
    return frozenset(" ".join(run) for run in runs)


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Shared elements over all elements; 0 where either set is empty."""
    return len(first & second) / len(first | second) if first and second else 0.0


def containment(first: frozenset[str], second: frozenset[str]) -> float:
    """Shared elements over those of the smaller set: 1 for a text and its beginning."""
    return len(first & second) / min(len(first), len(second)) if first and second else 0.0


def similarity_keys(text: str) -> Iterator[str]:
    """Keys of which two texts share at least one, most likely, if they are much alike.

    MinHash in bands (Broder 1997; Leskovec, Rajaraman and Ullman, Mining of Massive Datasets,
    ch. 3): with similarity 0.8 they share one in 997 of 1,000 cases, with 0.1 in 8.
    """
    found = shingles(text)
    if not found:
        return
    hashes = np.array([zlib.crc32(shingle.encode()) for shingle in found], dtype=np.uint64)
    mixed = hashes[None, :] * _MULTIPLIERS[:, None]
    mixed = (mixed ^ (mixed >> np.uint64(29))) * _MIX
    smallest = (mixed >> np.uint64(32)).min(axis=1)
    for band in range(BANDS):
        row = smallest[band * ROWS : (band + 1) * ROWS]
        yield f"{band}-" + "-".join(f"{int(value):x}" for value in row)
