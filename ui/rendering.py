"""How an answer, its sources and papers look in a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from index.papers import Paper
from rag.answers import Answer, Claim, Source
from ui.comparison_view import ComparisonView
from ui.console import plain

SHORT_ID = 8
_MARKER = re.compile(r"(?:\[\d+\])+")
_QUOTED = re.compile(r"(?<=“).*(?=”)")
_MARKER_STYLE = "cyan"
_QUOTE_STYLE = "black on bright_yellow"
_NEAREST_SHOWN = 3
_VENUE_SHOWN = 50  # characters; proceedings have names of several lines


def cite_line(paper: Paper | Source) -> Text:
    """A paper in one line: label, first digits of its id, year, venue."""
    venue = paper.venue or ""
    if len(venue) > _VENUE_SHOWN:
        venue = venue[: _VENUE_SHOWN - 1].rstrip() + "…"
    details = [paper.paper_id[:SHORT_ID], str(paper.year or ""), venue]
    line = plain(paper.label, "bold")
    line.append_text(plain("  " + ", ".join(part for part in details if part), "dim"))
    return line


def answer_text(text: str) -> Text:
    """An answer's text with its [n] markers set off."""
    shown = plain(text)
    shown.highlight_regex(_MARKER, style=_MARKER_STYLE)
    return shown


def answer_view(answer: Answer, *, show_dropped: bool = False) -> RenderableType:
    """A finished answer: the text, the numbered sources with the words that support it."""
    parts = list(_paragraphs(answer.answer))
    if answer.table is not None:
        parts += [Text(), ComparisonView(answer.table)]
    cited = [source for source in answer.sources if source.cited]
    if cited:
        parts.append(Text())
        parts.extend(_source_view(source, answer) for source in cited)
    else:
        near = answer.sources[:_NEAREST_SHOWN]
        if not all(source.label in answer.answer for source in near):
            parts.append(Text("\nNearest papers", style="dim"))
            parts.extend(Indented(cite_line(source), 2) for source in near)
    if show_dropped and answer.dropped:
        parts.append(Text("\nWritten by the model, but left out", style="dim"))
        parts.extend(
            plain(f"  {claim.verdict}: {claim.text}", "dim strike") for claim in answer.dropped
        )
    return Group(*parts)


def sources_view(answer: Answer) -> RenderableType:
    """The sources of an answer with their whole abstracts, the supporting words set off."""
    parts: list[RenderableType] = []
    for source in answer.sources:
        line = Text(f"[{source.number}] ", style=_MARKER_STYLE)
        abstract = plain(source.abstract)
        for quote in quotes_from(source.number, answer.claims):
            abstract.highlight_words([quote], style=_QUOTE_STYLE)
        parts += [line.append_text(cite_line(source)), Indented(abstract), Text()]
    return Group(*parts) if parts else Text("The last answer has no sources.", style="dim")


def _paragraphs(text: str) -> Iterator[RenderableType]:
    """The answer's lines, with quotations (`> “…” [1]`) set in and their words set off."""
    for line in text.splitlines():
        shown = answer_text(line.removeprefix("> "))
        if line.startswith("> "):
            shown.highlight_regex(_QUOTED, style=_QUOTE_STYLE)
            yield Indented(shown)
        else:
            yield shown


def _source_view(source: Source, answer: Answer) -> RenderableType:
    line = Text(f"[{source.number}] ", style=_MARKER_STYLE)
    line.append_text(cite_line(source))
    quotes = (
        Indented(Text("“").append_text(plain(quote, _QUOTE_STYLE)).append("”"))
        for quote in quotes_from(source.number, answer.claims)
        if f"“{quote.strip()}”" not in answer.answer  # it stands there already
    )
    return Group(line, *quotes)


def quotes_from(number: int, claims: Iterable[Claim]) -> list[str]:
    """The words of source `number` that claims rest on, in the abstract's order, each once."""
    found = {
        (quote.start, quote.end): quote.quote
        for claim in claims
        for quote in claim.evidence
        if quote.citation == number
    }
    return [found[place] for place in sorted(found)]


def record_line(record: Paper) -> Text:
    """A record that was merged into a paper, in one line: where it came from, what it says."""
    source = ", ".join(part for part in (record.source_file, record.source_record) if part)
    known = [
        source,
        record.title,
        str(record.year or ""),
        record.venue,
        record.doi,
        record.arxiv_id,
    ]
    return plain("; ".join(part for part in known if part) or record.label, "dim")


def paper_view(paper: Paper, duplicates: Iterable[Paper] = ()) -> RenderableType:
    """Everything that is stored of one paper, and the other records of it."""
    grid = Table.grid(padding=(0, 2))
    for name, value in _fields(paper):
        grid.add_row(Text(name, style="dim"), plain(value))
    for record in duplicates:
        grid.add_row(Text("also", style="dim"), record_line(record))
    return Group(cite_line(paper), grid, Text(), plain(paper.abstract))


def _fields(paper: Paper) -> Iterator[tuple[str, str]]:
    candidates = {
        "id": paper.paper_id,
        "title": paper.title,
        "authors": "; ".join(paper.authors),
        "year": str(paper.year) if paper.year else None,
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv": paper.arxiv_id,
        "url": paper.url,
        "keywords": "; ".join(paper.keywords),
        "tags": "; ".join(paper.tags),
        "from": ", ".join(part for part in (paper.source_file, paper.source_record) if part),
    }
    for name, value in candidates.items():
        if value:
            yield name, value


@dataclass(frozen=True, slots=True)
class Indented:
    """A text set in; it is broken into lines only where it is read on a terminal."""

    text: Text
    columns: int = 4

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width - self.columns
        lines = self.text.wrap(console, width) if console.is_terminal else [self.text]
        for line in lines:
            yield Text(" " * self.columns).append_text(line)


@dataclass(frozen=True, slots=True)
class Tail:
    """The last lines of a text, as many as the terminal has room for."""

    text: Text
    spare_lines: int = 4

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = self.text.wrap(console, options.max_width)
        yield from lines[-max(1, console.height - self.spare_lines) :]
