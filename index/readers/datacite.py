"""DataCite's XML: https://schema.datacite.org/."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import find_all, text_at, text_of, texts_at


def _convert(element: etree._Element, location: Location) -> Record | Skipped | None:
    abstracts = [
        text
        for description in find_all(element, "descriptions/description")
        if description.get("descriptionType") == "Abstract" and (text := text_of(description))
    ]
    titles = find_all(element, "titles/title")
    main = [title for title in titles if not title.get("titleType")]
    subtitles = [title for title in titles if title.get("titleType") == "Subtitle"]
    title = ": ".join(text_of(part) for part in [*main[:1], *subtitles[:1]])
    identifiers = [
        text_of(found)
        for found in find_all(element, "alternateIdentifiers/alternateIdentifier")
        if "arxiv" in found.get("alternateIdentifierType", "").casefold()
    ]
    return build(
        location,
        abstract="\n".join(abstracts),
        title=title,
        authors=texts_at(element, "creators/creator/creatorName"),
        year=text_at(element, "publicationYear"),
        venue=text_at(element, "publisher"),
        doi=text_at(element, "identifier"),
        arxiv_id=next(iter(identifiers), None),
        keywords=texts_at(element, "subjects/subject"),
    )


DATACITE = XmlSchema("DataCite XML", re.compile(r"datacite\.org/schema"), ("resource",), _convert)
