"""What a library was built with; what was built differently does not mix."""

from __future__ import annotations

import dataclasses
import json
import uuid
from dataclasses import dataclass
from pathlib import Path

from index.errors import LibraryError, LibraryMismatchError
from index.files import write_atomically

SCHEMA = 1
_FILE = "manifest.json"
_REBUILD = (
    "Build its index anew from the stored papers: answerable rebuild "
    "(or go back to what it was built with)."
)


@dataclass(frozen=True, slots=True)
class Build:
    """What the vectors and passages of an index depend on."""

    embedding_model: str
    embedding_digest: str
    chunking: str
    compression: str
    chroma_version: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """A library's description of itself.

    `generation` counts rebuilds: the index of one generation serves until the next is complete.
    `library_id` keeps libraries apart that share a Chroma server.
    """

    build: Build
    library_id: str
    generation: int = 1
    chroma_url: str | None = None
    schema: int = SCHEMA

    @classmethod
    def new(cls, build: Build, chroma_url: str | None) -> Manifest:
        """The manifest of a library that is being created."""
        return cls(build, uuid.uuid4().hex[:12], chroma_url=chroma_url)

    @staticmethod
    def exists(folder: Path) -> bool:
        """Whether a folder holds a manifest."""
        return (folder / _FILE).exists()

    @classmethod
    def read(cls, folder: Path) -> Manifest | None:
        """The manifest of the library in a folder; None where there is no library.

        Raises `LibraryError` when it cannot be read, `LibraryMismatchError` when a later
        version wrote it.
        """
        file = folder / _FILE
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            schema = int(data["schema"])
            if schema > SCHEMA:
                raise LibraryMismatchError(
                    f"The library {folder} was made by a later version of Answerable "
                    f"(its schema is {schema}, this version reads {SCHEMA}).",
                    "Update Answerable: pip install --upgrade answerable",
                )
            return cls(**{**data, "build": Build(**data["build"])})
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LibraryError(
                f"{file} cannot be read ({error}), so what the library holds is unknown.",
                "Put the file back from a backup, or add the papers again to another folder: "
                "answerable add --library FOLDER FILE…",
            ) from error

    def write(self, folder: Path) -> None:
        """Replace the folder's manifest in one step."""
        write_atomically(folder / _FILE, json.dumps(dataclasses.asdict(self), indent=2) + "\n")

    def check(self, folder: Path, now: Build) -> None:
        """Raise `LibraryMismatchError` when the library was built with something else."""
        was = self.build
        for name, before, after in (
            ("schema", str(self.schema), str(SCHEMA)),
            ("embedding model", was.embedding_model, now.embedding_model),
            ("weights", was.embedding_digest[:12], now.embedding_digest[:12]),
            ("passages", was.chunking, now.chunking),
            ("token vectors", was.compression, now.compression),
            ("Chroma", _minor(was.chroma_version), _minor(now.chroma_version)),
        ):
            if before != after:
                raise LibraryMismatchError(
                    f"The library {folder} was built with another {name}: {before}, "
                    f"and {after} is in use now.",
                    _REBUILD,
                )


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])
