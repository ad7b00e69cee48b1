"""XML that no other reader knows: MODS, feeds, and whatever has a title and an abstract."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.people import split_people
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import find, find_all, name_of, text_at, text_of, texts_at

_TITLES = ("title", "article_title", "article-title", "articletitle", "dc.title", "name")
_ABSTRACTS = ("abstract", "summary", "abstracttext", "abstract_text", "description", "abstractnote")
_RECORDS = tuple(
    """record item entry article paper publication document doc row reference Source work result
    submission info Article Document Record""".split()  # `info`: what DBLP's search finds
)


def _mods(element: etree._Element, location: Location) -> Record | Skipped | None:
    names = []
    for name in find_all(element, "name"):
        parts = {part.get("type", ""): text_of(part) for part in find_all(name, "namePart")}
        whole = f"{parts.get('given', '')} {parts.get('family', '')}".strip() or parts.get("", "")
        names.append(whole)
    identifiers = {i.get("type", ""): text_of(i) for i in find_all(element, "identifier")}
    return build(
        location,
        abstract=text_at(element, "abstract"),
        title=text_at(element, "titleInfo/title"),
        authors=names,
        year=text_at(element, "originInfo/dateIssued", "relatedItem/originInfo/dateIssued",
                     "part/date", "relatedItem/part/date", "originInfo/copyrightDate"),
        venue=text_at(element, "relatedItem/titleInfo/title"),
        doi=identifiers.get("doi"),
        url=text_at(element, "location/url") or identifiers.get("uri"),
        keywords=texts_at(element, "subject/topic"),
    )  # fmt: skip


def _any(element: etree._Element, location: Location) -> Record | Skipped | None:
    fields: dict[str, str] = {}
    people: list[str] = []
    for child in element:
        name = name_of(child)
        if name in ("authors", "author", "creators", "creator", "authorlist"):
            inner = [_name(c) for c in child if name_of(c) in ("author", "name", "creator")]
            people += [text for text in inner or [text_of(child)] if text]
        elif name:
            fields.setdefault(name, text_of(child))
    title = next((fields[name] for name in _TITLES if fields.get(name)), "")
    if not title and find(element, *_ABSTRACTS[:2]) is None:
        return None
    return build(
        location,
        abstract=next((fields[name] for name in _ABSTRACTS if fields.get(name)), ""),
        title=title,
        authors=people or split_people(fields.get("authorstring", "").removesuffix(".")),
        year=fields.get("year") or fields.get("pubyear") or fields.get("date")
        or fields.get("pubdate") or fields.get("publicationyear"),
        venue=fields.get("venue") or fields.get("journal") or fields.get("booktitle")
        or fields.get("journaltitle") or text_at(element, "journalInfo/journal/title"),
        doi=fields.get("doi"),
        url=fields.get("url") or fields.get("link"),
    )  # fmt: skip


def _name(person: etree._Element) -> str:
    parts = (text_at(person, "firstName", "given"), text_at(person, "lastName", "family"))
    return (
        " ".join(part for part in parts if part) or text_at(person, "fullName") or text_of(person)
    )


def _rss(element: etree._Element, location: Location) -> Record | Skipped | None:
    """An item of a feed; arXiv's begin with what was announced."""
    told = text_at(element, "encoded", "description")
    creators = ", ".join(texts_at(element, "creator") + texts_at(element, "author"))
    address = text_at(element, "link") or element.get(
        "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about", ""
    )
    return build(
        location,
        abstract=_ANNOUNCED.sub("", told),
        title=_ARXIV_TAIL.sub("", text_at(element, "title")),
        authors=split_people(re.sub(r"<[^<>]*>", "", creators)),
        year=text_at(element, "pubDate", "date", "publicationDate"),
        venue=text_at(element, "publicationName", "source"),
        doi=text_at(element, "doi", "identifier"),
        arxiv_id=address if "arxiv.org" in address else None,
        url=address,
        keywords=texts_at(element, "category"),
    )


_ANNOUNCED = re.compile(r"^\s*arXiv:\S+ Announce Type: [\w-]+\s*(?:Abstract:)?\s*")
_ARXIV_TAIL = re.compile(r"\s*\(arXiv:[^()]*\)\s*$")

RSS = XmlSchema("RSS feed", re.compile(r"<rss\b|purl\.org/rss/1\.0"), ("item",), _rss)
MODS = XmlSchema("MODS XML", re.compile(r"loc\.gov/mods"), ("mods",), _mods)
OTHER = XmlSchema("XML", re.compile(rf"<(?:\w+:)?(?:{'|'.join(_RECORDS)})\b", re.I), _RECORDS, _any)
