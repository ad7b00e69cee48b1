"""EndNote's XML, which Bookends, Papers and others write too."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import text_at, texts_at


def _convert(element: etree._Element, location: Location) -> Record | Skipped | None:
    return build(
        location,
        abstract=text_at(element, "abstract"),
        title=text_at(element, "titles/title"),
        authors=texts_at(element, "contributors/authors/author")
        or texts_at(element, "contributors/secondary-authors/author"),
        year=text_at(element, "dates/year", "dates/pub-dates/date"),
        venue=text_at(element, "periodical/full-title", "titles/secondary-title", "publisher"),
        doi=text_at(element, "electronic-resource-num"),
        url=text_at(element, "urls/related-urls/url", "urls/web-urls/url"),
        keywords=texts_at(element, "keywords/keyword"),
    )


ENDNOTE_XML = XmlSchema(
    "EndNote XML",
    re.compile(
        r"<xml>\s*<records>|<records>\s*<record>(?s:.*?)<(?:titles|contributors)\b|<ref-type name="
    ),
    ("record",),
    _convert,
)
