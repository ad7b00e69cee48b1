"""Papers into the index: encoded, cut into passages, stored in an order that survives a kill."""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from index.embedding import Embedder, Encoding
from index.exact_search import Vector
from index.papers import Paper, Passage
from index.passages import passages_of
from index.token_store import TokenStore
from index.vector_store import VectorStore

# Papers encoded together. More would gain nothing, and lose more when the process is killed.
BATCH = 64


@dataclass(frozen=True, slots=True, eq=False)
class _Encoded:
    papers: Sequence[Paper]
    encodings: Sequence[Encoding]
    passages: Sequence[Sequence[Passage]]
    passage_vectors: Vector


@dataclass(frozen=True, slots=True)
class Index:
    """The parts of one generation of a library's index."""

    vectors: VectorStore
    tokens: TokenStore

    def drop_versions_but(self, current: Mapping[str, str | None]) -> None:
        """Of these papers remove what belongs to other versions: paper id to content hash."""
        self.vectors.drop_passages_but(current)
        self.tokens.drop_but(current)

    def drop_orphans(self, current: Mapping[str, str]) -> None:
        """Remove what a killed process left: passages and tokens of no paper in `current`."""
        self.vectors.drop_orphans(current)
        self.tokens.drop_orphans(current)


def index_papers(
    batches: Iterable[Sequence[Paper]], embedder: Embedder, index: Index, known: Container[str]
) -> Generator[Sequence[Paper], None, None]:
    """Encode and store papers, batch by batch; yields each batch once it is stored for good.

    One batch is stored while the next is encoded. When the caller stops, or anything fails, the
    batch being stored is finished first. `known` are the papers that are being replaced.
    """
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="index-writer") as writer:
        storing: Future[Sequence[Paper]] | None = None
        for batch in batches:
            encoded = _encode(batch, embedder)
            if storing is not None:
                yield storing.result()
            storing = writer.submit(_store, encoded, index, known)
        if storing is not None:
            yield storing.result()


def _encode(papers: Sequence[Paper], embedder: Embedder) -> _Encoded:
    encodings = embedder.encode([paper.text for paper in papers])
    passages = [passages_of(paper) for paper in papers]
    pooled = [
        encoding.pooled(paper.abstract_offset + passage.start, paper.abstract_offset + passage.end)
        for paper, encoding, of_paper in zip(papers, encodings, passages, strict=True)
        for passage in of_paper
    ]
    return _Encoded(papers, encodings, passages, np.array(pooled, dtype=np.float32))


def _store(encoded: _Encoded, index: Index, known: Container[str]) -> Sequence[Paper]:
    """Store a batch. The papers' records go last but one: with them, the rest counts.

    Before that, passages and tokens of this version belong to no paper; after it, those of an
    earlier version do not. A library that was left in between drops them when it is opened.
    """
    papers = encoded.papers
    index.vectors.put_passages(papers, encoded.passages, encoded.passage_vectors)
    index.tokens.put(
        (paper.paper_id, paper.content_hash, encoding)
        for paper, encoding in zip(papers, encoded.encodings, strict=True)
    )
    index.vectors.put_papers(papers, np.stack([each.vector for each in encoded.encodings]))
    index.drop_versions_but({p.paper_id: p.content_hash for p in papers if p.paper_id in known})
    return papers
