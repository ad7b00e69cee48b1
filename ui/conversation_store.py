"""Conversations that outlive the program: in one file beside the library, for page and terminal."""

from __future__ import annotations

import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from index.errors import AnswerableError
from ui.page.turns import Turn

FILE_NAME = "conversations.sqlite"

_TURNS = TypeAdapter(tuple[Turn, ...])
_TITLE_CHARACTERS = 120
_SHOWN = 200
_WAIT_S = 10.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS conversations (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL,
    changed REAL NOT NULL, questions TEXT NOT NULL, turns TEXT NOT NULL)
"""


class ConversationStoreError(AnswerableError):
    """The file of conversations that cannot be opened, read or written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A conversation as a list shows it; `changed` is in seconds since the epoch."""

    conversation_id: str
    title: str
    changed: float
    count: int


class ConversationStore:
    """The conversations of one library; each belongs to the owner who had it.

    Threads of this process and other processes may use the file at the same time: a reader never
    waits for a writer (SQLite's write-ahead log), writers wait for each other. `owner` is empty
    where nobody signs in; what one owner has no other sees or changes.

    Args:
        file: where they are kept; None keeps them in memory.

    Raises ConversationStoreError, from every method, when the file cannot be used.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        # One connection for all threads, used by one at a time.
        self._using = threading.Lock()
        with self._told():
            self._connection = sqlite3.connect(
                file or ":memory:", timeout=_WAIT_S, check_same_thread=False
            )
        try:
            with self._told():
                self._connection.execute("PRAGMA journal_mode = WAL").fetchone()
                # With the log a crash of the machine may cost the last turn, never the file.
                self._connection.execute("PRAGMA synchronous = NORMAL")
                with self._connection:
                    self._connection.execute(_SCHEMA)
        except ConversationStoreError:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file."""
        with self._using:
            self._connection.close()

    def save(self, conversation_id: str, turns: Sequence[Turn], owner: str = "") -> str:
        """Keep a conversation as it stands and give its id, a new one where it has none yet.

        A title that the user gave stays.
        """
        conversation_id = conversation_id or secrets.token_hex(8)
        if not turns:
            return conversation_id
        title = " ".join(turns[0].question.split())[:_TITLE_CHARACTERS]
        questions = "\n".join(" ".join(turn.question.split()) for turn in turns)
        told = _TURNS.dump_json(tuple(turn.stopped() for turn in turns)).decode()
        with self._open() as connection:
            connection.execute(
                "INSERT INTO conversations VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
                " SET changed = excluded.changed, questions = excluded.questions,"
                " turns = excluded.turns WHERE owner = excluded.owner",
                (conversation_id, owner, title, time.time(), questions, told),
            )
        return conversation_id

    def load(self, conversation_id: str, owner: str = "") -> list[Turn]:
        """The turns of a conversation; none where there is no such."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT turns FROM conversations WHERE id = ? AND owner = ?",
                (conversation_id, owner),
            ).fetchone()
        try:
            return list(_TURNS.validate_json(row[0])) if row else []
        except ValidationError:
            # Kept by another version of the program.
            return []

    def find(self, words: str = "", owner: str = "", limit: int = _SHOWN) -> list[Kept]:
        """The conversations whose title or questions hold all the words, the latest first."""
        wanted = words.casefold().split()
        found = (
            kept
            for kept, questions in self._all(owner)
            if all(word in f"{kept.title}\n{questions}".casefold() for word in wanted)
        )
        return list(islice(found, limit))

    def beginning(self, start_of_id: str, owner: str = "") -> list[Kept]:
        """The conversations whose id begins like this, the latest first."""
        start = start_of_id.strip().lower()
        return [kept for kept, _ in self._all(owner) if kept.conversation_id.startswith(start)]

    def rename(self, conversation_id: str, title: str, owner: str = "") -> None:
        """Give a conversation another title; an empty one changes nothing."""
        title = " ".join(title.split())[:_TITLE_CHARACTERS]
        if title:
            with self._open() as connection:
                connection.execute(
                    "UPDATE conversations SET title = ? WHERE id = ? AND owner = ?",
                    (title, conversation_id, owner),
                )

    def delete(self, conversation_id: str, owner: str = "") -> None:
        """Forget a conversation."""
        with self._open() as connection:
            connection.execute(
                "DELETE FROM conversations WHERE id = ? AND owner = ?", (conversation_id, owner)
            )

    def _all(self, owner: str) -> list[tuple[Kept, str]]:
        """Each conversation with its questions, the latest first."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT id, title, changed, questions FROM conversations WHERE owner = ?"
                " ORDER BY changed DESC, rowid DESC",
                (owner,),
            ).fetchall()
        return [
            (Kept(key, title, changed, questions.count("\n") + 1), questions)
            for key, title, changed, questions in rows
        ]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._using, self._told(), self._connection:
            yield self._connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite raises, in words for the user."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise ConversationStoreError(
                f"The conversations in {self._file or 'memory'} cannot be used: {error}.",
                "See that the folder can be written and that the disk is not full.",
            ) from error
        except sqlite3.DatabaseError as error:
            raise ConversationStoreError(
                f"{self._file} is damaged or no file of conversations: {error}.",
                "Move it away; a new one is begun.",
            ) from error
