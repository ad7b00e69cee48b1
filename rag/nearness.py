"""How near the words of a text stand to each other: less with every word and clause between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rag.words import Word

Floats = NDArray[np.float32]
Indexes = NDArray[np.intp]

# So many words with content between halve the nearness; a clause leaves this much of it.
_HALVED = 8.0
_ACROSS = 0.3
# How much of a clause's end each mark or word is.
_STRONG = re.compile(r"[;:.!?]")
_WEAK = re.compile(r"[,()—–]")
_WEAK_BREAK = 0.7
_JOINTS = frozenset(
    """and but while whereas or against versus although though where when because than""".split()
)
_JOINT_BREAK = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where words stand: counted in words with content, and in clauses."""

    ranks: Floats
    clauses: Floats

    def nearness(self, rows: Indexes, columns: Indexes, halved: float = _HALVED) -> Floats:
        """How near each of some words is to each of others, 0 to 1; half at so many words."""
        apart = np.abs(self.ranks[rows][:, None] - self.ranks[columns][None])
        breaks = np.abs(self.clauses[rows][:, None] - self.clauses[columns][None])
        return np.asarray(_ACROSS**breaks / (1.0 + apart / halved), dtype=np.float32)


def layout_of(text: str, words: Sequence[Word]) -> Layout:
    """Small words keep nothing apart, so only words with content move the count on."""
    ranks = np.cumsum([word.weight > 0 for word in words])
    breaks = np.zeros(len(words))
    for index in range(1, len(words)):
        gap = text[words[index - 1].end : words[index].start]
        if _STRONG.search(gap):
            breaks[index] = 1.0
        elif _WEAK.search(gap):
            breaks[index] = _WEAK_BREAK
        elif words[index].text.casefold() in _JOINTS:
            breaks[index] = _JOINT_BREAK
    return Layout(np.asarray(ranks, np.float32), np.asarray(np.cumsum(breaks), np.float32))
