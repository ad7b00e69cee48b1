"""A paper's own LaTeX source: its title, authors and abstract."""

from __future__ import annotations

import re
from collections.abc import Iterator

from index.papers import Location, Record, Skipped
from index.readers.bibtex import strip_braces
from index.readers.building import build
from index.readers.source import Source

_MOST = 4_000_000  # characters; an abstract stands near the beginning
_COMMENT = re.compile(r"(?<!\\)%.*")
_BEGIN = re.compile(r"\\begin ?\{abstract\}")
_END = re.compile(r"\\end ?\{abstract\}")
_BETWEEN_AUTHORS = re.compile(r"\\and\b|\\AND\b|\\And\b|,|;")
_ASIDES = re.compile(r"\\(?:thanks|footnote|footnotemark|inst|textsuperscript|orcid|email)\b\s*")


def detect(source: Source) -> bool:
    """Whether a text is LaTeX with an abstract in it."""
    return "\\begin{document}" in source.head_text and _BEGIN.search(source.head_text) is not None


def read(source: Source) -> Iterator[Record | Skipped]:
    """The one paper."""
    with source.text() as stream:
        text = _COMMENT.sub("", stream.read(_MOST))
    begin = _BEGIN.search(text)
    end = _END.search(text, begin.end()) if begin else None
    authors = (name for each in _arguments(text, "author") for name in _names(each))
    yield build(
        Location(source.name, line=1),
        abstract=text[begin.end() : end.start()] if begin and end else None,
        title=next((_title(each) for each in _arguments(text, "title")), None),
        authors=list(authors),
        keywords=list(_arguments(text, "keywords")),
    )


def _title(argument: str) -> str:
    return strip_braces(_without_asides(argument).replace("\\\\", " "))


def _names(authors: str) -> Iterator[str]:
    for part in _BETWEEN_AUTHORS.split(_without_asides(authors)):
        # What follows a line break are affiliations.
        name = part.strip().partition("\\\\")[0].strip()
        if name and not re.search(r"\d|@", name):
            yield name


def _without_asides(text: str) -> str:
    """The text without footnotes and the like."""
    while found := _ASIDES.search(text):
        end = _closing(text, found.end()) if text[found.end() : found.end() + 1] == "{" else None
        text = text[: found.start()] + text[found.end() if end is None else end + 1 :]
    return text


def _arguments(text: str, command: str) -> Iterator[str]:
    """What stands in braces behind a command, wherever it is used."""
    for found in re.finditer(rf"\\{command}\s{{0,9}}(?:\[[^\]]{{0,999}}\])?\s{{0,9}}(?=\{{)", text):
        end = _closing(text, found.end())
        if end is not None:
            yield text[found.end() + 1 : end].strip()


def _closing(text: str, start: int) -> int | None:
    """Where the brace that opens at `start` is closed, if it is soon."""
    depth = 0
    for place in range(start, min(len(text), start + 20_000)):
        if text[place] in "{}" and text[place - 1] != "\\":
            depth += 1 if text[place] == "{" else -1
            if not depth:
                return place
    return None
