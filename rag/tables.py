"""A comparison as a table: of each aspect, what each paper states of it, in its own words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from index.papers import Paper
from rag.answers import Cell, Column, Quote, Row, Table
from rag.facet_cues import LINK
from rag.facets import ASPECTS, Aspect, Facets, own_name
from rag.remarks import say
from rag.turns import DraftRow, DraftTable, Statement, Support

LONGEST_NAME = 40  # characters of a column's heading


def draft_table(
    papers: Sequence[Paper],
    names: Sequence[str],
    facets: Sequence[Facets],
    language: str,
    first: Aspect | None = None,
) -> DraftTable:
    """The table of these papers; the row of the aspect that is asked for stands `first`."""
    rows = [
        DraftRow(
            aspect,
            say(language, aspect),
            tuple(
                stated(paper, aspect, of_paper)
                for paper, of_paper in zip(papers, facets, strict=True)
            ),
        )
        for aspect in sorted(ASPECTS, key=lambda aspect: aspect != first)
    ]
    return DraftTable(tuple(papers), tuple(rows), tuple(names))


def stated(paper: Paper, aspect: Aspect, facets: Facets) -> Statement | None:
    """What a paper states of an aspect, in its own words; None where it states nothing."""
    spans = facets.get(aspect, ())
    if not spans:
        return None
    support = tuple(Support(paper, start, end) for start, end in spans)
    text = " ".join(" ".join(each.quote.split()) for each in support)
    if aspect == "code" and (links := links_in(text)):
        text = " ".join(links)
    return Statement(text, (paper,), "supported", 1.0, support, layout="cell")


def links_in(text: str) -> list[str]:
    """The addresses in a text, without what only ends the sentence."""
    return [link.rstrip(".,;:!?\"'”’}") for link in LINK.findall(text)]


def finished(table: DraftTable, numbers: Mapping[str, int], language: str) -> Table:
    """The table with the numbers of its sources."""
    return Table(
        tuple(
            Column(numbers[paper.paper_id], name)
            for paper, name in zip(table.papers, table.names, strict=True)
        ),
        tuple(
            Row(row.aspect, row.name, tuple(_cell(cell, numbers, language) for cell in row.cells))
            for row in table.rows
        ),
    )


def short_name(paper: Paper) -> str:
    """A paper in a few words: "LoRA" of "LoRA: Low-Rank Adaptation of Large Language Models"."""
    if name := own_name(paper):
        return name
    head = re.split(r":\s", paper.label, maxsplit=1)[0].strip()
    if len(head) <= LONGEST_NAME:
        return head
    return f"{head[: LONGEST_NAME - 1].rsplit(' ', 1)[0]}…"


def column_name(paper: Paper, called: str) -> str:
    """A paper's own name; else what the question calls it, where the paper has that word too."""
    if not own_name(paper) and called and len(called) <= LONGEST_NAME:
        found = re.search(rf"\b{re.escape(called)}", paper.text, re.I)
        if found:
            return found.group() if called.islower() else called
    return short_name(paper)


def _cell(cell: Statement | None, numbers: Mapping[str, int], language: str) -> Cell:
    if cell is None:
        return Cell(say(language, "not_stated"), stated=False)
    return Cell(
        cell.text,
        stated=True,
        citations=tuple(numbers[paper.paper_id] for paper in cell.papers),
        verdict=cell.verdict,
        score=round(cell.score, 4),
        evidence=tuple(
            Quote(numbers[s.paper.paper_id], s.quote, s.start, s.end) for s in cell.support
        ),
    )
