"""A library: papers in one folder, found by meaning, by keywords and word by word."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType

from index.adding import AddProgress, AddResult, Sorting
from index.chroma import chroma_version
from index.compression import COMPRESSION, project
from index.embedding import Embedder
from index.errors import LibraryError
from index.exact_search import Vector
from index.files import storage_errors
from index.filters import PaperFilter
from index.health import Finding, examine
from index.indexing import BATCH, index_papers
from index.keywords import KeywordIndex
from index.lock import LibraryLock
from index.manifest import Build
from index.papers import Paper, Passage
from index.passages import CHUNKING
from index.searching import search_papers, search_passages
from index.storage import Storage, library_at
from index.token_store import TokenVectors
from index.vector_store import StoredPaper

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
            storage.index.drop_orphans(self._versions())
            storage.finished()

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

        Raises `LibraryError` when there is none, or more than one.
        """
        held = self._held.get(paper_id)
        if held is not None:
            return held.paper
        found = [
            each.paper
            for key, each in list(self._held.items())
            if len(paper_id) >= _SHORTEST_PREFIX and key.startswith(paper_id)
        ]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(f"{paper.paper_id} ({paper.label})" for paper in found[:5])
            raise LibraryError(
                f"{len(found)} papers have an id that begins with {paper_id}: {names}",
                "Give more of the id.",
            )
        raise LibraryError(
            f"The library has no paper with the id {paper_id}.",
            "See the papers and their ids: answerable papers",
        )

    # Changing it

    def add(
        self,
        papers: Iterable[Paper],
        *,
        replace: bool = False,
        progress: Callable[[AddProgress], None] | None = None,
    ) -> AddResult:
        """Add papers, as they come; what is reported to `progress` as stored is on disk.

        A paper that the library has just like this costs nothing; one whose content changed is
        replaced and keeps its tags. With `replace` every paper is stored anew, with the tags
        that it brings. A call that was killed or failed is completed by the same call again.

        Raises `LibraryError` when the disk is full or cannot be written.
        """
        report = progress or (lambda _: None)
        with self._writing():
            sorting = Sorting(self._held, replace=replace)
            batches = sorting.batches(papers, lambda: report(sorting.counts))
            indexed = index_papers(batches, self.embedder, self._storage.index, self._held)
            with closing(indexed):
                for batch in indexed:
                    changed = sum(paper.paper_id in self._held for paper in batch)
                    self._hold(batch)
                    sorting.stored(new=len(batch) - changed, changed=changed)
                    report(sorting.counts)
            if sorting.retagged:
                self._storage.index.vectors.put_records(sorting.retagged)
                self._hold(sorting.retagged)
            report(sorting.counts)
        return sorting.counts

    def remove(self, paper_ids: Iterable[str]) -> int:
        """Remove papers and all that belongs to them; ids that are not there are passed over.

        Returns how many were removed.
        """
        gone = [paper_id for paper_id in dict.fromkeys(paper_ids) if paper_id in self._held]
        if gone:
            with self._writing():
                self._storage.index.vectors.drop_papers(gone)
                self._storage.index.drop_versions_but(dict.fromkeys(gone))
                for paper_id in gone:
                    del self._held[paper_id]
                self._changed()
        return len(gone)

    def rebuild(self, progress: Callable[[AddProgress], None] | None = None) -> None:
        """Make the whole index anew from the stored papers, with the present embedder.

        The present index serves until the new one is complete; a rebuild that was killed left
        it as it was. Nobody may be reading when the two are exchanged.
        """
        report = progress or (lambda _: None)
        with self._writing():
            papers = list(self.papers())
            manifest, index = self._storage.next_generation()
            batches = (papers[start : start + BATCH] for start in range(0, len(papers), BATCH))
            done = 0
            indexed = index_papers(batches, self.embedder, index, ())
            with closing(indexed):
                for batch in indexed:
                    done += len(batch)
                    report(AddProgress(read=done, changed=done))
            self._storage.put_in_use(manifest, index)
            self._changed()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with (
            self._writers,
            storage_errors(self.folder, "written"),
            self._storage.writing(),
        ):
            yield

    def _hold(self, papers: Sequence[Paper]) -> None:
        for paper in papers:
            self._held[paper.paper_id] = StoredPaper(paper, paper.content_hash)
        self._changed()

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
            lines = (f"{paper_id} {each.content_hash}\n" for paper_id, each in held)
            fingerprint = hashlib.sha256("".join(lines).encode()).hexdigest()[:16]
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
        wanted = {each: held[each].content_hash for each in paper_ids if each in held}
        with storage_errors(self.folder, "searched"):
            return self._storage.index.tokens.get(wanted)

    def project(self, token_vectors: Vector) -> Vector:
        """A question's token vectors in the space of the papers' ones: (n, reduced dimension)."""
        return project(token_vectors)

    def check(self) -> list[Finding]:
        """Look whether everything is there and fits together; takes seconds."""
        with self._writers, storage_errors(self.folder, "examined"):
            return list(examine(self._storage, self._held))

    def _versions(self) -> dict[str, str]:
        return {paper_id: each.content_hash for paper_id, each in self._held.items()}
