"""Models of natural-language inference that have a say in checking.

One comes with the package (`rag/claim_reader.py`); another may be named in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from index.errors import ModelMissingError
from rag.cross_encoders import LazyCrossEncoder
from rag.odds import confidence_of, odds_of

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


@dataclass(frozen=True, slots=True)
class Weights:
    """How much the log-odds of the checker's head and of a model count, and what is added."""

    head: float
    model: float
    added: float

    def join(self, head: float, model: float) -> float:
        """One confidence of two, 0 to 1 each."""
        odds = self.head * odds_of(head) + self.model * odds_of(model) + self.added
        return confidence_of(odds)

    def as_metadata(self) -> dict[str, str]:
        """As a file of weights keeps it."""
        return {name: f"{value:.4f}" for name, value in asdict(self).items()}

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str]) -> Weights:
        """As it was kept."""
        return cls(**{name: float(metadata[name]) for name in cls.__slots__})


class EntailmentModel(Protocol):
    """Says whether one text follows from another."""

    @property
    def weights(self) -> Weights:
        """How much its opinion counts."""
        ...

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
        # Nothing is known of it: as much as all measurements together.
        self.weights = Weights(0.5, 0.5, 0.0)

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
            return Entailment(confidence_of(float(logits[0])), 0.0)
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
