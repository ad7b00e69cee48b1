"""A fact or an explanation: read the likeliest paper, one at a time, and answer from it alone."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from index.papers import Paper
from rag.choosing import preference
from rag.events import Event, Progress
from rag.prompts import ANSWER_BRIEFLY, STATES_ANSWER, about_paper
from rag.remarks import say
from rag.sentences import nearest_sentences
from rag.subjects import unmentioned
from rag.turns import Draft, Drafting, Support, Turn
from rag.writing import checked_draft, write

# How many papers are read at the most, and from which log-odds of "states the answer" on a paper
# is taken without reading the next. Below the threshold the answer is not there.
# Measured: docs/EVALUATION.md.
READ_AT_MOST = 4
CERTAIN = 1.0
THRESHOLD = -0.05
# What it costs a paper not to mention a name that the question asks about.
UNMENTIONED = 1.0
ANSWER_TOKENS = 120
MOST_QUOTES = 2
# From which cosine on the nearest sentence is worth showing with an abstention.
NEAR = 0.4


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the model says of one paper: the log-odds that it states the answer.

    `preference` adds how well the paper was found, for choosing among papers.
    """

    paper: Paper
    log_odds: float
    preference: float


def answer_fact(turn: Turn) -> Drafting:
    """Choose the paper that states the answer, answer from it, check, and quote it."""
    reading = yield from _choose(turn)
    near = tuple(candidate.paper for candidate in turn.candidates[:3])
    if reading is None:
        return Draft()
    if reading.log_odds < THRESHOLD:
        return Draft(near=near, remark=_unknown(turn, near), closest=_closest(turn, reading.paper))
    yield Progress("writing", f"writing from {reading.paper.label}")
    prompt = about_paper(reading.paper, turn.text, ANSWER_BRIEFLY, turn.earlier)
    text = yield from write(turn, prompt, ANSWER_TOKENS)
    kept, dropped = yield from checked_draft(
        turn, text, reading.paper, given=turn.given, quotes=MOST_QUOTES
    )
    return Draft(kept, dropped, near=near)


def _unknown(turn: Turn, papers: Sequence[Paper]) -> str:
    """Say which of the question's names none of the papers found mentions."""
    missing = [set(unmentioned(turn.text, paper)) for paper in papers]
    names = sorted(set.intersection(*missing)) if missing else []
    language = turn.question.language
    return say(language, "unmentioned", names=say(language, "or").join(names)) if names else ""


def _closest(turn: Turn, paper: Paper) -> Support | None:
    """What a paper says that comes nearest to the question, where that is near at all."""
    closeness, start, end = nearest_sentences(turn.library.embedder, paper, turn.given)[0]
    return Support(paper, start, end) if closeness >= NEAR else None


def _choose(turn: Turn) -> Generator[Event, None, _Reading | None]:
    """Ask of the likeliest papers, one after the other, whether they state the answer."""
    best: _Reading | None = None
    for candidate in turn.candidates[:READ_AT_MOST]:
        yield Progress("reading", f"reading {candidate.paper.label}")
        prompt = about_paper(candidate.paper, turn.text, STATES_ANSWER, turn.earlier)
        odds = turn.meter.log_odds(prompt)
        log_odds = CERTAIN if odds is None else odds
        if unmentioned(turn.text, candidate.paper):
            log_odds -= UNMENTIONED
        preferred = preference(log_odds, candidate, turn.candidates[0])
        reading = _Reading(candidate.paper, log_odds, preferred)
        if best is None or reading.preference > best.preference:
            best = reading
        if log_odds >= CERTAIN:
            break
    return best
