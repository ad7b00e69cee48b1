"""Which papers a comparison is of: named, described, listed, or in focus."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import pairwise

from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper
from rag.asked import CLAUSE_END, FRAME, TURN_TO_ASPECT, facet_asked, without_aspect
from rag.choosing import choose_described
from rag.described import described_pair
from rag.events import Event
from rag.facets import own_name
from rag.names import Mentions, names_of
from rag.retrieval import Candidate, Retriever, clear_lead
from rag.shelf import Shelf
from rag.turns import Turn
from rag.words import words_of

MOST_PAPERS = 6

_JOINT = re.compile(
    r"\s*(?:\b(?:and|or|with|versus|to|from|unlike|against|over(?= (?-i:[A-Z])))\b|\bvs\.?(?=\s)"
    r"|[,:;?]|\.(?=\s|$)|和|与|跟|、)\s*",
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
_LONGEST_NAME = 4  # words
# What joins no paper: "…, and what do their results say".
_NO_NAME = re.compile(r"\b(?:they|them|their|its?|each|what|how|why|where|when|which)\b", re.I)
_BRINGS = (
    r"\b(?:we|this paper|this work|here) (?:\w+ )?(?:introduce|propose|present|describe|train"
    r"|develop|call|explore|build)s? (?:it |this |the |an? )?(?:[\w-]+ ){0,2}?"
)
# A paper that meets the words of a part less well is not the one that is meant. Of parts of 28
# comparisons those that meant a paper met it with 0.50 and more, absent papers were met with 0.34.
_LEAST_MATCH = 0.45
_LEAST_DESCRIBED = 0.38
_SEARCHED = 8
# "RoBRETa" is RoBERTa, and "AlphaGo" is not AlphaFold.
_SPELLED_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Compared:
    """What is to be compared.

    Attributes:
        papers: in the question's order.
        called: what the question calls each of them; empty where it gives it no name.
        absent: names of the question for which no paper was found.
        asked: the question in words for "the two papers", where it describes both; else empty.
    """

    papers: tuple[Paper, ...] = ()
    called: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the question, and the papers that it may mean, best first.

    `sure` tells that the first of them is meant: it is called so, or brings what is named.
    """

    text: str
    candidates: tuple[Candidate, ...] = ()
    sure: bool = False

    @property
    def name(self) -> str:
        """The name in it; all of it where it is but a few words."""
        said = f"of {self.text}"
        named = next((name for name in names_of(said) if name.sure), None)
        if named:
            before = re.search(r"(?:\b[A-Z][\w-]* )*$", said[: named.start])
            return (before.group() if before else "") + named.text
        text = re.sub(r"^(?:the|an?)\s+", "", self.text.strip(), flags=re.I)
        return text if len(text.split()) <= _LONGEST_NAME else ""


def papers_to_compare(turn: Turn) -> Generator[Event, None, Compared]:
    """The papers that the question names or describes, in its order.

    Three or more are meant where it enumerates them. "The two papers on …" are the two best for
    the whole question. Else it is cut at every word that may join two papers; each half is searched
    for, and the cut whose halves are met best by different papers wins. Where no cut does, the two
    best for the whole question are compared.
    """
    listed = _enumerated(turn)
    if len(listed.papers) + len(listed.absent) > 2 and len(listed.papers) > 1:
        return listed
    if pair := described_pair(turn.text):
        parts = [_described(turn, pair.one), _described(turn, pair.other)]
        if all(part.candidates for part in parts):
            both = yield from _each_another(turn, parts)
            return replace(both, asked=pair.asked)
    if turn.question.leans and len(turn.focus) >= 2 and not _others(turn, listed.papers):
        return _uncalled(turn.library.paper(paper_id) for paper_id in turn.focus)
    whole = _uncalled(candidate.paper for candidate in turn.candidates[:2])
    if _TOGETHER.search(turn.text):
        return whole
    texts = [
        part for part in _JOINT.split(FRAME.sub(" ", without_aspect(turn.text))) if part.strip()
    ]
    parts = [_part(turn, text) for text in texts]
    if len(turn.focus) == 1:
        focus = turn.library.paper(turn.focus[0])
        others = [
            part
            for part in parts
            if part.candidates and part.candidates[0].paper.paper_id != focus.paper_id
        ]
        if others:
            other = max(others, key=lambda part: (part.sure, part.candidates[0].match))
            return Compared((focus, other.candidates[0].paper), ("", other.name))
    pairs = [pair for pair in pairwise(parts) if _are_two(*pair)]
    if not pairs:
        named = [part for part in parts if part.sure]
        absent = tuple(part.name for part in parts if not part.candidates and _is_name(part.text))
        if len(named) != 1 or not any(not part.candidates for part in parts):
            return whole
        return Compared((named[0].candidates[0].paper,), (named[0].name,), absent)
    best = max(pairs, key=_met)
    return (yield from _each_another(turn, best))


