"""The summary of one paper: problem, method, results, limits, each sentence checked."""

from __future__ import annotations

import re

from rag.choosing import choose_described
from rag.events import Progress
from rag.prompts import SUMMARISE, about_paper
from rag.turns import Draft, Drafting, Turn
from rag.writing import checked_draft, write

SUMMARY_TOKENS = 260

# What asks for a summary and says nothing of the paper.
_FRAME = re.compile(
    r"\b(?:please|can you|could you|give me|write|an?|short|brief|concise"
    r"|summar(?:y|i[sz]e|i[sz]ing)|sum up|overview|gist|tl;?dr|main (?:points|contributions?"
    r"|findings?)|of|the|paper|work|study|article|about|on|that|which|introduces)\b"
    r"|总结|概括|摘要|概述|介绍一下",
    re.I,
)


def summarise(turn: Turn) -> Drafting:
    """Summarise the paper that the question names, describes or points back to."""
    if turn.focus:
        candidates = turn.candidates[:1]
    else:
        candidates = tuple(
            turn.retriever.search(_FRAME.sub(" ", turn.text), limit=3, where=turn.where)
        )
    chosen = yield from choose_described(turn, candidates, turn.text)
    if chosen is None:
        return Draft()
    paper = chosen.paper
    yield Progress("reading", f"reading {paper.label}")
    text = yield from write(turn, about_paper(paper, "", SUMMARISE), SUMMARY_TOKENS)
    kept, dropped = yield from checked_draft(turn, text, paper, given="")
    return Draft(kept, dropped)
