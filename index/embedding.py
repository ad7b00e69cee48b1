"""What an embedding model gives for a text: one vector for all of it, and one for each token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Encoding:
    """One forward pass over one text.

    Attributes:
        vector: the text as a whole, shape (dimension,), unit length.
        token_vectors: shape (tokens, dimension), rows of unit length, special tokens left out.
        token_spans: shape (tokens, 2), where each token stands in the text, in characters.
    """

    vector: NDArray[np.float32]
    token_vectors: NDArray[np.float32]
    token_spans: NDArray[np.int32]

    def pooled(self, start: int, end: int) -> NDArray[np.float32]:
        """The vector of a stretch of the text: the mean of its tokens' vectors, unit length.

        Pooling after the pass over the whole text, so that a passage knows its context, is
        "late chunking" (Günther et al. 2024, arXiv:2409.04701). A stretch without tokens (past
        the model's limit, say) gets the whole text's vector.
        """
        starts, ends = self.token_spans.T
        inside = np.flatnonzero((starts < end) & (ends > start))
        if not len(inside):
            return self.vector
        # Tokens stand in the text's order: a slice, which copies nothing, holds them all.
        mean = self.token_vectors[inside[0] : inside[-1] + 1].mean(axis=0)
        length = float(np.linalg.norm(mean))
        return np.asarray(mean / length, dtype=np.float32) if length > 0 else self.vector


class Embedder(Protocol):
    """An embedding model."""

    @property
    def name(self) -> str:
        """What to call the model, such as `all-MiniLM-L6-v2`."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 of the weights: two models of one name are told apart by it."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    def encode(self, texts: Sequence[str]) -> list[Encoding]:
        """Encode texts, in the order given. An empty list gives an empty list."""
        ...
