"""Papers like one paper: as a whole, or by problem, method or results."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper, normalise
from index.sentences import sentence_spans
from index.token_store import TokenVectors
from rag.choosing import choose_described
from rag.events import Event, Progress, TextSoFar
from rag.facets import Aspect, facets_of
from rag.kinds import POINTER, asking_sentence
from rag.remarks import say
from rag.retrieval import Retriever, clear_lead
from rag.turns import Draft, Drafting, Turn, quotation

Facet = Literal["problem", "method", "results"]
FACETS: tuple[Facet, ...] = get_args(Facet)

Floats = NDArray[np.float32]
Span = tuple[int, int]

# How many papers whole abstracts propose, and how many are shown.
PROPOSED = 100
SHOWN = 8
# What late interaction counts beside whole abstracts: all in all, and by a facet.
WORDS_WEIGHT = 0.5
FACET_WEIGHT = 0.7

_FACET_WORDS: dict[Facet, re.Pattern[str]] = {
    "problem": re.compile(
        r"\b(?:problems?|tasks?|questions?|goals?|aims?|motivations?|background)\b|问题|任务", re.I
    ),
    "method": re.compile(
        r"\b(?:methods?|approach(?:es)?|techniques?|algorithms?|ideas?|architectures?)\b|方法", re.I
    ),
    "results": re.compile(r"\b(?:results?|findings?|outcomes?|conclusions?)\b|结果|结论", re.I),
}
_BY = re.compile(
    r"[, ]*\b(?:by|in|with(?: a| the)? similar|w\.?r\.?t\.?|regarding|in terms of|judged by)"
    r" (?:its |the |their )?(?P<facet>problems?|tasks?|methods?|approach(?:es)?|techniques?"
    r"|results?|findings?)\b",
    re.I,
)
_SAME = re.compile(
    r"\b(?:the same|a similar|similar|related) (?P<facet>problems?|tasks?|methods?|approach(?:es)?"
    r"|techniques?|algorithms?|ideas?|results?|findings?)\b",
    re.I,
)
_OBJECT = re.compile(
    r"\b(?:similar|akin|close(?:st)?|related|comparable|near(?:est)?)\b(?: \w+){0,2}? (?:to|with)"
    r" (?P<to>.+)$"
    r"|\b(?:like|resembling|neighbou?rs of|next after|read after) (?P<like>.+)$"
    r"|\b(?:the same|similar|related) \w+ (?:as|to|like) (?P<same>.+)$",
    re.I,
)
_PAPER_WORD = re.compile(
    r"^(?:the |that of |those of |a |an )*(?:papers? (?:on|about|called|titled) )?"
    r"|\s*\b(?:papers?|article|study|one|method|approach|does|do|is|uses?)?\W*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Similar:
    """A paper like another, and the sentence of its abstract that makes it so.

    `score` is a cosine, at most 1; comparable within one search.
    """

    paper: Paper
    score: float
    span: Span


def similar_to(
    library: Library,
    paper: Paper,
    *,
    by: Facet | None = None,
    limit: int = SHOWN,
    where: PaperFilter | None = None,
) -> list[Similar]:
    """The papers of a library most like one of them, best first.

    Ranked by the cosine of whole abstracts and by late interaction: the mean best match of each
    token of the paper, by a facet of those that state it, among the tokens of the other.
    """
    encoding = library.embedder.encode([paper.text])[0]
    near = dict(library.nearest_papers(encoding.vector, PROPOSED + 1, where))
    near.pop(paper.paper_id, None)
    tokens = library.token_vectors([paper.paper_id, *near])
    own = _sentences(paper, tokens.get(paper.paper_id))
    asked = _of_facet(paper, own, by)
    words = _tokens_in(paper, tokens.get(paper.paper_id), asked)
    found = []
    for paper_id, closeness in near.items():
        other = library.paper(paper_id)
        sentences = _sentences(other, tokens.get(paper_id))
        told = _of_facet(other, sentences, by)
        span = _nearest(asked, told) or (0, len(other.abstract))
        held = tokens.get(paper_id)
        score = closeness
        if len(words) and held is not None and len(held.vectors):
            matched = float((words @ held.vectors.T).max(axis=1).mean())
            weight = WORDS_WEIGHT if by is None else FACET_WEIGHT
            score = (1.0 - weight) * closeness + weight * matched
        found.append(Similar(other, round(score, 4), span))
    found.sort(key=lambda each: (-each.score, each.paper.paper_id))
    return found[:limit]


def _tokens_in(paper: Paper, tokens: TokenVectors | None, spans: Iterable[Span]) -> Floats:
    """The vectors of the tokens that stand in some stretches of an abstract."""
    if tokens is None:
        return np.zeros((0, 0), dtype=np.float32)
    inside = np.zeros(len(tokens.vectors), dtype=bool)
    for start, end in spans:
        inside |= _inside(paper, tokens, (start, end))
    return tokens.vectors[inside]


def _inside(paper: Paper, tokens: TokenVectors, span: Span) -> NDArray[np.bool_]:
    first, last = span[0] + paper.abstract_offset, span[1] + paper.abstract_offset
    within: NDArray[np.bool_] = (tokens.spans[:, 0] >= first) & (tokens.spans[:, 1] <= last)
    return within


def _sentences(paper: Paper, tokens: TokenVectors | None) -> dict[Span, Floats]:
    """Each sentence of an abstract and its vector: the mean of its tokens', of unit length."""
    found: dict[Span, Floats] = {}
    if tokens is None:
        return found
    for start, end in sentence_spans(paper.abstract):
        inside = _inside(paper, tokens, (start, end))
        if inside.any():
            mean = tokens.vectors[inside].mean(axis=0)
            found[start, end] = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return found


