"""From a question to the papers that may answer it, best first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.embedding import Encoding
from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper, normalise
from index.sentences import sentence_spans
from index.similarity import jaccard, shingles
from index.token_store import TokenVectors
from rag.names import names_of
from rag.reranking import Reranker
from rag.spelling import respelt
from rag.words import words_of

Floats = NDArray[np.float32]

# How many papers each search proposes, and how many are compared word by word.
PROPOSED = 60
# What each score counts for beside that of the whole abstract's vector. Of the keyword search it is
# the most: it counts less, the fewer of the question's informative words any paper has. Chosen
# together, on half of three sets of questions: docs/EVALUATION.md.
PASSAGE_WEIGHT = 0.3
MATCH_WEIGHT = 0.5
SENTENCE_WEIGHT = 0.5
KEYWORD_WEIGHT = 0.75

# What a paper gains that is called by a name of the question ("BERT: Pre-training of …"), or that
# has the phrase which the question quotes.
MEANT = 4.0
# How many of the best a reranker reads, and what it counts for beside all else.
RERANKED = 20
RERANKER_WEIGHT = 2.0
# The share of three-word runs from which on two abstracts say the same (Jaccard similarity).
NEARLY_THE_SAME = 0.6

_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]+)[\"“”„«»]")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that may answer.

    Attributes:
        paper: the paper.
        score: for ranking within one search only.
        match: how well the question's words are met, from 0 to 1: the mean over the question's
            content words of the best cosine among the abstract's words. Comparable between
            searches.
    """

    paper: Paper
    score: float
    match: float


# By so much the first paper's score must lead for it to be taken as meant. Measured on questions
# that describe a paper in other words: of leads of 2.5 and more none was wrong, of smaller ones
# nearly half.
CLEAR_LEAD = 2.5


def clear_lead(candidates: Sequence[Candidate]) -> bool:
    """Whether the first candidate was found so clearly that no other can be meant."""
    if len(candidates) < 2:
        return bool(candidates)
    return candidates[0].score - candidates[1].score >= CLEAR_LEAD


class Retriever:
    """Hybrid search over a library: whole abstracts, passages, keywords and late interaction.

    Dense and keyword search propose papers; those are ranked by the sum of their standardised
    scores and of MaxSim, the mean best match of each word of the question among the words of the
    abstract, and of its best sentence (Khattab & Zaharia 2020, arXiv:2004.12832), words weighted by
    how much they say. What the question spells otherwise than the library is searched for as the
    library spells it.

    Args:
        library: an open library.
        reranker: reads question and paper together, and has a say in the order of the best.
    """

    def __init__(self, library: Library, reranker: Reranker | None = None) -> None:
        self._library = library
        self._reranker = reranker

    def search(
        self,
        query: str,
        *,
        limit: int = 8,
        where: PaperFilter | None = None,
        also: Iterable[str] = (),
    ) -> list[Candidate]:
        """The `limit` best papers, best first; fewer in a small library.

        Of papers that say nearly the same only the best is among them. `also` names papers that
        are among them in any case, where the filter lets them.
        """
        asked_for = {i for i in also if where is None or where.matches(self._library.paper(i))}
        encoding = self._library.embedder.encode([query])[0]
        spelt = respelt(query, encoding, self._library.keywords)
        dense = dict(self._library.nearest_papers(encoding.vector, PROPOSED, where))
        passages = self._library.nearest_passages(encoding.vector, PROPOSED, where)
        keywords = dict(self._library.keyword_search(spelt, PROPOSED, where))
        quoting = self._quoting(query, where)
        in_passages: dict[str, float] = {}
        for passage, closeness in passages:  # the nearest first
            in_passages.setdefault(passage.paper_id, closeness)
        ids = list(dict.fromkeys((*dense, *in_passages, *keywords, *quoting, *asked_for)))
        if not ids:
            return []
        matches, in_sentences = self._matches(query, encoding, ids)
        scores = (
            _standard(_or_least(dense, ids))
            + PASSAGE_WEIGHT * _standard(_or_least(in_passages, ids))
            + MATCH_WEIGHT * _standard(matches)
            + SENTENCE_WEIGHT * _standard(in_sentences)
            + KEYWORD_WEIGHT
            * self._informative(spelt, keywords)
            * _standard([keywords.get(i, 0.0) for i in ids])
        )
        names = _names(query)
        scores += MEANT * np.array(
            [i in quoting or _is_called(self._library.paper(i), names) for i in ids]
        )
        if self._reranker is not None:
            order = np.argsort(-scores, kind="stable")
            best, rest = order[:RERANKED], order[RERANKED:]
            texts = [self._library.paper(ids[i]).text for i in best]
            scores[best] += RERANKER_WEIGHT * _standard(self._reranker.scores(query, texts))
            # What was read stays before what was not.
            scores[best] += max(0.0, scores[rest].max(initial=-np.inf) - scores[best].min())
        found = [
            Candidate(self._library.paper(ids[i]), float(scores[i]), float(matches[i]))
            for i in np.argsort(-scores, kind="stable")
        ]
        return _best(found, limit, asked_for)

    def _quoting(self, query: str, where: PaperFilter | None) -> set[str]:
        """Papers with every phrase that the question puts in quotation marks."""
        phrases = [normalise(phrase) for phrase in _QUOTED.findall(query)]
        phrases = [phrase for phrase in phrases if " " in phrase]
        if not phrases:
            return set()
        # To normalise thousands of abstracts takes half a second, to look for a word a hundredth.
        longest = max(" ".join(phrases).split(), key=len)
        return {
            paper.paper_id
            for paper in self._library.papers(where)
            if not longest.isascii() or longest in paper.text.casefold()
            if all(f" {phrase} " in f" {normalise(paper.text)} " for phrase in phrases)
        }

    def _matches(self, query: str, encoding: Encoding, ids: list[str]) -> tuple[Floats, Floats]:
        """Weighted MaxSim of each paper and of its best sentence, each of shape (papers,)."""
        weights = np.full(len(encoding.token_spans), 1e-3, dtype=np.float32)
        for word in words_of(query):
            covered = (encoding.token_spans[:, 0] < word.end) & (
                encoding.token_spans[:, 1] > word.start
            )
            weights[covered] = np.maximum(weights[covered], word.weight)
        asked = self._library.project(encoding.token_vectors)
        stored = self._library.token_vectors(ids)
        whole = np.zeros(len(ids), dtype=np.float32)
        sentence = np.zeros(len(ids), dtype=np.float32)
        for place, paper_id in enumerate(ids):
            tokens = stored.get(paper_id)
            if tokens is not None and len(tokens.vectors) and len(asked):
                similar = asked @ tokens.vectors.T
                firsts = _first_tokens(self._library.paper(paper_id), tokens)
                by_sentence = np.maximum.reduceat(similar, firsts, axis=1)
                whole[place] = float(similar.max(axis=1) @ weights / weights.sum())
                sentence[place] = float((weights @ by_sentence).max() / weights.sum())
        return whole, sentence

    def _informative(self, query: str, keywords: dict[str, float]) -> float:
        """How much of the question's informative words the best keyword match has, 0 to 1."""
        if not keywords:
            return 0.0
        index = self._library.keywords
        asked = set(index.terms(query))
        total = sum(index.idf(term) for term in asked)
        if total <= 0:
            return 0.0
        best = max(keywords, key=lambda paper_id: keywords[paper_id])
        present = asked & set(index.terms(self._library.paper(best).text))
        return float(sum(index.idf(term) for term in present) / total)


