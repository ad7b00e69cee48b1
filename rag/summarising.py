"""The summary of one paper: problem, method, results, limits, each sentence checked."""

from __future__ import annotations

from rag.events import Progress
from rag.prompts import SUMMARISE, about_paper
from rag.turns import Draft, Drafting, Turn
from rag.writing import checked_draft, write

SUMMARY_TOKENS = 260


def summarise(turn: Turn) -> Drafting:
    """Summarise the paper that the question names, describes or points back to."""
    if not turn.candidates:
        return Draft()
    paper = turn.candidates[0].paper
    yield Progress("reading", f"reading {paper.label}")
    text = yield from write(turn, about_paper(paper, "", SUMMARISE), SUMMARY_TOKENS)
    kept, dropped = yield from checked_draft(turn, text, paper, given="")
    return Draft(kept, dropped)
