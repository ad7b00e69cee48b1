"""TEI, as GROBID makes it of PDFs."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import find, find_all, text_at, text_of, texts_at


def _convert(element: etree._Element, location: Location) -> Record | Skipped | None:
    source = find(element, "fileDesc/sourceDesc/biblStruct")
    names = []
    for author in find_all(element, ".//analytic/author"):
        given = " ".join(texts_at(author, "persName/forename"))
        name = f"{given} {text_at(author, 'persName/surname')}".strip()
        if name and name not in names:
            names.append(name)
    identifiers = find_all(source, ".//idno") if source is not None else []
    kinds = {found.get("type", "").casefold(): text_of(found) for found in identifiers}
    dates = [d.get("when") or text_of(d) for d in find_all(element, ".//imprint/date")]
    return build(
        location,
        abstract=text_at(element, "profileDesc/abstract"),
        title=text_at(element, "fileDesc/titleStmt/title", ".//analytic/title"),
        authors=names,
        year=next(iter(dates), None),
        venue=text_at(source, "monogr/title") if source is not None else None,
        doi=kinds.get("doi"),
        arxiv_id=kinds.get("arxiv"),
        keywords=texts_at(element, "profileDesc/textClass/keywords/term"),
    )


TEI = XmlSchema("TEI XML", re.compile(r"<(?:\w+:)?TEI\b"), ("teiHeader",), _convert)
