"""Whether it answers what it can answer and nothing else.

    python -m evaluation abstention [--data DIR] [--sample N]

Over the examples the whole product is run at several thresholds: how much of what can be answered
is answered, and how much of what is answered is right. Over SciFact's claims, with and without
evidence in the abstract that they cite, and over MTRAG's questions with their passages: how well
the log-odds that the threshold is compared with tell the answerable from the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.answers import answers_to, assistant, question_sets
from evaluation.checking import area_under_curve
from evaluation.corpora import lines_of
from evaluation.intervals import resampled
from evaluation.reporting import Report, table
from evaluation.scoring import score
from evaluation.setup import Setup
from index.papers import Paper
from rag.answering import Assistant
from rag.metering import Meter
from rag.models.protocol import LanguageModel
from rag.prompts import STATES_ANSWER, about_paper
from rag.turns import THRESHOLD
from ui.progress import counting

# Log-odds below which nothing is answered. The first answers everything.
THRESHOLDS = (-99.0, -1.0, 0.0, 0.5, 1.0)
KINDS = ("fact", "crosslingual", "followup", "unanswerable")
# Of a question's passages so many are read.
PASSAGES = 3

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what may answer it, and whether it does."""

    question: str
    papers: tuple[Paper, ...]
    answerable: bool


def measure(setup: Setup) -> Report:
    """Measure the trade-off, and how well the log-odds tell."""
    figures: Json = {"trade-off": {}, "telling": {}}
    for name, questions, papers in question_sets(setup):
        asked = [question for question in questions if question["kind"] in KINDS]
        with setup.language_model() as model, assistant(setup, name, papers, model) as usual:
            points = []
            for threshold in sorted({*THRESHOLDS, THRESHOLD}):
                asking = Assistant(
                    usual.library, model, entailment=setup.entailment(), threshold=threshold
                )
                answers = list(answers_to(asked, asking, f"{name} at {threshold}"))
                points.append(_point(threshold, asked, answers))
        figures["trade-off"][name] = points
    for name, items in _public_sets(setup):
        sample = setup.sampled(items)
        with setup.language_model() as model, counting(f"Asking {name}", len(sample)) as advance:
            odds = []
            for item in sample:
                odds.append(log_odds(item, model))
                advance(1)
        figures["telling"][name] = _telling(np.array([i.answerable for i in sample]), odds)
    return Report("abstention", figures, as_markdown(figures))


def _point(threshold: float, questions: Sequence[Json], answers: Sequence[Json]) -> Json:
    scores = [score(q, a) for q, a in zip(questions, answers, strict=True)]
    possible = [s for s, q in zip(scores, questions, strict=True) if q["answerable"]]
    impossible = [s for s, q in zip(scores, questions, strict=True) if not q["answerable"]]
    answered = [s for s in scores if s.answered]
    return {
        "threshold": threshold,
        "in use": threshold == THRESHOLD,
        "answerable answered": _share([s.answered for s in possible]),
        "unanswerable answered": _share([s.answered for s in impossible]),
        "right when answered": _share([s.right for s in answered]),
        "right in all": _share([s.right for s in scores]),
    }


def _share(values: Sequence[bool]) -> float | None:
    return float(np.mean(values)) if values else None


def _public_sets(setup: Setup) -> Iterator[tuple[str, list[Asked]]]:
    claims, corpus = setup.file("scifact", "claims*.jsonl*"), setup.file("scifact", "corpus*")
    if claims and corpus:
        yield "SciFact claims", list(scifact_claims(claims, corpus))
    if tasks := setup.file("mtrag", "tasks*.jsonl*"):
        yield "MTRAG", list(mtrag_tasks(tasks))


def scifact_claims(claims: Path, corpus: Path) -> Iterator[Asked]:
    """Claims as questions to the first abstract that they cite (https://github.com/allenai/scifact)."""
    documents = {str(row["_id"]): row for row in lines_of(corpus)}
    for row in lines_of(claims):
        number = str(row["cited_doc_ids"][0])
        document = documents[number]
        stated = any(str(found["doc_id"]) == number for found in row["evidence"])
        title = document["title"]
        paper = Paper(number, title, document["text"], title=title)
        yield Asked(f"Is it true that {row['claim'].strip(' .')}?", (paper,), stated)


def mtrag_tasks(path: Path) -> Iterator[Asked]:
    """Last turns with their passages (https://github.com/IBM/mt-rag-benchmark).

    Only first turns and questions that stand alone could be understood without what was said
    before, so that is given too.
    """
    for row in lines_of(path):
        label = json.dumps(row["answerability"])
        passages = [passage["text"].strip() for passage in row["contexts"]]
        if not passages or "CONVERSATIONAL" in label or "PARTIAL" in label:
            continue
        said = [turn["text"] for turn in row["input"] if turn["speaker"] == "user"]
        before = f"(Before that: {said[-2]}) " if len(said) > 1 else ""
        papers = tuple(
            Paper(f"{row['task_id']}-{number}", "passage", text)
            for number, text in enumerate(passages[:PASSAGES])
        )
        yield Asked(f"{before}{said[-1]}", papers, "UNANSWERABLE" not in label)


def log_odds(asked: Asked, model: LanguageModel) -> float:
    """The best of the papers' log-odds that they state the answer."""
    meter = Meter()
    meter.use(model)
    found = [meter.log_odds(about_paper(p, asked.question, STATES_ANSWER)) for p in asked.papers]
    return max(odds for odds in found if odds is not None)


def _telling(answerable: Any, odds: Sequence[float]) -> Json:
    scores = np.array(odds)
    low, high = resampled(lambda drawn: area_under_curve(answerable[drawn], scores[drawn]), scores)
    order = np.argsort(-scores, kind="stable")
    return {
        "questions": len(scores),
        "answerable": int(answerable.sum()),
        "area under the curve": area_under_curve(answerable, scores),
        "low": low,
        "high": high,
        "answerable among the surest, by coverage": {
            str(share): float(answerable[order[: max(1, round(share * len(order)))]].mean())
            for share in (0.25, 0.5, 0.75, 1.0)
        },
        "at the threshold in use": {
            "answered": float((scores >= THRESHOLD).mean()),
            "of the unanswerable": _share((scores >= THRESHOLD)[~answerable].tolist()),
        },
    }


def as_markdown(figures: Json) -> str:
    """The trade-off at each threshold, then the public sets."""
    parts = []
    for name, points in figures["trade-off"].items():
        rows = [
            [
                f"{point['threshold']:g}{' (in use)' if point['in use'] else ''}",
                *(_number(point[key]) for key in list(point)[2:]),
            ]
            for point in points
        ]
        parts += [f"**{name}**\n", table(["threshold", *list(points[0])[2:]], rows), ""]
    rows = [
        [
            name,
            str(found["questions"]),
            str(found["answerable"]),
            f"{found['area under the curve']:.3f} ({found['low']:.3f} to {found['high']:.3f})",
            *(_number(v) for v in found["answerable among the surest, by coverage"].values()),
        ]
        for name, found in figures["telling"].items()
    ]
    if rows:
        header = ["set", "questions", "answerable", "area under the curve (95 %)"]
        surest = ["surest quarter", "half", "three quarters", "all"]
        parts += [table([*header, *surest], rows), ""]
    return "\n".join(parts)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
