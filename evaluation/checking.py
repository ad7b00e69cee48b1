"""How well claims are checked: `python -m evaluation checking [--data DIR]`.

What head and reader were trained on is checked with a head and a reader trained on the rest: each
fifth of the example papers, with claims written by hand and errors planted in code, and each fifth
of the claims of HealthVer (`DIR/healthver/*.csv`) and SciFact (`DIR/scifact`). Training the five
readers takes an hour. With what ships: claims by hand about example papers that nothing was trained
on, and errors planted in other papers' sentences (`DIR/ml_papers/*.jsonl`, or any JSON Lines with
title and abstract). `--checker none` measures the head alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.claim_sets import (
    APART,
    ROOT,
    LabelledClaim,
    example_papers,
    papers_of,
    planted,
    written,
)
from evaluation.keeping import digest_of_code
from evaluation.reporting import Report
from evaluation.setup import Setup
from evaluation.train_checker import TITLES, Training, claim_sets
from evaluation.train_reader import heads_without, held_out_opinions, reader_without
from index.embedding import Embedder
from index.minilm import SentenceTransformerEmbedder
from index.weights import sha256_of
from rag.checking import Check, Checker

LABELS = ("supported", "unsupported", "contradicted")
_RESAMPLES = 1000
_BINS = 10
_LEARNED = ("support_head.json", "claim_reader.safetensors")
# In so many other papers errors are planted.
PAPERS = 300

Claims = Callable[[], Iterable[LabelledClaim]]


@dataclass(frozen=True, slots=True)
class LabelQuality:
    """How well one label is told from the others."""

    label: str
    claims: int
    precision: float
    recall: float
    f1: float
    auc: float | None


@dataclass(frozen=True, slots=True)
class Bin:
    """Claims whose scores lie together: mean score, and the share that is supported indeed."""

    claims: int
    score: float
    supported: float


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a set of claims was checked.

    `auc` tells supported claims from the rest by score; `low` and `high` bound it with 95 %.
    `failed` is the share of supported claims that did not pass, `passed` that of others that did.
    `kinds` gives, for each kind of claim, how many there are and the share that passed.
    `milliseconds` is the median time of a check whose abstract was read before.
    """

    name: str
    claims: int
    auc: float
    low: float
    high: float
    failed: float
    passed: float
    macro_f1: float
    labels: tuple[LabelQuality, ...]
    kinds: dict[str, tuple[int, float]]
    reliability: tuple[Bin, ...]
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim, what the checker said, and how long it took."""

    claim: LabelledClaim
    check: Check
    seconds: float


def measure(setup: Setup) -> Report:
    """Check the claims of every set that is there."""
    embedder = SentenceTransformerEmbedder()
    kept = setup.kept("checking")
    code = [digest_of_code("evaluation.checking"), embedder.digest, setup.checker]
    sets = claim_sets(setup)
    trained_on = [[c.claim, c.abstract, c.label] for group in sets.values() for c in group]
    figures: list[dict[str, Any]] = kept.get(
        [*code, trained_on], lambda: _unseen(embedder, sets, setup)
    )
    weighed_by = [sha256_of(ROOT / "rag" / name) for name in _LEARNED]
    for name, claims in _apart(setup):

        def check(name: str = name, claims: Claims = claims) -> dict[str, Any]:
            checker = Checker(embedder, entailment=setup.entailment())
            return asdict(quality_of(name, check_all(checker, list(claims()))))

        made_from = [*code, *weighed_by, name, [[c.claim, c.abstract, c.label] for c in claims()]]
        figures.append(kept.get(made_from, check))
    table = summary([_quality(row) for row in figures])
    tables = "\n".join(as_markdown(_quality(row)) for row in figures)
    return Report("checking", figures, f"{table}\n{tables}")


def _apart(setup: Setup) -> Iterator[tuple[str, Claims]]:
    """The sets that the head was not trained on."""
    yield "by hand, other papers", lambda: written(example_papers(), APART)
    if papers := setup.file("ml_papers", "*.jsonl*"):
        yield "planted in other papers", lambda: planted(papers_of(papers, PAPERS))


def _unseen(
    embedder: Embedder, sets: dict[str, list[LabelledClaim]], setup: Setup
) -> list[dict[str, Any]]:
    """What head and reader are trained on, each fifth with those that were trained on the others.

    How much the reader counts is learned without that fifth, too.
    """
    training = Training.of(embedder, sets)
    heads = heads_without(training)
    opinions = None if setup.checker else held_out_opinions(training, heads, setup)
    checked: dict[str, list[Checked]] = {name: [] for name in sets}
    for fold, held_out in enumerate(training.folds()):
        entailment = setup.entailment()
        if opinions:
            entailment = reader_without(training, fold, setup, opinions.weights(leave_out=fold))
        checker = Checker(embedder, heads[fold], entailment)
        for name, claims in sets.items():
            checked[name] += check_all(checker, [c for c in claims if c.group in held_out])
    return [asdict(quality_of(name, found)) for name, found in checked.items() if name != TITLES]


def check_all(checker: Checker, claims: Sequence[LabelledClaim]) -> list[Checked]:
    """Check every claim; abstracts are read beforehand, so that the time is that of checking."""
    checked = []
    read: set[str] = set()
    for claim in claims:
        if claim.abstract not in read:
            checker.check("Nothing.", claim.abstract, title=claim.title)
            read.add(claim.abstract)
        start = time.perf_counter()
        check = checker.check(
            claim.claim, claim.abstract, title=claim.title, question=claim.question
        )
        checked.append(Checked(claim, check, time.perf_counter() - start))
    return checked


def quality_of(name: str, checked: Sequence[Checked]) -> Quality:
    """All figures of one set."""
    claims = [one.claim for one in checked]
    checks = [one.check for one in checked]
    truth = np.array([claim.label for claim in claims])
    # A claim that holds in part is not supported.
    given = np.array(["unsupported" if c.verdict == "partly" else c.verdict for c in checks])
    scores = np.array([check.score for check in checks])
    supported = truth == "supported"
    if "contradicted" not in truth:
        given = np.where(given == "supported", given, "unsupported")
    labels = tuple(
        _label_quality(label, truth, given, scores) for label in LABELS if label in truth
    )
    low, high = _interval(supported, scores)
    passing = np.array([check.verdict == "supported" for check in checks])
    kinds = {}
    for kind in dict.fromkeys(claim.kind for claim in claims):
        passed = [one.check.verdict == "supported" for one in checked if one.claim.kind == kind]
        kinds[kind] = (len(passed), float(np.mean(passed)))
    return Quality(
        name=name,
        claims=len(claims),
        auc=area_under_curve(supported, scores),
        low=low,
        high=high,
        failed=float((~passing)[supported].mean()),
        passed=float(passing[~supported].mean()),
        macro_f1=float(np.mean([label.f1 for label in labels])),
        labels=labels,
        kinds=kinds,
        reliability=_reliability(supported, scores),
        milliseconds=1000 * float(np.median([one.seconds for one in checked])),
    )


def area_under_curve(positive: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """The chance that a positive scores above a negative; ties count half (Mann-Whitney U)."""
    _, ranks, counts = np.unique(scores, return_inverse=True, return_counts=True)
    mean_ranks = (np.cumsum(counts) - (counts - 1) / 2)[ranks]
    positives, negatives = int(positive.sum()), int((~positive).sum())
    if not positives or not negatives:
        return float("nan")
    above = mean_ranks[positive].sum() - positives * (positives + 1) / 2
    return float(above / (positives * negatives))


def _interval(positive: NDArray[np.bool_], scores: NDArray[np.float64]) -> tuple[float, float]:
    random = np.random.default_rng(0)
    areas = []
    for _ in range(_RESAMPLES):
        drawn = random.integers(0, len(scores), len(scores))
        areas.append(area_under_curve(positive[drawn], scores[drawn]))
    low, high = np.nanpercentile(areas, [2.5, 97.5])
    return float(low), float(high)


def _label_quality(
    label: str, truth: NDArray[np.str_], given: NDArray[np.str_], scores: NDArray[np.float64]
) -> LabelQuality:
    right = float(((truth == label) & (given == label)).sum())
    precision = right / max(float((given == label).sum()), 1.0)
    recall = right / max(float((truth == label).sum()), 1.0)
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    # The score orders claims by support alone.
    auc = area_under_curve(truth == label, scores) if label == "supported" else None
    return LabelQuality(label, int((truth == label).sum()), precision, recall, f1, auc)


def _reliability(supported: NDArray[np.bool_], scores: NDArray[np.float64]) -> tuple[Bin, ...]:
    numbers = np.minimum((scores * _BINS).astype(int), _BINS - 1)
    return tuple(
        Bin(
            int((numbers == number).sum()),
            float(scores[numbers == number].mean()),
            float(supported[numbers == number].mean()),
        )
        for number in range(_BINS)
        if (numbers == number).any()
    )


def _quality(row: dict[str, Any]) -> Quality:
    """Figures as they were before they were written as plain data."""
    labels = tuple(LabelQuality(**label) for label in row["labels"])
    bins = tuple(Bin(**bin_) for bin_ in row["reliability"])
    kinds = {kind: (count, share) for kind, (count, share) in row["kinds"].items()}
    return Quality(**{**row, "labels": labels, "reliability": bins, "kinds": kinds})


def summary(qualities: Sequence[Quality]) -> str:
    """One line a set."""
    lines = [
        "| set | claims | area under the curve | macro F1 | true failed | wrong passed | ms |",
        "|---|---:|---|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {q.name} | {q.claims} | {q.auc:.3f} ({q.low:.3f} to {q.high:.3f}) | {q.macro_f1:.2f} "
        f"| {q.failed:.1%} | {q.passed:.1%} | {q.milliseconds:.0f} |"
        for q in qualities
    ]
    return "\n".join([*lines, ""])


def as_markdown(quality: Quality) -> str:
    """The tables of one set, as in docs/EVALUATION.md."""
    lines = [
        f"### {quality.name}: {quality.claims} claims",
        "",
        f"Area under the curve, supported against the rest: {quality.auc:.3f} "
        f"({quality.low:.3f} to {quality.high:.3f}); macro F1 {quality.macro_f1:.3f}; "
        f"{quality.milliseconds:.1f} ms a claim.",
        "",
        "| label | claims | precision | recall | F1 |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {label.label} | {label.claims} | {label.precision:.3f} | {label.recall:.3f} "
            f"| {label.f1:.3f} |"
            for label in quality.labels
        ),
        "",
        "| kind | claims | passed |",
        "|---|---:|---:|",
        *(f"| {kind} | {count} | {share:.3f} |" for kind, (count, share) in quality.kinds.items()),
        "",
        "| score | claims | supported |",
        "|---|---:|---:|",
        *(
            f"| {bin_.score:.2f} | {bin_.claims} | {bin_.supported:.2f} |"
            for bin_ in quality.reliability
        ),
        "",
    ]
    return "\n".join(lines)
