"""Summaries: of one paper, and of a topic over all the papers that speak of it.

What an abstract states of results, limits and links stands there in its own words, at once; what
problem a paper solves and how is said by the writer and checked.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from index.papers import Paper
from rag.choosing import choose_described
from rag.compared import part_of
from rag.events import Event, Progress, TextSoFar
from rag.facets import ASPECTS, Aspect, Facets
from rag.prompts import SUMMARISE, about_paper, is_on, says_of
from rag.remarks import say
from rag.retrieval import Candidate, clear_lead
from rag.shelf import Shelf
from rag.tables import links_in, short_name
from rag.topics import OnTopic, speaking_of, topic_of
from rag.turns import Draft, Drafting, Statement, Turn, quotation
from rag.writing import checked_draft, said_already, write

SUMMARY_TOKENS = 260
TOPIC_TOKENS = 70
# A sentence of the paper is left out below the writer's when those have this share of its words.
SAID = 0.6
# What stands in the abstract's own words below what the writer says, where that leaves it out.
_QUOTED: tuple[Aspect, ...] = ("problem", "results", "limits", "code")
# These only where the writer left out a figure of theirs.
_FOR_FIGURES: tuple[Aspect, ...] = ("method", "data")
_FIGURE = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])")

# What asks for a summary and says nothing of the paper.
_FRAME = re.compile(
    r"\b(?:please|can you|could you|give me|write|an?|short|brief|concise"
    r"|summar(?:y|i[sz]e|i[sz]ing)|sum up|overview|gist|tl;?dr|main (?:points|contributions?"
    r"|findings?)|of|the|paper|work|study|article|about|on|that|which|introduces)\b"
    r"|总结|概括|摘要|概述|介绍一下",
    re.I,
)
# What points at a paper that was shown, and describes none.
_POINTS = re.compile(
    r"\b(?:source|number|no|first|second|third|fourth|last|next|previous|other|one|it|this|that|these"
    r"|them|papers)\b|第.篇|这篇|那篇|它",
    re.I,
)
_DESCRIBES = re.compile(r"[^\W\d_]{2}|[^\W\d_]\d|\d[^\W\d_]")


def summarise(turn: Turn) -> Drafting:
    """Summarise the paper that is named, described or in focus, or a topic over many papers."""
    topic = topic_of(turn)
    if topic:
        return (yield from _topic(turn, topic))
    if not turn.focus and not _DESCRIBES.search(_POINTS.sub(" ", _FRAME.sub(" ", turn.text))):
        return Draft(remark=say(turn.question.language, "nothing_asked"), stands=True)
    candidate = yield from _meant(turn)
    if candidate is None:
        return Draft()
    return (yield from _paper(turn, candidate.paper))


def _meant(turn: Turn) -> Generator[Event, None, Candidate | None]:
    if turn.focus:
        candidates: Sequence[Candidate] = turn.candidates[:1]
    else:
        described = " ".join(_FRAME.sub(" ", turn.text).split()).strip(" ?.!,:")
        part = part_of(turn.retriever, turn.library, described, turn.where)
        if part.sure:
            return part.candidates[0]
        candidates = part.candidates or turn.candidates
    if not turn.writes or clear_lead(candidates):
        return candidates[0] if candidates else None
    yield from turn.made_ready()
    return (yield from choose_described(turn, candidates, turn.text))


def _paper(turn: Turn, paper: Paper) -> Drafting:
    (facets,) = Shelf(turn.library).facets([paper])
    language = turn.question.language
    aspects = _QUOTED if turn.writes else ASPECTS
    items = [item for aspect in aspects for item in _items(paper, aspect, facets, language)]
    below = "\n".join(f"- {s.lead}: {s.text}" if s.lead else f"- {s.text}" for s in items)
    if items:
        turn.meter.first_word()
        yield TextSoFar(below)
    # A limit may be put in words that none of the cues knows; a link is always seen.
    missing = "" if "code" in facets else say(language, "code").lower()
    remark = missing and say(language, "silent_on", aspects=missing)
    if not turn.writes:
        return Draft(tuple(items), remark=remark)
    yield from turn.made_ready()
    yield Progress("reading", f"reading {paper.label}")
    prompt = about_paper(paper, "", SUMMARISE)
    text = yield from write(turn, prompt, SUMMARY_TOKENS, after=f"\n\n{below}")
    kept, dropped = yield from checked_draft(turn, text, paper, given="")
    written = [s for s in kept if s.layout == "sentence"]
    if not written:
        shown = [a for a in ASPECTS if a in (*_QUOTED, "method")]
        items = [item for aspect in shown for item in _items(paper, aspect, facets, language)]
        return Draft(tuple(items) or kept, dropped, remark=remark)
    said = " ".join(statement.text for statement in written)
    left = _with_figures(facets)
    items = [item for a in ASPECTS for item in _items(paper, a, left, language, said)]
    return Draft((*written, *items), dropped, remark=remark)


def _with_figures(facets: Facets) -> Facets:
    """What may stand below a summary, each sentence under one aspect."""
    taken = {span for aspect in _QUOTED for span in facets.get(aspect, ())}
    kept = {aspect: facets.get(aspect, ()) for aspect in _QUOTED}
    for aspect in _FOR_FIGURES:
        kept[aspect] = tuple(span for span in facets.get(aspect, ()) if span not in taken)
        taken.update(kept[aspect])
    return kept


def _items(
    paper: Paper, aspect: Aspect, facets: Facets, language: str, said: str = ""
) -> list[Statement]:
    """What a paper states of an aspect and was not said yet, in its own words, as a list."""
    own = [
        quotation(paper, start, end)
        for start, end in facets.get(aspect, ())
        if aspect == "code" or _adds(paper.abstract[start:end], said, aspect)
    ]
    if aspect == "code":
        own = [_linked(statement) for statement in own]
    return [
        replace(statement, layout="item", lead=say(language, aspect) if place == 0 else "")
        for place, statement in enumerate(own)
    ]


def _adds(sentence: str, said: str, aspect: Aspect) -> bool:
    """Whether a sentence of the paper says what was not said, a figure above all."""
    figures = set(_FIGURE.findall(sentence)) - set(_FIGURE.findall(said))
    if aspect in _FOR_FIGURES and said:
        return bool(figures)
    return bool(figures) or not said or not said_already(sentence, said, SAID)


def _linked(statement: Statement) -> Statement:
    links = links_in(statement.support[0].quote)
    return replace(statement, text=" ".join(links)) if links else statement


def _topic(turn: Turn, topic: str) -> Drafting:
    """What each of the papers that speak of a topic says of it."""
    yield Progress("reading", f"looking for papers that speak of {topic}")
    spoken = speaking_of(turn, topic)
    if not spoken.papers:
        return Draft()
    remark = _drawn_on(turn, topic, len(spoken.papers), spoken.found)
    turn.meter.first_word()
    yield TextSoFar(remark)
    shown: list[Statement] = []
    dropped: list[Statement] = []
    for on_topic in spoken.papers:
        if not on_topic.surely and not (yield from _fits(turn, topic, on_topic.paper)):
            continue
        before = "\n".join([f"{remark}\n", *(f"- {s.lead}: {s.text}" for s in shown)])
        kept, failed = yield from _said_of(turn, topic, on_topic, f"{before}\n- ")
        name = short_name(on_topic.paper)
        shown.append(replace(kept, layout="item", lead=name))
        dropped += failed
    if not shown:
        return Draft(near=tuple(on_topic.paper for on_topic in spoken.papers))
    remark = _drawn_on(turn, topic, len(shown), spoken.found)
    return Draft(tuple(shown), tuple(dropped), remark=remark, stands=True)


def _fits(turn: Turn, topic: str, paper: Paper) -> Generator[Event, None, bool]:
    """Whether the writer takes a paper that lacks the topic's words for one on it."""
    if not turn.writes:
        return True
    yield from turn.made_ready()
    yield Progress("reading", f"reading {paper.label}")
    odds = turn.meter.log_odds(about_paper(paper, "", is_on(topic)))
    return odds is None or odds > 0


def _said_of(
    turn: Turn, topic: str, on_topic: OnTopic, before: str
) -> Generator[Event, None, tuple[Statement, tuple[Statement, ...]]]:
    """One sentence of a paper on a topic: the writer's where it passes its check, else its own."""
    paper = on_topic.paper
    own = quotation(paper, on_topic.start, on_topic.end)
    if not turn.writes:
        yield TextSoFar(before + own.text)
        return own, ()
    yield from turn.made_ready()
    yield Progress("reading", f"reading {paper.label}")
    text = yield from write(turn, about_paper(paper, "", says_of(topic)), TOPIC_TOKENS, before)
    kept, dropped = yield from checked_draft(turn, text, paper, given="")
    written = [s for s in kept if s.layout == "sentence"]
    return (written[0] if written else own), dropped


def _drawn_on(turn: Turn, topic: str, count: int, found: int) -> str:
    total = sum(1 for _ in turn.library.papers(turn.where))
    key = "drawn_on_closest" if found else "drawn_on_near"
    if count == found:
        key = "drawn_on"
    return say(turn.question.language, key, count=count, found=found, total=total, topic=topic)
