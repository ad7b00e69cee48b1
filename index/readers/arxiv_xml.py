"""What arXiv gives as XML: OAI-PMH (Dublin Core, arXiv, arXivRaw) and the API's Atom feed.

Dublin Core is read whoever gives it. https://info.arxiv.org/help/oa/, /help/api/.
"""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.people import split_authors
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import find_all, text_at, texts_at

_COMMENT = re.compile(r"\s*(?:comments?|note|journal ref)\s*:", re.I)


def _dublin_core(element: etree._Element, location: Location) -> Record | Skipped | None:
    descriptions = [text for text in texts_at(element, "description") if not _COMMENT.match(text)]
    identifiers = texts_at(element, "identifier") + texts_at(element, "relation")
    dates = sorted(texts_at(element, "date"))
    if not texts_at(element, "title") and not descriptions:
        return None
    return build(
        location,
        abstract=max(descriptions, key=len, default=""),
        title=text_at(element, "title"),
        authors=texts_at(element, "creator"),
        year=dates[0] if dates else None,
        venue=text_at(element, "source"),
        doi=next((text for text in identifiers if "10." in text and "/" in text), None),
        arxiv_id=next((text for text in identifiers if "arxiv" in text.casefold()), None),
        url=next((text for text in identifiers if text.startswith("http")), None),
        keywords=texts_at(element, "subject"),
    )


def _arxiv(element: etree._Element, location: Location) -> Record | Skipped | None:
    people = [
        f"{text_at(author, 'forenames')} {text_at(author, 'keyname')}".strip()
        for author in find_all(element, "authors/author")
    ]
    identifier = text_at(element, "id")
    return build(
        location,
        abstract=text_at(element, "abstract"),
        title=text_at(element, "title"),
        authors=people or split_authors(text_at(element, "authors")),
        year=text_at(element, "created", "version/date", "updated"),
        venue=text_at(element, "journal-ref"),
        doi=text_at(element, "doi"),
        arxiv_id=identifier,
        url=f"https://arxiv.org/abs/{identifier}" if identifier else None,
        keywords=text_at(element, "categories").split(),
    )


def _atom(element: etree._Element, location: Location) -> Record | Skipped | None:
    address = text_at(element, "id")
    links = [link.get("href", "") for link in find_all(element, "link")]
    return build(
        location,
        abstract=text_at(element, "summary", "content"),
        title=text_at(element, "title"),
        authors=texts_at(element, "author/name"),
        year=text_at(element, "published", "updated"),
        venue=text_at(element, "journal_ref", "publicationName"),
        doi=text_at(element, "doi") or next((link for link in links if "doi.org" in link), None),
        arxiv_id=address if "arxiv.org" in address else None,
        url=address if address.startswith("http") else next(iter(links), None),
        keywords=[
            term for category in find_all(element, "category") if (term := category.get("term"))
        ],
    )


DUBLIN_CORE = XmlSchema(
    "Dublin Core XML", re.compile(r"purl\.org/dc/elements|openarchives\.org/OAI/2\.0/oai_dc"),
    ("dc",), _dublin_core,
)  # fmt: skip
ARXIV = XmlSchema(
    "arXiv OAI-PMH", re.compile(r"<(?:arXiv|arXivRaw)\b"), ("arXiv", "arXivRaw"), _arxiv
)
ATOM = XmlSchema("Atom feed", re.compile(r"w3\.org/2005/Atom"), ("entry",), _atom)
