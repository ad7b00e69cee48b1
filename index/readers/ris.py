"""RIS in all its dialects: https://en.wikipedia.org/wiki/RIS_(file_format).

The abstract is in AB or N2, the title in TI, T1 or CT, the DOI in DO, M3, N1 or UR.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from rispy import RisParser

from index.papers import Location, Record, Skipped
from index.readers.building import build, first_of
from index.readers.source import Source

# "TY  - JOUR", also with one space or a tab, after a byte order mark or "1. ".
_START = re.compile(r"^\ufeff?[ \t]*TY[ \t]{0,3}-[ \t]*[A-Za-z]*[ \t]*$", re.M)
_TAGGED = re.compile(r"[ \t]{0,3}([A-Z][A-Z0-9])[ \t]{1,3}-(?:[ \t]+(.*)|)$")
_TAGS = """A1 A2 A3 AB AF AN AU BT C1 C3 CT DA DI DO DP ED ID JA JF JO KW L1 L2 L3 LK M1 M3 N1 N2
    PB PY SO T1 T2 T3 TI UR Y1 Y2""".split()
_MAPPING = {tag: tag for tag in [*_TAGS, "TY", "ER"]} | {"UK": "UK"}
_LONGEST_RECORD = 20_000  # lines


def detect(source: Source) -> bool:
    """Whether a line tells a reference's type."""
    return _START.search(source.head_text) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every reference; one that lacks its end tag ends where the next begins."""
    with source.text() as lines:
        for start, block in _references(lines):
            yield _record(_parse(block), Location(source.name, line=start))


def _references(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each reference, with its tags spelled as the standard wants them."""
    block: list[str] = []
    start = 0
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip("\r\n").lstrip("\ufeff")
        tagged = _TAGGED.match(line)
        tag = tagged[1] if tagged else None
        if tag == "TY" and block:
            yield start, block
            block = []
        if tag == "TY":
            start = number
        if not start or (not block and tag != "TY"):
            continue
        if tag == "ER":
            yield start, block
            block = []
        elif len(block) < _LONGEST_RECORD:
            block.append(f"{tag}  - {tagged[2] or ''}" if tagged else f"      {line.strip()}")
    if block:
        yield start, block


def _parse(block: list[str]) -> dict[str, list[str]]:
    parser = RisParser(mapping=_MAPPING, list_tags=_TAGS, delimiter_tags_mapping={})
    parsed = parser.parse_lines(iter([*block, "ER  - "]))
    return parsed[0] if parsed else {}


def _record(fields: dict[str, list[str]], location: Location) -> Record | Skipped:
    first = partial(first_of, fields)

    def whole(*tags: str) -> str:
        """All lines of the first tag that has any."""
        return next((text for t in tags if (text := "\n".join(fields.get(t, [])).strip())), "")

    people = fields.get("AU") or fields.get("A1") or fields.get("AF") or fields.get("ED") or []
    return build(
        location,
        abstract=whole("AB", "N2"),
        title=whole("TI", "T1", "CT", "BT"),
        authors=people,
        year=first("PY", "Y1", "DA", "DP"),
        venue=first("T2", "JO", "JF", "JA", "BT", "SO", "PB"),
        doi=next((v for tag in ("DO", "DI", "M3", "N1", "UR", "L2", "LK", "AN", "ID")
                  for v in fields.get(tag, []) if _has_doi(tag, v)), None),
        arxiv_id=next((v for tag in ("AN", "M1", "N1", "ID") for v in fields.get(tag, [])
                       if "arxiv" in v.casefold()), None),
        url=next((v for tag in ("UR", "LK", "L1", "L2", "L3") for v in fields.get(tag, [])
                  if "http" in v), None),
        keywords=[word for line in fields.get("KW", []) for word in line.split(";")],
    )  # fmt: skip


def _has_doi(tag: str, value: str) -> bool:
    """In notes and links a DOI must say that it is one."""
    if tag in ("DO", "DI", "M3"):
        return "10." in value
    return re.search(r"doi[:.\s/]|doi\.org/", value, re.I) is not None and "10." in value
