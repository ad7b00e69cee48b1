"""Which paper is meant: where search alone does not tell, the model reads the likeliest."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from rag.events import Event, Progress
from rag.prompts import about_paper, describes
from rag.retrieval import Candidate
from rag.turns import Turn

READ_AT_MOST = 3
# By so much the first paper's score must lead for it to be taken unread. Measured on questions
# that describe a paper in other words: of leads of 2.5 and more none was wrong, of smaller ones
# four in ten.
CLEAR_LEAD = 2.5
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
    if len(candidates) == 1 or first.score - candidates[1].score >= CLEAR_LEAD:
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
