r"""arXiv's daily mailings: records between lines of hyphens, abstracts between lines of `\\`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.papers import Location, Record, Skipped
from index.readers.blocks import blocks
from index.readers.building import build
from index.readers.people import split_authors
from index.readers.source import Source

_RULE = re.compile(r"-{20,}\s*$|={20,}\s*$")
_BEGINS = re.compile(r"(?:arXiv|Paper): ?\S")
_FIELD = re.compile(r"([A-Z][A-Za-z-]+):\s+(.*)$")
_MARK = "\\\\"


def detect(source: Source) -> bool:
    """Whether a line of two backslashes is followed by an arXiv id."""
    return re.search(r"^\\\\\s*\n(?:arXiv|Paper): ?\S", source.head_text, re.M) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every record; one that was only announced as replaced may have no abstract."""
    with source.text() as lines:
        for start, block in blocks(lines, _BEGINS, _RULE):
            yield _record(block, Location(source.name, line=start))


def _record(block: list[str], location: Location) -> Record | Skipped:
    parts: list[list[str]] = [[]]
    for line in block:
        if line.startswith(_MARK):
            parts.append([])
        else:
            parts[-1].append(line)
    fields: dict[str, str] = {}
    name = "arXiv"
    for line in parts[0]:
        field = _FIELD.match(line)
        if field:
            name = field[1]
        fields[name] = field[2] if field else f"{fields.get(name, '')} {line.strip()}"
    identifier = block[0].partition(":")[2]
    return build(
        location,
        abstract="\n".join(parts[1]) if len(parts) > 1 else None,
        title=fields.get("Title"),
        authors=split_authors(fields.get("Authors", "")),
        year=fields.get("Date"),
        venue=fields.get("Journal-ref"),
        doi=fields.get("DOI"),
        arxiv_id=identifier,
        url=f"https://arxiv.org/abs/{identifier.split()[0]}" if identifier.split() else None,
        keywords=fields.get("Categories", "").split(),
    )
