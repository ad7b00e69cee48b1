"""Train the checker's head: `python -m evaluation.train_checker [--output FILE]`.

Everything that it is trained on is this project's own: claims written by hand about the example
abstracts, which are written in our words too, and sentences of those abstracts reworded and made
wrong in code. A few dozen numbers come out (`rag/support_head.json`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.claim_sets import (
    ROOT,
    LabelledClaim,
    Paper,
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

PRODUCTS = (
    "negation*covered unknown_name*covered direction*covered adjacent*covered "
    "unknown_number*covered covered*covered context*context adjacent*adjacent "
    "negation_differs*covered opposites_only*covered asked*covered asked*adjacent asked*context"
).split()
# Hand-written claims are like what is checked in use; titles are the loosest paraphrases.
_WEIGHTS = {"written": 1.5, "planted": 0.5, "title": 0.2}
_RIDGE = 10.0


def main() -> None:
    """Measure, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "rag" / "support_head.json")
    options = parser.parse_args()
    head = train(SentenceTransformerEmbedder(), example_papers())
    content = json.dumps(
        {
            "intercept": round(head.intercept, 4),
            "weights": {name: round(weight, 4) for name, weight in head.weights.items()},
        },
        indent=1,
    )
    options.output.write_text(content + "\n", "utf-8")
    print(f"SHA-256 {hashlib.sha256(options.output.read_bytes()).hexdigest()}")


def train(embedder: Embedder, papers: Sequence[Paper]) -> Head:
    """A head trained on what was written about, and planted in, these example papers."""
    abstracts = {abstract for _, abstract in papers}
    sets = {
        "written": [c for c in written(example_papers()) if c.abstract in abstracts],
        "planted": [c for c in planted(papers, per_paper=6) if c.kind != "verbatim"],
        "title": list(titles(papers)),
    }
    claims = [claim for group in sets.values() for claim in group]
    return fit(
        measure_all(embedder, claims),
        np.array([claim.label == "supported" for claim in claims]),
        np.concatenate([balanced(group) * _WEIGHTS[name] for name, group in sets.items()]),
    )


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


def balanced(claims: Sequence[LabelledClaim]) -> Floats:
    """Weights with which supported and other claims count alike, and all together as one."""
    supported = np.array([claim.label == "supported" for claim in claims])
    weights = np.where(supported, 0.5 / max(supported.sum(), 1), 0.5 / max((~supported).sum(), 1))
    return np.asarray(weights, dtype=np.float64)


def fit(rows: Sequence[dict[str, float]], supported: NDArray[np.bool_], weights: Floats) -> Head:
    """Logistic regression with a ridge, by Newton's method, on standardised inputs."""
    names = [*rows[0], *PRODUCTS]
    inputs = np.array([[_value(row, name) for name in names] for row in rows])
    mean, scale = inputs.mean(axis=0), np.maximum(inputs.std(axis=0), 1e-6)
    standard = np.hstack([(inputs - mean) / scale, np.ones((len(rows), 1))])
    weights = weights / weights.sum() * len(rows)
    penalty = np.diag([_RIDGE] * len(names) + [0.0])
    beta = np.zeros(len(names) + 1)
    for _ in range(50):
        predicted = 1 / (1 + np.exp(-standard @ beta))
        gradient = standard.T @ (weights * (predicted - supported)) + penalty @ beta
        curvature = weights * predicted * (1 - predicted)
        step = np.linalg.solve((standard.T * curvature) @ standard + penalty, gradient)
        beta -= step
        if np.abs(step).max() < 1e-8:
            break
    coefficients = beta[:-1] / scale
    return Head(
        float(beta[-1] - coefficients @ mean), dict(zip(names, coefficients.tolist(), strict=True))
    )


def _value(row: dict[str, float], name: str) -> float:
    first, _, second = name.partition("*")
    return row[first] * (row[second] if second else 1.0)


if __name__ == "__main__":
    main()
