"""Answers and their papers, to take along: text, web pages and reference managers' formats."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from index.exporting import export as export_papers
from index.papers import Paper
from rag.answers import Answer, Source
from ui.page.markup import attribute, one_line, written
from ui.page.tables import evidence_of, plain_table_html, table_csv, table_markdown
from ui.page.turns import Turn

Work = Paper | Source

_PLAIN_WORD = re.compile(r"[^\W_]+")


def cited(answer: Answer) -> tuple[Source, ...]:
    """The sources that an answer cites, in the order of their numbers."""
    return tuple(source for source in answer.sources if source.cited)


def reference(work: Work) -> str:
    """A work in one line: authors, title, venue, year, address."""
    where = ", ".join(part for part in (work.venue or "", str(work.year or "")) if part)
    parts = (", ".join(work.authors), work.title or work.label, where, address(work))
    return ". ".join(part for part in parts if part)


def address(work: Work) -> str:
    """Where a work stands on the web, if that is known."""
    if work.doi:
        return f"https://doi.org/{work.doi}"
    if isinstance(work, Paper) and work.arxiv_id:
        return f"https://arxiv.org/abs/{work.arxiv_id}"
    return work.url or ""


def plain(answer: Answer) -> str:
    """An answer to paste elsewhere: its text and what its numbers stand for."""
    sources = [f"[{source.number}] {reference(source)}" for source in cited(answer)]
    table = [table_markdown(answer.table), ""] if answer.table is not None else []
    return "\n".join([*table, answer.answer, *(["", *sources] if sources else [])])


class File(NamedTuple):
    """A file for the browser to save."""

    name: str
    kind: str
    text: str


def export(turns: Sequence[Turn], papers: Sequence[Paper], what: str) -> File:
    """Turns as md or html, their tables as csv, or their papers as bibtex, ris or csl-json.

    Raises AnswerableError for another format.
    """
    stem = "-".join(_PLAIN_WORD.findall(_ascii(turns[0].question))[:6]).lower() if turns else ""
    if what in _DOCUMENTS:
        ending, kind, make = _DOCUMENTS[what]
        text = make(turns)
    else:
        ending, kind = _PAPERS.get(what, ("", ""))
        out = io.StringIO(newline="")
        export_papers(papers, what, out)
        text = out.getvalue()
    return File(f"{stem or 'answer'}.{ending}", f"{kind};charset=utf-8", text)


def as_paper(source: Source) -> Paper:
    """What an answer knows of a paper, where the library has it no more."""
    return Paper(
        source.paper_id,
        source.label,
        source.abstract,
        source.title,
        source.authors,
        source.year,
        source.venue,
        source.doi,
        url=source.url,
    )


def markdown(turns: Iterable[Turn]) -> str:
    """Answered questions as a Markdown document, with the sentences that support them."""
    blocks: list[str] = []
    for turn in turns:
        if turn.answer is None:
            continue
        table = turn.answer.table
        blocks.append(f"## {' '.join(turn.question.split())}")
        blocks += [table_markdown(table)] if table is not None else []
        blocks += [turn.answer.answer] if turn.answer.answer else []
        for source in cited(turn.answer):
            entry = f"[{source.number}] {reference(source)}"
            quotes = _quotes(turn.answer, source.number)
            blocks.append("\n".join([f"- {entry}", *(f"  > {quote}" for quote in quotes)]))
    return "\n\n".join(blocks) + "\n"


def web_page(turns: Iterable[Turn]) -> str:
    """Answered questions as a page of their own, which loads nothing from anywhere."""
    body: list[str] = []
    for at, turn in enumerate(turns):
        if turn.answer is None:
            continue
        text = written(turn.answer.answer, (), lambda _: ("", ""), _to_source(at))
        items = "".join(_item(turn.answer, source, at) for source in cited(turn.answer))
        if turn.answer.table is not None:
            text = plain_table_html(turn.answer.table, at) + text
        body.append(f"<section><h2>{one_line(turn.question)}</h2>{text}<ol>{items}</ol></section>")
    return (
        '<!doctype html><html><head><meta charset="utf-8"><title>Answerable</title><style>'
        "body{font:17px/1.6 Georgia,serif;max-width:42rem;margin:3rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;font-size:15px}td,th{border:1px solid #ccc;padding:.4rem;"
        "text-align:start;vertical-align:top}blockquote{color:#555;margin:.3rem 0 .6rem}"
        "li{font-size:15px}a{color:#1f5f5b}</style>"
        f"</head><body>{''.join(body)}</body></html>\n"
    )


def tables(turns: Iterable[Turn]) -> str:
    """The tables of answers for spreadsheets, below each other."""
    found = [turn.answer.table for turn in turns if turn.answer is not None]
    # Spreadsheets take a file that does not begin with this mark for one in an old encoding.
    return "\ufeff" + "\r\n".join(table_csv(table) for table in found if table is not None)


_DOCUMENTS: dict[str, tuple[str, str, Callable[[Sequence[Turn]], str]]] = {
    "md": ("md", "text/markdown", markdown),
    "html": ("html", "text/html", web_page),
    "csv": ("csv", "text/csv", tables),
}
_PAPERS = {
    "bibtex": ("bib", "application/x-bibtex"),
    "ris": ("ris", "application/x-research-info-systems"),
    "csl-json": ("json", "application/vnd.citationstyles.csl+json"),
}


def _item(answer: Answer, source: Source, at: int) -> str:
    quotes = (f"<blockquote>{one_line(q)}</blockquote>" for q in _quotes(answer, source.number))
    return (
        f'<li id="s{at}-{source.number}" value="{source.number}">{one_line(reference(source))}'
        f"{''.join(quotes)}</li>"
    )


def _quotes(answer: Answer, source: int) -> list[str]:
    support = [quote for claim in answer.claims for quote in claim.evidence]
    if answer.table is not None:
        support += [quote for _, quote in evidence_of(answer.table)]
    found = [quote.quote for quote in support if quote.citation == source]
    return [" ".join(quote.split()) for quote in dict.fromkeys(found)]


def _to_source(at: int) -> Any:
    return lambda n, _: f'<a href="#s{at}-{n}">[{attribute(str(n))}]</a>'


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
