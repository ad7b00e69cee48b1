"""Scores answers against a question set, as `answerable batch` writes and reads them.

A question line: `{"id", "kind", "turns", "gold", "facts", "forbidden", "answerable"}`. `gold` holds
a verbatim piece of each paper that a right answer must cite; each group of `facts` must be met by
one of its alternatives; none of `forbidden` may occur outside quotations; where `answerable` is
false the right answer is an abstention.
"""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Json = dict[str, Any]

_SAME = str.maketrans({"–": "-", "‑": "-", "−": "-", "×": "x", "’": "'", "“": '"', "”": '"'})
_MARKER = re.compile(r"\[(\d+)\]")
# A verbatim sentence may well hold another figure than the one asked for.
_QUOTATION = re.compile(r"^> .*$", re.M)
_RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Score:
    """One answer, scored. None where a measure does not apply to the question."""

    question_id: str
    kind: str
    right: bool
    answered: bool
    facts: bool | None = None
    cited: float | None = None
    precise: float | None = None
    dangling: int = 0
    first_word_s: float | None = None
    total_s: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The mean scores of one kind of question; `low` and `high` bound `right` with 95 %."""

    kind: str
    count: int
    right: float
    low: float
    high: float
    facts: float | None
    cited: float | None
    precise: float | None
    answered: float
    dangling: int
    first_word_s: float | None
    total_s: float | None


def read_lines(path: Path) -> list[Json]:
    """The objects of a JSON-lines file."""
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def score(question: Json, answer: Json | None) -> Score:
    """Score one answer; a missing one is wrong."""
    name, kind = str(question["id"]), str(question["kind"])
    if answer is None or "answer" not in answer:
        return Score(name, kind, right=False, answered=False)
    timings = answer.get("timings", {})
    times = {"first_word_s": timings.get("first_token_s"), "total_s": timings.get("total_s")}
    answered = not answer["abstained"]
    if not question["answerable"]:
        return Score(name, kind, right=not answered, answered=answered, **times)
    abstracts = {s["number"]: _plain(s["abstract"]) for s in answer["sources"]}
    cited = {n for claim in answer["claims"] for n in claim["citations"]}
    cited |= {int(n) for n in _MARKER.findall(answer["answer"])}
    gold = [_plain(piece) for piece in question["gold"]]
    found = [any(piece in abstracts.get(n, "") for n in cited) for piece in gold]
    good = [any(piece in abstracts.get(n, "") for piece in gold) for n in cited]
    text = _plain(_MARKER.sub("", answer["answer"]))
    facts = all(any(_states(text, way) for way in ways) for ways in question["facts"])
    own = _plain(_MARKER.sub("", _QUOTATION.sub("", answer["answer"])))
    facts = facts and not any(_states(own, mixed) for mixed in question.get("forbidden", []))
    dangling = sum(n not in abstracts for n in cited)
    return Score(
        name,
        kind,
        right=answered and facts and all(found) and not dangling,
        answered=answered,
        facts=facts,
        cited=statistics.fmean(found) if found else None,
        precise=statistics.fmean(good) if good else (None if not gold else 0.0),
        dangling=dangling,
        **times,
    )


def table(scores: Sequence[Score]) -> list[Row]:
    """A row a kind, in order of appearance, and one over all."""
    kinds = list(dict.fromkeys(score.kind for score in scores))
    groups = [(kind, [s for s in scores if s.kind == kind]) for kind in kinds]
    return [_row(kind, group) for kind, group in (*groups, ("all", list(scores)))]


def as_markdown(rows: Iterable[Row]) -> str:
    """The rows as a Markdown table."""
    lines = [
        "| kind | n | right (95 %) | facts | gold cited | citations right | answered"
        " | dangling | first word | in all |",
        "|---|---:|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        cells = [row.kind, str(row.count), f"{row.right:.2f} ({row.low:.2f} to {row.high:.2f})"]
        cells += [_number(value) for value in (row.facts, row.cited, row.precise, row.answered)]
        cells += [str(row.dangling), _seconds(row.first_word_s), _seconds(row.total_s)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _row(kind: str, scores: list[Score]) -> Row:
    right = [float(s.right) for s in scores]
    low, high = _interval(right)

    def mean(of: Callable[[Score], float | bool | None]) -> float | None:
        values = [float(value) for s in scores if (value := of(s)) is not None]
        return statistics.fmean(values) if values else None

    def median(of: Callable[[Score], float | None]) -> float | None:
        values = [value for s in scores if (value := of(s)) is not None]
        return statistics.median(values) if values else None

    return Row(
        kind=kind,
        count=len(scores),
        right=statistics.fmean(right),
        low=low,
        high=high,
        facts=mean(lambda s: s.facts),
        cited=mean(lambda s: s.cited),
        precise=mean(lambda s: s.precise),
        answered=statistics.fmean(float(s.answered) for s in scores),
        dangling=sum(s.dangling for s in scores),
        first_word_s=median(lambda s: s.first_word_s),
        total_s=median(lambda s: s.total_s),
    )


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Bootstrap 95 % interval of the mean (Efron 1979), with a fixed seed."""
    samples = np.random.default_rng(0).choice(values, size=(_RESAMPLES, len(values)))
    low, high = np.quantile(samples.mean(axis=1), (0.025, 0.975))
    return float(low), float(high)


def _plain(text: str) -> str:
    without = re.sub(r"[${}*\\]", "", text.translate(_SAME))
    return " ".join(without.split()).casefold()


def _states(text: str, way: str) -> bool:
    """Whether `way` occurs; a number in it must not be a part of a longer one."""
    plain = " ".join(_plain(way).split()) if way.strip() else way
    left = r"(?<![\d.])" if plain[:1].isdigit() else ""
    right = r"(?!\d|\.\d)" if plain[-1:].isdigit() else ""
    return re.search(left + re.escape(plain) + right, text) is not None


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.1f} s"
