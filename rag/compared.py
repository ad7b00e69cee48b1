"""Which papers a comparison is of: named, described, listed, or in focus."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from itertools import pairwise

from index.library import Library
from index.papers import Paper
from rag.asked import CLAUSE_END, FRAME, TURN_TO_ASPECT, facet_asked
from rag.choosing import choose_described
from rag.events import Event
from rag.facets import own_name
from rag.names import names_of
from rag.retrieval import Candidate, clear_lead
from rag.shelf import Shelf
from rag.turns import Turn
from rag.words import words_of

MOST_PAPERS = 6

_JOINT = re.compile(
    r"\s*(?:\b(?:and|or|with|versus|to|from)\b|\bvs\.?(?=\s)|[,:;?]|\.(?=\s|$)|和|与|跟|、)\s*",
    re.I,
)
# Papers described together, not one by one.
_TOGETHER = re.compile(
    r"\b(?:the )?(?:two|both) (?:[\w-]+ ){0,5}(?:papers|methods|works|studies)\b", re.I
)
_ENUMERATION = re.compile(
    r"\s*(?:,\s*(?:(?:and|or)\s+)?|、|;\s*|\b(?:and|or|with|versus)\b|\bvs\.?(?=\s)|和|与|跟)\s*",
    re.I,
)
_LONGEST_PART = 8  # words
# A paper that meets the words of a part less well is not the one that is meant. Of parts of 28
# comparisons those that meant a paper met it with 0.50 and more, absent papers were met with 0.34.
_LEAST_MATCH = 0.45

_Found = tuple[str, list[Candidate]]


def papers_to_compare(turn: Turn) -> Generator[Event, None, list[Paper]]:
    """The papers that the question names or describes, in its order.

    Three or more are meant where it enumerates them. "The two papers on …" are the two best for
    the whole question. Else it is cut at every word that may join two papers; each half is searched
    for, and the cut whose halves are met best by different papers wins. Where no cut does, the two
    best for the whole question are compared.
    """
    listed = _enumerated(turn)
    if len(listed) > 2:
        return listed
    if turn.question.leans and len(turn.focus) >= 2 and not _others(turn, listed):
        return [turn.library.paper(paper_id) for paper_id in turn.focus]
    whole = [candidate.paper for candidate in turn.candidates[:2]]
    if _TOGETHER.search(turn.text):
        return whole
    parts = [part for part in _JOINT.split(FRAME.sub(" ", turn.text)) if part.strip()]
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
        named = [c[0].paper for part, c in found if c and _named(part, c)]
        absent = any(not c for _, c in found)
        return named if len(named) == 1 and absent else whole
    chosen: list[Paper] = []
    for part, candidates in max(pairs, key=_met):
        left = [c for c in candidates if c.paper not in chosen]
        candidate = yield from _meant(turn, left, part)
        if candidate:
            chosen.append(candidate.paper)
    return chosen


def papers_called(turn: Turn, names: Sequence[str]) -> Generator[Event, None, list[Paper]]:
    """The papers that ids, beginnings of ids, names or descriptions mean, each another one."""
    chosen: dict[str, Paper] = {}
    for name in names:
        paper = _with_id(turn.library, name)
        if paper is None:
            left = [c for c in _likeliest(turn, name) if c.paper.paper_id not in chosen]
            candidate = yield from _meant(turn, left, name)
            paper = candidate.paper if candidate else None
        if paper is not None:
            chosen.setdefault(paper.paper_id, paper)
    return list(chosen.values())


def _with_id(library: Library, name: str) -> Paper | None:
    """The paper whose id is, or begins with, this; None where it does not look like an id.

    Raises `LibraryError` where several begin so.
    """
    start = name.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{4,16}", start):
        return None
    held = any(paper.paper_id.startswith(start) for paper in library.papers())
    return library.paper(start) if held else None


def _enumerated(turn: Turn) -> list[Paper]:
    """The papers of an enumeration such as "A, B and C", each met clearly."""
    names = TURN_TO_ASPECT.split(turn.text)[0].strip()
    for clause in CLAUSE_END.split(names):
        parts = [p.strip() for p in _ENUMERATION.split(FRAME.sub(" ", clause)) if p.strip()]
        chosen: list[Paper] = []
        for part in parts:
            if len(part.split()) > _LONGEST_PART or facet_asked(part):
                continue
            found = _likeliest(turn, part)
            meant = [
                candidate.paper
                for place, candidate in enumerate(found)
                if (place == 0 and _named(part, found)) or _introduces(turn, candidate.paper, part)
            ]
            chosen += [paper for paper in meant if paper not in chosen][:1]
        if len(chosen) > 1:
            return chosen
    return []


def _met(pair: tuple[_Found, _Found]) -> tuple[int, float]:
    """How well two parts of the question are met: by papers that they name, and in words."""
    return sum(_named(*each) for each in pair), sum(found[0].match for _, found in pair)


def _named(part: str, found: list[Candidate]) -> bool:
    """Whether a part of the question names the paper that was found first for it."""
    if own_name(found[0].paper).casefold() in _words(part):
        return True
    return any(name.sure for name in names_of(f"of {part}")) and clear_lead(found)


def _words(text: str) -> set[str]:
    """The words of a text in lower case, with what holds a name together."""
    return set(re.findall(r"[\w@&+-]+", text.casefold()))


def _introduces(turn: Turn, paper: Paper, part: str) -> bool:
    """Whether a paper's title or its method has all words of a part of the question."""
    if own_name(paper).casefold() == part.casefold():
        return True
    words = {word.stem for word in words_of(part) if word.weight}
    (facets,) = Shelf(turn.library).facets([paper])
    told = " ".join(paper.abstract[start:end] for start, end in facets.get("method", ()))
    known = {word.stem for word in words_of(f"{paper.title or paper.label} {told}")}
    return bool(words) and words <= known


def _others(turn: Turn, listed: list[Paper]) -> bool:
    """Whether the question names two papers of its own, not both in focus."""
    return len(listed) == 2 and any(paper.paper_id not in turn.focus for paper in listed)


def _meant(
    turn: Turn, candidates: list[Candidate], part: str
) -> Generator[Event, None, Candidate | None]:
    if not turn.writes or clear_lead(candidates):
        return candidates[0] if candidates else None
    yield from turn.made_ready()
    return (yield from choose_described(turn, candidates, part))


def _likeliest(turn: Turn, part: str) -> list[Candidate]:
    """The papers that a part of the question may mean, best first."""
    if not re.search(r"\w{2}", part):
        return []
    found = turn.retriever.search(part, limit=4, where=turn.where)
    return found if found and found[0].match >= _LEAST_MATCH else []
