"""Comparing papers: each is asked alone, so that no claim of one is put on another."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace
from itertools import pairwise

from index.papers import Paper
from rag.choosing import choose_described
from rag.events import Event, Progress
from rag.prompts import about_paper, aspect
from rag.retrieval import Candidate
from rag.turns import Draft, Drafting, Statement, Turn
from rag.writing import checked_draft, write

MOST_PAPERS = 6
ASPECT_TOKENS = 110

_JOINT = re.compile(
    r"\s*(?:\b(?:and|with|versus|to|from)\b|\bvs\.?(?=\s)|[,:;?]|\.(?=\s|$)|和|与|跟|、)\s*",
    re.I,
)
_FRAME = re.compile(
    r"\b(?:please|compare[sd]?|comparing|comparison (?:of|between)|contrast"
    r"|(?:what is |what are )?the differences? between|how do(?:es)?|both|differs?)\b"
    r"|比较|对比|区别",
    re.I,
)
# Papers described together, not one by one.
_TOGETHER = re.compile(
    r"\b(?:the )?(?:two|both) (?:[\w-]+ ){0,5}(?:papers|methods|works|studies)\b", re.I
)
_DIFFER_IN = re.compile(r"\bdiffer\w*\s+in\s+(?P<aspect>.+)", re.I | re.S)
_EACH = re.compile(
    r"\b(?:each(?: of (?:them|the two|these))?(?: (?:one|paper|method))?|both"
    r"|the two(?: papers| methods)?)\b",
    re.I,
)
_THEY = re.compile(r"\b(?:they|them)\b", re.I)
_THEIR = re.compile(r"\btheir\b", re.I)


def compare(turn: Turn) -> Drafting:
    """Say of each paper what is asked, one after the other."""
    papers = yield from papers_to_compare(turn)
    shown: list[Statement] = []
    dropped: list[Statement] = []
    for paper in papers:
        yield Progress("reading", f"reading {paper.label}")
        before = "\n\n".join(f"{s.lead}: {s.text}" for s in shown)
        prompt = about_paper(paper, "", aspect(_aspect(turn.text)))
        text = yield from write(turn, prompt, ASPECT_TOKENS, f"{before}\n\n" if before else "")
        kept, failed = yield from checked_draft(turn, text, paper, given="")
        shown += _as_items(paper, kept)
        dropped += failed
    return Draft(tuple(shown), tuple(dropped))


def papers_to_compare(turn: Turn) -> Generator[Event, None, list[Paper]]:
    """The papers that the question names or describes, in its order.

    "The two papers on …" are the two best for the whole question. Else it is cut at every word
    that may join two papers; each half is searched for, and the cut whose halves are met best by
    different papers wins. Where no cut does, the two best for the whole question are compared.
    """
    if turn.question.leans and len(turn.focus) >= 2:
        return [turn.library.paper(paper_id) for paper_id in turn.focus[:MOST_PAPERS]]
    whole = [candidate.paper for candidate in turn.candidates[:2]]
    if _TOGETHER.search(turn.text):
        return whole
    parts = [part for part in _JOINT.split(_FRAME.sub(" ", turn.text)) if part.strip()]
    found = [(part, _likeliest(turn, part)) for part in parts]
    if len(turn.focus) == 1:
        focus = turn.library.paper(turn.focus[0])
        others = [c for _, c in found if c and c[0].paper.paper_id != focus.paper_id]
        if others:
            return [focus, max(others, key=lambda c: c[0].match)[0].paper]
    pairs = [
        pair
        for pair in pairwise(found)
        if all(c for _, c in pair) and len({c[0].paper.paper_id for _, c in pair}) == 2
    ]
    if not pairs:
        return whole
    chosen: list[Paper] = []
    for part, candidates in max(pairs, key=lambda pair: sum(c[0].match for _, c in pair)):
        left = [c for c in candidates if c.paper not in chosen]
        candidate = yield from choose_described(turn, left, part)
        if candidate:
            chosen.append(candidate.paper)
    return chosen


def _likeliest(turn: Turn, part: str) -> list[Candidate]:
    """The papers that a part of the question may mean, best first."""
    if not re.search(r"\w{2}", part):
        return []
    return turn.retriever.search(part, limit=4, where=turn.where)


def _aspect(question: str) -> str:
    """What the comparison is about, as a question about a single paper; empty where it is open.

    That is what stands apart from the papers' names: behind a colon, in a sentence of its own,
    or after "differ in".
    """
    clauses = [clause.strip() for clause in re.split(r"[:;]|\.(?=\s|$)", question)]
    rest = [clause for clause in clauses[1:] if clause]
    if not rest and (match := _DIFFER_IN.search(question)):
        rest = [match["aspect"]]
    single = _EACH.sub("the paper", " ".join(rest))
    return _THEIR.sub("its", _THEY.sub("it", single)).strip()


def _as_items(paper: Paper, statements: tuple[Statement, ...]) -> list[Statement]:
    own = [s for s in statements if s.layout == "sentence"] or list(statements)
    return [
        replace(s, layout="item", lead=paper.label if place == 0 else "")
        for place, s in enumerate(own)
    ]
