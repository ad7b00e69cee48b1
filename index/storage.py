"""The files of a library folder, and which generation of its index they hold.

manifest.json     what the library was built with
library.lock      held by the process that has the library open
unfinished        there while papers are being written or removed
chroma/           the Chroma database: records, vectors, passages
tokens-N.sqlite   token vectors of generation N
keywords/         the keyword index
topics.json       the map of topics
"""

from __future__ import annotations

import contextlib
import dataclasses
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from index.chroma import connect, disconnect, drop_unused_vector_files, drop_vector_files
from index.errors import LibraryError
from index.indexing import Index
from index.manifest import SCHEMA, Build, Manifest
from index.stored import StoredPaper
from index.token_store import TokenStore
from index.vector_store import CollectionsLostError, VectorStore

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_UNFINISHED = "unfinished"
_CHROMA = "chroma"
_DATABASE = "chroma.sqlite3"


def library_at(folder: Path) -> bool:
    """Whether there is a library in a folder, be it a damaged one."""
    return Manifest.exists(folder) or (folder / _CHROMA / _DATABASE).exists()


class Storage:
    """A library folder, opened. The caller holds its lock.

    With `to_rebuild` nothing is demanded but that the papers' records can be read.
    """

    def __init__(
        self,
        folder: Path,
        build: Build,
        *,
        chroma_url: str | None,
        to_rebuild: bool,
    ) -> None:
        self.folder = folder
        self._build = build
        self._to_rebuild = to_rebuild
        self._client: ClientAPI | None = None
        self.manifest, is_new = _manifest(folder, build, chroma_url, to_rebuild=to_rebuild)
        if is_new:
            (folder / _UNFINISHED).touch()
            self.manifest.write(folder)
        self.index = self._connect()
        if is_new:
            self.finished()
        if not to_rebuild:
            self.index.vectors.drop_other_generations()
            self._drop_other_files()

    @property
    def keywords_folder(self) -> Path:
        """Where the keyword index is kept."""
        return self.folder / "keywords"

    @property
    def topic_map_file(self) -> Path:
        """Where the map of topics is kept."""
        return self.folder / "topics.json"

    @property
    def unfinished(self) -> bool:
        """Whether a process stopped while it was writing."""
        return (self.folder / _UNFINISHED).exists()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Mark the library as being written, until the block is left without an error."""
        (self.folder / _UNFINISHED).touch()
        yield
        self.finished()

    def finished(self) -> None:
        """Take the mark away."""
        (self.folder / _UNFINISHED).unlink(missing_ok=True)

    def papers(self) -> dict[str, StoredPaper]:
        """All papers by id, in the order in which they were first added.

        Raises `LibraryError` when the vector index is damaged, unless it is about to be rebuilt:
        then the damaged files are removed, since Chroma reads no record while they are there.
        """
        try:
            found = {each.paper.paper_id: each for each in self.index.vectors.stored()}
        except Exception as error:
            if not self._to_rebuild:
                raise self._damaged(str(error)) from error
            self._disconnect()
            drop_vector_files(self._chroma_folder)
            self.index = self._connect()
            found = {each.paper.paper_id: each for each in self.index.vectors.stored()}
        if not self._to_rebuild and (trouble := self.index.vectors.unreadable()):
            raise self._damaged(trouble)
        return found

    def next_generation(self) -> tuple[Manifest, Index]:
        """An empty index beside the one in use, and the manifest that would put it in use."""
        manifest = dataclasses.replace(
            self.manifest,
            build=self._build,
            schema=SCHEMA,
            generation=self.manifest.generation + 1,
        )
        self._tokens_file(manifest).unlink(missing_ok=True)
        index = self._index(manifest, create=True)
        index.vectors.clear()
        return manifest, index

    def put_in_use(self, manifest: Manifest, index: Index) -> None:
        """Let this generation be the library's, and remove the others."""
        manifest.write(self.folder)
        self.index.tokens.close()
        self.manifest, self.index = manifest, index
        self._to_rebuild = False
        self.index.vectors.drop_other_generations()
        if manifest.chroma_url is None:
            index.tokens.close()
            self._disconnect()
            drop_unused_vector_files(self._chroma_folder)
            self.index = self._connect()
        self._drop_other_files()

    def close(self) -> None:
        """Close all files."""
        self.index.tokens.close()
        self._disconnect()

    def _connect(self) -> Index:
        if self.manifest.chroma_url is None:
            self._chroma_folder.mkdir(exist_ok=True)
        self._client = connect(self._chroma_folder, self.manifest.chroma_url)
        try:
            # Whoever was stopped while creating the library may not have come to this.
            return self._index(self.manifest, create=self.unfinished)
        except BaseException as error:
            self._disconnect()
            if isinstance(error, CollectionsLostError):
                raise self._lost() from error
            raise

    def _disconnect(self) -> None:
        if self._client is not None:
            disconnect(self._client)
            self._client = None

    def _index(self, manifest: Manifest, *, create: bool) -> Index:
        # Only called between connecting and closing: the type checker cannot know.
        assert self._client is not None  # noqa: S101
        prefix = f"answerable-{manifest.library_id}"
        vectors = VectorStore(self._client, prefix, manifest.generation, create=create)
        file = self._tokens_file(manifest)
        try:
            return Index(vectors, TokenStore(file))
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise  # such as a full disk
            if not self._to_rebuild:
                raise self._damaged(f"{file.name}: {error}") from error
            file.unlink()
            return Index(vectors, TokenStore(file))

    @property
    def _chroma_folder(self) -> Path:
        return self.folder / _CHROMA

    def _tokens_file(self, manifest: Manifest) -> Path:
        return self.folder / f"tokens-{manifest.generation}.sqlite"

    def _drop_other_files(self) -> None:
        kept = self._tokens_file(self.manifest).name
        for file in self.folder.glob("tokens-*.sqlite*"):
            if not file.name.startswith(kept):
                with contextlib.suppress(OSError):
                    file.unlink()

    def _damaged(self, trouble: str) -> LibraryError:
        return LibraryError(
            f"The index of the library {self.folder} is damaged: {trouble}",
            "The papers themselves are stored apart from it. Build it anew: answerable rebuild",
        )

    def _lost(self) -> LibraryError:
        kept = self.manifest.chroma_url or self._chroma_folder
        return LibraryError(
            f"The papers of the library {self.folder} are gone from its database, {kept}.",
            "Put the database back from a backup, or remove the folder and add the papers "
            "again: answerable add FILE…",
        )


def _manifest(
    folder: Path, build: Build, chroma_url: str | None, *, to_rebuild: bool
) -> tuple[Manifest, bool]:
    """The manifest, and whether it is a new one that has yet to be written."""
    manifest = Manifest.read(folder)
    if manifest is None:
        if (folder / _CHROMA / _DATABASE).exists():
            raise LibraryError(
                f"{folder} holds a database, but its manifest.json is gone.",
                "Put the file back from a backup, or add the papers to another folder: "
                "answerable add --library FOLDER FILE…",
            )
        return Manifest.new(build, chroma_url), True
    if chroma_url is not None and chroma_url != manifest.chroma_url:
        kept = manifest.chroma_url or f"its folder, {folder}"
        raise LibraryError(
            f"This library keeps its vectors in {kept}, not at {chroma_url}.",
            "Leave the URL out, or choose another folder with --library for a new library.",
        )
    if not to_rebuild:
        manifest.check(folder, build)
    return manifest, False
