"""How well papers meet a criterion, as far as that can be told without reading them with a model.

A few measurements of each paper are weighed by a logistic regression, fitted to lists over the
example papers (`evaluation/lists.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper
from index.sentences import sentence_spans
from index.token_store import TokenVectors
from rag.words import words_of

Floats = NDArray[np.float32]
Span = tuple[int, int]

# In a large library so many papers, the likeliest of each search, are looked at word by word.
LOOKED_AT = 400
NEAREST = 2  # sentences
_PASSAGES = 3  # a paper, more or less
# Words that agree in as many letters may be of one family: "detector", "detection".
_FAMILY = 5
_IN_FAMILY = 0.9
_NORMAL = 1.4826  # median absolute deviations in a standard deviation
_MOST_LEAD = 8.0
_FARTHEST = 30.0

INTERCEPT = -9.87
WEIGHTS = {
    "dense": 4.23,
    "passage": 1.80,
    "words": 5.41,
    "least_word": 1.60,
    "stated": 3.49,
    "lead": 0.374,
}
MEASURES = tuple(WEIGHTS)


@dataclass(frozen=True, slots=True)
class Match:
    """A paper measured against a criterion.

    Attributes:
        paper: the paper.
        measures: by name; what each is stands at `measure`.
        chance: how likely it meets the criterion, 0 to 1.
        spans: the sentences of its abstract that come nearest to the criterion, nearest first.
    """

    paper: Paper
    measures: Mapping[str, float]
    chance: float
    spans: tuple[Span, ...]

    def judged(self, logit: float) -> Match:
        """This match with further evidence, as the logarithm of odds."""
        odds = math.log(self.chance / (1.0 - self.chance)) + logit
        return replace(self, chance=_sigmoid(odds))

    def at_most(self, chance: float) -> Match:
        """This match, no likelier than that."""
        return replace(self, chance=min(self.chance, chance))


@dataclass(frozen=True, slots=True, eq=False)
class _Topic:
    """A topic, encoded: its tokens, how much each says, and how informative its words are."""

    vector: Floats
    tokens: Floats
    weights: Floats
    telling: NDArray[np.bool_]
    informative: Mapping[str, float]


def match_papers(
    library: Library, topics: Sequence[str], where: PaperFilter | None = None
) -> list[Match]:
    """Measure the papers that come into question, the likeliest first.

    Of several topics the one that fits a paper best counts for it. In a library of more than
    `LOOKED_AT` papers those are left out that neither search by meaning nor by keywords proposes.

    `dense` and `passage` are the cosines of the whole abstract and of its best passage; `words` is
    the mean best cosine of the topic's words among the abstract's, `least_word` the least of
    them; `stated` is how much of the topic, by how
    informative its words are, one sentence has; `lead` is by how many deviations `words` exceeds
    its median over the library.
    """
    best: dict[str, Match] = {}
    for topic in topics:
        for match in _matches(library, topic, where):
            held = best.get(match.paper.paper_id)
            if held is None or match.chance > held.chance:
                best[match.paper.paper_id] = match
    return sorted(best.values(), key=lambda match: -match.chance)


def _matches(library: Library, text: str, where: PaperFilter | None) -> Iterator[Match]:
    topic = _encoded(library, text)
    measured = _measured(library, topic, text, None)
    words = [measures["words"] for _, measures, _ in measured.values()]
    # What is usual is told by the library, not by the few papers that a filter may leave.
    middle = float(np.median(words)) if words else 0.0
    spread = _NORMAL * float(np.median([abs(each - middle) for each in words] or [0.0]))
    if where is not None:
        measured = measured | _measured(library, topic, text, where)
    for paper, measures, spans in measured.values():
        if where is None or where.matches(paper):
            lead = (measures["words"] - middle) / max(spread, 1e-6)
            measures["lead"] = float(np.clip(lead, -_MOST_LEAD, _MOST_LEAD))
            logit = INTERCEPT + sum(weight * measures[name] for name, weight in WEIGHTS.items())
            yield Match(paper, measures, _sigmoid(logit), spans)


def _measured(
    library: Library, topic: _Topic, text: str, where: PaperFilter | None
) -> dict[str, tuple[Paper, dict[str, float], tuple[Span, ...]]]:
    """All measures but `lead` of the papers that come into question, by id."""
    dense = dict(library.nearest_papers(topic.vector, LOOKED_AT, where))
    passages: dict[str, float] = {}
    nearest = library.nearest_passages(topic.vector, _PASSAGES * LOOKED_AT, where)
    for passage, closeness in nearest:
        passages.setdefault(passage.paper_id, closeness)
    keywords = [paper_id for paper_id, _ in library.keyword_search(text, LOOKED_AT, where)]
    ids = list(dict.fromkeys((*dense, *keywords)))
    tokens = library.token_vectors(ids)
    farthest = min(dense.values(), default=0.0)
    measured = {}
    for paper_id in ids:
        paper = library.paper(paper_id)
        near = dense.get(paper_id, farthest)
        words, spans = _by_words(paper, topic, tokens.get(paper_id))
        measures = {"dense": near, "passage": passages.get(paper_id, near), **words}
        measured[paper_id] = (paper, measures, spans)
    return measured


def _sigmoid(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-_FARTHEST, min(_FARTHEST, logit))))


def _encoded(library: Library, text: str) -> _Topic:
    encoding = library.embedder.encode([text])[0]
    spans = encoding.token_spans
    weights = np.zeros(len(spans), dtype=np.float32)
    informative: dict[str, float] = {}
    for word in words_of(text):
        inside = (spans[:, 0] < word.end) & (spans[:, 1] > word.start)
        weights[inside] = np.maximum(weights[inside], word.weight)
        for term in library.keywords.terms(word.text)[:1]:
            if word.weight:
                informative[word.stem] = word.weight * library.keywords.idf(term)
    if not weights.any():
        weights[:] = 1.0
    telling = weights == weights.max(initial=0.0)
    tokens = library.project(encoding.token_vectors)
    return _Topic(encoding.vector, tokens, weights / weights.sum(), telling, informative)


def _by_words(
    paper: Paper, topic: _Topic, tokens: TokenVectors | None
) -> tuple[dict[str, float], tuple[Span, ...]]:
    """What words tell of a paper, and its sentences that come nearest."""
    measures = dict.fromkeys(("words", "least_word", "stated"), 0.0)
    spans = sentence_spans(paper.abstract)
    nearness: dict[Span, float] = {}
    cosines = None
    if tokens is not None and len(tokens.vectors) and len(topic.tokens):
        cosines = topic.tokens @ tokens.vectors.T
        best = cosines.max(axis=1)
        measures["words"] = float(best @ topic.weights)
        measures["least_word"] = float(best[topic.telling].min())
    for span, is_title in [*((span, False) for span in spans), ((0, 0), True)]:
        start, end = _in_text(paper, span) if not is_title else (0, len(paper.title or ""))
        stated = _stated(paper.text[start:end], topic.informative)
        near = 0.0
        if cosines is not None and tokens is not None:
            inside = (tokens.spans[:, 0] >= start) & (tokens.spans[:, 1] <= end)
            if inside.any():
                near = float(cosines[:, inside].max(axis=1) @ topic.weights)
        measures["stated"] = max(measures["stated"], stated)
        if not is_title:
            nearness[span] = near + stated
    nearest = sorted(nearness, key=lambda span: -nearness[span])[:NEAREST]
    return measures, tuple(nearest) or ((0, len(paper.abstract)),)


def _in_text(paper: Paper, span: Span) -> Span:
    return span[0] + paper.abstract_offset, span[1] + paper.abstract_offset


def _stated(text: str, informative: Mapping[str, float]) -> float:
    """How much of the topic, by how informative its words are, one stretch of text has."""
    total = sum(informative.values())
    if not total:
        return 0.0
    stems = {word.stem for word in words_of(text)}
    families = {stem[:_FAMILY] for stem in stems if len(stem) >= _FAMILY}
    found = 0.0
    for stem, value in informative.items():
        if stem in stems:
            found += value
        elif len(stem) >= _FAMILY and stem[:_FAMILY] in families:
            found += _IN_FAMILY * value
    return found / total
