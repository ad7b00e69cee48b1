"""Connecting to Chroma, and the files that its local mode keeps."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index.errors import LibraryError

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_SEGMENT_FOLDER = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def connect(folder: Path, chroma_url: str | None) -> ClientAPI:
    """A Chroma client: on files in `folder`, or to the server at the URL.

    Nothing is sent anywhere else: telemetry and tracing are off, and no `.env` file of the
    directory that the command happens to run in is read.
    """
    import chromadb  # noqa: PLC0415 (takes half a second)
    from chromadb.config import Settings  # noqa: PLC0415 (with it)

    options: Any = {"_env_file": None, "anonymized_telemetry": False}
    settings = Settings(**options, chroma_otel_collection_endpoint="")
    if chroma_url is None:
        try:
            return chromadb.PersistentClient(path=str(folder), settings=settings)
        except Exception:
            _forget(folder)
            raise
    scheme, _, rest = chroma_url.rpartition("://")
    host, _, port = rest.rstrip("/").partition(":")
    ssl = scheme == "https"
    try:
        return chromadb.HttpClient(
            host=host, port=int(port or (443 if ssl else 8000)), ssl=ssl, settings=settings
        )
    except Exception as error:
        raise LibraryError(
            f"No Chroma server answers at {chroma_url}: {error}",
            "Start it (chroma run), or leave the URL out to keep the library on this machine.",
        ) from error


def _forget(folder: Path) -> None:
    """Let the next client of a folder begin anew: Chroma keeps one that failed to start."""
    from chromadb.api.shared_system_client import SharedSystemClient  # noqa: PLC0415 (as above)

    SharedSystemClient._identifier_to_system.pop(str(folder), None)


def disconnect(client: ClientAPI) -> None:
    """Close a client and the files that it holds open."""
    closing: Any = client  # the method is missing from the interface's declaration
    halves = (closing, getattr(closing, "_admin_client", None))
    sessions = [getattr(getattr(half, "_server", None), "_session", None) for half in halves]
    closing.close()
    for session in sessions:  # connections to a server, which Chroma leaves open
        if session is not None:
            session.close()


def chroma_version() -> str:
    """The version of the installed Chroma."""
    return importlib.metadata.version("chromadb")


def drop_vector_files(folder: Path) -> None:
    """Remove all files of the vector index, so that records can be read although it is damaged.

    Only while no client is open.
    """
    for segment in folder.iterdir():
        if _SEGMENT_FOLDER.fullmatch(segment.name):
            shutil.rmtree(segment, ignore_errors=True)


def drop_unused_vector_files(folder: Path) -> None:
    """Remove files of the vector index that belong to no collection any more.

    Chroma leaves them behind. Only while no client is open.
    """
    database = folder / "chroma.sqlite3"
    if not database.exists():
        return
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        used = {row[0] for row in connection.execute("SELECT id FROM segments")}
    except sqlite3.Error:
        return
    finally:
        connection.close()
    for segment in folder.iterdir():
        if _SEGMENT_FOLDER.fullmatch(segment.name) and segment.name not in used:
            shutil.rmtree(segment, ignore_errors=True)
