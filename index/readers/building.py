"""From the raw fields that any reader found to a clean record."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote

from index.cleaning import clean
from index.papers import Location, Record, Skipped

NO_ABSTRACT = "no abstract"

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_ARXIV = re.compile(
    r"(?<!\d)(\d{4}\.\d{4,5})(v\d+)?(?!\d)|\b([a-z]{2,}(?:-[a-z]+)?(?:\.[A-Z]{2})?/\d{7})(v\d+)?\b"
)
_ARXIV_NEAR = re.compile(r"ar\s?xiv", re.I)
_SEPARATOR = re.compile(r"[;\n|]")
_COMMA = re.compile(r",(?![^()]*\))")  # but not within parentheses
_NAME_SUFFIXES = frozenset(["Jr", "Jr.", "Sr", "Sr.", "JR", "SR", "I", "II", "III", "IV", "V"])
_TRAILING_INITIALS = re.compile(
    r"([^\W\d_][^\d.]*[^\W\d_A-Z][^\d.]*?) ((?:[A-Z]\.[ -]?)+|[A-Z]{1,3})"
)
_DOI_IN_URL = re.compile(r"doi(?:\.org/|[:=])(10\.\d{4,9}/[^\s&?#\"<>]+)", re.I)
_NO_TEXT = re.compile(
    r"\W*(?:(?:no|not?) abstract\w*(?: (?:is )?(?:available|provided|found|given|present|text))?"
    r"|abstract (?:is )?(?:not|un)\s?(?:available|provided)|n/?a|none|null|nan|nil|unknown|tba|tbd"
    r"|abstract|summary|\[?abstract from author\]?|undefined|false|true|to appear|missing"
    r"|(?:(?:the|this|our) )?(?:paper |submission |article )?(?:(?:is|was|has been) )?withdrawn?"
    r"(?: paper| submission| by (?:the )?authors?(?:\(s\))?)?|part of)\W*",
    re.I,
)


# What Scopus says of proceedings.
_LISTS_PAPERS = re.compile(r"the (?:special issue|proceedings) contains? \d+ papers?\b", re.I)
# What stands in a field that was left empty.
_LEFT_EMPTY = re.compile(r"n\.?/?a\.?|none|null|nan|nil|unknown|undefined|tba|tbd", re.I)


def first_of(fields: Mapping[str, Sequence[str]], *tags: str) -> str | None:
    """The first value that says something, of the first of these tags that has one."""
    return next((v for tag in tags for v in fields.get(tag, ()) if v.strip()), None)


def build(
    location: Location,
    *,
    abstract: str | None,
    title: str | None = None,
    authors: Iterable[str] = (),
    year: str | int | None = None,
    venue: str | None = None,
    doi: str | None = None,
    arxiv_id: str | None = None,
    url: str | None = None,
    keywords: Iterable[str] = (),
) -> Record | Skipped:
    """Clean every field; without an abstract the record is skipped and says so.

    `authors` are names in reading order or `Family, Given`; `arxiv_id`, `doi` and `url` may be
    anything that contains one.
    """
    heading = clean(title) if title else ""
    text = clean(abstract) if abstract else ""
    said = any(char.isalnum() for char in text)
    if not said or _NO_TEXT.fullmatch(text) or _LISTS_PAPERS.match(text):
        return Skipped(location, NO_ABSTRACT, heading or None)
    address = find_url(url)
    identifier = find_doi(doi) or _doi_in_url(address)
    return Record(
        abstract=text,
        location=location,
        title=heading or None,
        authors=tuple(name for raw in authors for name in _names(raw)),
        year=find_year(year),
        venue=_said(clean(venue)) if venue else None,
        doi=identifier,
        arxiv_id=find_arxiv_id(arxiv_id, identifier, address, venue),
        url=address,
        keywords=tuple(dict.fromkeys(word for raw in keywords for word in _keywords(raw))),
    )


def _said(text: str) -> str | None:
    """None for a field that was left empty: `n/a`, `--`."""
    return None if _LEFT_EMPTY.fullmatch(text) or not re.search(r"\w", text) else text


class WholeName(str):
    """A name that is not to be turned round: an institution's, say."""

    __slots__ = ()


def _names(raw: str) -> Iterator[str]:
    if isinstance(raw, WholeName):
        # A comma would make two parts of it wherever the name is read again.
        first, comma, rest = clean(raw).partition(", ")
        yield f"{first} ({rest})" if comma else first
        return
    for part in raw.split(";"):
        name = reading_order(part)
        if name and _said(name):
            yield name


def _keywords(raw: str) -> Iterator[str]:
    for part in _SEPARATOR.split(clean(raw)):
        word = part.strip().lstrip("* ")
        if word and _said(word):
            yield word


def reading_order(name: str) -> str:
    """`Curie, Marie`, `Curie M.` and `Curie MS` become `Marie Curie`, `M. Curie`, `MS Curie`."""
    name = clean(name).strip(" ,;")
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 3:  # BibTeX's "Last, Jr, First", and the other way round
        suffix, given = (parts[2], parts[1]) if parts[2] in _NAME_SUFFIXES else (parts[1], parts[2])
        return f"{given} {parts[0]} {suffix}".strip()
    if len(parts) == 2:
        if parts[1] in _NAME_SUFFIXES:
            return f"{parts[0]} {parts[1]}"
        return f"{parts[1]} {parts[0]}".strip()
    initials = _TRAILING_INITIALS.fullmatch(name)
    if initials and initials[2] not in _NAME_SUFFIXES:
        return f"{initials[2]} {initials[1]}"
    return name


def find_year(value: str | int | None) -> int | None:
    """The first year from 1500 to 2099 in a date of any form."""
    found = _YEAR.search(str(value)) if value is not None else None
    return int(found[1]) if found else None


def find_doi(value: str | None) -> str | None:
    """The bare DOI in an address, a `doi:` label or a field, in lower case of its own."""
    if not value:
        return None
    found = _DOI.search(html.unescape(value).replace("\\_", "_").replace("%2F", "/"))
    return found[0].rstrip(".,;:)]}").replace("{", "").replace("}", "") if found else None


def _doi_in_url(url: str | None) -> str | None:
    found = _DOI_IN_URL.search(unquote(url)) if url and "doi" in url else None
    return find_doi(found[1]) if found else None


def find_url(value: str | None) -> str | None:
    """The first web address in a field."""
    if not value:
        return None
    found = re.search(r"https?://[^\s<>\"{}|\\^]+", html.unescape(value).replace("\\_", "_"))
    return found[0].rstrip(".,;") if found else None


def find_arxiv_id(given: str | None, *hints: str | None) -> str | None:
    """An arXiv id: any in `given`, or one in a hint that speaks of arXiv."""
    for value, trusted in ((given, True), *((hint, False) for hint in hints)):
        if value and (trusted or _ARXIV_NEAR.search(value)):
            found = _ARXIV.search(value)
            if found:
                return found[1] or found[3]
    return None


def split_list(value: str | None) -> list[str]:
    """Keywords in one string: separated by semicolons, bars or lines, else by commas."""
    if not value:
        return []
    separator = _SEPARATOR if _SEPARATOR.search(value) else _COMMA
    return [part.strip() for part in separator.split(value) if part.strip()]
