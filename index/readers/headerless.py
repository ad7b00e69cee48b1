"""Tables whose columns nobody named: the cells tell which hold titles and which abstracts."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.csv_tables import Row, rows_of
from index.readers.people import are_names, split_people
from index.readers.plaintext import looks_like_abstract
from index.readers.source import Source

_DELIMITERS = "\t,;|"
_SAMPLE = 50  # rows


def detect(source: Source) -> bool:
    """Whether rows are equally wide, and one of their columns holds abstracts."""
    return _layout(source.head_text) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every row that has a title or an abstract."""
    layout = _layout(source.head_text)
    if layout is None:
        return
    delimiter, abstract, title, people = layout
    broken: list[Skipped] = []
    with source.text() as lines:
        for line, row in rows_of(lines, delimiter, source.name, broken):
            cells = [cell.strip() for cell in row]
            if len(cells) > max(abstract, title or 0):
                yield build(
                    Location(source.name, line=line),
                    abstract=cells[abstract],
                    title=cells[title] if title is not None else None,
                    authors=split_people(cells[people]) if people is not None else (),
                    year=next((c for c in cells if re.fullmatch(r"(?:19|20)\d\d", c)), None),
                    doi=next((c for c in cells if re.match(r"10\.\d|https?://doi\.org/", c)), None),
                )
            else:
                yield Skipped(Location(source.name, line=line), "fewer cells than other rows")
            while broken:
                yield broken.pop()
    yield from broken


def _layout(text: str) -> tuple[str, int, int | None, int | None] | None:
    """The delimiter, and the columns of abstracts, titles and authors."""
    lines = text.splitlines(keepends=True)[: _SAMPLE * 2]
    for delimiter in _DELIMITERS:
        rows = [row for _, row in _sample(lines, delimiter)]
        width = len(rows[0]) if rows else 0
        if width < 2 or len(rows) < 2 or any(len(row) != width for row in rows):
            continue
        columns = list(zip(*rows, strict=True))
        abstracts = [n for n, cells in enumerate(columns) if _share(cells) >= 0.5]
        if len(abstracts) != 1:
            continue
        others = [n for n in range(width) if n != abstracts[0]]
        people = next((n for n in others if _are_names(columns[n])), None)
        titles = [n for n in others if n != people and _words(columns[n]) >= 3]
        title = max(titles, key=lambda n: _words(columns[n]), default=None)
        if title is None and people is not None:
            title, people = people, None
        return delimiter, abstracts[0], title, people
    return None


def _sample(lines: Sequence[str], delimiter: str) -> list[Row]:
    """The first rows, without the last, which may be cut in two."""
    try:
        rows = list(rows_of(lines, delimiter, "", []))
    except csv.Error:
        return []
    return rows[: min(_SAMPLE, max(len(rows) - 1, 2))]


def _share(cells: Sequence[str]) -> float:
    return sum(looks_like_abstract(cell) for cell in cells) / len(cells)


def _words(cells: Sequence[str]) -> float:
    return sum(len(cell.split()) for cell in cells) / len(cells)


def _are_names(cells: Sequence[str]) -> bool:
    return sum(map(are_names, cells)) >= 0.8 * len(cells)
