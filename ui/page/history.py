"""Conversations that outlive the page: kept in one file, listed, found, renamed, deleted."""

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

from ui.page.markup import attribute, one_line
from ui.page.texts import Language, say
from ui.page.turns import Turn

_TURNS = TypeAdapter(tuple[Turn, ...])
_TITLE_CHARACTERS = 120
_SHOWN = 200
_SCHEMA = """
CREATE TABLE IF NOT EXISTS conversations (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL,
    changed REAL NOT NULL, questions TEXT NOT NULL, turns TEXT NOT NULL)
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A conversation as the list shows it; `changed` is in seconds since the epoch."""

    conversation_id: str
    title: str
    changed: float
    count: int


class History:
    """The conversations of one library; each belongs to the owner who had it.

    Args:
        file: where they are kept; None keeps them in memory.
    """

    def __init__(self, file: Path | None) -> None:
        # One connection for all threads, used by one at a time.
        self._using = threading.Lock()
        self._connection = sqlite3.connect(file or ":memory:", check_same_thread=False)
        with self._open() as connection:
            connection.execute(_SCHEMA)

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
        questions = "\n".join(turn.question for turn in turns)
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

    def find(self, words: str = "", owner: str = "") -> list[Kept]:
        """The conversations whose title or questions hold all the words, the latest first."""
        wanted = words.casefold().split()
        with self._open() as connection:
            rows = connection.execute(
                "SELECT id, title, changed, questions FROM conversations WHERE owner = ?"
                " ORDER BY changed DESC",
                (owner,),
            ).fetchall()
        found = (
            Kept(key, title, changed, questions.count("\n") + 1)
            for key, title, changed, questions in rows
            if all(word in f"{title}\n{questions}".casefold() for word in wanted)
        )
        return list(islice(found, _SHOWN))

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

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._using, self._connection:
            yield self._connection


def list_html(kept: Sequence[Kept], searched: bool, language: Language) -> str:
    """The conversations, each a link that opens it, with a menu to rename and delete it."""
    if not kept:
        key = "history_none_match" if searched else "history_none"
        return f'<div class="history"><p class="hint">{say(language, key)}</p></div>'
    return f'<div class="history"><ul>{"".join(_item(each, language) for each in kept)}</ul></div>'


def _item(kept: Kept, language: Language) -> str:
    key = attribute(kept.conversation_id)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    count = say(language, "questions", n=kept.count)
    rename, delete = say(language, "rename"), say(language, "delete")
    return (
        f'<li><a class="paper" href="#do-open-{key}">'
        f'<span class="source-title" dir="auto">{one_line(kept.title)}</span>'
        f'<span class="byline">{when} · {count}</span></a>'
        f'<a class="act" href="#do-rename-{key}" title="{attribute(kept.title)}">{rename}</a>'
        f'<details class="menu"><summary class="act">{delete}</summary><ul><li>'
        f'<a class="act danger" href="#do-delete-{key}">{say(language, "delete_really")}</a>'
        f"</li></ul></details></li>"
    )
