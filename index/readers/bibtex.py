"""BibTeX and BibLaTeX."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bibtexparser.entrypoint import parse_string
from bibtexparser.model import DuplicateFieldKeyBlock, Entry

from index.papers import Location, Record, Skipped
from index.readers.building import WholeName, build, split_list
from index.readers.plaintext import has_sentences, looks_like_abstract
from index.readers.source import Source

# It logs every broken block; ours are reported as skipped records instead.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

_START = re.compile(r"\s*@\s*([A-Za-z]\w*)\s*[{(]")
_HEAD = re.compile(r"^\s*@\s*[A-Za-z]\w*\s*[{(]", re.M)
_ENTRY_START = re.compile(r"\s*@\s*[A-Za-z]\w*\s*[{(]\s*[^\s,={}]*\s*(?:,|$)")
_NEXT_ON_LINE = re.compile(r"(?<=[})])\s*(?=@\s*[A-Za-z]\w*\s*[{(]\s*[^\s,={}]*\s*,)")
_MISSING_COMMA = re.compile(r"([}\"])[ \t]*\n(\s*[A-Za-z][\w-]*\s*=\s*[{\"])")
_TITLE = re.compile(r"\btitle\s*=\s*[{\"]+([^\n]{1,200}?)[}\"]*,?\s*$", re.I | re.M)
_LONGEST_BLOCK = 500_000  # characters; a longer block has lost its end

_ABSTRACT = ("abstract", "abstractnote", "summary", "abstract_en")
_NOTES = ("annote", "annotation", "note")  # where some programs put it
_VENUE = ("journaltitle", "journal", "booktitle", "eventtitle", "series", "school", "institution",
          "publisher", "howpublished")  # fmt: skip
_CONTAINERS = frozenset(
    "proceedings mvproceedings book mvbook collection mvcollection periodical conference".split()
)
_INHERITED = ("booktitle", "journal", "journaltitle", "year", "date", "eventtitle", "publisher")


@dataclass(frozen=True, slots=True)
class _Block:
    """One `@…{…}`, as it stands in the file, and the line that it starts at."""

    text: str
    line: int


def detect(source: Source) -> bool:
    """Whether an entry, a string or a preamble of BibTeX starts a line."""
    return _HEAD.search(source.head_text) is not None and (
        re.search(r"^\s*@\s*(?:comment|string|preamble)\s*[{(]", source.head_text, re.M | re.I)
        is not None
        or re.search(r"^\s*@\s*[A-Za-z]\w*\s*[{(]\s*[^\s,{}=]*\s*,", source.head_text, re.M)
        is not None
    )


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every entry of a BibTeX file, one after the other.

    Each entry is parsed on its own, so a brace too few or too many costs that entry alone.
    Entries that refer to a later one with `crossref` are held back until it is found.
    """
    strings: dict[str, str] = {}
    parents: dict[str, dict[str, str]] = {}
    waiting: dict[str, list[tuple[Location, dict[str, str]]]] = {}
    with source.text() as lines:
        for block in _blocks(lines):
            location = Location(source.name, line=block.line)
            kind = _START.match(block.text)
            if kind is None or kind[1].lower() in ("comment", "preamble"):
                continue
            parsed = _parse(block.text)
            if parsed is None:
                title = _TITLE.search(block.text)
                reason = "broken BibTeX entry (braces or quotes do not match)"
                yield Skipped(location, reason, title[1] if title else None)
                continue
            if isinstance(parsed, dict):
                strings.update(parsed)
                continue
            fields = _fields(parsed, strings)
            parent = fields.get("crossref", "").strip().casefold()
            if parent and parent not in parents:
                waiting.setdefault(parent, []).append((location, fields))
                continue
            yield _record(location, fields | _inherit(fields, parents.get(parent, {})))
            key = parsed.key.casefold()
            if parsed.entry_type.lower() in _CONTAINERS:
                parents[key] = {
                    name: fields[name] for name in (*_INHERITED, "title") if name in fields
                }
            for child_location, child in waiting.pop(key, []):
                yield _record(child_location, child | _inherit(child, fields))
    for children in waiting.values():
        for child_location, child in children:
            yield _record(child_location, child)


def _blocks(lines: Iterator[str]) -> Iterator[_Block]:
    """Cut the file before each line that starts an entry."""
    block: list[str] = []
    start = size = depth = 0
    for number, line in enumerate(lines, start=1):
        for piece in _NEXT_ON_LINE.split(line) if line.count("@") > 1 else (line,):
            starts = _START.match(piece)
            # Within an open entry only what looks like a whole new one, with its key, starts anew.
            if starts and (not block or depth <= 0 or _ENTRY_START.match(piece)):
                if block:
                    yield _Block("".join(block), start)
                block, start, size, depth = [], number, 0, 0
            if block or starts:
                size += len(piece)
                if size <= _LONGEST_BLOCK:
                    block.append(piece)
                depth += piece.count("{") - piece.count("}")
    if block:
        yield _Block("".join(block), start)


def _parse(text: str) -> Entry | dict[str, str] | None:
    """An entry, the strings that are defined, or None where the block is broken."""
    for attempt in (text, _MISSING_COMMA.sub(r"\1,\n\2", text), _MISSING_KEY.sub(r"\1,", text)):
        library = parse_string(attempt)
        if library.strings:
            return {string.key.casefold(): string.value for string in library.strings}
        duplicated = (b for b in library.failed_blocks if isinstance(b, DuplicateFieldKeyBlock))
        found = [*library.entries, *(block.ignore_error_block for block in duplicated)]
        entry = next((block for block in found if isinstance(block, Entry)), None)
        if entry and not any(_runs_on(field.value) for field in entry.fields):
            return entry
    return entry