def _of_facet(paper: Paper, sentences: dict[Span, Floats], by: Facet | None) -> dict[Span, Floats]:
    """The sentences that state a facet; all where none is asked for or none states it."""
    if by is None:
        return sentences
    aspect: Aspect = by
    spans = facets_of(paper).get(aspect, ())
    return {span: sentences[span] for span in spans if span in sentences} or sentences


def _nearest(asked: dict[Span, Floats], told: dict[Span, Floats]) -> Span | None:
    """The sentence of one paper nearest to any of another."""
    if not asked or not told:
        return None
    cosines = np.stack(list(told.values())) @ np.stack(list(asked.values())).T
    return list(told)[int(cosines.max(axis=1).argmax())]


def paper_called(library: Library, words: str) -> Paper | None:
    """The paper whose title or label begins with the words, else the one they describe best."""
    wanted = normalise(words)
    for paper in library.papers():
        if wanted and normalise(paper.title or paper.label).startswith(wanted):
            return paper
    found = Retriever(library).search(words, limit=1) if wanted else []
    return found[0].paper if found else None


def list_similar(turn: Turn) -> Drafting:
    """Name the papers most like the one that the question names, describes or points back to."""
    language = turn.question.language
    yield Progress("searching", "looking for the paper that is meant")
    facet = facet_asked(turn.text)
    paper = yield from _meant(turn)
    if paper is None:
        return Draft(remark=say(language, "which_paper"), stands=True)
    yield Progress("searching", f"comparing papers with {paper.label}")
    found = similar_to(turn.library, paper, by=facet, where=turn.where)
    remark = say(
        language,
        "similar" if found else "none_similar",
        paper=paper.label,
        by=say(language, f"by_{facet}") if facet else "",
        total=f"{len(turn.library):,}",
    )
    turn.meter.first_word()
    yield TextSoFar("\n".join((remark, *(f"- {each.paper.label}" for each in found))))
    items = tuple(
        replace(quotation(each.paper, *each.span), layout="item", lead=each.paper.label)
        for each in found
    )
    return Draft(items, remark=remark, stands=True, near=(paper,))


def facet_asked(text: str) -> Facet | None:
    """The facet by which papers shall be similar; None for all in all."""
    match = _BY.search(text) or _SAME.search(text)
    if match is None:
        return None
    return next(facet for facet, words in _FACET_WORDS.items() if words.search(match["facet"]))


def _meant(turn: Turn) -> Generator[Event, None, Paper | None]:
    description = described(turn.text)
    if not description:
        return turn.library.paper(turn.focus[0]) if turn.focus else None
    candidates = turn.retriever.search(description, limit=3, where=None)
    if not clear_lead(candidates) and turn.ready is not None:
        yield from turn.made_ready()
        chosen = yield from choose_described(turn, candidates, description)
        return chosen.paper if chosen else None
    return candidates[0].paper if candidates else None


def described(text: str) -> str:
    """What a question says of the paper that others shall be like; empty where it only points.

    Example:
        >>> described("Which papers are similar to the DETR paper by method?")
        'DETR'
    """
    sentence = _BY.sub("", asking_sentence(text, "similar").strip(" ?.!"))
    match = _OBJECT.search(sentence)
    if match is None:
        return ""
    said = next(group for group in match.groups() if group is not None).strip(" ?.!,")
    if re.fullmatch(rf"{POINTER}(?: (?:one|paper|work|article|study|method))?", said, re.I):
        return ""
    return _PAPER_WORD.sub("", said).strip()
