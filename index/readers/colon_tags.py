"""Two-letter tags with a colon or a hyphen (`TI: …`), from Cochrane, SilverPlatter and others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from index.papers import Location, Record, Skipped
from index.readers.building import build, split_list
from index.readers.source import Source

_TAGGED = re.compile(
    r"\s{0,3}([A-Z][A-Z0-9]|DOI|URL)\s{0,2}[:-]\s+(.*)$|\s{0,3}([A-Z][A-Z0-9])\s{0,2}[:-]$"
)
_BOUNDARY = re.compile(r"\s*(?:Record\s*#?\s*\d+\s+of\s+\d+|<\d+>|\d+\s*/\s*\d+)\s*$", re.I)

Fields = dict[str, list[str]]


def detect(source: Source) -> bool:
    """Whether there are lines tagged as title and as abstract."""
    head = source.head_text
    return all(
        re.search(rf"^\s{{0,3}}{tag}\s{{0,2}}[:-](?:\s|$)", head, re.M) for tag in ("TI", "AB")
    )


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every record; a line such as `Record 2 of 9` or a second title begins the next."""
    with source.text() as lines:
        for start, fields in _records(lines):
            yield _record(fields, Location(source.name, line=start))


def _records(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    fields: Fields = {}
    start, last = 0, None
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip().lstrip("\ufeff")
        tagged = _TAGGED.match(line)
        tag = (tagged[1] or tagged[3]) if tagged else None
        if _BOUNDARY.match(line) or (tag == "TI" and "TI" in fields):
            if fields:
                yield start, fields
            fields, last = {}, None
            if tag is None:
                continue
        if tagged and tag:
            start = start if fields else number
            last = tag
            fields.setdefault(tag, []).append(tagged[2] or "")
        elif line and last:
            fields[last][-1] += f"\n{line.strip()}"
    if fields:
        yield start, fields


def _record(fields: Fields, location: Location) -> Record | Skipped:
    def whole(*tags: str) -> str:
        return next((text for t in tags if (text := "\n".join(fields.get(t, [])).strip())), "")

    people = [name for line in fields.get("AU", []) for name in re.split(r"[;\n]", line)]
    return build(
        location,
        abstract=whole("AB"),
        title=whole("TI"),
        authors=people,
        year=whole("YR", "PY", "DP", "DA"),
        venue=whole("SO", "JN", "JT", "JA"),
        doi=whole("DO", "DI", "DOI"),
        url=whole("US", "UR", "URL"),
        keywords=split_list(whole("KY", "DE", "KW")),
    )
