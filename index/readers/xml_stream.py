"""Records out of an XML file of any size, one after the other, with no look outside the file."""

from __future__ import annotations

import contextlib
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lxml import etree

from index.papers import Location, Record, Skipped
from index.readers.source import Source

_CHUNK = 65_536
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)([A-Za-z][A-Za-z0-9]{1,30};)")
# ISO 8879's Greek letters (`&agr;`), which HTML has under other names.
_ISO_GREEK = dict(
    zip(
        "a b g d e z ee th i k l m n x o p r s sf t u ph kh ps oh".split(),
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        strict=True,
    )
)
_INVALID = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_BARE_AMPERSAND = re.compile(r"&(?![A-Za-z#][A-Za-z0-9]{0,31};)")


@dataclass(frozen=True, slots=True)
class XmlSchema:
    """A kind of XML file.

    `marks` is looked for in the beginning of the file; `elements` are the local names of the
    elements that each hold a record; `convert` reads one, or returns None if it is no record.
    """

    name: str
    marks: re.Pattern[str]
    elements: tuple[str, ...]
    convert: Callable[[etree._Element, Location], Record | Skipped | None]

    def detect(self, source: Source) -> bool:
        return looks_like_xml(source) and self.marks.search(source.head_text) is not None

    def read(self, source: Source) -> Iterator[Record | Skipped]:
        number = 0
        for element in _elements(source, self.elements):
            item = self.convert(element, Location(source.name, record=number + 1))
            if item is not None:
                number += 1
                yield item


def looks_like_xml(source: Source) -> bool:
    """Whether a text begins like XML, and is no web page."""
    start = source.head_text.lstrip("\ufeff \t\r\n")[:300]
    return start.startswith("<") and not re.match(r"<(?:!doctype\s+html|html)\b", start, re.I)


def top_elements(source: Source) -> Iterator[etree._Element]:
    """Every element right below the root, complete; emptied when the next one is asked for."""
    yield from _elements(source, ("*",), top_only=True)


def _elements(
    source: Source, names: tuple[str, ...], *, top_only: bool = False
) -> Iterator[etree._Element]:
    """Every element of the names, complete; it is emptied when the next one is asked for.

    Entities are never expanded nor DTDs loaded, so neither files nor servers are touched and
    nested entities cost nothing; HTML's named characters are replaced beforehand.
    """
    parser: etree.XMLPullParser[etree._Element] = etree.XMLPullParser(
        events=("end",),
        tag=[f"{{*}}{name}" for name in names],
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
    )
    for chunk in _chunks(source):
        try:
            parser.feed(chunk.encode("utf-8"))
        except etree.XMLSyntaxError:
            break
        yield from _finished(parser, top_only=top_only)
    with contextlib.suppress(etree.XMLSyntaxError):
        parser.close()
    yield from _finished(parser, top_only=top_only)


def _finished(
    parser: etree.XMLPullParser[etree._Element], *, top_only: bool
) -> Iterator[etree._Element]:
    for _, element in parser.read_events():
        parent = element.getparent()
        if not top_only or (parent is not None and parent.getparent() is None):
            yield element
            _forget(element)


def _forget(element: etree._Element) -> None:
    """Free what was read; what describes the records to come (a volume, a journal) is kept."""
    element.clear()
    for above in (element, *element.iterancestors()):
        parent = above.getparent()
        before = above.getprevious()
        while parent is not None and before is not None and before.tag == above.tag:
            parent.remove(before)
            before = above.getprevious()


def _chunks(source: Source) -> Iterator[str]:
    """The decoded text without what is no XML; an entity is never cut in two."""
    with source.text() as text:
        held = _DECLARATION.sub("", text.read(_CHUNK).lstrip("\ufeff \t\r\n"))
        while held:
            following = text.read(_CHUNK)
            cut = held.rfind("&", -40) if following else -1
            if cut >= 0 and ";" not in held[cut:]:
                chunk, held = held[:cut], held[cut:] + following
            else:
                chunk, held = held, following
            if chunk:
                yield _well_formed(chunk)


def _well_formed(text: str) -> str:
    text = _INVALID.sub("", text)
    if "&" in text:
        text = _ENTITY.sub(_named_character, text)
        text = _BARE_AMPERSAND.sub("&amp;", text)
    return text


def _named_character(match: re.Match[str]) -> str:
    name = match[1]
    greek = _ISO_GREEK.get(name[:-3].lower()) if name.endswith("gr;") else None
    if greek:
        return greek if name[0].islower() else greek.upper()
    character = html.unescape(f"&{name}")
    return character if character != f"&{name}" else f"&amp;{name}"