def _each_another(turn: Turn, parts: Sequence[Part]) -> Generator[Event, None, Compared]:
    """The paper that each part of the question means, no paper twice."""
    chosen: dict[str, tuple[Paper, str]] = {}
    for part in parts:
        left = [c for c in part.candidates if c.paper.paper_id not in chosen]
        if part.sure and left and left[0] is part.candidates[0]:
            candidate: Candidate | None = left[0]
        else:
            candidate = yield from _meant(turn, left, part.text)
        if candidate:
            chosen[candidate.paper.paper_id] = (candidate.paper, part.name)
    papers, called = zip(*chosen.values(), strict=True)
    return Compared(papers, called)


def papers_called(turn: Turn, names: Sequence[str]) -> Generator[Event, None, list[Paper]]:
    """The papers that ids, beginnings of ids, names or descriptions mean, each another one."""
    chosen: dict[str, Paper] = {}
    for name in names:
        paper = _with_id(turn.library, name)
        if paper is None:
            part = _part(turn, name)
            left = [c for c in part.candidates if c.paper.paper_id not in chosen]
            if part.sure and left and left[0] is part.candidates[0]:
                candidate: Candidate | None = left[0]
            else:
                candidate = yield from _meant(turn, left, name)
            paper = candidate.paper if candidate else None
        if paper is not None:
            chosen.setdefault(paper.paper_id, paper)
    return list(chosen.values())


def _uncalled(papers: Iterable[Paper]) -> Compared:
    listed = tuple(papers)
    return Compared(listed, ("",) * len(listed))


def _with_id(library: Library, name: str) -> Paper | None:
    """The paper whose id is, or begins with, this; None where it does not look like an id.

    Raises `LibraryError` where several begin so.
    """
    start = name.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{4,16}", start):
        return None
    held = any(paper.paper_id.startswith(start) for paper in library.papers())
    return library.paper(start) if held else None


def _enumerated(turn: Turn) -> Compared:
    """The papers of an enumeration such as "A, B and C", each met clearly."""
    names = TURN_TO_ASPECT.split(turn.text)[0].strip()
    for clause in CLAUSE_END.split(names):
        texts = [p.strip() for p in _ENUMERATION.split(FRAME.sub(" ", clause)) if p.strip()]
        parts = [
            _part(turn, text)
            for text in texts
            if len(text.split()) <= _LONGEST_PART
            and (_is_name(text) or not facet_asked(text))
            and not _NO_NAME.search(text)
        ]
        chosen: dict[str, tuple[Paper, str]] = {}
        for part in parts:
            if part.candidates and (part.sure or clear_lead(part.candidates)):
                paper = part.candidates[0].paper
                chosen.setdefault(paper.paper_id, (paper, part.name))
        if len(chosen) > 1:
            papers, called = zip(*chosen.values(), strict=True)
            return Compared(papers, called, tuple(_not_found(parts, called)))
    return Compared()


def _not_found(parts: Sequence[Part], called: Sequence[str]) -> Iterable[str]:
    """Names of an enumeration that no paper is surely called by.

    Of those behind the last paper that was found only such as no paper meets: they may name what
    the papers are compared on ("… on COCO and VOC").
    """
    last = max(place for place, part in enumerate(parts) if part.name in called)
    for place, part in enumerate(parts):
        found = part.candidates and (place > last or part.name in called)
        if _is_name(part.text) and not found:
            yield part.name


def _are_two(one: Part, other: Part) -> bool:
    """Whether two parts of the question are met best by different papers."""
    both = one.candidates and other.candidates
    return bool(both) and one.candidates[0].paper.paper_id != other.candidates[0].paper.paper_id


def _met(pair: tuple[Part, Part]) -> tuple[int, float]:
    """How well two parts of the question are met: by papers that they name, and in words."""
    return sum(part.sure for part in pair), sum(part.candidates[0].match for part in pair)


def _part(turn: Turn, text: str) -> Part:
    return part_of(turn.retriever, turn.library, text, turn.where)


