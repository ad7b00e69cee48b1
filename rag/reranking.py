"""A model that reads the question and a paper together, for those who have one."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelMissingError

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
        name: a folder, or an id of the Hugging Face hub whose files were downloaded before.
            Nothing is downloaded here, and no code that comes with a model is run.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._loading = threading.Lock()
        self._model: CrossEncoder | None = None

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """Raises `ModelMissingError` when the model is not there or is no cross-encoder."""
        pairs = [(question, text) for text in texts]
        found = self._loaded().predict(pairs, show_progress_bar=False, convert_to_numpy=True)
        return np.asarray(found, dtype=np.float32)

    def _loaded(self) -> CrossEncoder:
        with self._loading:
            if self._model is None:
                model = load_cross_encoder(self._name, "reranker")
                if model.num_labels != 1:
                    raise ModelMissingError(
                        f"{self._name} gives {model.num_labels} numbers for a pair of texts; "
                        "a reranker gives one.",
                        "Name a model for passage ranking, such as "
                        "cross-encoder/ms-marco-MiniLM-L6-v2.",
                    )
                self._model = model
            return self._model


def load_cross_encoder(name: str, role: str) -> CrossEncoder:
    """Load a cross-encoder from a folder, or from what was downloaded before.

    Raises `ModelMissingError`, naming the model by its role, when it is not there.
    """
    from sentence_transformers import CrossEncoder  # noqa: PLC0415

    path = Path(name).expanduser()
    try:
        model: CrossEncoder = CrossEncoder(
            str(path) if path.is_dir() else name, local_files_only=True
        )
    except (OSError, ValueError, KeyError) as error:
        raise ModelMissingError(
            f"The {role} {name} cannot be loaded: {str(error).splitlines()[0]}",
            "Name the folder of a cross-encoder, or the id of one that was downloaded before.",
        ) from error
    return model
