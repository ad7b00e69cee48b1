"""From the raw fields that any reader found to a clean record."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from index.cleaning import clean
from index.papers import Location, Record, Skipped

NO_ABSTRACT = "no abstract"

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
_ARXIV = re.compile(
    r"(?<![\d.])(\d{4}\.\d{4,5})(v\d+)?(?!\d)|\b([a-z]{2,}(?:-[a-z]+)?(?:\.[A-Z]{2})?/\d{7})(v\d+)?\b"
)
_ARXIV_NEAR = re.compile(r"ar\s?xiv", re.I)
_NO_TEXT = re.compile(
    r"\W*(?:(?:no|not?) abstract\w*(?: (?:is )?(?:available|provided|found|given|present|text))?"
    r"|abstract (?:is )?(?:not|un)\s?(?:available|provided)|n/?a|none|null|nan|nil|unknown|tba|tbd"
    r"|abstract|summary|\[?abstract from author\]?|undefined|false|true|to appear|missing)\W*",
    re.I,
)


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
    if not text or _NO_TEXT.fullmatch(text) or not any(char.isalnum() for char in text):
        return Skipped(location, NO_ABSTRACT, heading or None)
    identifier = find_doi(doi)
    address = find_url(url)
    return Record(
        abstract=text,
        location=location,
        title=heading or None,
        authors=tuple(name for raw in authors if (name := reading_order(raw))),
        year=find_year(year),
        venue=clean(venue) or None if venue else None,
        doi=identifier,
        arxiv_id=find_arxiv_id(arxiv_id, identifier, address, venue),
        url=address,
        keywords=tuple(dict.fromkeys(word for raw in keywords if (word := clean(raw)))),
    )


def reading_order(name: str) -> str:
    """`Curie, Marie` and `Curie,M.` become `Marie Curie` and `M. Curie`."""
    name = clean(name).strip(" ,;")
    if name.count(",") == 1:
        family, given = (part.strip() for part in name.split(","))
        return f"{given} {family}".strip()
    if name.count(",") == 2:  # BibTeX's "Last, Jr, First"
        family, suffix, given = (part.strip() for part in name.split(","))
        return f"{given} {family}, {suffix}" if len(suffix) <= 4 else name
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
    """Keywords in one string: separated by semicolons or lines, else by commas."""
    if not value:
        return []
    separator = r"[;\n|]|,\s*(?=\S)" if not re.search(r"[;\n|]", value) else r"[;\n|]"
    return [part.strip() for part in re.split(separator, value) if part.strip()]
