"""Which paper is meant: where search alone does not tell, the model reads the likeliest.

A paper is the likelier meant, the likelier the model finds the question behind its abstract: the
query likelihood of language modelling (Ponte & Croft 1998; for reranking with large models Sachan
et al. 2022, arXiv:2204.07496). Of 37 reworded questions whose paper was among the first four this
chose 36 rightly; search 23; asking the model whether the abstract states the answer, 31.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from rag.events import Event, Progress
from rag.prompts import about_paper, before_question, describes
from rag.retrieval import CLEAR_LEAD, Candidate
from rag.turns import Turn

READ_AT_MOST = 4
# By how much a paper must be found better than another for the other not to be read, where the
# model doubts that the first states the answer. A paper that is called by its name leads by more.
DOUBTED_LEAD = 4.0
# How much a paper's log-odds must exceed those of one that was found first, for each point by
# which it was found worse: for engines that tell no likelihood of a given text.
RANK_WEIGHT = 0.2


def preference(log_odds: float, candidate: Candidate, first: Candidate) -> float:
    """What to choose among papers by: what the model says, less what search says against it."""
    return log_odds - RANK_WEIGHT * max(0.0, first.score - candidate.score)


def within_reach(candidates: Sequence[Candidate], lead: float = CLEAR_LEAD) -> list[Candidate]:
    """The first candidates, without those that were found so much worse that none is meant."""
    return [
        candidate
        for candidate in candidates[:READ_AT_MOST]
        if candidates[0].score - candidate.score < lead
    ]


def likeliest(
    turn: Turn, candidates: Sequence[Candidate], text: str, lead: float = CLEAR_LEAD
) -> Generator[Event, None, Candidate | None]:
    """The candidate whose abstract makes a question, or a description, the likeliest.

    One that leads by `lead`, as a paper that is called by its name, costs no reading. None where
    there is no candidate, or the engine tells no likelihood.
    """
    reach = within_reach(candidates, lead)
    if len(reach) < 2:
        return reach[0] if reach else None
    best: tuple[float, Candidate] | None = None
    for candidate in reach:
        yield Progress("reading", f"reading {candidate.paper.label}")
        chance = turn.meter.likelihood(before_question(candidate.paper, turn.earlier), f" {text}")
        if chance is None:
            return None
        # A point of search counts as much as a factor of e.
        if best is None or chance + candidate.score > best[0]:
            best = (chance + candidate.score, candidate)
    return best[1] if best else None


def choose_described(
    turn: Turn, candidates: Sequence[Candidate], description: str
) -> Generator[Event, None, Candidate | None]:
    """The candidate that a description fits best; None where there is no candidate."""
    if not candidates:
        return None
    chosen = yield from likeliest(turn, candidates, description)
    if chosen is not None:
        return chosen
    best: tuple[float, Candidate] | None = None
    for candidate in within_reach(candidates):
        odds = turn.meter.log_odds(about_paper(candidate.paper, "", describes(description)))
        if odds is None:
            return candidates[0]
        preferred = preference(odds, candidate, candidates[0])
        if best is None or preferred > best[0]:
            best = (preferred, candidate)
    return best[1] if best else candidates[0]
