"""The checker's second opinion: a model that reads a claim together with its sentences.

Its numbers are data (`claim_reader.safetensors`), trained by `evaluation/train_reader.py`: an
adapter to all-MiniLM-L6-v2, which is installed for searching anyhow.
"""

from __future__ import annotations

import threading
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from index.weights import minilm_folder
from rag.entailment import Entailment, Weights

if TYPE_CHECKING:
    from rag.adapted_minilm import AdaptedMiniLM, Tokens


class ClaimReader:
    """An `EntailmentModel` that comes with the package. Safe to use from several threads.

    It is loaded when it is first asked, which takes a second and some 90 MB of memory; a pair of
    texts takes some 20 ms on one core.

    Args:
        file: another adapter than the package's.
        weights: how much its opinion counts, where that is not what the file says.
    """

    def __init__(self, file: Path | None = None, weights: Weights | None = None) -> None:
        self._file = file or Path(str(files("rag") / "claim_reader.safetensors"))
        self._weights = weights
        self._lock = threading.Lock()
        self._loaded: tuple[AdaptedMiniLM, Tokens, Weights] | None = None

    @property
    def weights(self) -> Weights:
        """How much its opinion counts."""
        return self._weights or self._load()[2]

    def read(self, premise: str, claim: str) -> Entailment:
        """How likely the premise supports the claim, and contradicts it.

        Raises `ModelMissingError` where all-MiniLM-L6-v2 is not installed.
        """
        import torch  # noqa: PLC0415 (takes seconds)

        from rag.adapted_minilm import LABELS  # noqa: PLC0415 (as above)

        model, tokens, _ = self._load()
        with torch.inference_mode():
            shares = torch.softmax(model([tokens.pair(premise, claim)])[0].double(), -1).tolist()
        return Entailment(shares[LABELS.index("supported")], shares[LABELS.index("contradicted")])

    def _load(self) -> tuple[AdaptedMiniLM, Tokens, Weights]:
        with self._lock:
            if self._loaded is None:
                from safetensors import safe_open  # noqa: PLC0415 (with torch)

                from rag.adapted_minilm import AdaptedMiniLM, Tokens  # noqa: PLC0415 (likewise)

                folder = minilm_folder()
                with safe_open(self._file, framework="pt") as file:
                    weights = Weights.from_metadata(file.metadata())
                    learned = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
                model = AdaptedMiniLM(folder).with_adapter(learned)
                self._loaded = model, Tokens(folder), weights
            return self._loaded
