"""Papers into the index: encoded, cut into passages, stored in an order that survives a kill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from threadpoolctl import threadpool_limits

from index.embedding import Embedder, Encoding
from index.exact_search import Vector
from index.papers import Passage
from index.passages import passages_of
from index.stored import StoredPaper
from index.token_store import TokenStore
from index.vector_store import VectorStore

# Papers encoded together. More would gain nothing, and lose more when the process is killed.
BATCH = 64


@dataclass
class Batch:
    """What is written together.

    Attributes:
        encode: papers whose text is new, by id.
        records: papers of which the vectors stay as they are, by id.
        gone: ids of papers that were merged into one of the others.
        counts: how to count all this, once it is written.
    """

    encode: dict[str, StoredPaper] = field(default_factory=dict)
    records: dict[str, StoredPaper] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        return bool(self.encode or self.records or self.gone or self.counts)

    def put_encoded(self, stored: StoredPaper) -> None:
        """Have a paper encoded and stored."""
        self.records.pop(stored.paper.paper_id, None)
        self.encode[stored.paper.paper_id] = stored

    def put_record(self, stored: StoredPaper) -> None:
        """Have the record of a paper stored, beside the vectors that it has, or will have."""
        among = self.encode if stored.paper.paper_id in self.encode else self.records
        among[stored.paper.paper_id] = stored

    def drop(self, paper_id: str) -> None:
        """Have a paper removed."""
        self.encode.pop(paper_id, None)
        self.records.pop(paper_id, None)
        self.gone.append(paper_id)


@dataclass(frozen=True, slots=True)
class Index:
    """The parts of one generation of a library's index."""

    vectors: VectorStore
    tokens: TokenStore

    def drop_versions_but(self, current: Mapping[str, str | None]) -> None:
        """Of these papers remove what belongs to other versions: paper id to content hash."""
        self.vectors.drop_passages_but(current)
        self.tokens.drop_but(current)

    def drop_papers(self, paper_ids: Sequence[str]) -> None:
        """Remove papers and all that belongs to them."""
        self.vectors.drop_papers(paper_ids)
        self.drop_versions_but(dict.fromkeys(paper_ids))

    def drop_orphans(self, current: Mapping[str, str]) -> None:
        """Remove what a killed process left: passages and tokens of no paper in `current`."""
        self.vectors.drop_orphans(current)
        self.tokens.drop_orphans(current)


def index_papers(
    batches: Iterable[Batch],
    embedder: Embedder,
    index: Index,
    known: Container[str],
    hold: Callable[[Batch], None],
) -> Generator[Batch, None, None]:
    """Encode and store papers, batch by batch; yields each batch once it is stored for good.

    One batch is stored while the next is encoded. When the caller stops, or anything fails, the
    batch being stored is finished first. `known` are the papers that are being replaced. `hold`
    is called with every batch that was stored, in the thread that stores.
    """

    def store(batch: Batch, encodings: Sequence[Encoding]) -> Batch:
        _store(batch, encodings, index, known)
        hold(batch)
        return batch

    with (
        # Beside the encoder, which keeps all cores busy, small products gain nothing from a
        # second core, and a thread that waits for the next of them takes it away.
        threadpool_limits(1, user_api="blas"),
        ThreadPoolExecutor(max_workers=1, thread_name_prefix="index-writer") as writer,
    ):
        storing: Future[Batch] | None = None
        for batch in batches:
            texts = [each.paper.text for each in batch.encode.values()]
            encodings = embedder.encode(texts) if texts else []
            if storing is not None:
                yield storing.result()
            storing = writer.submit(store, batch, encodings)
        if storing is not None:
            yield storing.result()


def _store(
    batch: Batch, encodings: Sequence[Encoding], index: Index, known: Container[str]
) -> None:
    """Store a batch. The papers' records go last but one: with them, the rest counts.

    Before that, passages and tokens of this version belong to no paper; after it, those of an
    earlier version do not. Papers that were merged into others go last of all. A library that
    was left in between drops them when it is opened.
    """
    stored = list(batch.encode.values())
    if stored:
        passages = [passages_of(each.paper) for each in stored]
        index.vectors.put_passages(stored, passages, _pooled(passages, stored, encodings))
        index.tokens.put(
            (each.paper.paper_id, each.version, encoding)
            for each, encoding in zip(stored, encodings, strict=True)
        )
        index.vectors.put_papers(stored, np.stack([each.vector for each in encodings]))
        replaced = {each.paper.paper_id: each.version for each in stored}
        index.drop_versions_but({key: each for key, each in replaced.items() if key in known})
    if batch.records:
        index.vectors.put_records(list(batch.records.values()))
    if batch.gone:
        index.drop_papers(batch.gone)


def _pooled(
    passages: Sequence[Sequence[Passage]],
    stored: Sequence[StoredPaper],
    encodings: Sequence[Encoding],
) -> Vector:
    """The vectors of all passages, in order."""
    pooled = [
        encoding.pooled(start + passage.start, start + passage.end)
        for of_paper, each, encoding in zip(passages, stored, encodings, strict=True)
        for start in (each.paper.abstract_offset,)
        for passage in of_paper
    ]
    return np.array(pooled, dtype=np.float32)
