"""Zotero's RDF export, and bibliographies in BIBO's RDF.

The elements below `rdf:RDF` stand side by side: papers, and the journals that several of them
refer to, most often further down. Conference papers and preprints are bare `rdf:Description`s
that say what they are in `z:itemType`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.source import Source
from index.readers.xml_stream import looks_like_xml, top_elements
from index.readers.xml_text import find, find_all, name_of, text_at, texts_at

NAME = "RDF"

_MARKS = re.compile(r"<rdf:RDF\b(?s:.*?)(?:zotero\.org|purl\.org/net/biblio|bibo)")
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_PAPERS = frozenset(
    """article academicarticle book booksection document thesis report manuscript
    conferencepaper preprint""".split()
)
_NO_PAPERS = frozenset(["attachment", "note", "annotation"])
_CONTAINERS = ("Journal", "Book", "Periodical", "Proceedings", "Newspaper", "*")


@dataclass(slots=True)
class _Containers:
    """The journals and books that papers refer to, by `rdf:about`."""

    titles: dict[str, str] = field(default_factory=dict)
    dois: dict[str, list[str]] = field(default_factory=dict)
    papers: Counter[str] = field(default_factory=Counter)

    def doi(self, name: str) -> str | None:
        """A paper's DOI, which Zotero writes into its journal; None unless it is plain whose."""
        dois = self.dois.get(name, [])
        return dois[0] if len(dois) == 1 and self.papers[name] == 1 else None


def detect(source: Source) -> bool:
    """Whether a file is RDF about papers."""
    return looks_like_xml(source) and _MARKS.search(source.head_text) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every paper, in order; what it refers to is looked up beforehand."""
    containers = _containers(source)
    number = 0
    for element in top_elements(source):
        if _is_paper(element):
            number += 1
            yield _record(element, containers, Location(source.name, record=number))


def _containers(source: Source) -> _Containers:
    found = _Containers()
    for element in top_elements(source):
        if _is_paper(element):
            found.papers.update(_referred(element))
        name = element.get(f"{_RDF}about")
        title = text_at(element, "title")
        if name and title:
            found.titles[name] = title
            found.dois[name] = _dois(element)
    return found


def _is_paper(element: etree._Element) -> bool:
    kind = text_at(element, "itemType")
    return bool(text_at(element, "title")) and (
        kind not in _NO_PAPERS if kind else name_of(element) in _PAPERS
    )


def _record(
    element: etree._Element, containers: _Containers, location: Location
) -> Record | Skipped:
    referred = _referred(element)
    names = [containers.titles[name] for name in referred if name in containers.titles]
    inside = find(element, *(f"isPartOf/{each}" for each in _CONTAINERS))
    dois = _dois(element) + (_dois(inside) if inside is not None else [])
    dois += [doi for name in referred if (doi := containers.doi(name))]
    return build(
        location,
        abstract=text_at(element, "abstract"),
        title=text_at(element, "title"),
        authors=[
            f"{text_at(person, 'givenName', 'givenname')} {text_at(person, 'surname')}".strip()
            for path in ("authors/Seq/li/Person", "creator/Person")
            for person in find_all(element, path)
        ],
        year=text_at(element, "date"),
        venue=text_at(element, *(f"isPartOf/{each}/title" for each in _CONTAINERS))
        or next(iter(names), "")
        or text_at(element, "presentedAt/Conference/title", "publisher/Organization/name"),
        doi=next(iter(dois), None) or " ".join(texts_at(element, "identifier")),
        url=text_at(element, "identifier/URI/value", "uri"),
        keywords=texts_at(element, "subject"),
    )


def _referred(element: etree._Element) -> list[str]:
    return [name for part in find_all(element, "isPartOf") if (name := part.get(f"{_RDF}resource"))]


def _dois(element: etree._Element) -> list[str]:
    named = texts_at(element, "doi") + texts_at(element, "identifier")
    return [text for text in named if re.match(r"(?:DOI:? ?)?10\.", text, re.I)]
