"""From a question to the papers that may answer it, best first."""

from __future__ import annotations

import math
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
# What each score is multiplied by: cosines and BM25 as they are, since to standardise them among
# the candidates makes the less of a score, the more of them are good by it. By the whole abstract's
# vector the papers of a library so differ by 1 (standard deviation). BM25 counts less, the fewer of
# the question's informative words any paper has. Chosen together, over five sets of questions:
# docs/EVALUATION.md.
ABSTRACT_WEIGHT = 10.0
PASSAGE_WEIGHT = 3.0
MATCH_WEIGHT = 8.0
SENTENCE_WEIGHT = 8.0
KEYWORD_WEIGHT = 3.3
# BM25 is divided by the root of the number of the question's terms, as its deviation over a library
# grows; by that of so many at least.
FEW_TERMS = 4
# By how much a candidate's score is moved by those of the candidates most like it.
NEIGHBOUR_WEIGHT = 0.25
NEIGHBOURS = 4

# What a paper gains that is called by a name of the question ("BERT: Pre-training of …"), or that
# has the phrase which the question quotes; and as much again in a question of one word, less in
# longer ones, since the fewer the words, the more papers' scores differ.
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


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """Papers compared with a question word by word; rows are papers.

    Attributes:
        match: as of `Candidate`.
        whole: the same with words weighted for ranking.
        sentence: likewise, of the best sentence alone.
        means: the mean of the paper's token vectors, of unit length.
    """

    match: Floats
    whole: Floats
    sentence: Floats
    means: Floats


# By so much the first paper's score must lead for it to be taken as meant. Measured on questions
# that describe a paper in other words: of leads of 2.5 and more none was wrong, of smaller ones
# more than half.
CLEAR_LEAD = 2.5


def clear_lead(candidates: Sequence[Candidate]) -> bool:
    """Whether the first candidate was found so clearly that no other can be meant."""
    if len(candidates) < 2:
        return bool(candidates)
    return candidates[0].score - candidates[1].score >= CLEAR_LEAD


