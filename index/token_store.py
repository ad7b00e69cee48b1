"""The token vectors of papers, compressed, for late interaction: derived data in one SQLite file.

Of each token: a row of small integers with one scale, in a space of fewer dimensions
(`index.compression`), and where the token stands in the paper's text.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.compression import compress, restore
from index.embedding import Encoding

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tokens (
    paper_id TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    count INTEGER NOT NULL,
    matrix BLOB NOT NULL,
    scales BLOB NOT NULL,
    spans BLOB NOT NULL,
    PRIMARY KEY (paper_id, content_hash)
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """A text's tokens in the reduced space.

    Attributes:
        vectors: shape (tokens, reduced dimension), of about unit length.
        spans: shape (tokens, 2), where each token stands in `paper.text`, in characters.
    """

    vectors: NDArray[np.float32]
    spans: NDArray[np.int32]


class TokenStore:
    """Token vectors by paper, and by the content hash of the paper they were made from."""

    def __init__(self, file: Path) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(file, check_same_thread=False)
        # A process that dies loses no commit; a machine that dies loses derived data at most.
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute(_SCHEMA)
            self._connection.commit()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def put(self, tokens: Iterable[tuple[str, str, Encoding]]) -> None:
        """Store the tokens of papers: paper id, content hash, encoding of the paper's text."""
        rows = [self._row(*each) for each in tokens]
        with self._lock, self._connection:
            self._connection.executemany(
                "INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?, ?)", rows
            )

    def get(self, versions: Mapping[str, str]) -> dict[str, TokenVectors]:
        """The tokens of these versions of papers: paper id to content hash.

        Papers whose tokens are not stored are left out.
        """
        found = {}
        with self._lock:
            for version in versions.items():
                row = self._connection.execute(
                    "SELECT count, matrix, scales, spans FROM tokens"
                    " WHERE paper_id = ? AND content_hash = ?",
                    version,
                ).fetchone()
                if row is not None:
                    found[version[0]] = row
        return {paper_id: self._tokens(*row) for paper_id, row in found.items()}

    def drop_but(self, current: Mapping[str, str | None]) -> None:
        """Of these papers remove the tokens of other versions; None: of all versions."""
        with self._lock, self._connection:
            self._connection.executemany(
                "DELETE FROM tokens WHERE paper_id = ? AND content_hash IS NOT ?",
                current.items(),
            )

    def drop_orphans(self, current: Mapping[str, str]) -> None:
        """Remove the tokens of papers, and of versions, that are not among these."""
        stale = [key for key in self.keys() if current.get(key[0]) != key[1]]
        with self._lock, self._connection:
            self._connection.executemany(
                "DELETE FROM tokens WHERE paper_id = ? AND content_hash = ?", stale
            )

    def keys(self) -> list[tuple[str, str]]:
        """Paper id and content hash of all that is stored."""
        with self._lock:
            return self._connection.execute("SELECT paper_id, content_hash FROM tokens").fetchall()

    @staticmethod
    def _row(
        paper_id: str, content_hash: str, encoding: Encoding
    ) -> tuple[str, str, int, bytes, bytes, bytes]:
        matrix, scales = compress(encoding.token_vectors)
        spans = encoding.token_spans
        narrow = spans.max(initial=0) < 2**16
        return (
            paper_id,
            content_hash,
            len(spans),
            matrix.tobytes(),
            scales.tobytes(),
            spans.astype(np.uint16 if narrow else np.int32).tobytes(),
        )

    @staticmethod
    def _tokens(count: int, matrix: bytes, scales: bytes, spans: bytes) -> TokenVectors:
        width = len(matrix) // count if count else 0
        rows = np.frombuffer(matrix, np.int8).reshape(count, width)
        kind = np.uint16 if len(spans) == 4 * count else np.int32
        places = np.frombuffer(spans, kind).reshape(count, 2).astype(np.int32)
        return TokenVectors(restore(rows, np.frombuffer(scales, np.float16)), places)
