"""Files of questions and of answers, one JSON object a line: reading, writing, going on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from index.errors import UnreadableFileError
from ui.errors import MisuseError


@dataclass(frozen=True, slots=True)
class Asked:
    """One line of a questions file: the turns of a conversation, the last of which counts."""

    id: str | int
    turns: tuple[str, ...]


def read_questions(path: Path) -> list[Asked]:
    """Read lines `{"id": "…", "turns": ["…", …]}`; what else a line holds is ignored.

    Raises MisuseError, naming the line, for a line of another shape or an id that comes twice.
    """
    asked: dict[str | int, Asked] = {}
    for number, line in _lines(_read(path)):
        question = _parse_question(line)
        if question is None:
            raise MisuseError(
                f"{path}, line {number}: not a question.",
                'Each line must read like {"id": "q1", "turns": ["What is …?"]}.',
            )
        if question.id in asked:
            raise MisuseError(f"{path}, line {number}: the id {question.id} comes twice.")
        asked[question.id] = question
    return list(asked.values())


def _parse_question(line: str) -> Asked | None:
    try:
        match json.loads(line):
            case {"id": str() | int() as asked_id, "turns": [_, *_] as turns}:
                if all(isinstance(turn, str) for turn in turns):
                    return Asked(asked_id, tuple(turns))
    except ValueError:
        pass
    return None


class AnswersFile:
    """The answers so far. Opening it drops failures and a torn last line: those are asked again.

    Raises MisuseError when the file holds something else than answers.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.answered_ids: set[str | int] = set()
        if not path.exists():
            return
        text = _read(path, errors="replace")
        kept = []
        for number, line in _lines(text):
            answer = _parse_answer(line)
            if answer is None:
                if number == text.count("\n") + 1:  # the last line, cut short
                    continue
                raise MisuseError(
                    f"{path}, line {number}: not an answer of `answerable batch`.",
                    "Name another file with --output.",
                )
            if "error" not in answer:
                self.answered_ids.add(answer["id"])
                kept.append(line + "\n")
        if text != "".join(kept):
            beside = path.with_name(path.name + ".tmp")
            beside.write_text("".join(kept), "utf-8")
            beside.replace(path)

    def append(self, answer_id: str | int, data: dict[str, Any]) -> None:
        """Add one line; it is in the file when this returns."""
        line = json.dumps({"id": answer_id, **data}, ensure_ascii=False) + "\n"
        with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(line)


def _parse_answer(line: str) -> dict[str, Any] | None:
    try:
        match json.loads(line):
            case {"id": str() | int()} as answer:
                return dict(answer)
    except ValueError:
        pass
    return None


def _read(path: Path, errors: str = "strict") -> str:
    try:
        return path.read_text("utf-8-sig", errors)
    except UnicodeDecodeError as error:
        raise UnreadableFileError(f"{path} is not UTF-8 text ({error.reason}).") from None
    except OSError as error:
        raise UnreadableFileError(f"{path}: {error.strerror}.") from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    # Not splitlines(): U+2028 and the like may stand inside a JSON string.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")
