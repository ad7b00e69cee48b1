"""How well a source supports a claim: a few measurements, weighed by a small trained head.

The head is a logistic regression over the measurements below; its weights are data
(`support_head.json`), trained by `evaluation/train_checker.py`.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from rag.alignment import Alignment
from rag.contradictions import Contradictions
from rag.sources import Floats, Source

_REACH = 8
# Two words of a claim belong together in the source where they stand as near as this.
_TOGETHER = 6
_MATCHED = 0.7


@dataclass(frozen=True, slots=True)
class Head:
    """The weight of each measurement, by name."""

    intercept: float
    weights: Mapping[str, float]

    def score(self, measured: Mapping[str, float]) -> float:
        """Confidence that the source supports the claim, 0 to 1."""
        return float(1.0 / (1.0 + np.exp(-np.clip(self.logit(measured), -30.0, 30.0))))

    def logit(self, measured: Mapping[str, float]) -> float:
        """The logarithm of the odds that the source supports the claim."""
        return self.intercept + sum(
            weight * measured[name] for name, weight in self.weights.items()
        )


@lru_cache(maxsize=1)
def default_head() -> Head:
    """The head that comes with the package."""
    data = json.loads((files("rag") / "support_head.json").read_text("utf-8"))
    return Head(float(data["intercept"]), data["weights"])


def measure(alignment: Alignment, found: Contradictions) -> dict[str, float]:
    """What the head weighs, by name.

    `covered`: share of the claim's content that the chosen sentences match; `anywhere`: that
    the whole abstract does; `together`: the most that any stretch of one sentence does.
    `context`, `least_context`: mean and least agreement of the contextual vectors. `adjacent`:
    share of neighbouring words of the claim that stand near each other in the source.
    `pooled`: cosine of claim and best sentence. The rest are flags and counts of what speaks
    against the claim.
    """
    source, weights = alignment.source, alignment.weights
    chosen = list(alignment.chosen)
    inside = np.isin(source.sentence_of, chosen)
    rows = np.flatnonzero(weights > 0)
    if not len(rows):
        rows = np.arange(len(weights))
    new = np.flatnonzero(weights > 0.5)
    shares = weights[rows] / weights[rows].sum() if weights[rows].sum() else _even(len(rows))
    context = (alignment.vectors @ source.vectors[inside].T).max(axis=1)
    negated_there = any(
        source.sentence_of[scope[0]] == chosen[0] for scope in source.polarity.scopes
    )
    return {
        "covered": float(alignment.best[chosen].max(axis=0)[rows] @ shares),
        "anywhere": float(alignment.best.max(axis=0)[rows] @ shares),
        "together": float((shares @ _windowed(alignment.matches[rows], source)).max()),
        "context": float(context[rows] @ shares),
        "least_context": float(context[new if len(new) else rows].min()),
        "adjacent": _adjacent(alignment, rows),
        "pooled": _pooled(alignment, rows),
        "unknown_name": float(bool(found.unknown_names)),
        "unknown_number": float(bool(found.unknown_numbers)),
        "misplaced_number": float(bool(found.misplaced_numbers)),
        "negation": float(bool(found.negations)),
        "direction": float(bool(found.directions)),
        "comparison": float(bool(found.comparisons)),
        "opposites_only": _opposites_only(alignment, inside),
        "negation_differs": float(alignment.polarity.negates != negated_there),
    }


def _even(count: int) -> Floats:
    return np.full(count, 1.0 / count, dtype=np.float32)


def _windowed(matches: Floats, source: Source) -> Floats:
    """The best match within a few words of each position, in the same sentence."""
    best = matches.copy()
    for distance in range(1, min(_REACH, len(source.words) - 1) + 1):
        same = source.sentence_of[distance:] == source.sentence_of[:-distance]
        ahead = np.where(same, matches[:, distance:], 0.0)
        behind = np.where(same, matches[:, :-distance], 0.0)
        best[:, :-distance] = np.maximum(best[:, :-distance], ahead)
        best[:, distance:] = np.maximum(best[:, distance:], behind)
    return best


def _adjacent(alignment: Alignment, rows: np.ndarray[tuple[int], np.dtype[np.intp]]) -> float:
    partners = [alignment.partner(int(row), alignment.chosen[0]) for row in rows]
    pairs = list(itertools.pairwise(partners))
    if not pairs:
        return 1.0
    kept = sum(
        one[1] >= _MATCHED and other[1] >= _MATCHED and abs(one[0] - other[0]) <= _TOGETHER
        for one, other in pairs
    )
    return kept / len(pairs)


def _pooled(alignment: Alignment, rows: np.ndarray[tuple[int], np.dtype[np.intp]]) -> float:
    mean = alignment.vectors[rows].mean(axis=0)
    length = float(np.linalg.norm(mean)) or 1.0
    sentences = alignment.source.sentence_vectors[list(alignment.chosen)]
    return float((sentences @ mean).max()) / length


def _opposites_only(
    alignment: Alignment, inside: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> float:
    """How many of the claim's directions the chosen sentences only have the opposite of."""
    there = {
        (other.axis, other.sign)
        for other in alignment.source.polarity.directions
        if inside[other.index]
    }
    return float(
        sum(
            (mine.axis, mine.sign) not in there and (mine.axis, -mine.sign) in there
            for mine in alignment.polarity.directions
        )
    )
