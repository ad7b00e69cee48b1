"""One process owns a library folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

from filelock import FileLock, Timeout

from index.errors import LibraryLockedError
from index.files import storage_errors

_LOCK = "library.lock"
_OWNER = "owner.json"


class LibraryLock:
    """A lock on a folder that the operating system takes back when its process ends.

    Raises `LibraryLockedError`, at once and naming the owner, when another process has it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = FileLock(folder / _LOCK, blocking=False, thread_local=False)
        with storage_errors(folder, "opened"):
            try:
                self._lock.acquire()
            except Timeout:
                raise self._refusal() from None
            try:
                # Beside the lock's own file, which the next process empties when it asks.
                (folder / _OWNER).write_text(json.dumps({"pid": os.getpid()}), encoding="utf-8")
            except BaseException:
                self._lock.release()
                raise

    def release(self) -> None:
        """Let another process have the library."""
        if self._lock.is_locked:
            (self._folder / _OWNER).unlink(missing_ok=True)
            self._lock.release()

    def _refusal(self) -> LibraryLockedError:
        try:
            pid = json.loads((self._folder / _OWNER).read_text(encoding="utf-8"))["pid"]
            owner = "this process" if pid == os.getpid() else f"process {pid}"
        except (OSError, ValueError, KeyError, TypeError):
            owner = "another process"
        return LibraryLockedError(
            f"The library {self._folder} is in use by {owner}.",
            "Close it there (a chat or `answerable serve` keeps it open), or choose another "
            "library with --library.",
        )
