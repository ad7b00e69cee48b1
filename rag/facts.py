"""A fact or an explanation: read the likeliest paper, one at a time, and answer from it alone."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from index.papers import Paper
from rag.events import Event, Progress
from rag.prompts import ANSWER_BRIEFLY, STATES_ANSWER, about_paper
from rag.turns import Draft, Drafting, Turn
from rag.writing import checked_draft, write

# How many papers are read at the most, and from which log-odds of "states the answer" on the
# first that says so is taken without looking further. Below the threshold the answer is not
# there. Measured: docs/EVALUATION.md.
READ_AT_MOST = 3
CERTAIN = 1.5
THRESHOLD = 0.75
ANSWER_TOKENS = 120


@dataclass(frozen=True, slots=True)
class _Reading:
    paper: Paper
    log_odds: float


def answer_fact(turn: Turn) -> Drafting:
    """Choose the paper that states the answer, answer from it, check, and quote it."""
    reading = yield from _choose(turn)
    near = tuple(candidate.paper for candidate in turn.candidates[:3])
    if reading is None or reading.log_odds < THRESHOLD:
        return Draft(near=near)
    yield Progress("writing", f"writing from {reading.paper.label}")
    text = yield from write(turn, reading.paper, ANSWER_BRIEFLY, ANSWER_TOKENS)
    kept, dropped = yield from checked_draft(turn, text, reading.paper)
    return Draft(kept, dropped, near=near)


def _choose(turn: Turn) -> Generator[Event, None, _Reading | None]:
    """Ask of the likeliest papers, one after the other, whether they state the answer."""
    best: _Reading | None = None
    for candidate in turn.candidates[:READ_AT_MOST]:
        yield Progress("reading", f"reading {candidate.paper.label}")
        prompt = about_paper(candidate.paper, turn.text, STATES_ANSWER, turn.earlier)
        odds = turn.meter.log_odds(prompt)
        reading = _Reading(candidate.paper, CERTAIN if odds is None else odds)
        if best is None or reading.log_odds > best.log_odds:
            best = reading
        if best.log_odds >= CERTAIN:
            break
    return best
