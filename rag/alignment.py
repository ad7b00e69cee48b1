"""Which words of a claim have a counterpart in which words of a source.

Two words match as far as the model's contextual vectors for them agree, and fully where their
stems are equal: a greedy soft alignment, as in BERTScore (Zhang et al. 2020, arXiv:1904.09675).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.embedding import Embedder, Encoding
from index.sentences import sentence_spans
from rag.directions import Comparison, Polarity, comparisons_of, polarity_of
from rag.names import Mentions
from rag.quantities import Quantity, quantities_of
from rag.words import Word, words_of

Floats = NDArray[np.float32]

# Contextual vectors of unrelated words of one field agree to about this degree anyhow.
_CHANCE = 0.30
_FULL = 0.80
# Stems that agree in as many letters may be of one family.
_PREFIX = 5


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """An abstract, read once and ready to be compared with many claims.

    Attributes:
        vectors: one unit vector a word, shape (words, dimension).
        sentence_of: for each word, the number of its sentence.
        places: for each stem, the indexes of the words that have it.
        families: for each beginning of a stem, the stems that begin so.
    """

    text: str
    sentences: tuple[tuple[int, int], ...]
    words: tuple[Word, ...]
    vectors: Floats
    sentence_vectors: Floats
    sentence_of: NDArray[np.int32]
    quantities: tuple[Quantity, ...]
    mentions: Mentions
    polarity: Polarity
    comparisons: tuple[Comparison, ...]
    places: Mapping[str, list[int]]
    families: Mapping[str, list[str]]


def read_source(embedder: Embedder, abstract: str, title: str | None) -> Source:
    """Encode an abstract and find its words, sentences, numbers, names and negations."""
    sentences = tuple(sentence_spans(abstract))
    words = words_of(abstract)
    starts = np.array([word.start for word in words], dtype=np.int64)
    ends = np.array([end for _, end in sentences], dtype=np.int64)
    sentence_of = np.minimum(np.searchsorted(ends, starts, side="right"), max(len(ends) - 1, 0))
    encodings = _encode_all(embedder, abstract, sentences)
    vectors = np.zeros((len(words), embedder.dimension), dtype=np.float32)
    sentence_vectors = np.zeros((len(sentences), embedder.dimension), dtype=np.float32)
    for offset, end, encoding in encodings:
        inside = [i for i, word in enumerate(words) if offset <= word.start < end]
        vectors[inside] = word_vectors(encoding, [words[i] for i in inside], offset)
        for number, (start, stop) in enumerate(sentences):
            if offset <= start < end:
                sentence_vectors[number] = encoding.pooled(start - offset, stop - offset)
    places: dict[str, list[int]] = {}
    families: dict[str, list[str]] = {}
    for index, word in enumerate(words):
        if word.stem not in places:
            families.setdefault(word.stem[:_PREFIX], []).append(word.stem)
        places.setdefault(word.stem, []).append(index)
    polarity = polarity_of(abstract, words)
    return Source(
        abstract,
        sentences,
        tuple(words),
        vectors,
        sentence_vectors,
        sentence_of.astype(np.int32),
        tuple(quantities_of(abstract)),
        Mentions(abstract, title or ""),
        polarity,
        tuple(comparisons_of(abstract, words, polarity)),
        places,
        families,
    )


def _encode_all(
    embedder: Embedder, text: str, sentences: Sequence[tuple[int, int]]
) -> list[tuple[int, int, Encoding]]:
    """Encode a text in one pass, or in several where it is longer than the model reads.

    Gives, for each pass, where it starts, up to where it counts, and the encoding.
    """
    passes: list[tuple[int, int, Encoding]] = []
    start = 0
    while True:
        encoding = embedder.encode([text[start:]])[0]
        read = start + int(encoding.token_spans[:, 1].max(initial=0))
        unread = [first for first, last in sentences if last > read + 1 and first > start]
        if not unread:
            return [*passes, (start, len(text), encoding)]
        passes.append((start, unread[0], encoding))
        start = unread[0]


def word_vectors(encoding: Encoding, words: Sequence[Word], offset: int = 0) -> Floats:
    """The unit vector of each word: the mean over its tokens. Zero where the model saw none."""
    vectors = np.zeros((len(words), encoding.token_vectors.shape[1]), dtype=np.float32)
    starts, ends = encoding.token_spans[:, 0], encoding.token_spans[:, 1]
    firsts = np.searchsorted(ends, [word.start - offset for word in words], side="right")
    lasts = np.searchsorted(starts, [word.end - offset for word in words], side="left")
    for row, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        if first < last:
            vectors[row] = encoding.token_vectors[first:last].mean(axis=0)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), dtype=np.float32)


def similarities(words: Sequence[Word], vectors: Floats, source: Source) -> Floats:
    """How far each word of a claim matches each word of the source, 0 to 1."""
    matrix = (vectors @ source.vectors.T - _CHANCE) / (_FULL - _CHANCE)
    matrix = np.clip(matrix, 0.0, 0.95)
    for row, word in enumerate(words):
        for other in source.families.get(word.stem[:_PREFIX], ()):
            columns = source.places[other]
            if other == word.stem:
                matrix[row, columns] = 1.0
            elif _related(word.stem, other):
                matrix[row, columns] = np.maximum(matrix[row, columns], 0.9)
    return np.asarray(matrix, dtype=np.float32)


def _related(one: str, other: str) -> bool:
    """Whether two stems are of one family: `regular`, `regularis`."""
    shorter = min(len(one), len(other))
    if shorter < _PREFIX:
        return False
    common = _PREFIX
    while common < shorter and one[common] == other[common]:
        common += 1
    return common >= 0.75 * max(len(one), len(other)) or (common == shorter and common >= 6)


def coverage_by_sentence(matrix: Floats, weights: Floats, source: Source) -> Floats:
    """For each sentence, each claim word's best match in it, shape (sentences, words)."""
    best = np.zeros((len(source.sentences), len(weights)), dtype=np.float32)
    for number in range(len(source.sentences)):
        inside = source.sentence_of == number
        if inside.any():
            best[number] = matrix[:, inside].max(axis=1)
    return best
