"""Plain text: bare abstracts, one a paragraph or one a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, pairwise

from index.papers import Location, Record, Skipped
from index.readers.building import build
from index.readers.people import WIDE, are_names, split_people
from index.readers.source import Source

LONG_LINE = 250  # characters; nobody wraps lines that late, so such a line is a paragraph
SHORTEST = 120  # characters of an abstract
SHORTESTWIDE = 50  # of one in Chinese, Japanese or Korean
_SEVERAL = 3  # lines; of two wide lines of one paragraph the first may end a sentence by chance
_LOOKAHEAD = 16  # paragraphs by which a file with a title above each abstract is known

_PAGE = re.compile(
    r"[-–—\s]*(?:page|seite|第)?\s*\d{1,4}\s*(?:(?:of|/|von)\s*\d{1,4}|页)?[-–—\s]*", re.I
)
_RULE = re.compile(r"[\W_]+")
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’)\]]*\s*$")
_SENTENCE_MARK = re.compile(r"[a-zà-ÿ0-9)\]%\"'”’$}][.!?](?:\s|$)|[。！？]")
_MOST_ABOVE = 8  # paragraphs that may belong to the next abstract
_ONLY_A_HEADING = re.compile(r"\W*(?:abstract|summary|摘要|要旨)\W*", re.I)
_NUMBERING = re.compile(r"^\s*(?:\[\d{1,5}\]|\(?\d{1,5}[.)])\s+(?=\S)|^\s*[-*•]\s+(?=\S)")

_MARKS = re.compile(
    r"(?<=[^\W\d_])[\d*†‡§⁰¹²³⁴-⁹]+(?:,[\d*†‡§⁰¹²³⁴-⁹]+)*(?=[\s,;]|$)"
)  # of affiliations
_SEVERAL_NAMES = re.compile(r"[,;&]|\band\b")
_NUMBERED = re.compile(r"\s*([\[(]?)(\d{1,5})([\]).]+)\s+\S")

NOT_AN_ABSTRACT = "not an abstract (heading, page number or the like)"


@dataclass(frozen=True, slots=True)
class _Paragraph:
    text: str
    line: int


def detect(source: Source) -> bool:
    """Whether the beginning of a text holds something like an abstract."""
    return any(looks_like_abstract(p.text) for p in _paragraphs(source.head_text.splitlines(True)))


def read(source: Source) -> Iterator[Record | Skipped]:
    """Every paragraph that reads like an abstract; headings and page lines are skipped.

    Where a short line stands above each abstract, it is taken as the title; where it is one of
    names, as the authors, and the one above it as the title.
    """
    with source.text() as lines:
        paragraphs = _joined(_paragraphs(lines))
        first = list(islice(paragraphs, _LOOKAHEAD))
        parted = [part for each in first for part in _headed(each)]
        titled = _is_titled(parted)
        if titled:
            first = parted
            paragraphs = (part for each in paragraphs for part in _headed(each))
        above: list[_Paragraph] = []
        for paragraph in chain(first, paragraphs):
            if not looks_like_abstract(paragraph.text):
                above.append(paragraph)
                if len(above) > _MOST_ABOVE:
                    yield _skipped(source, above.pop(0))
                continue
            title, people = _heading(above) if titled else (None, "")
            for each in above if title is None else ():
                yield _skipped(source, each)
            above = []
            yield build(
                Location(source.name, line=paragraph.line),
                abstract=_unnumbered(paragraph.text),
                title=title,
                authors=split_people(people),
            )
        for each in above:
            yield _skipped(source, each)


def _heading(above: list[_Paragraph]) -> tuple[str | None, str]:
    """The title and the authors, out of what stands above an abstract."""
    texts = [each.text.strip() for each in above if not _ONLY_A_HEADING.fullmatch(each.text)]
    if not texts:
        return None, ""
    written = texts[-1].splitlines()
    lines = [_MARKS.sub("", line) for line in written]
    # Affiliations may stand below the names; without a comma it is only likely that these are.
    listed = [
        n for n, line in enumerate(lines) if n and are_names(line) and _SEVERAL_NAMES.search(line)
    ]
    at = listed[0] if listed else len(lines) - 1 if are_names(lines[-1]) else len(lines)
    if at:
        title, people = " ".join(written[:at]), "".join(lines[at : at + 1])
    elif len(texts) > 1:
        title, people = texts[-2], lines[0]
    else:
        title, people = texts[-1], ""
    return _unnumbered(" ".join(title.split())), people


def _headed(paragraph: _Paragraph) -> list[_Paragraph]:
    """A title and its abstract, where the title's line was ended long before it was full."""
    title, _, text = paragraph.text.partition("\n")
    width = max(len(line) for line in paragraph.text.splitlines())
    if (
        len(title.split()) >= 2
        and len(title) + 1 + len(text.split(" ", 1)[0]) <= width
        and not title.rstrip().endswith((".", ";", ":", ","))
        and not text[:1].islower()
        and looks_like_abstract(text)
        and not _ONLY_A_HEADING.fullmatch(title)
    ):
        return [_Paragraph(title, paragraph.line), _Paragraph(text, paragraph.line + 1)]
    return [paragraph]


