"""The Chroma collections of a library: papers with their records, passages with their places."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from index.exact_search import Metadata, Vector, VectorTable
from index.paper_records import filterable, metadata_of, stored_of
from index.papers import Passage
from index.stored import StoredPaper

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

# Of the 100 nearest of 46,120 passages, searching finds 99.95 %. With an `ef_construction` of 200
# it finds 99.97 % and adding takes nearly twice as long, while nothing else can: Chroma holds the
# interpreter's lock. With 64 it finds 99.86 %.
_HNSW: Any = {"space": "cosine", "max_neighbors": 24, "ef_construction": 100, "ef_search": 1000}
_PAGE = 2_000  # records read or written at once; SQLite takes 5,461 at most
_PROBE = 16
# Up to so many vectors are compared one by one: the passages of about 1,000 papers.
_FEW = 5_000

Where = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage's place in the abstract of one version of a paper."""

    passage_id: str
    content_hash: str
    paper_id: str
    start: int
    end: int


class CollectionsLostError(Exception):
    """A collection that should be there is not."""


class VectorStore:
    """One generation of a library's two collections.

    Passages are stored under their id and the content hash of the paper as it was when they
    were cut, so passages of two versions of a paper can stand side by side while one replaces
    the other: the record of the paper says which ones count.
    """

    def __init__(self, client: ClientAPI, prefix: str, generation: int, *, create: bool) -> None:
        """Raises `CollectionsLostError` when there are none and none are to be created."""
        self._client = client
        self._prefix = prefix
        self._create = create
        self._names = {kind: f"{prefix}-{kind}-{generation}" for kind in ("papers", "passages")}
        self._papers = self._collection("papers")
        self._passages = self._collection("passages")
        self._tables: dict[str, VectorTable] = {}
        self._reading = threading.Lock()
        self._changes = 0

    def _collection(self, kind: str) -> Any:
        name = self._names[kind]
        if self._create:
            return self._client.get_or_create_collection(
                name, embedding_function=None, configuration={"hnsw": _HNSW}
            )
        from chromadb.errors import NotFoundError  # noqa: PLC0415 (takes half a second)

        try:
            return self._client.get_collection(name, embedding_function=None)
        except NotFoundError as error:
            raise CollectionsLostError(name) from error

    def _changed(self) -> None:
        self._changes += 1
        self._tables.clear()

    def stored(self) -> Iterator[StoredPaper]:
        """All papers, in the order in which they were first added."""
        for page in _pages(self._papers, ["metadatas"]):
            for metadata in page["metadatas"]:
                yield stored_of(metadata)

    def put_passages(
        self,
        papers: Sequence[StoredPaper],
        passages: Sequence[Sequence[Passage]],
        vectors: Vector,
    ) -> None:
        """Store the passages of papers; `vectors` are those of all passages, in order."""
        ids: list[str] = []
        metadatas: list[Metadata] = []
        for each, of_paper in zip(papers, passages, strict=True):
            fields = filterable(each.paper)
            for passage in of_paper:
                ids.append(_stored_id(passage.passage_id, each.version))
                metadatas.append({**fields, "start": passage.start, "end": passage.end})
        _upsert(self._passages, ids, vectors, metadatas)
        self._changed()

    def put_papers(self, papers: Sequence[StoredPaper], vectors: Vector) -> None:
        """Store papers: from then on they count."""
        ids = [each.paper.paper_id for each in papers]
        _upsert(self._papers, ids, vectors, [metadata_of(each) for each in papers])
        self._changed()

    def put_records(self, papers: Sequence[StoredPaper]) -> None:
        """Replace the records of papers whose vectors stay as they are.

        Passages go first: where that is all that was done, the same is begun again.
        """
        for start in range(0, len(papers), _PAGE):
            page = {each.paper.paper_id: each for each in papers[start : start + _PAGE]}
            self._mark_passages({key: filterable(each.paper) for key, each in page.items()})
            self._papers.update(
                ids=list(page), metadatas=[metadata_of(each) for each in page.values()]
            )
        self._changed()

    def _mark_passages(self, fields: Mapping[str, Metadata]) -> None:
        """Let passages be filtered by these fields of their papers, by paper id."""
        stale: dict[str, Metadata] = {}
        for found in _pages(self._passages, ["metadatas"], {"paper_id": {"$in": list(fields)}}):
            for stored_id, was in zip(found["ids"], found["metadatas"], strict=True):
                now = fields[was["paper_id"]]
                if any(was.get(name) != value for name, value in now.items()):
                    stale[stored_id] = now
        for ids in _chunks(list(stale)):
            self._passages.update(ids=ids, metadatas=[stale[each] for each in ids])

    def drop_papers(self, paper_ids: Sequence[str]) -> None:
        """Remove papers, and then their passages."""
        for ids in _chunks(paper_ids):
            self._papers.delete(ids=ids)
            self._changed()
        self.drop_passages_but(dict.fromkeys(paper_ids))

    def drop_passages_but(self, current: Mapping[str, str | None]) -> None:
        """Of these papers remove the passages of other versions: paper id to content hash.

        None, where no passage of the paper counts.
        """
        for ids in _chunks(list(current)):
            found = self._passages.get(where={"paper_id": {"$in": ids}}, include=[])
            self._drop_stale(found["ids"], current)

    def drop_orphans(self, current: Mapping[str, str]) -> int:
        """Remove every passage that belongs to no paper, or to another version of it."""
        pages = list(_pages(self._passages, []))
        return sum(self._drop_stale(page["ids"], current) for page in pages)

    def _drop_stale(self, stored_ids: Sequence[str], current: Mapping[str, str | None]) -> int:
        stale = [each for each in stored_ids if not _counts(each, current)]
        for ids in _chunks(stale):
            self._passages.delete(ids=ids)
            self._changed()
        return len(stale)

    def passage_owners(self, current: Mapping[str, str]) -> tuple[set[str], int]:
        """Which papers have passages; how many passages belong to none, or to another version."""
        owners: set[str] = set()
        orphans = 0
        for page in _pages(self._passages, []):
            for stored_id in page["ids"]:
                if _counts(stored_id, current):
                    owners.add(_parts(stored_id)[0].rpartition(".")[0])
                else:
                    orphans += 1
        return owners, orphans

    def clear(self) -> None:
        """Remove everything."""
        for kind, name in self._names.items():
            self._client.delete_collection(name)
            setattr(self, f"_{kind}", self._collection(kind))
        self._changed()

    def paper_vectors(self, paper_ids: Sequence[str] | None = None) -> tuple[list[str], Vector]:
        """The vectors of papers, of unit length, and whose each row is; of all papers by default.

        Papers that are not there are passed over.
        """
        if paper_ids is None:
            pages = _pages(self._papers, ["embeddings", "metadatas"])
        else:
            pages = (
                self._papers.get(ids=ids, include=["embeddings", "metadatas"])
                for ids in _chunks(paper_ids)
            )
        table = VectorTable.of(page for page in pages if page["ids"])
        return table.ids, table.vectors

    def nearest_papers(
        self, vector: Vector, k: int, where: Where | None
    ) -> list[tuple[str, float]]:
        """Ids of the nearest papers with their cosine similarity, best first.

        Where few vectors come into question they are all compared; `where` may then be passed
        over, so what is returned may lie outside it.
        """
        found = self._nearest("papers", vector, k, where)
        return [(paper_id, similarity) for paper_id, _, similarity in found]

    def nearest_passages(
        self, vector: Vector, k: int, where: Where | None
    ) -> list[tuple[StoredPassage, float]]:
        """The nearest passages with their cosine similarity, likewise."""
        return [
            (
                StoredPassage(
                    *_parts(stored_id), metadata["paper_id"], metadata["start"], metadata["end"]
                ),
                similarity,
            )
            for stored_id, metadata, similarity in self._nearest("passages", vector, k, where)
        ]

    def _nearest(
        self, kind: str, vector: Vector, k: int, where: Where | None
    ) -> list[tuple[str, Metadata, float]]:
        collection = self._papers if kind == "papers" else self._passages
        if (table := self._tables.get(kind)) is None:
            with self._reading:
                changes = self._changes
                if collection.count() <= _FEW:
                    table = VectorTable.of(_pages(collection, ["embeddings", "metadatas"]))
                    if changes == self._changes:
                        self._tables[kind] = table
                elif where is not None and "paper_id" in where:
                    named = _pages(collection, ["embeddings", "metadatas"], where)
                    table = VectorTable.of(named)
        if table is not None:
            return table.nearest(vector, k)
        found = collection.query(
            query_embeddings=[vector],
            n_results=k,
            where=where,
            include=["distances", "metadatas"],
        )
        rows = zip(found["ids"][0], found["metadatas"][0], found["distances"][0], strict=True)
        return [
            (stored_id, metadata, 1 - distance)
            for stored_id, metadata, distance in rows
            if metadata is not None  # removed by another thread since it was found
        ]

    def counts(self) -> tuple[int, int]:
        """How many papers and passages there are."""
        return self._papers.count(), self._passages.count()

    def unreadable(self, *, all_of_them: bool = False) -> str | None:
        """Why vectors cannot be read, None when they can.

        Where the files of the vector index are gone, Chroma opens without complaint and
        searches what little it finds elsewhere; reading vectors by id betrays it. A few are
        tried, or each one.
        """
        for collection in (self._papers, self._passages):
            try:
                if all_of_them:
                    for _ in _pages(collection, ["embeddings"]):
                        pass
                else:
                    collection.get(limit=_PROBE, include=["embeddings"])
            except Exception as error:
                return str(error)
        return None

    def drop_other_generations(self) -> None:
        """Remove what an earlier or an unfinished rebuild left."""
        for collection in self._client.list_collections():
            if collection.name.startswith(f"{self._prefix}-") and (
                collection.name not in self._names.values()
            ):
                self._client.delete_collection(collection.name)


def _stored_id(passage_id: str, content_hash: str) -> str:
    return f"{passage_id}@{content_hash}"


def _parts(stored_id: str) -> tuple[str, str]:
    passage_id, _, content_hash = stored_id.rpartition("@")
    return passage_id, content_hash


def _counts(stored_id: str, current: Mapping[str, str | None]) -> bool:
    passage_id, content_hash = _parts(stored_id)
    return current.get(passage_id.rpartition(".")[0]) == content_hash


def _upsert(
    collection: Any, ids: list[str], vectors: Vector, metadatas: Sequence[Metadata]
) -> None:
    for start in range(0, len(ids), _PAGE):
        page = slice(start, start + _PAGE)
        collection.upsert(ids=ids[page], embeddings=vectors[page], metadatas=list(metadatas[page]))


def _pages(collection: Any, include: list[str], where: Where | None = None) -> Iterator[Any]:
    offset = 0
    while True:
        page = collection.get(limit=_PAGE, offset=offset, include=include, where=where)
        if not page["ids"]:
            return
        yield page
        offset += len(page["ids"])


def _chunks(ids: Sequence[str]) -> Iterator[list[str]]:
    for start in range(0, len(ids), _PAGE):
        yield list(ids[start : start + _PAGE])
