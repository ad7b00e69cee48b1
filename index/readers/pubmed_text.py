"""PubMed's "Abstract (text)" export: numbered records of paragraphs, meant for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.source import Source

_NUMBER = re.compile(r"(\d{1,6})\. (\S.*)")
_PMID = re.compile(r"^PMID: (\d+)", re.M)
_CITATION = re.compile(
    r"^(?P<venue>[^.]+(?:\.(?! (?:19|20)\d\d)[^.]*)*?)\. (?P<year>(?:18|19|20)\d\d)"
)
_NO_ABSTRACT = re.compile(
    r"(?:Author information|Collaborators|Comment (?:in|on)|Update (?:in|of)|Erratum (?:in|for)"
    r"|Republished|Retraction|Conflict of interest|©|Copyright|Published by|DOI:|PMID:|PMCID:"
    r"|\[Article in|Display$)",
    re.I,
)
_AFFILIATION_MARK = re.compile(r"\(\d+(?:\)\(\d+)*\)")


def detect(source: Source) -> bool:
    """Whether the text has PubMed numbers on lines of their own, below numbered citations."""
    head = source.head_text
    return _PMID.search(head) is not None and (
        re.search(r"^1\. .*\b(?:18|19|20)\d\d\b", head, re.M) is not None
    )


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every numbered record."""
    with source.text() as lines:
        for start, paragraphs in _records(lines):
            yield _record(paragraphs, Location(source.name, line=start))


def _records(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Each record's paragraphs; the next one begins where its number stands after a blank line."""
    paragraphs: list[str] = []
    start, expected, blank = 0, 1, True
    for number, raw in enumerate(lines, start=1):
        line = raw.strip("\ufeff \r\n")
        begins = _NUMBER.match(line) if blank else None
        if begins and int(begins[1]) == expected:
            if paragraphs:
                yield start, paragraphs
            paragraphs, start, expected = [begins[2]], number, expected + 1
        elif line and start:
            if blank:
                paragraphs.append(line)
            else:
                paragraphs[-1] += f"\n{line}"
        blank = not line
    if paragraphs:
        yield start, paragraphs


def _record(paragraphs: list[str], location: Location) -> Record | Skipped:
    citation, *rest = (" ".join(paragraph.split("\n")) for paragraph in paragraphs)
    title = rest[0] if rest else None
    people = rest[1] if len(rest) > 1 else ""
    has_people = (
        not _NO_ABSTRACT.match(people)
        and len(people) < 20_000
        and (
            _AFFILIATION_MARK.search(people) is not None
            or re.fullmatch(r"[^.;:]{2,2000}\.", people)
        )
    )
    body = [part for part in rest[2 if has_people else 1 :] if not _NO_ABSTRACT.match(part)]
    numbers = _PMID.search("\n".join(paragraphs))
    found = _CITATION.match(citation)
    return build(
        location,
        abstract="\n".join(body),
        title=title,
        authors=_AFFILIATION_MARK.sub("", people).rstrip(".").split(",") if has_people else [],
        year=found["year"] if found else citation,
        venue=found["venue"] if found else None,
        doi=next((part for part in [*rest, citation] if "doi" in part.casefold()), None),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{numbers[1]}/" if numbers else None,
    )
