"""MEDLINE's tagged text (.nbib): https://www.nlm.nih.gov/bsd/mms/medlineelements.html."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.source import Source

_START = re.compile(r"^\ufeff?(?:PMID|PMCR|OWN|STAT)\s{0,4}- ?\S", re.M)
_TAGGED = re.compile(r"([A-Z]{2,4})\s{0,2}-(?: (.*)|)$")
_FIRST_TAGS = ("PMID", "PMCR")

Fields = dict[str, list[str]]


def detect(source: Source) -> bool:
    """Whether a line gives a PubMed number, an owner or a status."""
    return _START.search(source.head_text) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every record; blank lines or a new PubMed number part them."""
    with source.text() as lines:
        for start, fields in _records(lines):
            yield _record(fields, Location(source.name, line=start))


def _records(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    fields: Fields = {}
    start, last = 0, None
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip().lstrip("\ufeff")
        tagged = _TAGGED.match(line)
        if fields and (not line or (tagged and tagged[1] in _FIRST_TAGS and tagged[1] in fields)):
            yield start, fields
            fields, last = {}, None
        if tagged:
            start = start if fields else number
            last = tagged[1]
            fields.setdefault(last, []).append(tagged[2] or "")
        elif line and last:
            fields[last][-1] += f"\n{line.strip()}"
    if fields:
        yield start, fields


def _record(fields: Fields, location: Location) -> Record | Skipped:
    def whole(*tags: str) -> str:
        return next((text for t in tags if (text := " ".join(fields.get(t, [])).strip())), "")

    identifiers = fields.get("LID", []) + fields.get("AID", [])
    number = whole("PMID")
    return build(
        location,
        abstract="\n".join(fields.get("AB", [])) or "\n".join(fields.get("OAB", [])),
        title=whole("TI", "BTI", "CTI"),
        authors=fields.get("FAU") or fields.get("AU") or fields.get("CN") or fields.get("ED") or [],
        year=whole("DP", "DEP", "DA"),
        venue=whole("JT", "TA", "BTI", "CTI"),
        doi=next((i for i in identifiers if re.search(r"\[doi\]|doi\.org|^10\.", i)), None),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if number.isdigit()
        else next((i for i in identifiers if i.startswith("http")), None),
        keywords=[word.lstrip("*") for word in fields.get("OT", [])],
    )  # fmt: skip
