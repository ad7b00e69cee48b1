"""Ovid's exports as text: numbered citations, with values indented below their labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from index.papers import Location, Record, Skipped
from index.readers.building import build, split_list
from index.readers.people import split_people
from index.readers.source import Source

_NUMBER = re.compile(r"<\d+>\s*")
_VALUE = re.compile(r"[ \t]+\S")

Fields = dict[str, str]


def detect(source: Source) -> bool:
    """Whether there is a numbered citation, and a title indented below its label."""
    head = source.head_text
    return (
        re.search(r"^<\d+>[ \t]*$", head, re.M) is not None
        and re.search(r"^(?:Article )?Title[ \t]*\n[ \t]+\S", head, re.M) is not None
    )


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every citation."""
    with source.text() as lines:
        for start, fields in _citations(lines):
            yield _record(fields, Location(source.name, line=start))


def _citations(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    fields: Fields = {}
    start, label = 1, ""
    for number, line in enumerate(lines, start=1):
        if _NUMBER.fullmatch(line):
            if fields:
                yield start, fields
            fields, start, label = {}, number, ""
        elif _VALUE.match(line):
            if label:
                fields[label] = (
                    f"{fields[label]}\n{line.strip()}" if fields[label] else line.strip()
                )
        elif line.strip():
            label = line.strip().casefold()
            fields.setdefault(label, "")
    if fields:
        yield start, fields


def _record(fields: Fields, location: Location) -> Record | Skipped:
    def first(*labels: str) -> str | None:
        return next((fields[label] for label in labels if fields.get(label)), None)

    source = first("source", "journal name", "journal")
    title = first("title", "article title")
    venue = re.match(r"[^.\d]{2,200}(?=\. )", source or "")
    return build(
        location,
        abstract=first("abstract", "english abstract"),
        title=title.removesuffix(".") if title else None,
        authors=split_people((first("authors", "author", "author(s)") or "").replace("\n", "; ")),
        year=first("year of publication", "publication year", "date of publication") or source,
        venue=venue[0] if venue else None,
        doi=first("digital object identifier", "doi", "publisher item identifier"),
        keywords=split_list(first("keyword heading", "keywords", "author keywords")),
    )
