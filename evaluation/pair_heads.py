"""How much labels teach beyond their topics: `python -m evaluation.pair_heads HEALTHVER_CSV`.

The checker's head learns a sum over the vectors of claim and source from HealthVer and SciFact.
This trains such sums on some of HealthVer's pairs and measures on the others, in folds that never
split a claim, a piece of evidence, or a topic: what falls from one to the next is memory of the
topic, not understanding.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from evaluation.checking import area_under_curve
from evaluation.claim_sets import healthver
from evaluation.train_checker import measure_all
from index.minilm import SentenceTransformerEmbedder

_FOLDS = 10


def main() -> None:
    """Print a table: the area under the curve of each head, by what the folds keep together."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("healthver", type=Path)
    options = parser.parse_args()
    claims = list(healthver(options.healthver))
    with options.healthver.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    measured, _ = measure_all(SentenceTransformerEmbedder(), claims)
    supported = np.array([claim.label == "supported" for claim in claims])
    numbers = np.array([list(one.numbers.values()) for one in measured])
    vectors = np.array([one.pair for one in measured])
    half = vectors.shape[1] // 2
    heads = {
        "measurements": (numbers, 0.02),
        "vectors, whole": (vectors[:, :half], 4e-4),
        "vectors, word by word": (vectors[:, half:], 4e-4),
        "vectors, both": (vectors, 4e-4),
    }
    print("| head | inputs | by claim | by evidence | by topic |\n|---|---:|---:|---:|---:|")
    for name, (inputs, strength) in heads.items():
        areas = [
            _area(inputs, supported, [row[by] for row in rows], strength)
            for by in ("claim", "evidence", "question")
        ]
        print(f"| {name} | {inputs.shape[1]} |" + "".join(f" {area:.3f} |" for area in areas))


def _area(
    inputs: NDArray[np.float64], supported: NDArray[np.bool_], groups: list[str], strength: float
) -> float:
    model = make_pipeline(
        StandardScaler(),
        LogisticRegression(C=strength, max_iter=300, tol=1e-3, class_weight="balanced"),
    )
    folds = GroupKFold(_FOLDS, shuffle=True, random_state=0)
    scores = cross_val_predict(
        model, inputs, supported, groups=groups, cv=folds, method="decision_function"
    )
    return area_under_curve(supported, scores)


if __name__ == "__main__":
    main()
