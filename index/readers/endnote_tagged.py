"""EndNote's tagged text, also called Refer (%0, %A, %X): .enw, and .enl written by websites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from index.papers import Location, Record, Skipped
from index.readers.building import build, first_of
from index.readers.source import Source

_TAGGED = re.compile(r"%([A-Z0-9!@#$&(){}\[\]+^<>?=~*:;|])[ \t]+(.*)$")
_SEVERAL = re.compile(r"^\ufeff?%(?:[0TAXDJ]) \S.*\n(?:.*\n){0,40}?%[0TAXDJ] \S", re.M)

Fields = dict[str, list[str]]


def detect(source: Source) -> bool:
    """Whether lines begin with a percent sign, a letter and a space."""
    return re.search(r"^\ufeff?%[0TA] \S", source.head_text, re.M) is not None and (
        _SEVERAL.search(source.head_text) is not None
    )


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every reference; a blank line or a second `%0` or `%T` parts them."""
    with source.text() as lines:
        for start, fields in _records(lines):
            yield _record(fields, Location(source.name, line=start))


def _records(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    fields: Fields = {}
    start, last, blank = 0, None, False
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip().lstrip("\ufeff")
        tagged = _TAGGED.match(line)
        begins = (
            tagged and tagged[1] in "0T" and (tagged[1] in fields or (blank and tagged[1] == "0"))
        )
        if fields and (begins or (blank and tagged and tagged[1] == "0")):
            yield start, fields
            fields, last = {}, None
        blank = not line
        if tagged:
            start = start if fields else number
            last = tagged[1]
            fields.setdefault(last, []).append(tagged[2])
        elif line and last:
            fields[last][-1] += f"\n{line.strip()}"
    if fields:
        yield start, fields


def _record(fields: Fields, location: Location) -> Record | Skipped:
    first = partial(first_of, fields)

    return build(
        location,
        # %B holds a book's title, but the abstract in what NASA ADS writes.
        abstract="\n".join(fields.get("X") or [v for v in fields.get("B", []) if len(v) > 200]),
        title=first("T"),
        authors=fields.get("A") or fields.get("E") or [],
        year=first("D", "8"),
        venue=first("J", "B", "S", "I") if "J" in fields or "X" in fields else first("S", "I"),
        doi=next((v for tag in "RU" for v in fields.get(tag, []) if "10." in v), None),
        url=first("U"),
        keywords=[word for value in fields.get("K", []) for word in re.split(r"[;\n]", value)],
    )
