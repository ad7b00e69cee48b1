"""A topic over several papers: whether one is asked for, and which papers speak of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from index.papers import Paper
from index.sentences import sentence_spans
from rag.facets import Facets
from rag.retrieval import Candidate, clear_lead
from rag.shelf import Shelf
from rag.turns import Turn
from rag.words import stem, words_of

MOST_PAPERS = 6
# How many papers are looked at more closely.
_SCANNED = 60
# Where no paper has the topic's words: papers that match it nearly as well as the best.
_NEARLY = 0.93
_NEAREST = 3

_MANY = (
    r"(?:papers|abstracts|articles|studies|works|authors|publications|literature|library|research"
    r"|collection|corpus|field|state of the art)"
)
_ABOUT = r"(?:about|on|of|regarding|concerning|in|for|around|dealing with|related to)"
_SAY = (
    r"(?:says?|said|reports?|reported|states?|tells?(?: (?:us|me))?|finds?|found|concludes?|knows?"
    r"|suggests?|shows?|claims?|have|has|writes?|argues?)"
)
_TOPIC = re.compile(
    rf"\b(?:what|everything(?: that)?|all(?: that)?|how)\b[^?]*?\b{_MANY}\b[^?]*?\b{_SAY}\b"
    rf"(?: to say)?(?: {_ABOUT})? (?P<said>[^?.]+)"
    rf"|\b(?:summar\w+|overview|survey|review|synthesi[sz]e|synthesis|gist|digest|sum up)\b"
    rf"[^?]*?\b{_MANY}\b (?:that (?:deal with|are about|study|address|discuss|concern) |{_ABOUT} )"
    rf"(?P<on>[^?.]+)"
    r"|\bwhat (?:is|has been) (?:known|said|written|done|found|reported)"
    rf" {_ABOUT} (?P<known>[^?.]+)",
    re.I,
)
# A summary of something that is not said to be a paper.
_LOOSE = re.compile(
    r"\b(?:summar(?:y|i[sz]e)|overview|survey|review|sum up|gist)\b(?: me)?"
    r"(?: the (?:main |key )?(?:findings?|results?|ideas?|points?|approaches|methods)"
    r"| (?:of|on|about|for)\b| the\b| everything\b)*(?: (?:of|on|about))?\s+(?P<loose>[^?.]+)",
    re.I,
)
_ONE_PAPER = re.compile(
    r"\b(?:paper|study|article|abstract|publication|preprint|it|this|that|the (?:first|second|third"
    r"|fourth|last|other)(?: one)?|they|them|\[?\d+\]?)\b",
    re.I,
)
_IN_LIBRARY = re.compile(
    r"\s*\b(?:in|from|of|across) (?:the|this|my|our|these|all)(?: \w+)? ?"
    r"(?:library|papers|abstracts|collection|corpus)?\s*$"
    r"|^(?:the )?(?:topic|subject|field|area)s? of ",
    re.I,
)


@dataclass(frozen=True, slots=True)
class OnTopic:
    """A paper that speaks of a topic, and where: `paper.abstract[start:end]`."""

    paper: Paper
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """The papers that a topic's summary draws on, best first.

    `found` counts all that speak of it; 0 where none has its words and these are the nearest.
    """

    papers: tuple[OnTopic, ...]
    found: int


def topic_of(turn: Turn) -> str:
    """The topic that is to be summarised over several papers; empty where one paper is meant."""
    text = turn.text.strip(" .?!")
    if match := _TOPIC.search(text):
        return _tidy(match["said"] or match["on"] or match["known"])
    match = _LOOSE.search(text)
    if match is None or turn.focus or _ONE_PAPER.search(text):
        return ""
    topic = _tidy(match["loose"])
    # Whose name it is, or what only one paper is about, is a paper.
    found = turn.retriever.search(topic, limit=2, where=turn.where) if topic else []
    return "" if clear_lead(found) else topic


def speaking_of(turn: Turn, topic: str) -> Spoken:
    """The papers that speak of a topic in its own words, those that are about it first."""
    found = turn.retriever.search(topic, limit=_SCANNED, where=turn.where)
    facets = Shelf(turn.library).facets([candidate.paper for candidate in found])
    wanted = {word.stem for word in words_of(topic) if word.weight >= 1.0} or {
        word.stem for word in words_of(topic)
    }
    spoken: list[tuple[float, OnTopic]] = []
    for candidate, of_paper in zip(found, facets, strict=True):
        told = _told(candidate, of_paper, wanted)
        if told is not None:
            spoken.append(told)
    spoken.sort(key=lambda pair: -pair[0])
    if spoken:
        return Spoken(tuple(on for _, on in spoken[:MOST_PAPERS]), len(spoken))
    near = [c for c in found[:_NEAREST] if c.match >= _NEARLY * found[0].match]
    return Spoken(tuple(OnTopic(c.paper, *_first(c.paper)) for c in near), 0)


def _told(candidate: Candidate, facets: Facets, wanted: set[str]) -> tuple[float, OnTopic] | None:
    """How much a paper is about a topic, and its sentence that says most; None where it is not.

    It must have all of the topic's words, and more than once or where it says what it does:
    a word in passing makes no paper one on the topic.
    """
    paper = candidate.paper
    spans = sentence_spans(paper.abstract)
    stems = [{stem(w.text) for w in words_of(paper.abstract[a:b])} for a, b in spans]
    titled = {stem(w.text) for w in words_of(paper.title or "")}
    if not spans or not wanted <= titled.union(*stems):
        return None
    central = [
        span for aspect in ("method", "results", "problem") for span in facets.get(aspect, ())
    ]
    shares = [len(wanted & each) / len(wanted) for each in stems]
    weights = [
        share + 0.3 * (share > 0 and any(a <= s and e <= b for s, e in central))
        for share, (a, b) in zip(shares, spans, strict=True)
    ]
    about = (wanted <= titled) + sum(shares) / 2
    if about < 1.0 and max(weights) <= 1.0:
        return None
    best = max(range(len(spans)), key=lambda n: weights[n])
    return about + candidate.match, OnTopic(paper, *spans[best])


def _first(paper: Paper) -> tuple[int, int]:
    return sentence_spans(paper.abstract)[0]


def _tidy(topic: str) -> str:
    plain = _IN_LIBRARY.sub("", topic.strip(" ,.?!\"'“”"))
    return re.sub(r"^(?:the|a|an|about|on|of)\s+", "", plain.strip(), flags=re.I)
