"""How well a source supports a claim: measurements of the two, weighed by a small trained head.

The head's numbers are data (`support_head.json`), trained by `evaluation/train_checker.py`:
boosted trees (Friedman 2001) over the measurements below, one of which is itself a weighted sum
over the vectors of claim and source.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from rag.alignment import Alignment
from rag.binding import bound_words
from rag.contradictions import Contradictions
from rag.nearness import Floats, Indexes
from rag.odds import confidence_of

# Two words of a claim belong together in the source where they stand as near as this.
_TOGETHER = 6
_MATCHED = 0.7
# How sharply a word of the claim looks for its counterpart.
_SHARPNESS = 12.0
# What a claim without numbers, or whose numbers have no rivals, is given.
_UNRIVALLED = 0.2
_FAMILIAR = 0.5
# The measurement that the vectors give; the others are named where they are measured.
PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of a claim and a source: numbers by name, and a vector of both."""

    numbers: Mapping[str, float]
    pair: Floats


@dataclass(frozen=True, slots=True)
class Tree:
    """A decision tree, a node an index: where `feature` is -1, `value` is the answer."""

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    def __call__(self, numbers: Sequence[float]) -> float:
        """The value of the leaf that the numbers lead to."""
        node = 0
        while (feature := self.feature[node]) >= 0:
            below = numbers[feature] <= self.threshold[node]
            node = self.left[node] if below else self.right[node]
        return self.value[node]


@dataclass(frozen=True, slots=True)
class Head:
    """What turns measurements into a score.

    Attributes:
        names: the measurements in the order in which the trees number them; `PAIR` is the
            weighted sum of the pair vector.
        pair: the weight of each number of the pair vector, and last what is added.
        trees: their sum is the logarithm of the odds, before calibration.
        slope, intercept: calibration (Platt 1999) of that sum.
    """

    names: tuple[str, ...]
    pair: Floats
    trees: tuple[Tree, ...]
    slope: float
    intercept: float

    def score(self, measured: Measured) -> float:
        """Confidence that the source supports the claim, 0 to 1."""
        return confidence_of(self.slope * self.raw(measured) + self.intercept)

    def raw(self, measured: Measured) -> float:
        """The sum of the trees."""
        # Vectors of another embedder than the head was trained on say nothing to it.
        known = len(measured.pair) + 1 == len(self.pair)
        pair = float(measured.pair @ self.pair[:-1] + self.pair[-1]) if known else 0.0
        numbers = [pair if name == PAIR else measured.numbers[name] for name in self.names]
        return sum(tree(numbers) for tree in self.trees)


@lru_cache(maxsize=1)
def default_head() -> Head:
    """The head that comes with the package."""
    return head_of((files("rag") / "support_head.json").read_text("utf-8"))


def head_of(text: str) -> Head:
    """Read a head from JSON."""
    data = json.loads(text)
    trees = tuple(Tree(*(tuple(column) for column in tree)) for tree in data["trees"])
    pair = np.array(data["pair"], np.float32)
    return Head(tuple(data["names"]), pair, trees, data["slope"], data["intercept"])


def measure(alignment: Alignment, found: Contradictions) -> Measured:
    """What the head weighs.

    `covered`: share of the claim's content that the chosen sentences match. `context`,
    `least_context`: mean and least agreement of the contextual vectors. `adjacent`: share of
    neighbouring words of the claim that stand near each other in the source; `bound`,
    `least_bound`: how near, on average and at worst. `pooled`: cosine of claim and best
    sentence. `number_…`: how well the worst placed number of the claim fits its place, and the
    worst pair its order. The rest are flags and counts of what speaks against the claim.
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
    bound, least_bound = bound_words(alignment)
    worst = min(found.places, key=lambda place: place.advantage, default=None)
    numbers = {
        "covered": float(alignment.best[chosen].max(axis=0)[rows] @ shares),
        "context": float(context[rows] @ shares),
        "least_context": float(context[new if len(new) else rows].min()),
        "adjacent": _adjacent(alignment, rows),
        "bound": bound,
        "least_bound": least_bound,
        "pooled": _pooled(alignment, rows),
        "number_forward": worst.forward if worst else _UNRIVALLED,
        "number_backward": worst.backward if worst else _UNRIVALLED,
        "number_familiar": worst.familiar if worst else _FAMILIAR,
        "number_order": _UNRIVALLED if found.in_order is None else found.in_order,
        "overstated": float(bool(found.overstatements)),
        "unknown_name": float(bool(found.unknown_names)),
        "unknown_number": float(bool(found.unknown_numbers)),
        "negation": float(bool(found.negations)),
        "direction": float(bool(found.directions)),
        "comparison": float(bool(found.comparisons)),
        "opposites_only": _opposites_only(alignment, inside),
    }
    return Measured(numbers, pair_vector(alignment))


def pair_vector(alignment: Alignment) -> Floats:
    """Products and differences of the vectors of claim and sentences, whole and word by word.

    Shape (4 * dimension,). Each word of the claim meets the mean of the source's words, weighted
    by likeness: soft alignment, as in decomposable attention (Parikh et al. 2016,
    arXiv:1606.01933).
    """
    source, chosen = alignment.source, list(alignment.chosen)
    there = source.vectors[np.isin(source.sentence_of, chosen)]
    rows = alignment.weights > 0
    here = alignment.vectors[rows] if rows.any() else alignment.vectors
    alike = here @ there.T
    shares = np.exp(_SHARPNESS * (alike - alike.max(axis=1, keepdims=True)))
    met = _unit(shares @ there)
    claim = _unit(alignment.vectors.mean(axis=0))
    sentences = _unit(source.sentence_vectors[chosen].mean(axis=0))
    return np.concatenate(
        [
            claim * sentences,
            np.abs(claim - sentences),
            (here * met).mean(axis=0),
            np.abs(here - met).mean(axis=0),
        ]
    )


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), np.float32)


def _even(count: int) -> Floats:
    return np.full(count, 1.0 / count, dtype=np.float32)


def _adjacent(alignment: Alignment, rows: Indexes) -> float:
    partners = [alignment.partner(int(row), alignment.chosen[0]) for row in rows]
    pairs = list(itertools.pairwise(partners))
    if not pairs:
        return 1.0
    kept = sum(
        one[1] >= _MATCHED and other[1] >= _MATCHED and abs(one[0] - other[0]) <= _TOGETHER
        for one, other in pairs
    )
    return kept / len(pairs)


def _pooled(alignment: Alignment, rows: Indexes) -> float:
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
