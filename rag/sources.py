"""An abstract, read once: its words and their vectors, sentences, numbers, names, negations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.embedding import Embedder, Encoding
from index.sentences import sentence_spans
from rag.directions import Comparison, Polarity, comparisons_of, polarity_of
from rag.names import Mentions
from rag.nearness import Layout, layout_of
from rag.opposites import SIGNS
from rag.quantities import Quantity, quantities_of
from rag.words import Word, words_of

Floats = NDArray[np.float32]
Span = tuple[int, int]

# Stems that agree in as many letters may be of one family.
PREFIX = 5


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """An abstract ready to be compared with many claims.

    Attributes:
        vectors: one unit vector a word, shape (words, dimension).
        sentence_vectors: one unit vector a sentence, shape (sentences, dimension).
        sentence_of: for each word, the number of its sentence.
        layout: how near its words stand to each other.
        places: for each stem, the indexes of the words that have it.
        families: for each beginning of a stem, the stems that begin so.
        pointing: for each axis and sign, the indexes of the words that point that way.
    """

    text: str
    sentences: tuple[Span, ...]
    words: tuple[Word, ...]
    vectors: Floats
    sentence_vectors: Floats
    sentence_of: NDArray[np.intp]
    layout: Layout
    quantities: tuple[Quantity, ...]
    mentions: Mentions
    polarity: Polarity
    comparisons: tuple[Comparison, ...]
    places: Mapping[str, list[int]]
    families: Mapping[str, list[str]]
    pointing: Mapping[tuple[int, int], list[int]]

    def sentence_at(self, position: int) -> int:
        """The number of the sentence that a character stands in."""
        return next(
            (n for n, (_, end) in enumerate(self.sentences) if position < end),
            len(self.sentences) - 1,
        )


def read_source(embedder: Embedder, abstract: str, title: str | None) -> Source:
    """Encode an abstract and find what claims can be checked against."""
    sentences = tuple(sentence_spans(abstract))
    words = tuple(words_of(abstract))
    ends = [end for _, end in sentences]
    sentence_of = np.searchsorted(ends, [word.start for word in words], side="right")
    vectors = np.zeros((len(words), embedder.dimension), dtype=np.float32)
    sentence_vectors = np.zeros((len(sentences), embedder.dimension), dtype=np.float32)
    for offset, end, encoding in _encode_all(embedder, abstract, sentences):
        inside = [i for i, word in enumerate(words) if offset <= word.start < end]
        vectors[inside] = word_vectors(encoding, [words[i] for i in inside], offset)
        for number, (start, stop) in enumerate(sentences):
            if offset <= start < end:
                sentence_vectors[number] = encoding.pooled(start - offset, stop - offset)
    places: dict[str, list[int]] = {}
    families: dict[str, list[str]] = {}
    for index, word in enumerate(words):
        if word.stem not in places:
            families.setdefault(word.stem[:PREFIX], []).append(word.stem)
        places.setdefault(word.stem, []).append(index)
    pointing: dict[tuple[int, int], list[int]] = {}
    for index, word in enumerate(words):
        for sign in SIGNS.get(word.text.casefold(), ()):
            pointing.setdefault(sign, []).append(index)
    polarity = polarity_of(abstract, words)
    return Source(
        text=abstract,
        sentences=sentences,
        words=words,
        vectors=vectors,
        sentence_vectors=sentence_vectors,
        sentence_of=np.minimum(sentence_of, max(len(sentences) - 1, 0)),
        layout=layout_of(abstract, words),
        quantities=tuple(quantities_of(abstract)),
        mentions=Mentions(abstract, title or ""),
        polarity=polarity,
        comparisons=tuple(comparisons_of(abstract, words, polarity)),
        places=places,
        families=families,
        pointing=pointing,
    )


def _encode_all(
    embedder: Embedder, text: str, sentences: Sequence[Span]
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
    """The unit vector of each word: the mean over its tokens. Zero where the model saw none.

    `offset` is where the encoded text starts in the text that the words stand in.
    """
    vectors = np.zeros((len(words), encoding.token_vectors.shape[1]), dtype=np.float32)
    starts, ends = encoding.token_spans[:, 0], encoding.token_spans[:, 1]
    firsts = np.searchsorted(ends, [word.start - offset for word in words], side="right")
    lasts = np.searchsorted(starts, [word.end - offset for word in words], side="left")
    for row, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        if first < last:
            vectors[row] = encoding.token_vectors[first:last].mean(axis=0)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), dtype=np.float32)
