"""What heads trained on other people's labels would give: `python -m evaluation.pair_heads CSV`.

HealthVer's licence lets us measure with it, not ship what was trained on it. So this trains on
some of its claims and measures on the others, in folds that never split a claim (or, with
`--by question`, a topic), for heads that see more and more: the cosine, the checker's
measurements, the vectors of claim and evidence combined, and token by token aligned.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.checking import area_under_curve
from evaluation.claim_sets import healthver
from evaluation.train_checker import measure_all
from index.embedding import Embedder, Encoding
from index.minilm import SentenceTransformerEmbedder

Floats = NDArray[np.float64]

_FOLDS = 10
# How sharply a word of the claim looks for its counterpart.
_SHARPNESS = 12.0


def main() -> None:
    """Print a table: the area under the curve of each head."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("healthver", type=Path)
    parser.add_argument("--by", choices=("claim", "evidence", "question"), default="claim")
    options = parser.parse_args()
    claims = list(healthver(options.healthver))
    with options.healthver.open(encoding="utf-8", newline="") as file:
        groups = [row[options.by] for row in csv.DictReader(file)]
    embedder = SentenceTransformerEmbedder()
    rows = measure_all(embedder, claims)
    measures = np.array([list(row.values()) for row in rows])
    inputs = pair_inputs(embedder, [(claim.claim, claim.abstract) for claim in claims])
    supported = np.array([claim.label == "supported" for claim in claims])
    pairs = _standard(np.hstack([inputs["product"], inputs["difference"]]))
    aligned = _standard(np.hstack([inputs["aligned product"], inputs["aligned difference"]]))
    vectors = _standard(np.hstack([inputs["claim"], inputs["evidence"]]))
    measures = _standard(measures)
    heads = {
        "cosine": (_standard(inputs["cosine"]), 1.0),
        "measurements": (measures, 50.0),
        "product and difference of the vectors": (pairs, 1600.0),
        "the same of aligned tokens": (aligned, 1600.0),
        # A few measurements among thousands of numbers count more each, vectors alone less.
        "all of these": (np.hstack([3 * measures, pairs, aligned]), 2500.0),
        "and the vectors themselves": (
            np.hstack([3 * measures, pairs, aligned, 0.7 * vectors]),
            2500.0,
        ),
    }
    print("| head | inputs | area under the curve |\n|---|---:|---:|")
    for name, (seen, ridge) in heads.items():
        scores = cross_validated(seen, supported, groups, ridge)
        area = area_under_curve(supported, scores)
        print(f"| {name} | {seen.shape[1]} | {area:.3f} |", flush=True)


def pair_inputs(embedder: Embedder, pairs: Sequence[tuple[str, str]]) -> dict[str, Floats]:
    """What a head can see of two encodings, a row a pair."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    encoded = dict(zip(texts, embedder.encode(texts), strict=True))
    rows = [_pair(encoded[claim], encoded[evidence]) for claim, evidence in pairs]
    return {name: np.array([row[name] for row in rows], dtype=np.float64) for name in rows[0]}


def _pair(claim: Encoding, evidence: Encoding) -> dict[str, NDArray[np.float32]]:
    similar = claim.token_vectors @ evidence.token_vectors.T
    attention = np.exp(_SHARPNESS * (similar - similar.max(axis=1, keepdims=True)))
    attention /= attention.sum(axis=1, keepdims=True)
    found = attention @ evidence.token_vectors
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return {
        "cosine": np.array([claim.vector @ evidence.vector]),
        "claim": claim.vector,
        "evidence": evidence.vector,
        "product": claim.vector * evidence.vector,
        "difference": np.abs(claim.vector - evidence.vector),
        "aligned product": (claim.token_vectors * found).mean(axis=0),
        "aligned difference": np.abs(claim.token_vectors - found).mean(axis=0),
    }


def _standard(inputs: Floats) -> Floats:
    return np.asarray(
        (inputs - inputs.mean(axis=0)) / np.maximum(inputs.std(axis=0), 1e-9), dtype=np.float64
    )


def cross_validated(
    inputs: Floats, supported: NDArray[np.bool_], groups: Sequence[str], ridge: float
) -> Floats:
    """Log-odds of each row from a logistic regression that saw no row of its group."""
    order = sorted(set(groups))
    np.random.default_rng(0).shuffle(order)
    fold_of = {group: number % _FOLDS for number, group in enumerate(order)}
    folds = np.array([fold_of[group] for group in groups])
    scores = np.zeros(len(supported))
    for fold in range(_FOLDS):
        seen = folds != fold
        slopes, intercept = _ridge_regression(inputs[seen], supported[seen], ridge)
        scores[~seen] = inputs[~seen] @ slopes + intercept
    return scores


def _ridge_regression(
    inputs: Floats, supported: NDArray[np.bool_], ridge: float
) -> tuple[Floats, float]:
    """Logistic regression by Newton's method, in the rows where those are fewer than columns."""
    kernel = inputs @ inputs.T / ridge
    weights = np.zeros(len(inputs))
    intercept = 0.0
    for _ in range(25):
        logits = kernel @ weights + intercept
        predicted = 1 / (1 + np.exp(-logits))
        curvature = np.maximum(predicted * (1 - predicted), 1e-6)
        target = logits + (supported - predicted) / curvature
        system = np.block(
            [
                [kernel + np.diag(1 / curvature), np.ones((len(inputs), 1))],
                [np.ones((1, len(inputs))), np.zeros((1, 1))],
            ]
        )
        solution = np.linalg.solve(system, np.append(target, 0.0))
        moved = float(np.abs(solution[:-1] - weights).max())
        weights, intercept = solution[:-1], float(solution[-1])
        if moved < 1e-6:
            break
    return inputs.T @ weights / ridge, intercept


if __name__ == "__main__":
    main()
