"""Web pages that list papers, such as a conference's: read as the Markdown they could have been."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from lxml import etree, html

from index.papers import Location, Record, Skipped
from index.readers.markdown import entries_in, record_of
from index.readers.plaintext import looks_like_abstract
from index.readers.source import Source
from index.readers.tables import HEADER_WITHIN, find_columns, records

_LONGEST = 64 * 1024 * 1024  # characters; a page is read whole
_BLOCKS = frozenset(
    """p div section article ul ol table tr td th dl dd blockquote pre header footer main form
    details summary figure""".split()
)
_NO_TEXT = frozenset("script style noscript nav template svg head button select".split())
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt strong b".split())


def detect(source: Source) -> bool:
    """Whether this is a web page with something like an abstract in it."""
    start = source.head_text.lstrip("\ufeff \t\r\n")[:1000]
    if re.match(r"(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?:!doctype\s+html|html)\b", start, re.I) is None:
        return False
    return any(looks_like_abstract(line) for line in _lines(_page(source)))


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every entry with an abstract: its title is the heading, or the bold or linked text, above."""
    page = _page(source)
    number = 0
    for table in list(page.iter("table")) if page is not None else []:
        rows = _rows(table)
        if any(find_columns(row) for _, row in rows[:HEADER_WITHIN]):
            for item in records(rows, source.name):
                number += 1
                yield dataclasses.replace(item, location=Location(source.name, record=number))
            table.clear()
    for entry in entries_in(_lines(page)):
        found = record_of(entry, Location(source.name, record=number + 1))
        if isinstance(found, Record):
            number += 1
            yield found


def _page(source: Source) -> etree._Element | None:
    with source.text() as stream:
        text = stream.read(_LONGEST)
    parser = html.HTMLParser(no_network=True, remove_comments=True, encoding="utf-8")
    try:
        return html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None


def _rows(table: etree._Element) -> list[tuple[int, list[str]]]:
    return [
        (number, [" ".join("".join(cell.itertext()).split()) for cell in row.iter("td", "th")])
        for number, row in enumerate(table.iter("tr"), start=1)
    ]


def _lines(page: etree._Element | None) -> list[str]:
    out: list[str] = []
    if page is not None:
        _collect(page, out)
    return re.sub(r"[ \t]*\n[ \t]*", "\n", "".join(out)).split("\n")


def _collect(element: etree._Element, out: list[str]) -> None:
    """The text of an element, with headings marked and blocks set apart."""
    if not isinstance(element.tag, str) or element.tag in _NO_TEXT:
        return
    title = _is_title(element)
    if title:
        out.append("\n\n## ")
    elif element.tag in _BLOCKS or element.tag == "li":
        out.append("\n\n")
    elif element.tag == "br":
        out.append("\n")
    out.append(_inline(element.text))
    for child in element:
        _collect(child, out)
        out.append(_inline(child.tail))
    if title or element.tag in _BLOCKS or element.tag == "li":
        out.append("\n\n")


def _is_title(element: etree._Element) -> bool:
    """A heading; or bold or linked text that fills its block, or begins an item of a list."""
    if element.tag in _HEADINGS and element.tag not in ("strong", "b"):
        return True
    if element.tag not in ("strong", "b", "a"):
        return False
    parent = element.getparent()
    if parent is None or _is_inside_title(element) or (parent.text or "").strip():
        return False
    words = len("".join(element.itertext()).split())
    first = element.getprevious() is None
    return first and 3 <= words <= 40 and parent.tag in ("li", "p", "div", "td", "span")


def _is_inside_title(element: etree._Element) -> bool:
    return any(above.tag in _HEADINGS for above in element.iterancestors())


def _inline(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")
