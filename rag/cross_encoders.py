"""Cross-encoders of sentence-transformers: models that read two texts together."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import ModelMissingError

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder


class LazyCrossEncoder:
    """A cross-encoder that is loaded when it is first called for, once for all threads.

    Args:
        name: a folder, or an id of the Hugging Face hub whose files were downloaded before.
            Nothing is downloaded here, and no code that comes with a model is run.
        role: what messages call the model.
        refuse: raises `ModelMissingError` where the model is of no use for the role.
    """

    def __init__(self, name: str, role: str, refuse: Callable[[CrossEncoder], None]) -> None:
        self._name = name
        self._role = role
        self._refuse = refuse
        self._loading = threading.Lock()
        self._model: CrossEncoder | None = None

    def __call__(self) -> CrossEncoder:
        """The model. Raises `ModelMissingError` when it is not there or was refused."""
        with self._loading:
            if self._model is None:
                model = self._load()
                self._refuse(model)
                self._model = model
            return self._model

    def _load(self) -> CrossEncoder:
        from sentence_transformers import CrossEncoder  # noqa: PLC0415 (takes seconds)

        path = Path(self._name).expanduser()
        name = str(path) if path.is_dir() else self._name
        try:
            model: CrossEncoder = CrossEncoder(name, local_files_only=True)
        except (OSError, ValueError, KeyError) as error:
            raise ModelMissingError(
                f"The {self._role} {self._name} cannot be loaded: {str(error).splitlines()[0]}",
                "Name the folder of a cross-encoder, or the id of one that was downloaded before.",
            ) from error
        return model
