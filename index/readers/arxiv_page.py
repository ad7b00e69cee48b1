"""arXiv's pages of new papers, saved or copied as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.papers import Location, Record, Skipped
from index.readers.blocks import blocks
from index.readers.building import build
from index.readers.people import split_authors
from index.readers.source import Source

_ENTRY = re.compile(r"^\s*\[\d+\]\s+arXiv:\s?(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})")
_FIELD = re.compile(
    r"\s*(Title|Authors?|Comments|Subjects|Journal-ref|Report-no|MSC-class|ACM-class|(?:Related )?"
    r"DOI):\s*(.*)"
)
# Fields that may go on in the next line; after the others, what is no field is the abstract.
_GOES_ON = frozenset(["Title", "Author", "Authors", "Comments", "Journal-ref"])


def detect(source: Source) -> bool:
    """Whether a numbered arXiv id has a line with a title below it."""
    lines = source.head_text.splitlines()
    return any(
        _ENTRY.match(line)
        and any(each.lstrip().startswith("Title:") for each in lines[n + 1 : n + 4])
        for n, line in enumerate(lines)
    )


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every entry; the page of recent papers, unlike the one of new papers, has no abstracts."""
    with source.text() as lines:
        for start, block in blocks(lines, _ENTRY):
            yield _record(block, Location(source.name, line=start))


def _record(block: list[str], location: Location) -> Record | Skipped:
    fields: dict[str, str] = {}
    abstract: list[str] = []
    name = ""
    for line in block[1:]:
        if not line.strip():
            if abstract:
                break  # headings of the page may follow
            name = ""
        elif (field := _FIELD.match(line)) and not abstract:
            name = field[1]
            fields[name] = field[2]
        elif name in _GOES_ON:
            fields[name] += f" {line.strip()}"
        else:
            abstract.append(line)
    entry = _ENTRY.match(block[0])
    identifier = entry["id"] if entry else ""
    return build(
        location,
        abstract="\n".join(abstract),
        title=fields.get("Title"),
        authors=split_authors(fields.get("Authors") or fields.get("Author", "")),
        year=f"20{identifier[:2]}" if "." in identifier[:5] else None,
        venue=fields.get("Journal-ref"),
        doi=fields.get("DOI") or fields.get("Related DOI"),
        arxiv_id=f"arXiv:{identifier}",
        url=f"https://arxiv.org/abs/{identifier}",
        keywords=fields.get("Subjects", "").split(";"),
    )
