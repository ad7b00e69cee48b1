"""Train the checker's head: `python -m evaluation.train_checker [--data DIR] [--output FILE]`.

It learns from claims written by hand about the example papers, from sentences of these reworded
and made wrong in code, and, where `DIR` has them (`evaluation/corpora.py`), from the labels of
HealthVer and SciFact. No text of these goes into the head (`rag/support_head.json`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from evaluation.claim_sets import (
    ROOT,
    LabelledClaim,
    example_papers,
    healthver,
    planted,
    scifact,
    titles,
    written,
)
from evaluation.setup import Setup
from index.embedding import Embedder
from index.minilm import SentenceTransformerEmbedder
from rag.alignment import align, read_together
from rag.contradictions import contradictions_of
from rag.sources import Source, read_source
from rag.support import PAIR, Head, Measured, Tree, measure

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

HAND, PLANTED, TITLES = "written by hand", "planted in the examples", "titles"
HEALTHVER, SCIFACT = "HealthVer", "SciFact"

# Hand-written claims are like what is checked in use; titles are the loosest paraphrases.
_WEIGHTS = {HAND: 2.0, PLANTED: 0.5, TITLES: 0.2, HEALTHVER: 0.7, SCIFACT: 0.7}
# The sum over the vectors is learned where meaning, not a changed word, makes the difference.
_PAIR_WEIGHTS = {HEALTHVER: 1.0, SCIFACT: 0.6}
_PAIR_STRENGTH = 4e-4
_TREES = {"max_iter": 200, "learning_rate": 0.05, "max_leaf_nodes": 6, "min_samples_leaf": 20}
FOLDS = 5
# What is checked in use is right more often than not: two times in three.
USUALLY_RIGHT = float(np.log(2.0))
# A reason against a claim never speaks for it, a number in a better place never against it.
_AGAINST = frozenset(
    """overstated unknown_name unknown_number negation direction comparison
    opposites_only""".split()
)


def main() -> None:
    """Measure, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the public sets")
    parser.add_argument("--output", type=Path, default=ROOT / "rag" / "support_head.json")
    options = parser.parse_args()
    setup = Setup(options.data, options.output.parent)
    head = Training.of(SentenceTransformerEmbedder(), claim_sets(setup)).head()
    options.output.write_text(as_json(head), "utf-8")
    print(f"SHA-256 {hashlib.sha256(options.output.read_bytes()).hexdigest()}")


def claim_sets(setup: Setup) -> dict[str, list[LabelledClaim]]:
    """What the head is trained on, by name."""
    papers = example_papers()
    sets = {
        HAND: list(written(papers)),
        PLANTED: [c for c in planted(papers, per_paper=6) if c.kind != "verbatim"],
        TITLES: list(titles(papers)),
    }
    if pairs := setup.file("healthver", "*.csv"):
        sets[HEALTHVER] = list(healthver(pairs))
    claims, corpus = setup.file("scifact", "claims*.jsonl*"), setup.file("scifact", "corpus*")
    if claims and corpus:
        sets[SCIFACT] = list(scifact(claims, corpus))
    return sets


