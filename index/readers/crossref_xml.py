"""Crossref's XML, as deposited and as delivered (UNIXREF, UNIXSD)."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.jats import choose_abstract
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import ancestor, find, find_all, text_at, text_of

_CONTAINERS = (
    "journal_metadata/full_title",
    "proceedings_metadata/proceedings_title",
    "proceedings_series_metadata/proceedings_title",
    "book_metadata/titles/title",
    "event_metadata/conference_name",
    "book_series_metadata/titles/title",
)


def _convert(element: etree._Element, location: Location) -> Record | Skipped | None:
    titles = find(element, "titles")
    if titles is None:
        return None
    title, subtitle = text_at(titles, "title"), text_at(titles, "subtitle")
    return build(
        location,
        abstract=text_of(choose_abstract(element)),
        title=f"{title}: {subtitle}" if title and subtitle else title,
        authors=_authors(element),
        year=_year(element),
        venue=_venue(element),
        doi=text_at(element, "doi_data/doi"),
        url=text_at(element, "doi_data/resource"),
    )


def _authors(element: etree._Element) -> list[str]:
    contributors = find(element, "contributors")
    if contributors is None:
        return []
    people = [person for person in contributors if isinstance(person.tag, str)]
    authors = [person for person in people if person.get("contributor_role") == "author"]
    names = []
    for person in authors or people:
        family = text_at(person, "surname")
        names.append(f"{text_at(person, 'given_name')} {family}" if family else text_of(person))
    return names


def _year(element: etree._Element) -> str | None:
    dates = [*find_all(element, "publication_date"), *find_all(element, "posted_date")]
    dates += find_all(element, "approval_date")
    if not dates:
        journal = ancestor(element, "journal")
        dates = find_all(journal, "journal_issue/publication_date") if journal is not None else []
    years = [year for date in dates if (year := text_at(date, "year"))]
    return min(years, default=None)


def _venue(element: etree._Element) -> str | None:
    for above in element.iterancestors():
        venue = text_at(above, *_CONTAINERS)
        if venue:
            return venue
    return text_at(
        element, "group_title", "institution/institution_name", "publisher/publisher_name"
    )


CROSSREF_XML = XmlSchema(
    "Crossref XML",
    re.compile(r"<(?:\w+:)?(?:doi_records|doi_record|crossref|doi_batch|crossref_result)\b"),
    ("journal_article", "conference_paper", "posted_content", "book_metadata", "content_item",
     "dissertation", "report-paper_metadata", "book_series_metadata", "dataset"),
    _convert,
)  # fmt: skip
