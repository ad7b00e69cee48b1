"""Formats that one publisher uses: Elsevier, Wiley, IEEE and Copernicus."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import ancestor, find, find_all, name_of, text_at, text_of, texts_at


def _elsevier(element: etree._Element, location: Location) -> Record | Skipped | None:
    """A whole article, or an answer of the retrieval API."""
    abstracts = [a for a in find_all(element, ".//abstract") if text_of(a)]
    main = [a for a in abstracts if a.get("class") in (None, "author")]
    title = text_at(element, ".//head/title", ".//article-title", ".//title")
    people = [
        f"{text_at(author, 'given-name')} {text_at(author, 'surname')}".strip()
        for author in find_all(element, ".//author-group/author")
    ]
    return build(
        location,
        abstract=text_of(next(iter(main or abstracts), None)) or _plain_description(element),
        title=title,
        authors=people or texts_at(element, ".//creator"),
        year=text_at(element, ".//coverDate", ".//cover-date-start", ".//coverDisplayDate"),
        venue=text_at(element, ".//publicationName", ".//srctitle"),
        doi=text_at(element, ".//doi", ".//item-info/doi"),
        url=text_at(element, ".//url"),
        keywords=texts_at(element, ".//keyword/text") or texts_at(element, ".//subject/Bag/li"),
    )


def _plain_description(element: etree._Element) -> str:
    """The API's `dc:description`; a whole article's one names the journal and the publisher."""
    return text_at(element, "coredata/description")


def _wiley(element: etree._Element, location: Location) -> Record | Skipped | None:
    unit = next((m for m in find_all(element, "publicationMeta") if m.get("level") == "unit"), None)
    product = next(
        (m for m in find_all(element, "publicationMeta") if m.get("level") == "product"), None
    )
    content = find(element, "contentMeta")
    if content is None:
        return None
    abstracts = find_all(content, "abstractGroup/abstract")
    main = [a for a in abstracts if a.get("type", "main") == "main"]
    titles = find_all(content, "titleGroup/title")
    people = []
    for creator in find_all(content, "creators/creator"):
        name = find(creator, "personName")
        if creator.get("creatorRole", "author") == "author":
            given, family = (
                text_at(creator, "personName/givenNames"),
                text_at(creator, "personName/familyName"),
            )
            people.append(f"{given} {family}".strip() if name is not None else text_of(creator))
    dates = [
        date
        for meta in find_all(element, "publicationMeta")
        for found in [*find_all(meta, "coverDate"), *find_all(meta, "eventGroup/event")]
        if (date := found.get("startDate") or found.get("date"))
        and found.get("type", "") in ("", "firstOnline", "publishedOnlineFinalForm")
    ]
    return build(
        location,
        abstract=text_of(next(iter(main or abstracts[:1]), None)),
        title=text_of(next((t for t in titles if t.get("type", "main") == "main"), None)),
        authors=people,
        year=min(dates, default=None),
        venue=text_at(product, "titleGroup/title") if product is not None else None,
        doi=text_at(unit, "doi") if unit is not None else None,
        keywords=texts_at(content, "keywordGroup/keyword"),
    )


def _ieee(element: etree._Element, location: Location) -> Record | Skipped | None:
    info = find(element, "articleinfo")
    if info is None:
        return None
    publication = ancestor(element, "publication")
    abstracts = find_all(info, ".//abstract")
    regular = [a for a in abstracts if a.get("abstracttype", "Regular") == "Regular"]
    volume = ancestor(element, "volume")
    return build(
        location,
        abstract=text_of(next(iter(regular or abstracts), None)),
        title=text_at(element, "title"),
        authors=texts_at(info, ".//authorgroup/author/nonnormname")
        or texts_at(info, ".//authorgroup/author/normname"),
        year=(text_at(volume, "volumeinfo/year") if volume is not None else "")
        or text_at(info, ".//date/year"),
        venue=text_at(publication, "title") if publication is not None else None,
        doi=text_at(info, "articledoi"),
        keywords=texts_at(info, ".//keywordset/keyword/keywordterm"),
    )


def _copernicus(element: etree._Element, location: Location) -> Record | Skipped | None:
    if name_of(element) == "article" and find(element, "article_title") is None:
        return None
    return build(
        location,
        abstract=text_at(element, "abstract"),
        title=text_at(element, "article_title"),
        authors=texts_at(element, "authors/author/name"),
        year=text_at(element, "journal/publication_year", "publication_date"),
        venue=text_at(element, "journal/journal_title"),
        doi=text_at(element, "doi"),
        url=text_at(element, "article_url"),
        keywords=texts_at(element, "keywords/keyword"),
    )


ELSEVIER = XmlSchema(
    "Elsevier XML",
    re.compile(r"elsevier\.com/xml|<full-text-retrieval-response|<abstracts-retrieval-response"),
    ("document", "full-text-retrieval-response", "abstracts-retrieval-response"),
    _elsevier,
)
WILEY = XmlSchema("Wiley XML", re.compile(r"wiley\.com/namespaces/wiley"), ("header",), _wiley)
IEEE = XmlSchema(
    "IEEE XML", re.compile(r"ieee_idams_exchange|<publicationinfo\b"), ("article",), _ieee
)
COPERNICUS = XmlSchema(
    "Copernicus XML", re.compile(r"<journal_title>[^<]*</journal_title>\s*<journal_url>"),
    ("article",), _copernicus,
)  # fmt: skip