def _first_tokens(paper: Paper, tokens: TokenVectors) -> NDArray[np.intp]:
    """The number of the first token of each sentence of the abstract; a title is a sentence too."""
    starts = [0, *(paper.abstract_offset + start for start, _ in sentence_spans(paper.abstract))]
    firsts = np.searchsorted(tokens.spans[:, 0], starts)
    return np.unique(firsts[firsts < len(tokens.spans)])


def _or_least(found: dict[str, float], ids: Sequence[str]) -> list[float]:
    """The score of each paper; one that was not found is at most as near as the last that was."""
    least = min(found.values(), default=0.0)
    return [found.get(paper_id, least) for paper_id in ids]


def _names(query: str) -> list[str]:
    # Within a sentence, since capitals alone are no sign of a name: "BERT", "LORA PAPER".
    return [name.text for name in names_of(f"of {query}") if name.sure]


def _is_called(paper: Paper, names: Sequence[str]) -> bool:
    """Whether the paper's title or label begins with one of the names."""
    called = (paper.title or paper.label).casefold()
    return any(re.match(rf"{re.escape(name.casefold())}(?![\w-])", called) for name in names)


def _best(found: Sequence[Candidate], limit: int, asked_for: set[str]) -> list[Candidate]:
    """The first `limit` without near-duplicates of better ones, those asked for in any case."""
    open_places = limit - sum(c.paper.paper_id in asked_for for c in found)
    chosen: list[Candidate] = []
    said: list[frozenset[str]] = []
    for candidate in found:
        wanted = candidate.paper.paper_id in asked_for
        if not wanted and open_places <= 0:
            continue
        text = shingles(candidate.paper.abstract)
        if not wanted and any(jaccard(text, other) >= NEARLY_THE_SAME for other in said):
            continue
        open_places -= not wanted
        chosen.append(candidate)
        said.append(text)
    return chosen


def _standard(values: Iterable[float] | Floats) -> Floats:
    """Standard scores: mean 0, deviation 1; all 0 where all values are alike."""
    array = np.asarray(list(values), dtype=np.float32)
    deviation = float(array.std())
    return (array - array.mean()) / deviation if deviation > 1e-9 else np.zeros_like(array)
