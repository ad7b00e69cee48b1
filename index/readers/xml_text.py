"""Text of XML elements: inline markup, formulas and headings as plain text."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from lxml import etree

from index.cleaning_markup import linear_mathml, script_to_text, tex_to_text

_HEADINGS = frozenset(["title", "section-title", "head", "sec-title", "heading"])
_BLOCKS = frozenset(
    """p para simple-para sec abstract-sec list list-item div br break li ul ol item td tr table
    disp-formula display abstracttext section""".split()
)
_SKIPPED = frozenset(
    """graphic inline-graphic fig alt-text label fn footnote object-id note tex-math-source
    copyright copyright-statement""".split()
)
_FORMULAS = frozenset(["alternatives", "inline-formula", "disp-formula", "formula"])
_NO_HEADING = re.compile(r"(?:graphical |author |main )?abstract|summary", re.I)
_BEFORE_CLOSING = re.compile(r"\s*\n\s*(?=[.,;:!?)\]])")
_AFTER_OPENING = re.compile(r"(?<=[(\[])\s*\n\s*")


def text_of(element: etree._Element | None) -> str:
    """The text of an element, still to be cleaned; headings inside become `Results:`."""
    if element is None:
        return ""
    out: list[str] = []
    _collect(element, out)
    text = "".join(out)
    if "\n" in text:
        # Indentation around inline elements leaves spaces where none were meant.
        text = _AFTER_OPENING.sub("", _BEFORE_CLOSING.sub("", text))
    return text.strip()


def find(element: etree._Element, *paths: str) -> etree._Element | None:
    """The first element at any of the paths; names without their namespaces."""
    for path in paths:
        found = element.find(_qualified(path))
        if found is not None:
            return found
    return None


def find_all(element: etree._Element, path: str) -> list[etree._Element]:
    """Every element at a path; names without their namespaces."""
    return list(element.iterfind(_qualified(path)))


def text_at(element: etree._Element, *paths: str) -> str:
    """The text at the first of the paths that has any."""
    for path in paths:
        for found in element.iterfind(_qualified(path)):
            text = text_of(found)
            if text:
                return text
    return ""


def texts_at(element: etree._Element, path: str) -> list[str]:
    """The texts at a path, empty ones left out."""
    return [text for found in find_all(element, path) if (text := text_of(found))]


def name_of(element: etree._Element) -> str:
    """An element's name without its namespace, in lower case; empty for comments and the like."""
    if not isinstance(element.tag, str):
        return ""
    return element.tag.rpartition("}")[2].lower()


def ancestor(element: etree._Element, name: str) -> etree._Element | None:
    """The nearest ancestor of a name."""
    return next((above for above in element.iterancestors() if name_of(above) == name), None)


@functools.lru_cache(maxsize=512)
def _qualified(path: str) -> str:
    steps = path.split("/")
    return "/".join(step if step[:1] in ("", ".", "*") else f"{{*}}{step}" for step in steps)


def _collect(element: etree._Element, out: list[str]) -> None:
    if element.text and isinstance(element.tag, str):
        out.append(element.text)
    for child in element:
        _append(child, out)
        if child.tail:
            out.append(child.tail)


def _append(child: etree._Element, out: list[str]) -> None:
    name = name_of(child)
    if not name or name in _SKIPPED:
        return
    if name in _HEADINGS:
        heading = text_of(child)
        if heading and not _NO_HEADING.fullmatch(heading.rstrip(" .:")):
            out.append(f" {heading} " if heading[-1] in ".:?!" else f" {heading}: ")
    elif name in _FORMULAS and (twin := _tex_twin(child)) is not None:
        out.append(f" {twin} " if name == "disp-formula" else twin)
    elif name == "tex-math":
        out.append(tex_to_text(child.text or ""))
    elif name == "math":
        out.append(linear_mathml(child))
    elif name in ("sub", "sup", "inf"):
        inner: list[str] = []
        _collect(child, inner)
        before = next((piece[-1] for piece in reversed(out) if piece), "")
        out.append(script_to_text("^" if name == "sup" else "_", "".join(inner), before))
    elif name == "xref" and (child.text or "").strip(" [](),").isdigit():
        return
    elif name in _BLOCKS:
        out.append(" ")
        _collect(child, out)
        out.append(" ")
    else:
        _collect(child, out)


def _tex_twin(element: etree._Element) -> str | None:
    """A formula's TeX, where it is given beside the MathML."""
    for found in _descendants(element, "tex-math"):
        return tex_to_text("".join(found.itertext()))
    return None


def _descendants(element: etree._Element, name: str) -> Iterator[etree._Element]:
    return (below for below in element.iter() if name_of(below) == name)
