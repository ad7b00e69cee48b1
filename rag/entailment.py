"""A model of natural-language inference that has a say in checking, for those who have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelMissingError
from rag.cross_encoders import LazyCrossEncoder

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

# How the labels of such models begin: `entailment`, `contradiction`; the others are neither.
_ENTAILED = "entail"
_CONTRADICTED = "contra"


@dataclass(frozen=True, slots=True)
class Entailment:
    """How likely a premise entails a claim, and how likely it contradicts it, 0 to 1 each."""

    entailed: float
    contradicted: float


class EntailmentModel(Protocol):
    """Says whether one text follows from another."""

    def read(self, premise: str, claim: str) -> Entailment:
        """Whether the claim follows from the premise."""
        ...


class CrossEncoderEntailment:
    """A cross-encoder of sentence-transformers, such as `cross-encoder/nli-deberta-v3-base`.

    A model with a single number for a pair of texts is taken to give the log-odds that the first
    supports the second.

    Args:
        name: as for `LazyCrossEncoder`.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._model = LazyCrossEncoder(name, "checker model", self._refuse)

    def read(self, premise: str, claim: str) -> Entailment:
        """Raises `ModelMissingError` when the model is not there or names no such labels."""
        from torch.nn import Identity  # noqa: PLC0415

        model = self._model()
        found = model.predict(
            [(premise, claim)],
            activation_fn=Identity(),
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        logits = np.asarray(found, dtype=np.float64).reshape(-1)
        if len(logits) == 1:
            return Entailment(float(1.0 / (1.0 + np.exp(-np.clip(logits[0], -30, 30)))), 0.0)
        return _by_label(_softmax(logits), _labels(model))

    def _refuse(self, model: CrossEncoder) -> None:
        labels = _labels(model)
        if model.num_labels > 1 and not any(map(_means_entailed, labels)):
            raise ModelMissingError(
                f"{self._name} gives the labels {', '.join(labels)}; "
                "none of them means entailment.",
                "Name a model for natural-language inference, such as "
                "cross-encoder/nli-deberta-v3-base.",
            )


def _labels(model: CrossEncoder) -> list[str]:
    """The names of what a model gives, in the order of its numbers."""
    named: dict[int, str] = getattr(model.config, "id2label", None) or {}
    return [named[number].casefold() for number in sorted(named)]


def _by_label(shares: NDArray[np.float64], labels: Sequence[str]) -> Entailment:
    pairs = list(zip(labels, shares.tolist(), strict=True))
    return Entailment(
        sum(share for label, share in pairs if _means_entailed(label)),
        sum(share for label, share in pairs if label.startswith(_CONTRADICTED)),
    )


def _means_entailed(label: str) -> bool:
    return label.startswith(_ENTAILED)


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.exp(logits - logits.max())
    return np.asarray(shares / shares.sum(), dtype=np.float64)
