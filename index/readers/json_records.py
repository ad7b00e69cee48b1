"""JSON and JSON Lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from index.papers import Location, Record, Skipped
from index.readers.json_fields import is_record, record_from, unwrap
from index.readers.json_stream import JsonError, values
from index.readers.plaintext import looks_like_abstract
from index.readers.source import Source

MAX_DEPTH = 12

_TEXT_COLUMNS = ("abstract", "summary", "abstracts", "abstract_text")
_TITLE_COLUMNS = ("title", "titles", "paper_title", "name")

_STRING = r'"(?:[^"\\]|\\.){0,20000}"'
_START = re.compile(rf"\s*(?:\[\s*(?:[\[{{]|{_STRING}\s*[,\]])|\{{\s*[\"}}]|\[\s*\])")
_LINES = re.compile(r"\s*\{.*\}\s*\n\s*\{")


def detect_lines(source: Source) -> bool:
    """Whether every line is an object."""
    return _LINES.match(source.head_text.lstrip("\ufeff")) is not None


def detect(source: Source) -> bool:
    """Whether the text begins like an array or an object."""
    return _START.match(source.head_text.lstrip("\ufeff")) is not None


def read_lines(source: Source) -> Iterator[Record | Skipped]:
    """Every object that describes a paper, located by its line."""
    return _read(source, by_line=True)


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every object that describes a paper, however deep it is nested, by running number."""
    return _read(source, by_line=False)


def _read(source: Source, by_line: bool) -> Iterator[Record | Skipped]:
    number = 0
    with source.text() as text:
        for found in values(text):
            if isinstance(found, JsonError):
                location = Location(source.name, line=found.line)
                yield Skipped(location, f"broken JSON ({found.message.lower()})")
                continue
            for value in _records(found.value, 0):
                number += 1
                yield record_from(
                    value,
                    Location(source.name, line=found.line)
                    if by_line
                    else Location(source.name, record=number),
                )


def _records(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """The outermost objects that describe papers; a list of papers wins over its container."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        for element in value:
            yield from _records(element, depth + 1)
    elif isinstance(value, str):
        if looks_like_abstract(value):
            yield {"abstract": value}
    elif isinstance(value, dict):
        if rows := _rows(value):
            yield from rows
            return
        inner = unwrap(value)
        lists = [v for v in value.values() if isinstance(v, list) and _holds_papers(v)]
        if is_record(inner) and not (lists and not _has_abstract(inner)):
            yield value
            return
        for name, child in value.items():
            if isinstance(child, (dict, list)):
                yield from _records(child, depth + 1)
            elif isinstance(child, str) and " " in name and looks_like_abstract(child):
                yield {"title": name, "abstract": child}


def _rows(table: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a table that is given column by column, as pandas and others write it.

    A column is a list, or an object with the numbers of the rows.
    """
    names = {name.lower(): name for name in table}
    texts = next((table[names[n]] for n in _TEXT_COLUMNS if n in names), None)
    titles = next((table[names[n]] for n in _TITLE_COLUMNS if n in names), None)
    if isinstance(texts, dict) and isinstance(titles, dict):
        keys: list[Any] = list(texts)
        same = list(titles) == keys and all(str(key).isdigit() for key in keys)
    elif isinstance(texts, list) and isinstance(titles, list):
        keys = list(range(len(texts)))
        same = len(titles) == len(keys) > 1
    else:
        return []
    if not same:
        return []
    columns = {
        name: column
        for name, column in table.items()
        if type(column) is type(texts) and len(column) == len(keys)
    }
    return [
        {
            name: column.get(key) if isinstance(column, dict) else column[key]
            for name, column in columns.items()
        }
        for key in keys
    ]


def _holds_papers(values: list[Any]) -> bool:
    return any(isinstance(v, dict) and _has_abstract(unwrap(v)) for v in values[:20])


def _has_abstract(value: dict[str, Any]) -> bool:
    return any("abstract" in name.lower() for name in value)
