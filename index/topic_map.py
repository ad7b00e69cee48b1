"""A library's papers on a plane, near each other where they are about the same, in topics.

The plane is t-SNE (van der Maaten and Hinton 2008) of the papers' vectors after principal
components, the topics are k-means clusters of the same. The same library gives the same map.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.exact_search import Vector
from index.files import write_atomically
from index.papers import Paper
from index.topic_words import topic_words

_COMPONENTS = 50
_FEWEST = 10  # below that, principal components alone place the papers
_PERPLEXITY = 30.0
_MOST_TOPICS = 24
_SEED = 0
# Changes with how maps are drawn: one that was drawn otherwise is not used.
_VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class TopicMap:
    """Where each paper stands, and what it is about.

    `points` has a row of two coordinates between 0 and 1 for each of `paper_ids`, `topic_of` the
    number of its topic. `topics` are the words that characterise each topic, which may be none;
    the topic with the most papers comes first.
    """

    paper_ids: tuple[str, ...]
    points: NDArray[np.float32]
    topic_of: NDArray[np.int32]
    topics: tuple[tuple[str, ...], ...]

    @classmethod
    def draw(cls, papers: Sequence[Paper], vectors: Vector) -> TopicMap:
        """The map of papers by their vectors: one row of unit length for each."""
        ids = tuple(paper.paper_id for paper in papers)
        if not papers:
            return cls(ids, np.zeros((0, 2), np.float32), np.zeros(0, np.int32), ())
        from threadpoolctl import threadpool_limits  # noqa: PLC0415

        # Drawing may take as long as it takes; the other cores are for those who wait.
        with threadpool_limits(1):
            reduced = _principal(vectors)
            topic_of = _clusters(reduced)
            points = _plane(reduced)
        words = topic_words(papers, topic_of.tolist(), int(topic_of.max()) + 1)
        return cls(ids, points, topic_of, tuple(tuple(each) for each in words))

    @classmethod
    def load(cls, file: Path, fingerprint: str) -> TopicMap | None:
        """The map that was saved of the papers with this fingerprint; None where there is none."""
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            if kept["version"] != _VERSION or kept["fingerprint"] != fingerprint:
                return None
            return cls(
                tuple(kept["paper_ids"]),
                np.array(kept["points"], dtype=np.float32).reshape(-1, 2),
                np.array(kept["topic_of"], dtype=np.int32),
                tuple(map(tuple, kept["topics"])),
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def save(self, file: Path, fingerprint: str) -> None:
        """Keep the map, by the fingerprint of its papers. Raises OSError."""
        kept = {
            "version": _VERSION,
            "fingerprint": fingerprint,
            "paper_ids": self.paper_ids,
            "points": np.round(self.points.astype(float), 4).tolist(),
            "topic_of": self.topic_of.tolist(),
            "topics": self.topics,
        }
        write_atomically(file, json.dumps(kept, separators=(",", ":")))

    @property
    def name(self) -> str:
        """Differs between any two maps that are not the same."""
        return f"{zlib.crc32(repr(self.paper_ids).encode() + self.points.tobytes()):08x}"


def _principal(vectors: Vector) -> NDArray[np.float32]:
    """The leading principal components of the vectors, about as much as tells papers apart."""
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    values, axes = np.linalg.eigh(centred.T @ centred)
    leading = np.argsort(-values, kind="stable")[:_COMPONENTS]
    chosen = axes[:, leading]
    # An axis may point either way: the same way for the same papers.
    chosen *= np.sign(chosen[np.abs(chosen).argmax(axis=0), np.arange(chosen.shape[1])])
    return np.asarray(centred @ chosen, dtype=np.float32)


def _clusters(reduced: NDArray[np.float32]) -> NDArray[np.int32]:
    """The number of each row's cluster, the largest cluster being 0."""
    from sklearn.cluster import KMeans  # noqa: PLC0415 (takes a second)

    distinct = len(np.unique(reduced, axis=0))
    count = max(1, min(_MOST_TOPICS, round(0.75 * len(reduced) ** 0.5), distinct))
    found = KMeans(count, n_init=4, random_state=_SEED).fit_predict(reduced)
    order = np.argsort(-np.bincount(found, minlength=count), kind="stable")
    return np.asarray(np.argsort(order)[found], dtype=np.int32)


def _plane(reduced: NDArray[np.float32]) -> NDArray[np.float32]:
    """Two coordinates between 0 and 1 for each row, alike in scale."""
    count = len(reduced)
    placed = np.zeros((count, 2), dtype=np.float64)
    placed[:, : min(2, reduced.shape[1])] = reduced[:, :2]
    if count >= _FEWEST and np.ptp(reduced) > 0:
        from sklearn.manifold import TSNE  # noqa: PLC0415 (takes a second)

        perplexity = min(_PERPLEXITY, (count - 1) / 4)
        tsne = TSNE(perplexity=perplexity, init=_start(placed), random_state=_SEED, n_jobs=1)
        placed = np.asarray(tsne.fit_transform(reduced), dtype=np.float64)
    low, high = placed.min(axis=0), placed.max(axis=0)
    span = float((high - low).max()) or 1.0
    return np.asarray(0.5 + (placed - (low + high) / 2) / span, dtype=np.float32)


def _start(placed: NDArray[np.float64]) -> NDArray[np.float32]:
    """Where t-SNE starts from: the principal components, made small as it wants them."""
    return np.asarray(placed / (placed[:, 0].std() or 1.0) * 1e-4, dtype=np.float32)