class Retriever:
    """Hybrid search over a library: whole abstracts, passages, keywords and late interaction.

    Dense and keyword search propose papers; those are ranked by the weighted sum of their scores
    and of MaxSim, the mean best match of each word of the question among the words of the abstract,
    and of its best sentence (Khattab & Zaharia 2020, arXiv:2004.12832), words weighted by how much
    they say. Papers that are alike tend to answer the same questions, so each shares in the score
    of those most like it (Diaz 2005, doi:10.1145/1099554.1099722). What the question spells
    otherwise than the library is searched for as the library spells it.

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
        words = self._compared(query, encoding, ids)
        # Where the keyword search found fewer than it might, the others have none of the words.
        missed = None if len(keywords) == PROPOSED else 0.0
        scores = (
            ABSTRACT_WEIGHT * _or_least(dense, ids)
            + PASSAGE_WEIGHT * _or_least(in_passages, ids)
            + MATCH_WEIGHT * words.whole
            + SENTENCE_WEIGHT * words.sentence
            + KEYWORD_WEIGHT * self._reliance(spelt, keywords) * _or_least(keywords, ids, missed)
        )
        scores += NEIGHBOUR_WEIGHT * _of_neighbours(scores, words.means)
        names = _names(query)
        short = 1.0 / max(1, sum(word.weight > 0 for word in words_of(query)))
        scores += (
            (1.0 + short)
            * MEANT
            * np.array([i in quoting or _is_called(self._library.paper(i), names) for i in ids])
        )
        if self._reranker is not None:
            order = np.argsort(-scores, kind="stable")
            best, rest = order[:RERANKED], order[RERANKED:]
            texts = [self._library.paper(ids[i]).text for i in best]
            scores[best] += RERANKER_WEIGHT * _standard(self._reranker.scores(query, texts))
            # What was read stays before what was not.
            scores[best] += max(0.0, scores[rest].max(initial=-np.inf) - scores[best].min())
        found = [
            Candidate(self._library.paper(ids[i]), float(scores[i]), float(words.match[i]))
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

    def _compared(self, query: str, encoding: Encoding, ids: list[str]) -> _Compared:
        """Papers compared with a question word by word."""
        asked = self._library.project(encoding.token_vectors)
        plain, telling = self._weights(query, encoding)
        stored = self._library.token_vectors(ids)
        match, whole, sentence = np.zeros((3, len(ids)), dtype=np.float32)
        means = np.zeros((len(ids), asked.shape[1]), dtype=np.float32)
        for place, paper_id in enumerate(ids):
            tokens = stored.get(paper_id)
            if tokens is not None and len(tokens.vectors) and len(asked):
                similar = asked @ tokens.vectors.T
                best = similar.max(axis=1)
                firsts = _first_tokens(self._library.paper(paper_id), tokens)
                by_sentence = np.maximum.reduceat(similar, firsts, axis=1)
                match[place] = best @ plain
                whole[place] = best @ telling
                sentence[place] = (telling @ by_sentence).max()
                mean = tokens.vectors.mean(axis=0)
                means[place] = mean / max(float(np.linalg.norm(mean)), 1e-9)
        return _Compared(match, whole, sentence, means)

    def _weights(self, query: str, encoding: Encoding) -> tuple[Floats, Floats]:
        """What each token of the question counts for: by its word alone, and by how rare it is.

        Both sum to 1. In ranking a word counts by the root of its inverse document frequency too.
        """
        index = self._library.keywords
        plain = np.full(len(encoding.token_spans), 1e-3, dtype=np.float32)
        telling = plain.copy()
        for word in words_of(query):
            covered = (encoding.token_spans[:, 0] < word.end) & (
                encoding.token_spans[:, 1] > word.start
            )
            rarity = sum(index.idf(term) for term in index.terms(word.text)[:1])
            plain[covered] = np.maximum(plain[covered], word.weight)
            telling[covered] = np.maximum(telling[covered], word.weight * math.sqrt(rarity))
        return plain / plain.sum(), telling / telling.sum()

    def _reliance(self, query: str, keywords: dict[str, float]) -> float:
        """How far BM25 can be relied on, for each of its points.

        The share of the question's informative words that the best keyword match has, by the root
        of the number of terms.
        """
        if not keywords:
            return 0.0
        index = self._library.keywords
        asked = set(index.terms(query))
        total = sum(index.idf(term) for term in asked)
        if total <= 0:
            return 0.0
        best = max(keywords, key=lambda paper_id: keywords[paper_id])
        present = asked & set(index.terms(self._library.paper(best).text))
        share = sum(index.idf(term) for term in present) / total
        return float(share / math.sqrt(max(len(asked), FEW_TERMS)))


def _of_neighbours(scores: Floats, means: Floats) -> Floats:
    """By how much the papers most like each exceed the mean score, weighted by likeness."""
    alike = means @ means.T
    np.fill_diagonal(alike, -1.0)
    nearest = np.argsort(-alike, axis=1, kind="stable")[:, : min(NEIGHBOURS, len(scores) - 1)]
    if not nearest.size:
        return np.zeros_like(scores)
    likeness = np.maximum(np.take_along_axis(alike, nearest, axis=1), 0.0)
    above = scores - scores.mean()
    return np.asarray((likeness * above[nearest]).mean(axis=1), dtype=np.float32)


def _first_tokens(paper: Paper, tokens: TokenVectors) -> NDArray[np.intp]:
    """The number of the first token of each sentence of the abstract; a title is a sentence too."""
    starts = [0, *(paper.abstract_offset + start for start, _ in sentence_spans(paper.abstract))]
    firsts = np.searchsorted(tokens.spans[:, 0], starts)
    return np.unique(firsts[firsts < len(tokens.spans)])


def _or_least(found: dict[str, float], ids: Sequence[str], least: float | None = None) -> Floats:
    """The score of each paper; one that was not found is at most as near as the last that was."""
    if least is None:
        least = min(found.values(), default=0.0)
    return np.array([found.get(paper_id, least) for paper_id in ids], dtype=np.float32)


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
