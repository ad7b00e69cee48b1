"""Exact nearest neighbours among few vectors.

HNSW, the index that Chroma searches, is approximate, and at its worst where it matters here: in
small collections with many near-equal passages, and when a filter leaves only a few papers. So
few vectors are all compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Metadata = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class VectorTable:
    """Vectors with their ids and metadata, in memory. `vectors` are rows of unit length."""

    ids: list[str]
    metadatas: list[Metadata]
    vectors: Vector

    @classmethod
    def of(cls, pages: Iterable[Mapping[str, Any]]) -> VectorTable:
        """A table from what Chroma's `get` returns, page by page."""
        ids: list[str] = []
        metadatas: list[Metadata] = []
        blocks: list[Vector] = []
        for page in pages:
            ids.extend(page["ids"])
            metadatas.extend(page["metadatas"])
            blocks.append(np.asarray(page["embeddings"], dtype=np.float32))
        vectors = np.concatenate(blocks) if blocks else np.zeros((0, 1), dtype=np.float32)
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return cls(ids, metadatas, vectors / lengths)

    def nearest(self, vector: Vector, k: int) -> list[tuple[str, Metadata, float]]:
        """The `k` rows of highest cosine similarity, best first; equals in their order."""
        if not self.ids:
            return []
        similarity = self.vectors @ (vector / max(float(np.linalg.norm(vector)), 1e-12))
        best = np.argsort(-similarity, kind="stable")[:k]
        return [(self.ids[i], self.metadatas[i], float(similarity[i])) for i in best]
