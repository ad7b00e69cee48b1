"""JATS and its forerunners (NLM), as PubMed Central and most publishers give it.

Only the front matter is read: https://jats.nlm.nih.gov/.
"""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import find, find_all, text_at, text_of, texts_at

# Abstracts that stand in for a missing main one; teasers, key images and editors' notes do not.
_STAND_INS = ("summary", "short", "executive-summary", "plain-language-summary", "web-summary")
_OTHER = re.compile(
    r"graphical|highlights|significance|plain language|lay |editor|synopsis|teaser", re.I
)


def choose_abstract(parent: etree._Element) -> etree._Element | None:
    """The main one of several abstracts: without a type, and headed `Abstract` or nothing."""
    abstracts = find_all(parent, "abstract")
    plain = [a for a in abstracts if not a.get("abstract-type") and text_of(a)]
    main = [a for a in plain if not _OTHER.search(text_at(a, "title"))]
    for candidates in (main, plain):
        if candidates:
            return candidates[0]
    for kind in _STAND_INS:
        for abstract in abstracts:
            if abstract.get("abstract-type") == kind and text_of(abstract):
                return abstract
    return find(parent, "trans-abstract")


def _convert(element: etree._Element, location: Location) -> Record | Skipped | None:
    meta = find(element, "article-meta")
    if meta is None:
        return None
    title, subtitle = (
        text_at(meta, "title-group/article-title"),
        text_at(meta, "title-group/subtitle"),
    )
    years = [text_at(date, "year") for date in find_all(meta, "pub-date")]
    return build(
        location,
        abstract=text_of(choose_abstract(meta)),
        title=f"{title}: {subtitle}" if title and subtitle else title,
        authors=_authors(meta),
        year=min((year for year in years if year), default=None),
        venue=text_at(element, "journal-meta/journal-title-group/journal-title",
                      "journal-meta/journal-title", "journal-meta/journal-id"),
        doi=_identifier(meta, "doi"),
        arxiv_id=_identifier(meta, "arxiv"),
        url=text_at(meta, "self-uri") or _self_uri(meta),
        keywords=[*texts_at(meta, "kwd-group/kwd"),
                  *texts_at(meta, "kwd-group/compound-kwd/compound-kwd-part")],
    )  # fmt: skip


def _authors(meta: etree._Element) -> list[str]:
    names = []
    for contributor in find_all(meta, "contrib-group/contrib"):
        if contributor.get("contrib-type", "author") != "author":
            continue
        name = find(contributor, "name", "string-name", "name-alternatives/name")
        if name is None:
            names.append(text_at(contributor, "collab/institution", "collab"))
            continue
        family, given = text_at(name, "surname"), text_at(name, "given-names")
        names.append(f"{given} {family}".strip() if family else text_of(name))
    return names


def _identifier(meta: etree._Element, kind: str) -> str | None:
    for found in find_all(meta, "article-id"):
        if found.get("pub-id-type", "").casefold() == kind:
            return text_of(found)
    return None


def _self_uri(meta: etree._Element) -> str | None:
    uri = find(meta, "self-uri")
    return uri.get("{http://www.w3.org/1999/xlink}href") if uri is not None else None


JATS = XmlSchema(
    "JATS XML", re.compile(r"<(?:\w+:)?article-meta\b|<(?:\w+:)?front>"), ("front",), _convert
)
