"""The sentence of a paper that comes nearest to a text in meaning."""

from __future__ import annotations

import numpy as np

from index.embedding import Embedder
from index.papers import Paper
from index.sentences import sentence_spans


def nearest_sentences(embedder: Embedder, paper: Paper, text: str) -> list[tuple[float, int, int]]:
    """Each sentence's cosine to the text and where it stands in the abstract, nearest first."""
    spans = sentence_spans(paper.abstract)
    if not spans:
        return []
    asked, *sentences = embedder.encode([text, *(paper.abstract[a:b] for a, b in spans)])
    closeness = np.stack([sentence.vector for sentence in sentences]) @ asked.vector
    order = np.argsort(-closeness, kind="stable")
    return [(float(closeness[i]), *spans[i]) for i in order]
