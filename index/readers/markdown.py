"""Lists of papers in Markdown or in text with labels (`Title: …`, `Abstract: …`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from index.papers import Location, Record, Skipped
from index.readers.building import build, split_list
from index.readers.people import split_people
from index.readers.plaintext import looks_like_abstract
from index.readers.source import Source

_LABELS = {
    "title": "title", "paper title": "title", "abstract": "abstract", "summary": "abstract",
    "author": "authors", "authors": "authors", "by": "authors", "year": "year", "date": "year",
    "published": "year", "venue": "venue", "journal": "venue", "conference": "venue",
    "journal-ref": "venue", "published in": "venue", "doi": "doi", "url": "url", "link": "url",
    "links": "url", "paper": "url", "pdf": "url", "arxiv": "arxiv_id", "arxiv id": "arxiv_id",
    "keywords": "keywords", "tags": "keywords", "keyword": "keywords",
    "题名": "title", "标题": "title", "title-题名": "title", "作者": "authors",
    "author-作者": "authors", "摘要": "abstract", "summary-摘要": "abstract", "关键词": "keywords",
    "keyword-关键词": "keywords", "来源": "venue", "source-文献来源": "venue", "年": "year",
    "year-年": "year", "pubtime-发表时间": "year", "doi-doi": "doi", "link-链接": "url",
}  # fmt: skip
_LABEL = re.compile(
    r"^[\s>*•+-]*(?:\*\*|__|_|\*)?(" + "|".join(re.escape(name) for name in _LABELS) + r")"
    r"(?:\*\*|__|_|\*)?\s*[:：]\s*(?:\*\*|__|_|\*)?\s*(.*)$",
    re.I,
)
# A label that says nothing of use here (`Source: …`) still ends a list of authors.
_OTHER_LABEL = re.compile(r"^\s*[A-Z][\w /-]{1,24}[:：]\s")
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^ {0,3}(?:[-*+]|\d{1,5}[.)]|\[\d{1,5}\])\s+(.*)$")
_BOLD = re.compile(r"^\s*(?:\*\*|__)(.+?)(?:\*\*|__)\s*[.:—–-]?\s*(.*)$")
_LINK = re.compile(r"\[([^\[\]]+)\]\((https?://[^\s()]+)\)")
_YAML = re.compile(r"^(?:[>|][+-]?|\[([^\[\]]*)\])$")  # how YAML begins text, or encloses a list
_RULE = re.compile(r"^\s*(?:[-*_=\\]\s*){3,}$")
_SUFFIXES = (".md", ".markdown", ".mdown", ".rst")


@dataclass
class Entry:
    """A paper as it is put together, line by line."""

    line: int
    heading: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict)
    paragraphs: list[list[str]] = field(default_factory=list)
    label: str | None = None

    def empty(self) -> bool:
        return not (self.heading or self.fields or self.paragraphs)


def detect(source: Source) -> bool:
    """Whether lines are labelled, or a Markdown list or headings hold abstracts."""
    lines = source.head_text.splitlines()[:2000]
    labels = [_LABELS[match[1].lower()] for line in lines if (match := _LABEL.match(line))]
    if labels.count("abstract") >= 1 and (
        labels.count("title") >= 1 or _is_markdown(source, lines)
    ):
        return True
    return _is_markdown(source, lines) and any(
        looks_like_abstract(" ".join(paragraph))
        for entry in entries_in(lines)
        for paragraph in entry.paragraphs
    )


def _is_markdown(source: Source, lines: list[str]) -> bool:
    marks = sum(bool(_HEADING.match(line) or _BOLD.match(line)) for line in lines)
    items = sum(bool(_BOLD.match(item[1])) for line in lines if (item := _ITEM.match(line)))
    return source.suffix in _SUFFIXES or marks >= 2 or items >= 2


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every entry that has an abstract; headings that hold no paper are passed over."""
    with source.text() as lines:
        for entry in entries_in(lines):
            item = record_of(entry, Location(source.name, line=entry.line))
            if item is not None:
                yield item


