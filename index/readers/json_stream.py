"""JSON values out of a file of any size: JSON Lines, one array, or answers of programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

_CHUNK = 262_144
WHOLE = 32 * 1024 * 1024  # characters; a longer single value is searched for the array inside it
_SPACE = re.compile(r"[\s,;\x1e]*")
_ARRAY_IN_OBJECT = re.compile(r'"[^"\\]{1,60}"\s*:\s*\[\s*(?=\{)')
_LINE_OF_OBJECT = re.compile(r"\n[ \t]*(?=\{)")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value, and the line that it starts at."""

    value: Any
    line: int


@dataclass(frozen=True, slots=True)
class JsonError:
    """A place where the text is no JSON."""

    line: int
    message: str


def values(text: TextIO) -> Iterator[JsonValue | JsonError]:
    """Every value of a file, the elements of a top-level array one by one.

    After a broken value reading goes on with the next line; a longest value of `WHOLE`
    characters is held in memory.
    """
    window = _Window(text)
    window.skip()
    if window.peek() == "[":
        window.take(1)
    yield from _sequence(window)


def _sequence(window: _Window) -> Iterator[JsonValue | JsonError]:
    while True:
        window.skip()
        start = window.peek()
        if not start:
            return
        if start == "]":
            window.take(1)
            continue
        line = window.line
        try:
            found = window.value()
        except ValueError as error:
            if start == "{" and window.seek_array():
                continue
            yield JsonError(line, str(error).partition(":")[0])
            if not window.next_line():
                return
            continue
        except RecursionError:
            yield JsonError(line, "nested too deeply")
            return
        if start == "[" and isinstance(found, list):
            for element in found:
                yield JsonValue(element, line)
        else:
            yield JsonValue(found, line)


class _Window:
    """The stretch of the text that is in memory."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._buffer = ""
        self._at = 0
        self._ended = False
        self.line = 1

    def _more(self, size: int = _CHUNK) -> bool:
        chunk = "" if self._ended else self._text.read(size)
        if not chunk:
            self._ended = True
            return False
        self._buffer = self._buffer[self._at :] + chunk
        self._at = 0
        return True

    def take(self, count: int) -> None:
        self.line += self._buffer.count("\n", self._at, self._at + count)
        self._at += count

    def skip(self) -> None:
        """Pass over spaces and separators."""
        while True:
            match = _SPACE.match(self._buffer, self._at)
            self.take(match.end() - self._at if match else 0)
            if self._at < len(self._buffer) or not self._more():
                return

    def peek(self) -> str:
        return self._buffer[self._at : self._at + 1]

    def value(self) -> Any:
        """The value that starts here.

        Raises:
            ValueError: there is none, or it is longer than `WHOLE`.
        """
        size = _CHUNK
        while True:
            try:
                found, end = _DECODER.raw_decode(self._buffer, self._at)
            except ValueError as error:
                near_end = getattr(error, "pos", 0) >= len(self._buffer) - 20 or _is_cut(error)
                if not near_end or len(self._buffer) - self._at > WHOLE or not self._more(size):
                    raise
                size = min(size * 2, WHOLE)
                continue
            if end == len(self._buffer) and not isinstance(found, (dict, list)) and self._more():
                continue  # a number may go on
            self.take(end - self._at)
            return found

    def seek_array(self) -> bool:
        """Within an object that is too long to hold, go to the first array of objects."""
        if len(self._buffer) - self._at <= WHOLE:
            return False
        match = _ARRAY_IN_OBJECT.search(self._buffer, self._at)
        if match is None:
            return False
        self.take(match.end() - self._at)
        return True

    def next_line(self) -> bool:
        """Go to the beginning of the next line that may start an object."""
        while True:
            found = _LINE_OF_OBJECT.search(self._buffer, self._at)
            if found:
                self.take(found.end() - self._at)
                return True
            self.take(max(len(self._buffer) - self._at - 100, 0))
            if not self._more():
                return False


def _is_cut(error: ValueError) -> bool:
    return "Unterminated" in str(error)
