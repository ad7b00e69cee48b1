"""Train the claim reader: `python -m evaluation.train_reader [--data DIR] [--results DIR]`.

It learns from the same claims as the checker's head (`evaluation/train_checker.py`), each beside
the sentences that it rests on. Five readers that were each trained on four fifths of the papers
come first: what they say of the last fifth tells how much the reader's opinion counts beside the
head's. On two cores that takes an hour; readers that are done are kept in `DIR/readers`.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from sklearn.linear_model import LogisticRegression
from torch import Tensor

from evaluation.claim_sets import ROOT
from evaluation.setup import Setup
from evaluation.train_checker import (
    FOLDS,
    HAND,
    HEALTHVER,
    PLANTED,
    SCIFACT,
    TITLES,
    USUALLY_RIGHT,
    Training,
    balance,
    claim_sets,
)
from index.minilm import SentenceTransformerEmbedder
from index.weights import minilm_folder
from rag.adapted_minilm import LABELS, AdaptedMiniLM, Pair, Tokens
from rag.claim_reader import ClaimReader
from rag.entailment import Weights
from rag.odds import odds_of
from rag.support import Head
from ui.progress import counting

Floats = NDArray[np.float64]

_WEIGHTS = {HAND: 2.0, PLANTED: 0.5, HEALTHVER: 0.7, SCIFACT: 0.7}
_EPOCHS = 3
_BATCH = 32
_RATE = 6e-4
_WARM = 0.1
# Batches are made of texts of like length, out of so many at a time.
_SHUFFLED = 40 * _BATCH
# What is wrong with a claim that the source contradicts; of the other wrong ones only that no
# source supports them is known.
_CONTRADICTING = frozenset({"negation", "direction", "comparison"})
_UNRELATED = frozenset({"paper", "other title"})
_NOT_SUPPORTED = len(LABELS)


def main() -> None:
    """Train on each four fifths and on all, weigh, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the public sets")
    parser.add_argument("--results", type=Path, default=Path("results"))
    parser.add_argument("--output", type=Path, default=ROOT / "rag" / "claim_reader.safetensors")
    options = parser.parse_args()
    setup = Setup(options.data, options.results)
    training = Training.of(SentenceTransformerEmbedder(), claim_sets(setup))
    weights = held_out_opinions(training, heads_without(training), setup).weights()
    file = trained(training, range(FOLDS), setup)
    learned = {name: value.half() for name, value in load_file(file).items()}
    save_file(learned, options.output, weights.as_metadata())
    print(f"{weights}\nSHA-256 {hashlib.sha256(options.output.read_bytes()).hexdigest()}")


@dataclass(frozen=True, slots=True)
class Opinions:
    """What head and reader say of claims by hand that neither was trained on.

    Attributes:
        head, reader: logarithms of the odds that a claim is supported.
        supported: whether it is.
        folds: which fifth each claim is of.
    """

    head: Floats
    reader: Floats
    supported: NDArray[np.bool_]
    folds: NDArray[np.intp]

    def weights(self, leave_out: int | None = None) -> Weights:
        """How much each counts (Platt 1999), from all fifths or from all but one."""
        rows = (
            np.ones(len(self.folds), dtype=bool) if leave_out is None else self.folds != leave_out
        )
        fitted = LogisticRegression(C=1e6).fit(
            np.stack([self.head[rows], self.reader[rows]], axis=1),
            self.supported[rows],
            sample_weight=balance(self.supported[rows]) * rows.sum(),
        )
        head, reader = fitted.coef_[0]
        return Weights(float(head), float(reader), float(fitted.intercept_[0]) + USUALLY_RIGHT)


def heads_without(training: Training) -> list[Head]:
    """For each fifth a head that knows nothing of it."""
    return [training.head(groups) for groups in training.folds()]


def held_out_opinions(training: Training, heads: Sequence[Head], setup: Setup) -> Opinions:
    """Ask of each fifth of the claims by hand the head and the reader that know nothing of it."""
    head, reader, supported, fold_of = [], [], [], []
    for fold, groups in enumerate(training.folds()):
        reads = reader_without(training, fold, setup)
        for row in np.flatnonzero(training.sets == HAND):
            if training.claims[row].group in groups:
                head.append(odds_of(heads[fold].score(training.measured[row])))
                reader.append(odds_of(reads.read(*training.texts[row]).entailed))
                supported.append(training.supported[row])
                fold_of.append(fold)
    return Opinions(np.array(head), np.array(reader), np.array(supported), np.array(fold_of))


