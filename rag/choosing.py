"""Which paper is meant: where search alone does not tell, the model reads the likeliest."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from rag.events import Event, Progress
from rag.prompts import about_paper, describes
from rag.retrieval import Candidate, clear_lead
from rag.turns import Turn

READ_AT_MOST = 3
# How much a paper's log-odds must exceed those of one that was found first, for each point by
# which it was found worse. On 38 reworded questions weights from 0 to 0.2 chose 30 to 32 papers
# rightly, this one most.
RANK_WEIGHT = 0.2


def preference(log_odds: float, candidate: Candidate, first: Candidate) -> float:
    """What to choose among papers by: what the model says, less what search says against it."""
    return log_odds - RANK_WEIGHT * max(0.0, first.score - candidate.score)


def choose_described(
    turn: Turn, candidates: Sequence[Candidate], description: str
) -> Generator[Event, None, Candidate | None]:
    """The candidate that a description fits best; None where there is no candidate.

    A paper that is called by its name leads clearly, and costs no reading.
    """
    if not candidates:
        return None
    first = candidates[0]
    if clear_lead(candidates):
        return first
    best: tuple[float, Candidate] | None = None
    for candidate in candidates[:READ_AT_MOST]:
        yield Progress("reading", f"reading {candidate.paper.label}")
        odds = turn.meter.log_odds(about_paper(candidate.paper, "", describes(description)))
        if odds is None:
            return first
        preferred = preference(odds, candidate, first)
        if best is None or preferred > best[0]:
            best = (preferred, candidate)
    return best[1] if best else first
