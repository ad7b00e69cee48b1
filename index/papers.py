"""The vocabulary of the whole project: records, papers, passages."""

from __future__ import annotations

import dataclasses
import hashlib
import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """Where a record stands: a file, and the line or the running number of the record in it."""

    file: str
    line: int | None = None
    record: int | None = None

    def __str__(self) -> str:
        if self.line is not None:
            return f"{self.file}, line {self.line}"
        if self.record is not None:
            return f"{self.file}, record {self.record}"
        return self.file


@dataclass(frozen=True, slots=True)
class Record:
    """One bibliographic record as a reader found it, already cleaned to plain text.

    `abstract` is what gets indexed, cited and highlighted: exactly this text is stored.
    """

    abstract: str
    location: Location
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was not kept, and why, in words for the user."""

    location: Location
    reason: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of the library.

    `paper_id` follows from what identifies the paper (DOI, arXiv id, title with year and first
    author, else its abstract), so the same record always gets the same id. `content_hash`
    changes with any stored field, so a changed abstract is noticed.
    """

    paper_id: str
    label: str
    abstract: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    source_file: str | None = None
    source_record: str | None = None

    @property
    def text(self) -> str:
        """What is embedded and searched: the title, when there is one, then the abstract."""
        return f"{self.title}\n{self.abstract}" if self.title else self.abstract

    @property
    def abstract_offset(self) -> int:
        """Where the abstract starts in `text`."""
        return len(self.title) + 1 if self.title else 0

    @property
    def content_hash(self) -> str:
        fields = dataclasses.asdict(self)
        # Where a record came from may change without the paper changing.
        for name in ("tags", "source_file", "source_record"):
            del fields[name]
        return _digest(repr(sorted(fields.items())))


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a paper's abstract: `paper.abstract[start:end] == text`."""

    passage_id: str
    paper_id: str
    start: int
    end: int
    text: str


def identify(record: Record) -> str:
    """The id of the paper that this record describes: 16 hexadecimal digits."""
    if record.doi:
        key = f"doi:{record.doi.casefold()}"
    elif record.arxiv_id:
        key = f"arxiv:{re.sub(r'v[0-9]+$', '', record.arxiv_id.casefold())}"
    elif record.title:
        first_author = record.authors[0] if record.authors else ""
        # Without an author or a year the title alone may be shared ("Editorial", "Reply").
        rest = "" if first_author or record.year else normalise(record.abstract)
        key = f"title:{normalise(record.title)}|{normalise(first_author)}|{record.year}|{rest}"
    else:
        key = f"abstract:{normalise(record.abstract)}"
    return _digest(key)


def distinct_id(paper: Paper) -> str:
    """Another id, for a paper that shares what identifies it with a different one."""
    return _digest(f"{paper.paper_id}|{normalise(paper.title or paper.abstract)}")


def normalise(text: str) -> str:
    """Letters and digits only, case-folded: for comparing, never for showing."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"\w+", folded))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
