"""What was worked out from papers once, kept beside the library: derived data in one SQLite file.

A row counts for the version of the paper that it was made from, and for the recipe that made it;
any other is as good as absent, and is replaced.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path

_log = logging.getLogger(__name__)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS derived (
    paper_id TEXT PRIMARY KEY,
    content_hash TEXT NOT NULL,
    recipe TEXT NOT NULL,
    data TEXT NOT NULL
) WITHOUT ROWID
"""
_WAIT_S = 10.0


class DerivedStore:
    """Derived data by paper, in `file`, which need not be there yet.

    A file that is damaged or cannot be written costs only the time to work things out again: it
    is made anew where that can be, and never stops an answer. Safe with several threads.
    """

    def __init__(self, file: Path, recipe: str) -> None:
        self._file = file
        self._recipe = recipe

    def get(self, versions: Mapping[str, str]) -> dict[str, str]:
        """What is kept of these versions of papers (paper id to content hash), by paper id."""

        def read(connection: sqlite3.Connection) -> dict[str, str]:
            found = {}
            for paper_id, content_hash in versions.items():
                row = connection.execute(
                    "SELECT data FROM derived"
                    " WHERE paper_id = ? AND content_hash = ? AND recipe = ?",
                    (paper_id, content_hash, self._recipe),
                ).fetchone()
                if row is not None:
                    found[paper_id] = str(row[0])
            return found

        return self._do(read) if self._file.exists() else {}

    def put(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Keep rows of paper id, content hash and data."""

        def write(connection: sqlite3.Connection) -> dict[str, str]:
            connection.executemany(
                "INSERT OR REPLACE INTO derived VALUES (?, ?, ?, ?)",
                [(paper_id, version, self._recipe, data) for paper_id, version, data in rows],
            )
            return {}

        self._do(write)

    def drop_but(self, current: Iterable[str]) -> None:
        """Forget the papers that are not among these ids."""
        kept = set(current)

        def drop(connection: sqlite3.Connection) -> dict[str, str]:
            held = [row[0] for row in connection.execute("SELECT paper_id FROM derived")]
            connection.executemany(
                "DELETE FROM derived WHERE paper_id = ?",
                [(paper_id,) for paper_id in held if paper_id not in kept],
            )
            return {}

        if self._file.exists():
            self._do(drop)

    def _do(self, work: Callable[[sqlite3.Connection], dict[str, str]]) -> dict[str, str]:
        try:
            with closing(sqlite3.connect(self._file, timeout=_WAIT_S)) as connection, connection:
                connection.execute(_SCHEMA)
                return work(connection)
        except sqlite3.OperationalError as error:  # such as a full disk
            _log.warning("%s cannot be used: %s", self._file, error)
        except sqlite3.DatabaseError as error:
            _log.warning("%s is damaged and is made anew: %s", self._file, error)
            self._file.unlink(missing_ok=True)
        return {}
