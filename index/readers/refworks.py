"""RefWorks' tagged text: two letters, a space, a value; a reference begins with RT."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from index.papers import Location, Record, Skipped
from index.readers.building import build, first_of
from index.readers.source import Source

_TAGGED = re.compile(r"([A-Z][A-Z0-9]) (.*)$")

Fields = dict[str, list[str]]


def detect(source: Source) -> bool:
    """Whether lines give a reference's type and its title."""
    head = source.head_text
    return all(re.search(rf"^\ufeff?{tag} \S", head, re.M) for tag in ("RT", "T1"))


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every reference."""
    with source.text() as lines:
        for start, fields in _references(lines):
            yield _record(fields, Location(source.name, line=start))


def _references(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    fields: Fields = {}
    start, last = 0, None
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip().lstrip("\ufeff")
        tagged = _TAGGED.match(line)
        if tagged and tagged[1] == "RT":
            if fields:
                yield start, fields
            fields, start = {}, number
        if tagged and start:
            last = tagged[1]
            fields.setdefault(last, []).append(tagged[2])
        elif line and last in fields:
            fields[last][-1] += f"\n{line.strip()}"
    if fields:
        yield start, fields


def _record(fields: Fields, location: Location) -> Record | Skipped:
    first = partial(first_of, fields)

    return build(
        location,
        abstract="\n".join(fields.get("AB", [])),
        title=first("T1"),
        authors=fields.get("A1", []),
        year=first("YR", "FD"),
        venue=first("JF", "JO", "T2", "PB"),
        doi=first("DO"),
        url=first("LK", "UL"),
        keywords=fields.get("K1", []),
    )
