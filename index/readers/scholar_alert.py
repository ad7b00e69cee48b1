"""Alerts that Google Scholar sends by mail, saved or copied as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.people import split_authors
from index.readers.source import Source

# `A Stone, B Wood… - Kitchen Letters, 2021`
_BYLINE = re.compile(
    r"(?P<people>[^\W\d_][^\d\n]{0,200}?) [-–—] (?:(?P<venue>.{2,200}?), )?(?P<year>(?:19|20)\d\d)"
)
_KIND = re.compile(r"^(?:\s*\[[A-Z]{3,8}\])+\s*")


@dataclass
class _Entry:
    title: str
    byline: re.Match[str]
    line: int
    text: list[str] = field(default_factory=list)


def detect(source: Source) -> bool:
    """Whether it is signed by Google Scholar and has a line of authors, venue and year."""
    text = source.head_text
    return "Google Scholar" in text and any(_BYLINE.fullmatch(x.strip()) for x in text.splitlines())


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every entry; of the abstract there is what the mail quotes."""
    entry: _Entry | None = None
    before = ""
    with source.text() as lines:
        for number, raw in enumerate(lines, start=1):
            line = raw.strip()
            byline = _BYLINE.fullmatch(line)
            if byline and before:
                if entry is not None:
                    yield _record(entry, source)
                entry = _Entry(_KIND.sub("", before), byline, number - 1)
            elif entry is not None:
                if line:
                    entry.text.append(line)
                elif entry.text:
                    yield _record(entry, source)
                    entry = None
            before = line
    if entry is not None:
        yield _record(entry, source)


def _record(entry: _Entry, source: Source) -> Record | Skipped:
    venue = entry.byline["venue"]
    return build(
        Location(source.name, line=entry.line),
        abstract="\n".join(entry.text),
        title=entry.title,
        authors=[each.rstrip("…. ") for each in split_authors(entry.byline["people"])],
        year=entry.byline["year"],
        venue=venue,
        arxiv_id=venue,
    )
