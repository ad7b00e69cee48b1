"""Which words of a claim have a counterpart in which words of a source.

Two words match as far as the model's contextual vectors for them agree, and fully where their
stems are equal: a greedy soft alignment, as in BERTScore (Zhang et al. 2020, arXiv:1904.09675).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from index.embedding import Embedder
from rag.directions import Polarity, polarity_of
from rag.nearness import Layout, layout_of
from rag.opposites import SIGNS
from rag.quantities import Quantity, quantities_of, same_quantity
from rag.sources import PREFIX, Floats, Source, word_vectors
from rag.words import Word, words_of

# Contextual vectors of unrelated words of one field agree to about this degree anyhow.
_CHANCE = 0.30
_FULL = 0.80
# What a word counts that the question already said.
_GIVEN = 0.25
# How far `better` matches `outperforms`.
_SAME_WAY = 0.8
_MOST_SENTENCES = 3
_NEARLY = 0.75
# How much a further sentence must add to be needed.
_NEEDED = 0.12
# A sentence has a verb; its commonest forms tell it from a bare answer well enough.
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|cannot|do|does|did|will|be|\w{3,}ed)\b", re.I
)


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """A claim beside a source.

    Attributes:
        question: what was asked, or nothing.
        layout: how near the words of the claim stand to each other.
        vectors: one unit vector a word of the claim.
        weights: how much each word of the claim counts; less where the question said it.
        matches: how far each word of the claim matches each word of the source, 0 to 1.
        best: each claim word's best match in each sentence, shape (sentences, words).
        asked: the words of the question, with their weights and their matches in the source.
        asked_share: how much of the question each sentence covers, 0 to 1.
        chosen: the numbers of the sentences that the claim rests on, best first.
        fragment: whether the claim is a bare answer to the question, not a sentence.
    """

    source: Source
    claim: str
    question: str
    words: tuple[Word, ...]
    layout: Layout
    vectors: Floats
    weights: Floats
    matches: Floats
    best: Floats
    asked: tuple[Word, ...]
    asked_weights: Floats
    asked_matches: Floats
    asked_share: Floats
    quantities: tuple[Quantity, ...]
    polarity: Polarity
    chosen: tuple[int, ...]
    fragment: bool

    def alike(self, number: int) -> list[int]:
        """The other sentences that cover the claim nearly as well as this one does."""
        covered = self.best @ self.weights
        return [
            other
            for other in np.flatnonzero(covered >= _NEARLY * covered[number]).tolist()
            if other != number
        ]

    def partner(self, row: int, number: int) -> tuple[int, float]:
        """The word of a sentence that a claim's word matches best, and how well."""
        inside = np.flatnonzero(self.source.sentence_of == number)
        if not len(inside):
            return -1, 0.0
        at = int(inside[np.argmax(self.matches[row, inside])])
        return at, float(self.matches[row, at])


def align(embedder: Embedder, claim: str, question: str, source: Source) -> Alignment:
    """Encode a claim, with the question before it, and match it with a source's words."""
    lead = f"{question.strip()} " if question.strip() else ""
    encoding = embedder.encode([lead + claim])[0]
    words, asked = words_of(claim), words_of(lead)
    vectors = word_vectors(encoding, words, -len(lead))
    matches = _matches(words, vectors, source)
    quantities = tuple(quantities_of(claim))
    _match_numbers(matches, words, quantities, source)
    given = {word.stem for word in asked}
    weights: Floats = np.array(
        [word.weight * (_GIVEN if word.stem in given else 1.0) for word in words],
        dtype=np.float32,
    )
    asked_weights: Floats = np.array([word.weight for word in asked], dtype=np.float32)
    asked_matches = _matches(asked, word_vectors(encoding, asked), source)
    asked_best = _best_by_sentence(asked_matches, source)
    asked_share = asked_best @ asked_weights / max(float(asked_weights.sum()), 1e-6)
    best = _best_by_sentence(matches, source)
    return Alignment(
        source=source,
        claim=claim,
        question=question,
        words=tuple(words),
        layout=layout_of(claim, words),
        vectors=vectors,
        weights=weights,
        matches=matches,
        best=best,
        asked=tuple(asked),
        asked_weights=asked_weights,
        asked_matches=asked_matches,
        asked_share=asked_share,
        quantities=quantities,
        polarity=polarity_of(claim, words),
        chosen=_choose(best, weights, asked_share, quantities, source),
        fragment=bool(lead) and len(words) <= 12 and not _VERB.search(claim),
    )


