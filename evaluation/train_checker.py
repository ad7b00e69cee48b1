"""Train the checker's head: `python -m evaluation.train_checker [--output FILE]`.

Everything that it is trained on is this project's own: claims written by hand about the example
abstracts, which are written in our words too, and sentences of those abstracts reworded and made
wrong in code. Sixteen numbers come out (`rag/support_head.json`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.claim_sets import (
    ROOT,
    LabelledClaim,
    example_papers,
    planted,
    titles,
    written,
)
from index.embedding import Embedder
from index.minilm import SentenceTransformerEmbedder
from rag.alignment import align
from rag.contradictions import contradictions_of
from rag.sources import Source, read_source
from rag.support import Head, measure

Floats = NDArray[np.float64]

# Hand-written claims are like what is checked in use; titles are the loosest paraphrases.
_WEIGHTS = {"written": 1.5, "planted": 0.5, "title": 0.2}
_RIDGE = 1000.0
_FOLDS = 5
# Most sentences that are checked are right: the logarithm of three to one is added to the odds.
_USUALLY_RIGHT = float(np.log(3.0))


def main() -> None:
    """Measure, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "rag" / "support_head.json")
    options = parser.parse_args()
    head = measure_examples(SentenceTransformerEmbedder()).head()
    content = json.dumps(
        {
            "intercept": round(head.intercept, 4),
            "weights": {name: round(weight, 4) for name, weight in head.weights.items()},
        },
        indent=1,
    )
    options.output.write_text(content + "\n", "utf-8")
    print(f"SHA-256 {hashlib.sha256(options.output.read_bytes()).hexdigest()}")


@dataclass(frozen=True, slots=True)
class Training:
    """Claims about the example papers, measured, with the weight of each."""

    claims: list[LabelledClaim]
    rows: list[dict[str, float]]
    weights: Floats

    def head(self, leave_out: Collection[str] = ()) -> Head:
        """A head trained on all, or on all but the claims about some abstracts.

        A ridge as strong as this one orders claims well and says little of how sure it is, so
        its scores are calibrated afterwards (Platt 1999), on claims about abstracts that were
        left out in turn.
        """
        groups = [g for g in dict.fromkeys(c.group for c in self.claims) if g not in leave_out]
        head = self._fit(groups)
        scores, supported = [], []
        for fold in range(_FOLDS):
            held_out = set(groups[fold::_FOLDS])
            partial = self._fit([group for group in groups if group not in held_out])
            for claim, row in zip(self.claims, self.rows, strict=True):
                if claim.group in held_out and claim.by_hand:
                    scores.append({"raw": partial.logit(row)})
                    supported.append(claim.label == "supported")
        truth = np.array(supported)
        slope = fit(scores, truth, balance(truth), ridge=0.0)
        factor = slope.weights["raw"]
        return Head(
            slope.intercept + factor * head.intercept + _USUALLY_RIGHT,
            {name: factor * weight for name, weight in head.weights.items()},
        )

    def _fit(self, groups: Collection[str]) -> Head:
        kept = [i for i, claim in enumerate(self.claims) if claim.group in set(groups)]
        rows = [self.rows[i] for i in kept]
        truth = np.array([self.claims[i].label == "supported" for i in kept])
        return fit(rows, truth, self.weights[kept], ridge=_RIDGE)


def measure_examples(embedder: Embedder) -> Training:
    """What the head is trained on."""
    papers = example_papers()
    sets = {
        "written": list(written(papers)),
        "planted": [c for c in planted(papers, per_paper=6) if c.kind != "verbatim"],
        "title": list(titles(papers)),
    }
    claims = [claim for group in sets.values() for claim in group]
    weights = [
        balance(np.array([claim.label == "supported" for claim in group])) * _WEIGHTS[name]
        for name, group in sets.items()
    ]
    return Training(claims, measure_all(embedder, claims), np.concatenate(weights))


def measure_all(embedder: Embedder, claims: Sequence[LabelledClaim]) -> list[dict[str, float]]:
    """What the head weighs, for each claim."""
    sources: dict[tuple[str, str | None], Source] = {}
    rows = []
    for claim in claims:
        key = (claim.abstract, claim.title)
        if key not in sources:
            sources[key] = read_source(embedder, *key)
        alignment = align(embedder, claim.claim, claim.question, sources[key])
        rows.append(measure(alignment, contradictions_of(alignment)))
    return rows


def balance(supported: NDArray[np.bool_]) -> Floats:
    """Weights with which supported and other claims count alike, and all together as one."""
    positive, negative = max(supported.sum(), 1), max((~supported).sum(), 1)
    return np.asarray(np.where(supported, 0.5 / positive, 0.5 / negative), dtype=np.float64)


def fit(
    rows: Sequence[Mapping[str, float]],
    supported: NDArray[np.bool_],
    weights: Floats,
    *,
    ridge: float,
) -> Head:
    """Logistic regression with a ridge, by Newton's method, on standardised inputs."""
    names = list(rows[0])
    inputs = np.array([[row[name] for name in names] for row in rows])
    mean, scale = inputs.mean(axis=0), np.maximum(inputs.std(axis=0), 1e-6)
    standard = np.hstack([(inputs - mean) / scale, np.ones((len(rows), 1))])
    weights = weights / weights.sum() * len(rows)
    penalty = np.diag([ridge] * len(names) + [0.0])
    beta = np.zeros(len(names) + 1)
    for _ in range(50):
        predicted = 1 / (1 + np.exp(-standard @ beta))
        gradient = standard.T @ (weights * (predicted - supported)) + penalty @ beta
        curvature = weights * predicted * (1 - predicted)
        step = np.linalg.solve((standard.T * curvature) @ standard + penalty, gradient)
        beta -= step
        if np.abs(step).max() < 1e-8:
            break
    slopes = beta[:-1] / scale
    return Head(float(beta[-1] - slopes @ mean), dict(zip(names, slopes.tolist(), strict=True)))


if __name__ == "__main__":
    main()
