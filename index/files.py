"""Writing files whole or not at all, and storage errors in words for the user."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from index.errors import AnswerableError, LibraryError

# What SQLite and Chroma say about a disk without room; neither passes the error number on.
_FULL = ("no space left", "disk is full", "database or disk is full", "(code: 13)")
_BROKEN = ("malformed", "not a database")
_READ_ONLY = ("readonly database", "read-only", "permission denied")


def write_atomically(file: Path, content: str) -> None:
    """Replace a file's content in one step, on disk before this returns."""
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def storage_errors(folder: Path, doing: str) -> Iterator[None]:
    """Turn what goes wrong with a library's files into `LibraryError`.

    `doing` completes "The library … could not be": "opened", "written".
    """
    try:
        yield
    except AnswerableError:
        raise
    except Exception as error:
        if not _about_storage(error):
            raise
        raise _explained(folder, doing, error) from error


def _about_storage(error: Exception) -> bool:
    # Chroma's Rust part raises errors of several modules, among them plain RuntimeErrors.
    kinds = (OSError, sqlite3.Error)
    return isinstance(error, kinds) or type(error).__module__.startswith(
        ("chromadb", "httpx", "pyo3_runtime")
    )


def _explained(folder: Path, doing: str, error: Exception) -> LibraryError:
    said = str(error).casefold()
    if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or any(
        sign in said for sign in _FULL
    ):
        return LibraryError(
            f"The disk with the library {folder} is full. What was reported as stored is kept.",
            "Free some space, then run the same command again: it goes on where it stopped.",
        )
    if getattr(error, "errno", None) in (errno.EACCES, errno.EPERM, errno.EROFS) or any(
        sign in said for sign in _READ_ONLY
    ):
        return LibraryError(
            f"The library {folder} could not be {doing}: no permission to write there.",
            "Check who owns the folder, or choose another one with --library.",
        )
    if any(sign in said for sign in _BROKEN):
        return LibraryError(
            f"The database of the library {folder} is damaged: {error}",
            "Put the folder back from a backup, or remove it and add the papers again: "
            "answerable add FILE…",
        )
    return LibraryError(
        f"The library {folder} could not be {doing}: {error}",
        "See what is wrong with `answerable doctor`; "
        "`answerable rebuild` makes the index anew from the stored papers.",
    )