def _described(turn: Turn, text: str) -> Part:
    """A part that surely describes a paper: one is taken for it that meets it less well, too."""
    part = _part(turn, text)
    if part.candidates:
        return part
    found = turn.retriever.search(text, limit=_SEARCHED, where=turn.where)
    return Part(text, tuple(found) if found and found[0].match >= _LEAST_DESCRIBED else ())


def part_of(
    retriever: Retriever, library: Library, text: str, where: PaperFilter | None = None
) -> Part:
    """A part of the question with the papers that it may mean."""
    if not re.search(r"\w{2}", text):
        return Part(text)
    name = Part(text).name
    found = retriever.search(text, limit=_SEARCHED, where=where)
    also = retriever.search(name, limit=_SEARCHED, where=where) if name != text else []
    ranked = [(_brings(library, c.paper, text, name), c) for c in (*found, *also)]
    level, best = max(ranked, key=lambda each: each[0], default=(0, None))
    if best is not None and level:
        others = [c for c in found if c.paper.paper_id != best.paper.paper_id]
        return Part(text, (best, *others), sure=True)
    if _is_name(text):
        found = also if also and facet_asked(text) else found  # "the datasets of BERT"
        found = [c for c in found if not _is_another(c.paper, name)]
    if not found or found[0].match < _LEAST_MATCH:
        return Part(text)
    return Part(text, tuple(found), sure=_is_name(text) and clear_lead(found))


def _is_another(paper: Paper, name: str) -> bool:
    """Whether a paper has a name of its own, and neither has this one nor one spelled nearly so."""
    own = own_name(paper)
    if not own or name in Mentions(paper.text):
        return False
    return SequenceMatcher(None, own.casefold(), name.casefold()).ratio() <= _SPELLED_ALIKE


def _brings(library: Library, paper: Paper, text: str, name: str) -> int:
    """How surely a paper is what a part of the question is about.

    3 where it is called so, 2 where its title has the name or its abstract says that it is brought
    here ("We train GPT-3", "GPT-3 is a …"), 1 where the sentence on its method has it, or its title
    what the name shortens; of a name like "BERT" only where the paper has no other name of its own.
    """
    own = own_name(paper)
    if own and own.casefold() in _words(text):
        return 3
    # What a paper with a name of its own has in its title is its field: "transformers" of "ViT".
    if not name or (own and " " not in name and not _is_name(name)):
        return 0
    (facets,) = Shelf(library).facets([paper])
    called = re.escape(name)
    defined = rf"{_BRINGS}{called}\b|(?:^|[.!?]\s){called} (?:is|are) (?:an?|the)\b"
    if re.search(defined, paper.abstract, re.I):
        return 2
    title = paper.title or ""
    method = " ".join(paper.abstract[start:end] for start, end in facets.get("method", ()))
    if _is_name(name):
        if own and own not in Mentions(name):
            return 0
        if name in Mentions(title):
            return 2
        shortened = name in Mentions(paper.abstract) and _shortens(name, title)
        return int(shortened or name in Mentions(method))
    wanted = {word.stem for word in words_of(name) if word.weight}
    titled = {word.stem for word in words_of(title)}
    if not wanted or not wanted <= titled | {word.stem for word in words_of(method)}:
        return 0
    return 2 if wanted <= titled else 1


def _shortens(name: str, title: str) -> bool:
    """Whether a name begins as a word of a title does: ResNet of "Deep Residual Learning"."""
    beginning = re.match(r"[A-Z][a-z]{2,}(?=[A-Z])", name)
    return beginning is not None and bool(re.search(rf"\b{beginning.group()}[a-z]", title, re.I))


def _is_name(text: str) -> bool:
    """Whether a text has, or is, a name like "BERT" rather than ordinary words."""
    return any(name.sure for name in names_of(f"of {text}"))


def _words(text: str) -> set[str]:
    """The words of a text in lower case, with what holds a name together."""
    return set(re.findall(r"[\w@&+-]+", text.casefold()))


def _others(turn: Turn, listed: Sequence[Paper]) -> bool:
    """Whether the question names two papers of its own, not both in focus."""
    return len(listed) == 2 and any(paper.paper_id not in turn.focus for paper in listed)


def _meant(
    turn: Turn, candidates: list[Candidate], part: str
) -> Generator[Event, None, Candidate | None]:
    if not turn.writes or clear_lead(candidates):
        return candidates[0] if candidates else None
    yield from turn.made_ready()
    return (yield from choose_described(turn, candidates, part))
