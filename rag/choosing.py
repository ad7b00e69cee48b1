"""Which paper is meant: where search alone does not tell, the model reads the likeliest."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from rag.events import Event, Progress
from rag.prompts import about_paper, describes
from rag.retrieval import Candidate, clear_lead
from rag.turns import Turn

READ_AT_MOST = 3
RANK_WEIGHT = 0.2


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
        preference = odds - RANK_WEIGHT * (first.score - candidate.score)
        if best is None or preference > best[0]:
            best = (preference, candidate)
    return best[1] if best else first
