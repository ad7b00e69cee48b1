"""Tables as text: cells separated by commas, semicolons, tabs or bars."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Iterator

from index.papers import Location, Record, Skipped
from index.readers.source import Source
from index.readers.tables import HEADER_WITHIN, find_columns, records

_DELIMITERS = ",\t;|"
_LONGEST_ROW = 1_000  # lines; a quote that is never closed must not swallow the rest of the file
csv.field_size_limit(64 * 1024 * 1024)

Row = tuple[int, list[str]]


def detect(source: Source) -> bool:
    """Whether one of the first rows names columns of papers."""
    return _delimiter(source.head_text) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every row below the header."""
    delimiter = _delimiter(source.head_text) or ","
    with source.text() as lines:
        broken: list[Skipped] = []
        rows = rows_of(lines, delimiter, source.name, broken)
        for item in records(rows, source.name, delimiter):
            yield item
            while broken:
                yield broken.pop()
        yield from broken


def _delimiter(text: str) -> str | None:
    """The delimiter that makes a header of the most columns."""
    lines = list(itertools.islice(text.lstrip("\ufeff").splitlines(), HEADER_WITHIN))
    best, most = None, 0
    for delimiter in _DELIMITERS:
        for line in lines:
            if delimiter in line:
                columns = find_columns(next(csv.reader([line], delimiter=delimiter), []))
                if columns and len(columns) > most:
                    best, most = delimiter, len(columns)
    return best


class _Lines:
    """Lines that can be put back, and those taken for the row that is being read."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._again: list[str] = []
        self.number = 0
        self.taken: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._again.pop() if self._again else next(self._lines)
        self.number += 1
        self.taken.append(line)
        if len(self.taken) > _LONGEST_ROW:
            raise csv.Error("a quote that is never closed")
        return line

    def drop_first(self) -> None:
        """Give up the first line of the row; the others are read again."""
        self._again.extend(reversed(self.taken[1:]))
        self.number -= len(self.taken) - 1


def rows_of(text: Iterable[str], delimiter: str, name: str, broken: list[Skipped]) -> Iterator[Row]:
    """Rows with the lines they start at; a row goes on while a quote is open."""
    lines = _Lines(text)
    reader = csv.reader(lines, delimiter=delimiter)
    while True:
        lines.taken = []
        start = lines.number + 1
        try:
            row = next(reader)
            ended_within = len(lines.taken) > 1 and sum(t.count('"') for t in lines.taken) % 2 == 1
        except StopIteration:
            return
        except csv.Error:
            ended_within = True
        if ended_within:
            broken.append(Skipped(Location(name, line=start), "a quote that is never closed"))
            lines.drop_first()
            reader = csv.reader(lines, delimiter=delimiter)
        elif row:
            yield start, row
