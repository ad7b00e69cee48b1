"""A library: papers in one folder, found by meaning, by keywords and word by word."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType

from index.adding import AddProgress, AddResult, Duplicate, Plan, Sorting
from index.chroma import chroma_version
from index.compression import COMPRESSION, project
from index.embedding import Embedder
from index.errors import LibraryError
from index.exact_search import Vector
from index.files import storage_errors
from index.filters import PaperFilter
from index.health import Finding, examine
from index.indexing import BATCH, Batch, index_papers
from index.keywords import KeywordIndex
from index.known import Known
from index.lock import LibraryLock
from index.manifest import Build
from index.papers import Paper, Passage
from index.passages import CHUNKING
from index.searching import search_papers, search_passages
from index.storage import Storage, library_at
from index.stored import StoredPaper
from index.token_store import TokenVectors
from index.topic_map import TopicMap

_log = logging.getLogger(__name__)
_SHORTEST_PREFIX = 4  # characters of an id that may stand for all of it


class Library:
    """A library of papers, owned by this process until it is closed.

    Made by `Library.open`; a context manager. Reading is safe from several threads, also while
    one of them adds; writers wait for each other.
    """

    def __init__(self, storage: Storage, lock: LibraryLock, embedder: Embedder) -> None:
        self.embedder = embedder
        self._storage = storage
        self._lock = lock
        self._writers = threading.RLock()
        self._keyword_builders = threading.Lock()
        self._keywords: KeywordIndex | None = None
        self._changes = 0
        self._held = storage.papers()
        if storage.unfinished:
            self._tidy()
        self._known = Known(self._held)

    @classmethod
    def open(
        cls,
        folder: Path,
        embedder: Embedder,
        *,
        create: bool = True,
        chroma_url: str | None = None,
        to_rebuild: bool = False,
    ) -> Library:
        """Open the library in a folder, or begin one there.

        `chroma_url` names a Chroma server for a new library; an existing one knows its own.
        `to_rebuild` opens a library that was built with something else, or whose vector index
        is damaged; all that works then is to read its papers and to `rebuild` it.

        Raises `LibraryLockedError` when another process has it open, `LibraryMismatchError`
        when it was built with another model, `LibraryError` when it cannot be read.
        """
        folder = folder.expanduser()
        if not create and not library_at(folder):
            raise LibraryError(
                f"There is no library at {folder}.", "Add papers first: answerable add FILE…"
            )
        with storage_errors(folder, "opened"):
            folder.mkdir(parents=True, exist_ok=True)
            lock = LibraryLock(folder)
            try:
                build = Build(
                    embedder.name, embedder.digest, CHUNKING, COMPRESSION, chroma_version()
                )
                storage = Storage(folder, build, chroma_url=chroma_url, to_rebuild=to_rebuild)
                try:
                    return cls(storage, lock, embedder)
                except BaseException:
                    storage.close()
                    raise
            except BaseException:
                lock.release()
                raise

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let another process have the library. It cannot be used afterwards."""
        with self._writers:
            self._storage.close()
            self._lock.release()

    @property
    def folder(self) -> Path:
        """Where the library lies."""
        return self._storage.folder

    # What it holds

    def __len__(self) -> int:
        return len(self._held)

    def __contains__(self, paper_id: str) -> bool:
        return paper_id in self._held

    def papers(self, where: PaperFilter | None = None) -> Iterator[Paper]:
        """The papers, in the order in which they were first added."""
        for held in list(self._held.values()):
            if where is None or where.matches(held.paper):
                yield held.paper

    def paper(self, paper_id: str) -> Paper:
        """The paper with this id, or the only one whose id begins like this.

        The id may be that of a record which was merged into the paper.
        Raises `LibraryError` when there is none, or more than one.
        """
        held = self._held.get(paper_id)
        if held is not None:
            return held.paper
        ids = itertools.chain(((key, key) for key in list(self._held)), self._known.other_ids())
        found = {
            holder: self._held[holder].paper
            for key, holder in ids
            if len(paper_id) >= _SHORTEST_PREFIX and key.startswith(paper_id)
        }
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            named = list(found.values())[:5]
            names = ", ".join(f"{paper.paper_id} ({paper.label})" for paper in named)
            raise LibraryError(
                f"{len(found)} papers have an id that begins with {paper_id}: {names}",
                "Give more of the id.",
            )
        raise LibraryError(
            f"The library has no paper with the id {paper_id}.",
            "See the papers and their ids: answerable papers",
        )

    def duplicates(self, paper_id: str) -> tuple[Paper, ...]:
        """The other records of a paper, as they came: from other files, or of other versions."""
        return self._held[paper_id].duplicates

    # Changing it

    def add(
        self,
        papers: Iterable[Paper],
        *,
        replace: bool = False,
        progress: Callable[[AddProgress], None] | None = None,
        found: Callable[[Duplicate], None] | None = None,
    ) -> AddResult:
        """Add papers, as they come; what is reported to `progress` as stored is on disk.

        A record that the library has just like this costs nothing. One whose content changed
        replaces what it said before, and its paper keeps its tags; one that is of a paper which
        is there already is merged into it and recorded, and `found` is told. Only what changes
        a title or an abstract is encoded. With `replace` every paper is stored anew, with the
        tags that it brings. A call that was killed or failed is completed by the same call.

        Raises `LibraryError` when the disk is full or cannot be written.
        """
        report = progress or (lambda _: None)
        with self._writing():
            sorting = Sorting(self._known, replace, found or (lambda _: None))
            batches = sorting.batches(papers, lambda: report(sorting.counts))
            index = self._storage.index
            try:
                indexed = index_papers(batches, self.embedder, index, self._held, self._hold)
                with closing(indexed):
                    for batch in indexed:
                        sorting.written(batch)
                        report(sorting.counts)
                self._known.written()
            except BaseException:
                # Not all that was sorted has been written.
                self._known = Known(self._held)
                raise
            report(sorting.counts)
        return sorting.counts

    def plan(self) -> Plan:
        """A stand-in that adding can be tried on: nothing is encoded or stored."""
        return Plan(self._held)

    def remove(self, paper_ids: Iterable[str]) -> int:
        """Remove papers and all that belongs to them; ids that are not there are passed over.

        Returns how many were removed.
        """
        gone = [paper_id for paper_id in dict.fromkeys(paper_ids) if paper_id in self._held]
        if gone:
            with self._writing():
                self._storage.index.drop_papers(gone)
                for paper_id in gone:
                    self._known.drop(paper_id)
                    del self._held[paper_id]
                self._known.written()
                self._changed()
        return len(gone)

    def rebuild(self, progress: Callable[[AddProgress], None] | None = None) -> None:
        """Make the whole index anew from the stored papers, with the present embedder.

        The present index serves until the new one is complete; a rebuild that was killed left
        it as it was. Nobody may be reading when the two are exchanged.
        """
        report = progress or (lambda _: None)
        with self._writing():
            fresh = {
                paper_id: dataclasses.replace(each, version=each.paper.content_hash)
                for paper_id, each in self._held.items()
            }
            manifest, index = self._storage.next_generation()
            pages = (
                dict(itertools.islice(fresh.items(), start, start + BATCH))
                for start in range(0, len(fresh), BATCH)
            )
            done = 0
            indexed = index_papers(map(Batch, pages), self.embedder, index, (), lambda _: None)
            with closing(indexed):
                for batch in indexed:
                    done += len(batch.encode)
                    report(AddProgress(read=done, changed=done))
            self._storage.put_in_use(manifest, index)
            self._hold(Batch(fresh))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with (
            self._writers,
            storage_errors(self.folder, "written"),
            self._storage.writing(),
        ):
            yield

    def _hold(self, batch: Batch) -> None:
        self._held.update(batch.encode)
        self._held.update(batch.records)
        for paper_id in batch.gone:
            self._held.pop(paper_id, None)
        self._changed()

    def _tidy(self) -> None:
        """Remove what a process left that was stopped while it was writing."""
        merged = {
            record.paper_id: paper_id
            for paper_id, each in self._held.items()
            for record in each.duplicates
        }
        gone = [key for key, holder in merged.items() if key in self._held and key != holder]
        if gone:
            self._storage.index.drop_papers(gone)
            for paper_id in gone:
                del self._held[paper_id]
        self._storage.index.drop_orphans(self._versions())
        self._storage.finished()

    def _changed(self) -> None:
        self._changes += 1
        self._keywords = None

    # Finding in it

    def nearest_papers(
        self, vector: Vector, k: int, where: PaperFilter | None = None
    ) -> list[tuple[str, float]]:
        """Ids of the papers whose text is nearest, with their cosine similarity, best first."""
        with storage_errors(self.folder, "searched"):
            return search_papers(self._storage.index.vectors, self._held, vector, k, where)

    def similar_papers(self, paper_id: str, k: int) -> list[tuple[str, float]]:
        """Ids of the papers nearest to one, with their cosine similarity, best first.

        None where the library has no such paper.
        """
        with storage_errors(self.folder, "searched"):
            _, vectors = self._storage.index.vectors.paper_vectors([paper_id])
        if not len(vectors):
            return []
        found = self.nearest_papers(vectors[0], k + 1)
        return [(each, score) for each, score in found if each != paper_id][:k]

    def nearest_passages(
        self, vector: Vector, k: int, where: PaperFilter | None = None
    ) -> list[tuple[Passage, float]]:
        """The nearest passages, with their cosine similarity, best first."""
        with storage_errors(self.folder, "searched"):
            return search_passages(self._storage.index.vectors, self._held, vector, k, where)

    def keyword_search(
        self, query: str, k: int, where: PaperFilter | None = None
    ) -> list[tuple[str, float]]:
        """Ids of the papers that have terms of the query, with their BM25 score, best first."""
        if where is None:
            return self.keywords.search(query, k)
        held = self._held
        return self.keywords.search(query, k, lambda each: where.matches(held[each].paper))

    @property
    def keywords(self) -> KeywordIndex:
        """The keyword index; made anew first when papers were added or removed since."""
        with self._keyword_builders:
            if (ready := self._keywords) is not None:
                return ready
            changes = self._changes
            held = sorted(self._held.items())
            fingerprint = _fingerprint(held)
            folder = self._storage.keywords_folder
            index = KeywordIndex.load(folder, fingerprint)
            if index is None:
                index = KeywordIndex.build(
                    [paper_id for paper_id, _ in held], [each.paper.text for _, each in held]
                )
                try:
                    index.save(folder, fingerprint)
                except OSError as error:
                    _log.warning("The keyword index could not be kept: %s", error)
            if changes == self._changes:
                self._keywords = index
            return index

    def token_vectors(self, paper_ids: Iterable[str]) -> dict[str, TokenVectors]:
        """The token vectors of papers, in the space that `project` leads to."""
        held = self._held
        wanted = {each: held[each].version for each in paper_ids if each in held}
        with storage_errors(self.folder, "searched"):
            return self._storage.index.tokens.get(wanted)

    def project(self, token_vectors: Vector) -> Vector:
        """A question's token vectors in the space of the papers' ones: (n, reduced dimension)."""
        return project(token_vectors)

    @property
    def changes(self) -> int:
        """Grows whenever papers are added, removed or replaced."""
        return self._changes

    def topic_map(self) -> TopicMap:
        """The papers on a plane, in topics; drawn anew where papers changed since it was kept.

        Drawing takes a second for a few hundred papers and about a minute for 10,000.
        """
        held = sorted(self._held.items())
        fingerprint = _fingerprint(held)
        file = self._storage.topic_map_file
        drawn = TopicMap.load(file, fingerprint)
        if drawn is None:
            with storage_errors(self.folder, "searched"):
                ids, vectors = self._storage.index.vectors.paper_vectors()
            row = {paper_id: number for number, paper_id in enumerate(ids)}
            papers = [each.paper for paper_id, each in held if paper_id in row]
            drawn = TopicMap.draw(papers, vectors[[row[each.paper_id] for each in papers]])
            try:
                drawn.save(file, fingerprint)
            except OSError as error:
                _log.warning("The map of topics could not be kept: %s", error)
        return drawn

    def check(self) -> list[Finding]:
        """Look whether everything is there and fits together; takes seconds."""
        with self._writers, storage_errors(self.folder, "examined"):
            return list(examine(self._storage, self._held))

    def _versions(self) -> dict[str, str]:
        return {paper_id: each.version for paper_id, each in self._held.items()}


def _fingerprint(held: Sequence[tuple[str, StoredPaper]]) -> str:
    """Differs between libraries whose papers are not all the same; `held` is in order of id."""
    lines = (f"{paper_id} {each.version}\n" for paper_id, each in held)
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:16]
