"""What an answer costs: seconds to the evidence, to the first word and in all, tokens, memory.

    python -m evaluation cost [--sample N]

Questions are asked as a user does, one after the other in one process, over the examples; nothing
is kept but what was measured. Each fact is followed by a second question about the same paper.
Measure on an idle machine.
"""

from __future__ import annotations

import resource
import statistics
import sys
from collections.abc import Callable
from typing import Any

from evaluation.answers import assistant
from evaluation.corpora import ROOT, example_papers
from evaluation.keeping import digest_of_code
from evaluation.reporting import Report, table
from evaluation.scoring import read_lines
from evaluation.setup import Setup
from rag.answering import Assistant
from rag.conversations import Conversation
from rag.models.protocol import LanguageModel
from rag.models.registry import load
from ui.following import follow
from ui.progress import counting

FOLLOW_UP = "Which method does it use?"
MOST = 20
KINDS = ("fact", "follow-up", "summary", "compare")

Json = dict[str, Any]


def measure(setup: Setup) -> Report:
    """Ask a few questions of each kind and note what each cost."""
    lines = read_lines(ROOT / "evaluation" / "examples.jsonl")
    count = min(setup.sample or MOST, MOST)
    facts = [line for line in lines if line["kind"] == "fact"][::-1][:count]
    others = [
        line
        for kind in ("summary", "compare")
        for line in [line for line in lines if line["kind"] == kind][:count]
    ]
    made_from = [digest_of_code("evaluation.cost"), setup.model, count]
    rows: list[Json] = setup.kept("cost").get(made_from, lambda: _asked(setup, facts, others))
    figures = {
        "peak memory, GB": rows[-1]["peak_gb"],
        "kinds": {
            kind: _medians(asked)
            for kind in KINDS
            if (asked := [row for row in rows if row["kind"] == kind])
        },
    }
    return Report("cost", figures, as_markdown(figures))


def _asked(setup: Setup, facts: list[Json], others: list[Json]) -> list[Json]:
    model: LanguageModel | None = None
    try:
        model = load(setup.model)
        with (
            assistant(setup, "examples", list(example_papers()), model) as asked,
            counting("Timing", 2 * len(facts) + len(others)) as advance,
        ):
            _timed(asked, Conversation(), "What is a Transformer?", "first")  # warm everything up
            rows = []
            for line in facts:
                row, conversation = _timed(asked, Conversation(), line["turns"][-1], "fact")
                rows += [row, _timed(asked, conversation, FOLLOW_UP, "follow-up")[0]]
                advance(2)
            for line in others:
                question = line["turns"][-1]
                rows.append(_timed(asked, Conversation(), question, line["kind"])[0])
                advance(1)
            return rows
    finally:
        if model is not None:
            model.close()


def _timed(
    asked: Assistant, conversation: Conversation, question: str, kind: str
) -> tuple[Json, Conversation]:
    answer = follow(asked.ask(question, conversation))
    row = {"kind": kind, "peak_gb": _peak_gb(), **answer.to_dict()["timings"]}
    return row, conversation.with_answer(answer)


def _peak_gb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e9 if sys.platform == "darwin" else 1e6)


def _medians(rows: list[Json]) -> dict[str, float | None]:
    def of(name: str, pick: Callable[[list[float]], float]) -> float | None:
        values = [row[name] for row in rows if row.get(name) is not None]
        return pick(values) if values else None

    return {
        "questions": len(rows),
        "retrieval_s": of("retrieval_s", statistics.median),
        "first_token_s": of("first_token_s", statistics.median),
        "first_token_s, slowest": of("first_token_s", max),
        "total_s": of("total_s", statistics.median),
        "prompt_tokens": of("prompt_tokens", statistics.median),
        "output_tokens": of("output_tokens", statistics.median),
    }


def as_markdown(figures: Json) -> str:
    """The table: medians, and the slowest first word."""
    rows = [
        [
            kind,
            str(found["questions"]),
            f"{found['retrieval_s'] or 0:.2f}",
            f"{found['first_token_s'] or 0:.1f} ({found['first_token_s, slowest'] or 0:.1f})",
            f"{found['total_s'] or 0:.1f}",
            f"{found['prompt_tokens'] or 0:.0f}",
            f"{found['output_tokens'] or 0:.0f}",
        ]
        for kind, found in figures["kinds"].items()
    ]
    header = ["kind", "n", "evidence, s", "first word, s (slowest)", "in all, s", "read", "written"]
    memory = f"Peak memory of the process: {figures['peak memory, GB']:.1f} GB."
    return f"{table(header, rows)}\n\n{memory}\n"
