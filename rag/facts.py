"""A fact or an explanation: read the likeliest paper, one at a time, and answer from it alone."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from index.papers import Paper
from rag.choosing import DOUBTED_LEAD, READ_AT_MOST, likeliest, preference
from rag.events import Event, Progress
from rag.leaning import beginning
from rag.models.protocol import Message
from rag.prompts import ANSWER_BRIEFLY, ANSWER_WITH_DETAILS, STATES_ANSWER, about_paper
from rag.remarks import say
from rag.retrieval import CLEAR_LEAD, Candidate
from rag.sentences import nearest_sentences
from rag.subjects import unmentioned
from rag.turns import Draft, Drafting, Statement, Support, Turn
from rag.writing import Checked, checked_draft, write

# Log-odds of "states the answer"; measured: docs/EVALUATION.md. From here on a paper is taken
# without reading others.
CERTAIN = 1.0
# Below, a paper that search finds much better than the others is not enough not to read them.
DOUBTFUL = 0.0
# Below, only an answer that passes its check is shown, and no sentence of the paper in its place.
LIKELY = -0.05
# What it costs a paper not to mention a name that the question asks about.
UNMENTIONED = 1.0
ANSWER_TOKENS = 120
MOST_QUOTES = 2
# Papers named with an abstention.
NEAREST = 3
# From which cosine on the nearest sentence is worth showing with an abstention.
NEAR = 0.4
# "Code: https://…" has the method's name in it, and says nothing near to a question.
_BARE_LINK = re.compile(r"\s*(?:[\w-]+\W+){0,3}https?://\S+\s*", re.I)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A paper, and the log-odds of Yes when the model is asked whether it states the answer."""

    candidate: Candidate
    log_odds: float

    @property
    def paper(self) -> Paper:
        return self.candidate.paper


def answer_fact(turn: Turn) -> Drafting:
    """Choose the paper that states the answer, answer from it, check, and quote it."""
    reading = yield from _choose(turn)
    if reading is None:
        return Draft()
    found = (candidate.paper for candidate in turn.candidates)
    near = tuple(dict.fromkeys((reading.paper, *found)))[:NEAREST]
    if reading.log_odds < turn.threshold:
        return Draft(near=near, remark=_unknown(turn, near), closest=_closest(turn, reading.paper))
    begun = beginning(turn.text, _prompt(turn, reading.paper, ANSWER_BRIEFLY), turn.meter)
    kept, dropped = yield from _written(turn, reading.paper, ANSWER_BRIEFLY, begun)
    if not _passed(kept) and reading.log_odds < LIKELY:
        kept = ()
    elif (
        not _passed(kept)
        # A No that fails is no reason for a Yes: the paper's own words decide.
        and not begun
        and not any(statement.verdict == "supported" for statement in dropped)
    ):
        # What failed was more than an empty phrase: the answer may be there, put too freely.
        again, failed = yield from _written(turn, reading.paper, ANSWER_WITH_DETAILS)
        said = {statement.text for statement in dropped}
        dropped = (*dropped, *(statement for statement in failed if statement.text not in said))
        kept = again if _passed(again) else kept
    if kept:
        return Draft(kept, dropped, near=near)
    nearly = next((support for statement in dropped for support in statement.support), None)
    return Draft((), dropped, near=near, closest=nearly or _closest(turn, reading.paper))


def _prompt(turn: Turn, paper: Paper, task: str) -> list[Message]:
    return about_paper(paper, turn.text, task, turn.earlier)


def _written(turn: Turn, paper: Paper, task: str, begun: str = "") -> Checked:
    """An answer that begins with `begun`, and its check."""
    yield Progress("writing", f"writing from {paper.label}")
    prompt = _prompt(turn, paper, task)
    if begun:
        prompt.append(Message("assistant", begun))
    text = begun + (yield from write(turn, prompt, ANSWER_TOKENS, before=begun))
    return (yield from checked_draft(turn, text, paper, given=turn.given, quotes=MOST_QUOTES))


def _passed(kept: Sequence[Statement]) -> bool:
    """Whether any of it was written, and is no sentence of the paper's that stands instead."""
    return any(not statement.verbatim for statement in kept)


def _unknown(turn: Turn, papers: Sequence[Paper]) -> str:
    """Say which of the question's names none of the papers found mentions."""
    missing = [set(unmentioned(turn.text, paper)) for paper in papers]
    names = sorted(set.intersection(*missing)) if missing else []
    language = turn.question.language
    return say(language, "unmentioned", names=say(language, "or").join(names)) if names else ""


def _closest(turn: Turn, paper: Paper) -> Support | None:
    """What a paper says that comes nearest to the question, where that is near at all."""
    for closeness, start, end in nearest_sentences(turn.library.embedder, paper, turn.given):
        if closeness < NEAR:
            break
        if not _BARE_LINK.fullmatch(paper.abstract, start, end):
            return Support(paper, start, end)
    return None


def _choose(turn: Turn) -> Generator[Event, None, _Reading | None]:
    """The paper to answer from.

    The first one found, where the model is certain of it; else the one that the question was most
    likely asked about. Of papers in focus, which were not found by the question, and with engines
    that tell no likelihood, the one that most surely states the answer.
    """
    if not turn.candidates:
        return None
    first = yield from _read(turn, turn.candidates[0])
    if first.log_odds >= CERTAIN:
        return first
    if not turn.focus:
        lead = CLEAR_LEAD if first.log_odds >= DOUBTFUL else DOUBTED_LEAD
        chosen = yield from likeliest(turn, turn.candidates, turn.text, lead)
        if chosen == first.candidate:
            return first
        if chosen is not None:
            return (yield from _read(turn, chosen))
    others = turn.candidates[1:READ_AT_MOST]
    if first.paper.paper_id not in turn.focus:
        return (yield from _surest(turn, first, others))
    in_focus = [each for each in others if each.paper.paper_id in turn.focus]
    best = yield from _surest(turn, first, in_focus)
    if best.log_odds >= turn.threshold:
        return best
    # The question may have left the papers in focus.
    return (yield from _surest(turn, best, [each for each in others if each not in in_focus]))


def _surest(
    turn: Turn, best: _Reading, candidates: Iterable[Candidate]
) -> Generator[Event, None, _Reading]:
    """The paper that most surely states the answer: one that was read, or one of these."""
    for candidate in candidates:
        if best.log_odds >= CERTAIN:
            break
        reading = yield from _read(turn, candidate)
        best = max(best, reading, key=lambda each: _preferred(turn, each))
    return best


def _read(turn: Turn, candidate: Candidate) -> Generator[Event, None, _Reading]:
    """Ask of a paper whether it states the answer."""
    yield Progress("reading", f"reading {candidate.paper.label}")
    prompt = about_paper(candidate.paper, turn.text, STATES_ANSWER, turn.earlier)
    odds = turn.meter.log_odds(prompt)
    log_odds = CERTAIN if odds is None else odds
    if unmentioned(turn.text, candidate.paper):
        log_odds -= UNMENTIONED
    return _Reading(candidate, log_odds)


def _preferred(turn: Turn, reading: _Reading) -> float:
    return preference(reading.log_odds, reading.candidate, turn.candidates[0])