def looks_like_abstract(text: str) -> bool:
    """Long enough, made of sentences, and mostly words."""
    text = text.strip()
    wide = len(WIDE.findall(text))
    if wide > len(text) * 0.2:
        return len(text) >= SHORTESTWIDE and _SENTENCE_MARK.search(text) is not None
    letters = sum(char.isalpha() for char in text)
    return (
        len(text) >= SHORTEST
        and _SENTENCE_MARK.search(text) is not None
        and letters > len(text) * 0.55
        and not text.isupper()
        and len(text.split()) >= 12
    )


def has_sentences(text: str) -> bool:
    """Whether there are at least two, as in every abstract and in few remarks."""
    return len(_SENTENCE_MARK.findall(text)) > 1


def _skipped(source: Source, paragraph: _Paragraph) -> Skipped:
    shown = " ".join(paragraph.text.split())[:120]
    return Skipped(Location(source.name, line=paragraph.line), NOT_AN_ABSTRACT, shown)


def _unnumbered(text: str) -> str:
    return _NUMBERING.sub("", text, count=1)


def _is_titled(paragraphs: list[_Paragraph]) -> bool:
    abstracts = [looks_like_abstract(paragraph.text) for paragraph in paragraphs]
    above = [before and not now for now, before in pairwise(abstracts)]
    return sum(abstracts) >= 2 and sum(above) >= 0.8 * sum(abstracts)


def _paragraphs(lines: Iterable[str]) -> Iterator[_Paragraph]:
    """Stretches between blank lines, or between the items of a numbered list.

    A very long line is a paragraph of its own, and so is each of several lines that are abstracts.
    """
    block: list[str] = []
    start = 0
    for number, raw in enumerate(lines, start=1):
        line = raw.replace("\x0c", "").rstrip("\n")
        blank = not line.strip() or _PAGE.fullmatch(line) or _RULE.fullmatch(line)
        if block and (blank or len(line) > LONG_LINE or _is_next(line, block[0])):
            yield from _as_paragraphs(block, start)
            block = []
        if blank:
            continue
        if len(line) > LONG_LINE:
            yield _Paragraph(line, number)
            continue
        if not block:
            start = number
        block.append(line)
    if block:
        yield from _as_paragraphs(block, start)


def _is_next(line: str, earlier: str) -> bool:
    """Whether a line begins the item of a list that comes after one with this beginning."""
    one, other = _NUMBERED.match(earlier), _NUMBERED.match(line)
    if one is None or other is None:
        return False
    return int(other[2]) == int(one[2]) + 1 and (one[1], one[3]) == (other[1], other[3])


def _as_paragraphs(block: list[str], start: int) -> Iterator[_Paragraph]:
    whole = len(block) >= _SEVERAL and all(
        looks_like_abstract(line) and _SENTENCE_END.search(line) for line in block
    )
    if whole:
        for number, line in enumerate(block, start=start):
            yield _Paragraph(line, number)
    else:
        yield _Paragraph("\n".join(block), start)


def _joined(paragraphs: Iterable[_Paragraph]) -> Iterator[_Paragraph]:
    """Mend an abstract that a page break cut in two."""
    held: _Paragraph | None = None
    for paragraph in paragraphs:
        if held is None:
            held = paragraph
        elif _continues(held.text, paragraph.text):
            held = _Paragraph(f"{held.text}\n{paragraph.text}", held.line)
        else:
            yield held
            held = paragraph
    if held is not None:
        yield held


def _continues(text: str, following: str) -> bool:
    return (
        len(text) >= SHORTESTWIDE
        and _SENTENCE_END.search(text[-20:]) is None
        and following.lstrip()[:1].islower()
    )