def words_within(words: Sequence[Word], quantity: Quantity) -> list[int]:
    """The indexes of the words that write a number."""
    return [
        index
        for index, word in enumerate(words)
        if quantity.start <= word.start < quantity.end or word.start <= quantity.start < word.end
    ]


def _matches(words: Sequence[Word], vectors: Floats, source: Source) -> Floats:
    matrix = (vectors @ source.vectors.T - _CHANCE) / (_FULL - _CHANCE)
    matrix = np.clip(matrix, 0.0, 0.95)
    for row, word in enumerate(words):
        columns = [
            column
            for sign in SIGNS.get(word.text.casefold(), ())
            for column in source.pointing.get(sign, ())
        ]
        matrix[row, columns] = np.maximum(matrix[row, columns], _SAME_WAY)
        for other in source.families.get(word.stem[:PREFIX], ()):
            columns = source.places[other]
            if other == word.stem:
                matrix[row, columns] = 1.0
            elif _related(word.stem, other):
                matrix[row, columns] = np.maximum(matrix[row, columns], 0.9)
    return np.asarray(matrix, dtype=np.float32)


def _related(one: str, other: str) -> bool:
    """Whether two stems are of one family: `regular`, `regularis`."""
    shorter = min(len(one), len(other))
    if shorter < PREFIX:
        return False
    common = PREFIX
    while common < shorter and one[common] == other[common]:
        common += 1
    return common >= 0.75 * max(len(one), len(other)) or (common == shorter and common >= 6)


def _match_numbers(
    matches: Floats, words: Sequence[Word], quantities: Sequence[Quantity], source: Source
) -> None:
    """Let `1.5 million` match `1,500,000`, which are other words."""
    for quantity in quantities:
        rows = words_within(words, quantity)
        for written in source.quantities:
            if same_quantity(quantity, written):
                matches[np.ix_(rows, words_within(source.words, written))] = 1.0


def _best_by_sentence(matches: Floats, source: Source) -> Floats:
    best = np.zeros((len(source.sentences), len(matches)), dtype=np.float32)
    for number in range(len(source.sentences)):
        inside = source.sentence_of == number
        if inside.any():
            best[number] = matches[:, inside].max(axis=1)
    return best


def _choose(
    best: Floats,
    weights: Floats,
    asked_share: Floats,
    quantities: Sequence[Quantity],
    source: Source,
) -> tuple[int, ...]:
    """The sentence that covers the claim best, and others while they add much to it."""
    total = max(float(weights.sum()), 1e-6)
    single = best @ weights / total + 0.3 * asked_share
    for quantity in quantities:
        for written in source.quantities:
            if same_quantity(quantity, written):
                single[source.sentence_at(written.start)] += 0.3
    chosen = [int(np.argmax(single))]
    while len(chosen) < min(_MOST_SENTENCES, len(source.sentences)):
        covered = best[chosen].max(axis=0)
        gains = (np.maximum(best, covered) - covered) @ weights / total
        if gains.max() < _NEEDED:
            break
        chosen.append(int(np.argmax(gains)))
    return tuple(chosen)


def read_together(alignment: Alignment) -> tuple[str, str]:
    """The sentences that a claim rests on, in their order, and the claim so that it stands alone.

    A bare answer stands alone with its question.
    """
    source = alignment.source
    spans = sorted(source.sentences[number] for number in alignment.chosen)
    premise = " ".join(source.text[start:end].strip() for start, end in spans)
    if alignment.fragment:
        return premise, f"{alignment.question.strip()} {alignment.claim}"
    return premise, alignment.claim
