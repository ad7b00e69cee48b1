"""A topic over several papers: whether one is asked for, and which papers speak of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from index.papers import Paper
from index.sentences import sentence_spans
from rag.facets import Aspect, Facets
from rag.retrieval import Candidate, clear_lead
from rag.shelf import Shelf
from rag.turns import Turn
from rag.words import words_of

MOST_PAPERS = 6
# How many papers are looked at more closely.
_SCANNED = 60
# Where no paper has the topic's words: papers that match it nearly as well as the best.
_NEARLY = 0.85
_LEAST_MATCH = 0.5
_NEAREST = 5
# What a sentence gains that says what the paper does or finds.
_TELLS: Mapping[Aspect, float] = {"method": 0.6, "results": 0.4}

# Stems that any paper of the field has: beside another word they tell no topic.
_COMMON = frozenset(
    """learn model network method deep neural system algorithm task data train larg""".split()
)

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
_BEFORE_TOPIC = re.compile(
    r"^(?:(?:the|a|an|about|on|of|recent|existing|main|all)\s+"
    r"|(?:work|works|research|literature|papers|studies|findings|results|ideas)\s+(?:on|in|about|for)\s+)+",
    re.I,
)


@dataclass(frozen=True, slots=True)
class OnTopic:
    """A paper that speaks of a topic, and where: `paper.abstract[start:end]`.

    `surely` is false where it is only near: it lacks words of the topic, or has them in passing.
    """

    paper: Paper
    start: int
    end: int
    surely: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """The papers that a topic's summary may draw on, best first; `found` counts all sure ones."""

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
    stems = [word.stem for word in words_of(topic) if word.weight >= 1.0]
    wanted = set(stems) - _COMMON or set(stems) or {word.stem for word in words_of(topic)}
    told = [
        _told(candidate, of_paper, wanted)
        for candidate, of_paper in zip(found, facets, strict=True)
    ]
    spoken = sorted((each for each in told if each.at.surely), key=lambda each: -each.about)
    if len(spoken) > 1:
        return Spoken(tuple(each.at for each in spoken[:MOST_PAPERS]), len(spoken))
    near = [
        each.at
        for each, candidate in zip(told, found, strict=True)
        if not each.at.surely and candidate.match >= max(_LEAST_MATCH, _NEARLY * found[0].match)
    ]
    return Spoken((*(each.at for each in spoken), *near[:_NEAREST]), len(spoken))


@dataclass(frozen=True, slots=True)
class _Told:
    """How much a paper is about a topic, and its sentence that says most."""

    at: OnTopic
    about: float


def _told(candidate: Candidate, facets: Facets, wanted: set[str]) -> _Told:
    """What a paper says of a topic.

    It speaks of it where it has all of the topic's words, and more than once or where it says what
    it does: a word in passing makes no paper one on the topic.
    """
    paper = candidate.paper
    spans = sentence_spans(paper.abstract)
    stems = [{w.stem for w in words_of(paper.abstract[a:b])} for a, b in spans]
    titled = {w.stem for w in words_of(paper.title or "")}
    shares = [len(wanted & each) / len(wanted) for each in stems]
    weights = [
        share + sum(gain for aspect, gain in _TELLS.items() if _holds(facets, aspect, span))
        for share, span in zip(shares, spans, strict=True)
    ]
    about = (wanted <= titled) + sum(shares) / 2
    central = any(
        share == 1.0 and any(_holds(facets, aspect, span) for aspect in _TELLS)
        for share, span in zip(shares, spans, strict=True)
    )
    says_all = wanted <= titled.union(*stems) and (about >= 1.0 or central)
    best = max(range(len(spans)), key=lambda n: weights[n])
    return _Told(OnTopic(paper, *spans[best], says_all), about + candidate.match)


def _holds(facets: Facets, aspect: Aspect, span: tuple[int, int]) -> bool:
    return any(span[0] <= start and end <= span[1] for start, end in facets.get(aspect, ()))


def _tidy(topic: str) -> str:
    plain = _IN_LIBRARY.sub("", topic.strip(" ,.?!\"'“”"))
    return _BEFORE_TOPIC.sub("", plain.strip())