def reader_without(
    training: Training, fold: int, setup: Setup, weights: Weights | None = None
) -> ClaimReader:
    """A reader that knows nothing of one fifth."""
    others = [number for number in range(FOLDS) if number != fold]
    return ClaimReader(trained(training, others, setup), weights)


def trained(training: Training, folds: Sequence[int], setup: Setup) -> Path:
    """The file of an adapter that was trained on some fifths, trained now where it is not kept."""
    rows = _rows(training, folds)
    made_from = repr([(training.texts[row], _label(training, row)) for row in rows])
    code = [(ROOT / name).read_text("utf-8") for name in ("rag/adapted_minilm.py",)]
    digest = hashlib.sha256("".join([made_from, *code]).encode()).hexdigest()[:16]
    file = setup.results / "readers" / f"{digest}.safetensors"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        learned = _train(training, rows, f"Training on {len(folds)} of {FOLDS} parts")
        part = file.with_suffix(".part")
        save_file(learned, part, Weights(1.0, 1.0, 0.0).as_metadata())
        part.rename(file)
    return file


def _rows(training: Training, folds: Sequence[int]) -> list[int]:
    parts = training.folds()
    inside = set().union(*(parts[fold] for fold in folds))
    return [
        row
        for row, claim in enumerate(training.claims)
        if claim.group in inside and training.sets[row] != TITLES
    ]


def _label(training: Training, row: int) -> int:
    claim, of_set = training.claims[row], training.sets[row]
    if claim.label == "supported":
        return LABELS.index("supported")
    if of_set in {HEALTHVER, SCIFACT}:
        return LABELS.index(claim.label)
    if claim.kind in _CONTRADICTING:
        return LABELS.index("contradicted")
    return LABELS.index("unsupported") if claim.kind in _UNRELATED else _NOT_SUPPORTED


def _train(training: Training, rows: Sequence[int], what: str) -> dict[str, Tensor]:
    folder = minilm_folder()
    tokens = Tokens(folder)
    pairs = [tokens.pair(*training.texts[row]) for row in rows]
    labels = torch.tensor([_label(training, row) for row in rows])
    weights = _weights(training, rows)
    torch.manual_seed(0)
    model = AdaptedMiniLM(folder).train()
    learning = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(learning, weight_decay=0.01)
    batches = [batch for epoch in range(_EPOCHS) for batch in _batches(pairs, epoch)]
    with counting(what, len(batches)) as advance:
        for step, batch in enumerate(batches):
            done = step / len(batches)
            for group in optimizer.param_groups:
                group["lr"] = _RATE * min(done / _WARM, (1 - done) / (1 - _WARM))
            with torch.autocast("cpu", torch.bfloat16):
                logits = model([pairs[row] for row in batch])
            _loss(logits, labels[batch], weights[batch]).backward()  # type: ignore[no-untyped-call] # torch
            torch.nn.utils.clip_grad_norm_(learning, 1.0)
            optimizer.step()
            optimizer.zero_grad()
            advance(1)
    return {name: value.contiguous() for name, value in model.adapter().items()}


def _weights(training: Training, rows: Sequence[int]) -> Tensor:
    """Sets count as `_WEIGHTS` say; in each, supported claims as much as the others."""
    sets, supported = training.sets[list(rows)], training.supported[list(rows)]
    weights = np.zeros(len(rows))
    for name, weight in _WEIGHTS.items():
        inside = sets == name
        weights[inside] = weight * inside.sum() * balance(supported[inside])
    return torch.tensor(weights, dtype=torch.float32)


def _batches(pairs: Sequence[Pair], seed: int) -> list[list[int]]:
    shuffling = random.Random(seed)
    order = list(range(len(pairs)))
    shuffling.shuffle(order)
    batches = []
    for start in range(0, len(order), _SHUFFLED):
        alike = sorted(order[start : start + _SHUFFLED], key=lambda row: len(pairs[row].ids))
        batches += [alike[at : at + _BATCH] for at in range(0, len(alike), _BATCH)]
    shuffling.shuffle(batches)
    return batches


def _loss(logits: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
    """Cross-entropy; where a claim is known only not to be supported, of these two cases.

    Which of the two ways a claim fails counts half as much as that it fails.
    """
    shares = torch.log_softmax(logits, -1)
    failing = torch.logsumexp(shares[:, [0, 2]], -1)
    named = shares.gather(1, labels.clamp(max=len(LABELS) - 1)[:, None])[:, 0]
    picked = torch.where(labels == _NOT_SUPPORTED, failing, named)
    known = (labels == LABELS.index("unsupported")) | (labels == LABELS.index("contradicted"))
    return -(torch.where(known, (picked + failing) / 2, picked) * weights).sum() / weights.sum()


if __name__ == "__main__":
    main()