_MISSING_KEY = re.compile(r"(@\s*\w+\s*[{(])\s*(?=[A-Za-z]\w*\s*=)")


def _runs_on(value: object) -> bool:
    """A value that swallowed the next field, for want of a comma."""
    text = str(value)
    return text.startswith(("{", '"')) and _MISSING_COMMA.search(text) is not None


def _fields(entry: Entry, strings: dict[str, str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for field in entry.fields:
        fields.setdefault(field.key.strip().lower(), _resolve(str(field.value), strings))
    return fields


def _resolve(value: str, strings: dict[str, str]) -> str:
    """The text of a value: `"a" # jan # {b}` is joined, and names of strings are looked up."""
    if value.casefold() in strings:
        return strings[value.casefold()]
    if "#" in value and re.search(r"[}\"\w]\s*#\s*[{\"\w]", value) and re.match(r'["{\w]', value):
        parts = [part.strip() for part in re.split(r"\s+#\s+|(?<=[\"}])#(?=[\"{\w])", value)]
        joined = [strings.get(part.casefold(), part) for part in parts]
        if any(part[:1] in '{"' or part.casefold() in strings for part in parts):
            return "".join(_unquote(part) for part in joined)
    return value


def _unquote(part: str) -> str:
    if len(part) >= 2 and (part[0], part[-1]) in (("{", "}"), ('"', '"')):
        return part[1:-1]
    return part


def _inherit(child: dict[str, str], parent: dict[str, str]) -> dict[str, str]:
    inherited = {name: parent[name] for name in _INHERITED if name in parent and name not in child}
    if "title" in parent and not {"booktitle", "journal", "journaltitle"} & {*child, *inherited}:
        inherited["booktitle"] = parent["title"]
    return inherited


def _record(location: Location, fields: dict[str, str]) -> Record | Skipped:
    def first(*names: str) -> str | None:
        return next((strip_braces(fields[name]) for name in names if fields.get(name)), None)

    title, subtitle = first("title"), first("subtitle")
    eprint_kind = f"{fields.get('archiveprefix', '')}{fields.get('eprinttype', '')}".casefold()
    eprint = fields.get("eprint", "")
    arxiv = eprint if "arxiv" in eprint_kind or "arxiv" in eprint.casefold() else None
    if arxiv is None and not eprint_kind and "doi" not in fields:
        arxiv = eprint
    people = fields.get("author") or fields.get("editor") or ""
    return build(
        location,
        abstract=first(*_ABSTRACT) or _abstract_in(first(*_NOTES)),
        title=f"{title}: {subtitle}" if title and subtitle else title,
        authors=[name for name in split_names(people) if name.casefold() != "others"],
        year=fields.get("year") or fields.get("date"),
        venue=first(*_VENUE),
        doi=fields.get("doi"),
        arxiv_id=arxiv,
        url=fields.get("url") or fields.get("howpublished"),
        keywords=split_list(first("keywords", "keyword", "author_keywords")),
    )


def _abstract_in(note: str | None) -> str | None:
    return note if note and looks_like_abstract(note) and has_sentences(note) else None


def split_names(people: str) -> list[str]:
    """The names in a BibTeX author field: `and` separates them, except within braces."""
    names: list[str] = []
    depth = start = 0
    for match in re.finditer(r"\\.|[{}]|\s+and\s+", people, re.S | re.I):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth <= 0 and match[0].strip().lower() == "and":
            names.append(people[start : match.start()])
            start = match.end()
    names.append(people[start:])
    return [_name(name.strip()) for name in names if name.strip()]


def _name(name: str) -> str:
    """`{World Health Organization}` is in braces because it is no person."""
    whole = name.startswith("{") and name.endswith("}") and strip_braces(name) == name[1:-1]
    return WholeName(name[1:-1]) if whole else strip_braces(name)


_COMMAND = re.compile(r"\\[a-zA-Z'`\"^~=.]")
_BRACED = re.compile(r"\\[a-zA-Z]+\*?|\\.|[\\{}$]|[\^_]|\s+|[^\\{}$^_\s]+", re.S)


def strip_braces(text: str) -> str:
    """Drop the braces that protect capitals in BibTeX; those of LaTeX arguments stay.

    `{BERT}: {P}re-training` becomes `BERT: Pre-training`, while `\\emph{x}`, `{\\em x}`,
    `x^{-3}`, `${n}$` and `\\{` are left for cleaning.
    """
    if "{" not in text:
        return text
    out: list[str] = []
    kept: list[bool] = []
    in_maths = argument_may_follow = False
    for match in _BRACED.finditer(text):
        piece = match[0]
        if piece == "{":
            command_follows = _COMMAND.match(text, match.end()) is not None
            kept.append(in_maths or argument_may_follow or command_follows)
            argument_may_follow = False
            if kept[-1]:
                out.append(piece)
            continue
        if piece == "}":
            keep = kept.pop() if kept else True
            argument_may_follow = keep and bool(out)
            if keep:
                out.append(piece)
            continue
        if piece == "$":
            in_maths = not in_maths
        out.append(piece)
        if not piece.isspace() or argument_may_follow is False:
            argument_may_follow = piece[0] in "\\^_" and piece not in ("\\{", "\\}", "\\\\", "\\$")
    return "".join(out)