def entries_in(lines: Iterable[str]) -> Iterator[Entry]:
    """What may be papers: from one heading, list item or label of a title to the next."""
    entry = Entry(1)
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip()
        label, heading, item = _LABEL.match(line), _HEADING.match(line), _ITEM.match(line)
        name = _LABELS[label[1].lower()] if label else None
        begins = (
            bool(heading)
            or (item is not None and not label)
            or (name == "title" and ("title" in entry.fields or "abstract" in entry.fields))
        )
        if begins or (_RULE.match(line) and "abstract" in entry.fields):
            if not entry.empty():
                yield entry
            entry = Entry(number)
        if _RULE.match(line):
            continue
        if entry.empty():
            entry.line = number
        if label and name:
            entry.label = name
            entry.fields.setdefault(name, []).append(label[2])
        elif heading:
            entry.heading = heading[2]
        elif item:
            _begin_item(entry, item[1])
        elif not line.strip():
            entry.label = (
                None
                if entry.label != "abstract" or entry.fields["abstract"] != [""]
                else entry.label
            )
            entry.paragraphs.append([])
        elif entry.label and entry.label != "abstract" and _OTHER_LABEL.match(line):
            entry.label = None
        elif entry.label:
            entry.fields[entry.label].append(line.strip())
        else:
            if not entry.paragraphs:
                entry.paragraphs.append([])
            entry.paragraphs[-1].append(line.strip())
    if not entry.empty():
        yield entry


def _begin_item(entry: Entry, text: str) -> None:
    """A list item: a bold or linked title, then the rest; or all of it is text."""
    bold = _BOLD.match(text)
    link = _LINK.match(text)
    if bold:
        entry.heading, rest = bold[1], bold[2]
    elif link:
        entry.heading, rest = text[: link.end()], text[link.end() :].lstrip(" .:—–-")
    elif looks_like_abstract(text):
        rest = text
    else:
        entry.heading, rest = text, ""
    label = _LABEL.match(rest)
    if label:
        entry.label = _LABELS[label[1].lower()]
        entry.fields[entry.label] = [label[2]]
    else:
        entry.paragraphs.append([rest] if rest else [])


def record_of(entry: Entry, location: Location) -> Record | Skipped | None:
    """The record that an entry describes, None where it is of no paper."""

    def whole(name: str) -> str:
        first, *more = entry.fields.get(name, [""])
        return "\n".join([_YAML.sub(r"\1", first), *more]).strip()

    abstract = whole("abstract")
    paragraphs = ["\n".join(lines) for lines in entry.paragraphs if lines]
    if not abstract:
        abstract = next((text for text in paragraphs if looks_like_abstract(text)), "")
    title = whole("title") or entry.heading
    if not abstract and not (entry.fields.keys() & {"title", "authors", "year", "doi"}):
        return None
    link = _LINK.search(title)
    title = _LINK.sub(r"\1", title)
    before = paragraphs[0] if paragraphs and paragraphs[0] != abstract else ""
    people = whole("authors") or (before if len(before) < 300 and "," in before else "")
    return build(
        location,
        abstract=abstract,
        title=re.sub(r"^\s*(?:\[\d+\]|\d+[.)])\s+", "", title),
        authors=[name for line in _lines_of(re.sub(r"[*_]", "", people))
                 for name in split_people(line)],
        year=whole("year"),
        venue=whole("venue"),
        doi=whole("doi") or (link[2] if link and "doi.org" in link[2] else None),
        arxiv_id=whole("arxiv_id"),
        url=whole("url") or (link[2] if link else None),
        keywords=split_list(whole("keywords")),
    )  # fmt: skip


def _lines_of(people: str) -> list[str]:
    """Names, one a line; or one list of them that was broken into lines."""
    lines = people.splitlines()
    listed = any(mark in people for mark in (";", " and ", "&")) or people.count(",") > len(lines)
    return [" ".join(lines)] if listed else lines
