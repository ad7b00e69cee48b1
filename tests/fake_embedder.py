"""An embedding model of arithmetic: words hash to vectors, texts are the sum of their words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from index.embedding import Encoding

DIMENSION = 32


class FakeEmbedder:
    """Deterministic and quick; texts with the same words are near each other.

    `encoded` collects every text it was given. `before` is called with the texts of each call,
    and may raise.
    """

    def __init__(
        self, name: str = "fake", before: Callable[[Sequence[str]], None] | None = None
    ) -> None:
        self.name = name
        self.encoded: list[str] = []
        self._before = before

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.name.encode()).hexdigest()

    @property
    def dimension(self) -> int:
        return DIMENSION

    def encode(self, texts: Sequence[str]) -> list[Encoding]:
        if self._before is not None:
            self._before(texts)
        self.encoded.extend(texts)
        return [self._encode(text) for text in texts]

    def _encode(self, text: str) -> Encoding:
        words = list(re.finditer(r"\w+", text))
        vectors = [_vector_of(f"{self.name} {word.group().casefold()}") for word in words]
        spans = np.array([word.span() for word in words], dtype=np.int32).reshape(-1, 2)
        whole = np.sum([*vectors, _vector_of(self.name) * 1e-3], axis=0)
        return Encoding(
            np.asarray(whole / np.linalg.norm(whole), dtype=np.float32),
            np.array(vectors, dtype=np.float32).reshape(-1, DIMENSION),
            spans,
        )


@lru_cache(maxsize=10_000)
def _vector_of(word: str) -> NDArray[np.float32]:
    seed = int.from_bytes(hashlib.sha256(word.encode("utf-8", "replace")).digest()[:8], "big")
    vector = np.random.default_rng(seed).normal(size=DIMENSION)
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)
