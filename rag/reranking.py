"""A model that reads the question and a paper together, for those who have one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelMissingError
from rag.cross_encoders import LazyCrossEncoder

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


class Reranker(Protocol):
    """Says how well texts answer a question."""

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """One number a text, comparable within one call, the higher the better."""
        ...


class CrossEncoderReranker:
    """A cross-encoder of sentence-transformers, such as `cross-encoder/ms-marco-MiniLM-L6-v2`.

    Args:
        name: as for `LazyCrossEncoder`.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._model = LazyCrossEncoder(name, "reranker", self._refuse)

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """Raises `ModelMissingError` when the model is not there or is no reranker."""
        pairs = [(question, text) for text in texts]
        found = self._model().predict(pairs, show_progress_bar=False, convert_to_numpy=True)
        return np.asarray(found, dtype=np.float32)

    def _refuse(self, model: CrossEncoder) -> None:
        if model.num_labels != 1:
            raise ModelMissingError(
                f"{self._name} gives {model.num_labels} numbers for a pair of texts; "
                "a reranker gives one.",
                "Name a model for passage ranking, such as cross-encoder/ms-marco-MiniLM-L6-v2.",
            )
