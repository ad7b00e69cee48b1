"""Tables written downwards, as Embase does: each row begins with the name of its field.

"TITLE","…" / "AUTHOR NAMES","Doe J.","Roe A." / "ABSTRACT","…", and a blank line between papers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.papers import Location, Record, Skipped
from index.readers.building import build, split_list
from index.readers.csv_tables import rows_of
from index.readers.source import Source

_FIELDS = {
    "TITLE": "title", "AUTHOR NAMES": "authors", "AUTHORS": "authors", "ABSTRACT": "abstract",
    "SOURCE TITLE": "venue", "SOURCE": "venue", "PUBLICATION YEAR": "year", "DOI": "doi",
    "FULL TEXT LINK": "url", "EMBASE LINK": "url", "AUTHOR KEYWORDS": "keywords",
}  # fmt: skip
_START = re.compile(r'^\ufeff?"?TITLE"?,(?!"?(?:AUTHOR|ABSTRACT|SOURCE|PUBLICATION))', re.M)
_ABSTRACT = re.compile(r'^"?ABSTRACT"?,', re.M)


def detect(source: Source) -> bool:
    """Whether there are rows that begin with TITLE and with ABSTRACT."""
    head = source.head_text
    return _START.search(head) is not None and _ABSTRACT.search(head) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every paper; a second title begins the next."""
    broken: list[Skipped] = []
    with source.text() as lines:
        start, fields = 0, dict[str, list[str]]()
        for line, row in rows_of(lines, ",", source.name, broken):
            name = _FIELDS.get(row[0].lstrip("\ufeff").strip())
            if name == "title" and "title" in fields:
                yield _record(fields, Location(source.name, line=start))
                fields = {}
            if name is not None:
                start = start if fields else line
                fields.setdefault(name, []).extend(cell for cell in row[1:] if cell.strip())
            yield from broken
            broken.clear()
        if fields:
            yield _record(fields, Location(source.name, line=start))


def _record(fields: dict[str, list[str]], location: Location) -> Record | Skipped:
    def first(name: str) -> str | None:
        return next(iter(fields.get(name, [])), None)

    return build(
        location,
        abstract="\n".join(fields.get("abstract", [])),
        title=first("title"),
        authors=fields.get("authors", []),
        year=first("year"),
        venue=first("venue"),
        doi=first("doi"),
        url=first("url"),
        keywords=[word for cell in fields.get("keywords", []) for word in split_list(cell)],
    )