@dataclass(frozen=True, slots=True)
class Training:
    """Claims, measured: for each the set that it is of, and whether it is supported.

    `texts` are the sentences that each rests on, and the claim as it stands alone.
    """

    claims: list[LabelledClaim]
    sets: NDArray[np.str_]
    supported: Flags
    measured: list[Measured]
    texts: list[tuple[str, str]]

    @classmethod
    def of(cls, embedder: Embedder, sets: dict[str, list[LabelledClaim]]) -> Training:
        """Measure the claims of some sets."""
        claims = [claim for group in sets.values() for claim in group]
        measured, texts = measure_all(embedder, claims)
        return cls(
            claims,
            np.array([name for name, group in sets.items() for _ in group]),
            np.array([claim.label == "supported" for claim in claims]),
            measured,
            texts,
        )

    def folds(self) -> list[set[str]]:
        """The groups of claims in five parts, to be left out one after the other."""
        groups = list(dict.fromkeys(claim.group for claim in self.claims))
        return [set(groups[fold::FOLDS]) for fold in range(FOLDS)]

    def head(self, leave_out: Collection[str] = ()) -> Head:
        """A head trained on all, or on all but the claims of some groups.

        The trees see, of each claim, the sum over the vectors as learned without its group, and
        are calibrated (Platt 1999) on hand-written claims that trees without these judged.
        """
        groups = [claim.group for claim in self.claims]
        order = [group for group in dict.fromkeys(groups) if group not in set(leave_out)]
        fold_of = {group: number % FOLDS for number, group in enumerate(order)}
        folds = np.array([fold_of.get(group, -1) for group in groups])
        seen = folds >= 0
        names = tuple(self.measured[0].numbers)
        inputs = np.array([[one.numbers[name] for name in names] for one in self.measured])
        pair = np.zeros(len(self.measured[0].pair) + 1)
        if np.isin(self.sets[seen], list(_PAIR_WEIGHTS)).any():
            names = (*names, PAIR)
            pair = self._pair(seen)
            inputs = np.hstack([inputs, self._pair_sums(pair, folds)[:, None]])
        trees = self._trees(inputs, seen, names)
        raw = np.zeros(len(groups))
        for fold in range(FOLDS):
            held_out = (folds == fold) & (self.sets == HAND)
            partial = self._trees(inputs, seen & (folds != fold), names)
            raw[held_out] = partial.decision_function(inputs[held_out])
        by_hand = seen & (self.sets == HAND)
        platt = LogisticRegression(C=1e6).fit(
            raw[by_hand, None],
            self.supported[by_hand],
            sample_weight=balance(self.supported[by_hand]) * by_hand.sum(),
        )
        slope = float(platt.coef_[0, 0])
        base = float(trees._baseline_prediction[0, 0])
        intercept = float(platt.intercept_[0]) + slope * base + USUALLY_RIGHT
        exported = tuple(_exported(predictor.nodes) for (predictor,) in trees._predictors)
        return Head(names, np.asarray(pair, np.float32), exported, slope, intercept)

    def _weights(self, rows: Flags, of: dict[str, float]) -> Floats:
        weights = np.zeros(len(rows))
        for name, weight in of.items():
            inside = rows & (self.sets == name)
            weights[inside] = weight * balance(self.supported[inside])
        return np.asarray(weights * (weights > 0).sum() / weights.sum(), dtype=np.float64)

    def _pair(self, rows: Flags) -> Floats:
        """The weights of the pair vector and, last, what is added: a logistic regression."""
        weights = self._weights(rows, _PAIR_WEIGHTS)
        used = np.flatnonzero(weights)
        vectors = np.array([self.measured[row].pair for row in used], dtype=np.float64)
        mean, scale = vectors.mean(axis=0), vectors.std(axis=0) + 1e-9
        fitted = LogisticRegression(C=_PAIR_STRENGTH, max_iter=300, tol=1e-3).fit(
            (vectors - mean) / scale, self.supported[used], sample_weight=weights[used]
        )
        slopes = fitted.coef_[0] / scale
        return np.asarray(np.append(slopes, fitted.intercept_[0] - slopes @ mean))

    def _pair_sums(self, pair: Floats, folds: NDArray[np.intp]) -> Floats:
        vectors = np.array([one.pair for one in self.measured])
        sums = vectors @ pair[:-1] + pair[-1]
        for fold in range(FOLDS):
            held_out = (folds == fold) & np.isin(self.sets, list(_PAIR_WEIGHTS))
            partial = self._pair((folds >= 0) & (folds != fold))
            sums[held_out] = vectors[held_out] @ partial[:-1] + partial[-1]
        return np.asarray(sums, dtype=np.float64)

    def _trees(
        self, inputs: Floats, rows: Flags, names: Sequence[str]
    ) -> HistGradientBoostingClassifier:
        weights = self._weights(rows, _WEIGHTS)
        used = weights > 0
        signs = [-1 if n in _AGAINST else int(n == PAIR or n.startswith("number_")) for n in names]
        model = HistGradientBoostingClassifier(
            **_TREES, l2_regularization=5.0, monotonic_cst=signs, early_stopping=False
        )
        return model.fit(inputs[used], self.supported[used], sample_weight=weights[used])


def _exported(nodes: NDArray[np.void]) -> Tree:
    leaf = nodes["is_leaf"].astype(bool)
    return Tree(
        tuple(np.where(leaf, -1, nodes["feature_idx"]).tolist()),
        tuple(np.where(leaf, 0.0, nodes["num_threshold"]).round(5).tolist()),
        tuple(np.where(leaf, 0, nodes["left"]).tolist()),
        tuple(np.where(leaf, 0, nodes["right"]).tolist()),
        tuple(np.where(leaf, nodes["value"], 0.0).round(4).tolist()),
    )


def as_json(head: Head) -> str:
    """A head as it is kept."""
    columns = ("feature", "threshold", "left", "right", "value")
    data = {
        "names": head.names,
        "slope": round(head.slope, 4),
        "intercept": round(head.intercept, 4),
        "trees": [[getattr(tree, column) for column in columns] for tree in head.trees],
        "pair": [round(float(weight), 4) for weight in head.pair],
    }
    return json.dumps(data, separators=(",", ":")) + "\n"


def measure_all(
    embedder: Embedder, claims: Sequence[LabelledClaim]
) -> tuple[list[Measured], list[tuple[str, str]]]:
    """What the head weighs of each claim, and what a reader reads of it."""
    sources: dict[tuple[str, str | None], Source] = {}
    measured, texts = [], []
    for claim in claims:
        key = (claim.abstract, claim.title)
        if key not in sources:
            sources[key] = read_source(embedder, *key)
        alignment = align(embedder, claim.claim, claim.question, sources[key])
        measured.append(measure(alignment, contradictions_of(alignment)))
        texts.append(read_together(alignment))
    return measured, texts


def balance(supported: Flags) -> Floats:
    """Weights with which supported and other claims count alike, and all together as one."""
    positive, negative = max(supported.sum(), 1), max((~supported).sum(), 1)
    return np.asarray(np.where(supported, 0.5 / positive, 0.5 / negative), dtype=np.float64)
