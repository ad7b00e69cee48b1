"""Web of Science's tagged text ("FN … VR … PT J"), which was ISI's export format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rispy import WokParser

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.source import Source

_START = re.compile(r"^\ufeff?PT [A-Z]?[a-z]*\s*$", re.M)
_HEADER = re.compile(r"^\ufeff?FN .*(?:ISI|Clarivate|Thomson|Web of)", re.M)
_TAGGED = re.compile(r"([A-Z][A-Z0-9])(?: (.*)|)$")
_TAGS = "AB AF AU BE BA BF CA CT DA DE DI ED EF ER FN ID JI PD PT PU PY SE SO TI UT VR".split()
_MAPPING = {tag: tag for tag in _TAGS} | {"UK": "UK"}


def detect(source: Source) -> bool:
    """Whether a line tells a publication's type, with one space after its tag."""
    head = source.head_text
    return _START.search(head) is not None and (
        _HEADER.search(head) is not None or re.search(r"^(?:AU|TI|SO) \S", head, re.M) is not None
    )


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every record, from `PT` to `ER`."""
    with source.text() as lines:
        for start, block in _records(lines):
            yield _record(block, Location(source.name, line=start))


def _records(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    block: list[str] = []
    start = 0
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip().lstrip("\ufeff")
        tagged = _TAGGED.match(line)
        if tagged and tagged[1] in ("PT", "ER", "EF"):
            if block:
                yield start, block
            block, start = [], number
        if (block and line) or (tagged and tagged[1] == "PT"):
            block.append(f"{tagged[1]} {tagged[2] or ''}" if tagged else f"   {line.strip()}")
    if block:
        yield start, block


def _record(block: list[str], location: Location) -> Record | Skipped:
    parser = WokParser(mapping=_MAPPING, list_tags=_TAGS)
    parsed = parser.parse_lines(iter([*block, "ER"]))
    fields: dict[str, list[str]] = parsed[0] if parsed else {}

    def whole(*tags: str) -> str:
        return next((text for t in tags if (text := " ".join(fields.get(t, [])).strip())), "")

    return build(
        location,
        abstract="\n".join(fields.get("AB", [])),
        title="\n".join(fields.get("TI", [])),
        authors=fields.get("AF") or fields.get("AU") or fields.get("ED") or [],
        year=whole("PY", "PD", "DA"),
        venue=whole("SO", "SE", "JI", "PU"),
        doi=whole("DI"),
        keywords=[*whole("DE").split(";"), *whole("ID").split(";")],
    )
