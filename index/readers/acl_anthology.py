"""The ACL Anthology's XML: https://github.com/acl-org/acl-anthology."""

from __future__ import annotations

import re

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.xml_stream import XmlSchema
from index.readers.xml_text import ancestor, find, find_all, text_at, text_of


def _convert(element: etree._Element, location: Location) -> Record | Skipped | None:
    volume = ancestor(element, "volume")
    meta = find(volume, "meta") if volume is not None else None
    page = text_at(element, "url")
    return build(
        location,
        abstract=text_at(element, "abstract"),
        title=text_at(element, "title"),
        authors=[
            f"{text_at(author, 'first')} {text_at(author, 'last')}".strip() or text_of(author)
            for author in find_all(element, "author")
        ],
        year=text_at(element, "year") or (text_at(meta, "year") if meta is not None else ""),
        venue=text_at(meta, "booktitle", "journal-title") if meta is not None else None,
        doi=text_at(element, "doi"),
        url=page if page.startswith("http") or not page else f"https://aclanthology.org/{page}/",
    )


ACL_ANTHOLOGY = XmlSchema(
    "ACL Anthology XML",
    re.compile(r"<collection\b[^>]*>\s*<volume\b|<volume\b[^>]*>\s*<meta>|<paper id="),
    ("paper",),
    _convert,
)
