"""Comparing papers: each is asked alone, so that no claim of one is put on another.

First comes a table of what each abstract states, in its own words and at once; then the writer says
of one paper after the other what the question asks.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np

from index.papers import Paper
from rag.asked import aspect_of, facet_asked
from rag.compared import MOST_PAPERS, papers_to_compare
from rag.composing import sources_of
from rag.events import Event, Progress, TableFound, TextSoFar
from rag.facet_cues import KNOWN_DATA
from rag.facets import Aspect, Facets
from rag.prompts import about_paper, compared_on
from rag.remarks import say
from rag.sentences import nearest_sentences
from rag.shelf import Shelf
from rag.tables import draft_table, finished, short_name
from rag.turns import Draft, Drafting, DraftRow, DraftTable, Statement, Turn, quotation
from rag.writing import checked_draft, write

ASPECT_TOKENS = 110


def compare(turn: Turn) -> Drafting:
    """Set papers beside each other, and say of each what is asked."""
    papers = yield from papers_to_compare(turn)
    if len(papers) < 2:
        remarks = [say(turn.question.language, "one_to_compare", paper=p.label) for p in papers]
        return Draft(remark=" ".join(remarks), near=tuple(papers))
    papers, too_many = papers[:MOST_PAPERS], len(papers) > MOST_PAPERS
    facets = Shelf(turn.library).facets(papers)
    table = draft_table(papers, facets, turn.question.language)
    yield from _show(turn, table)
    aspect = aspect_of(turn.text)
    facet = facet_asked(aspect)
    dropped: list[Statement] = []
    if facet is not None and any(facet in of_paper for of_paper in facets):
        said = [
            _own_words(paper, facet, of_paper)
            for paper, of_paper in zip(papers, facets, strict=True)
        ]
    elif turn.writes:
        yield from turn.made_ready()
        said = []
        for paper in papers:
            kept, failed = yield from _asked_alone(turn, paper, aspect, said)
            said.append(kept)
            dropped += failed
    elif aspect:
        said = [_nearest(turn, paper, aspect) for paper in papers]
    else:
        said = [
            _own_words(paper, "method", of_paper)
            for paper, of_paper in zip(papers, facets, strict=True)
        ]
    if aspect and facet is None:
        table = _with_asked(table, aspect, said)
    shown = [statement for of_paper in said for statement in of_paper]
    remarks = [
        say(turn.question.language, "only_so_many", count=MOST_PAPERS) if too_many else "",
        _silent(turn.question.language, papers, said, facet),
        _shared(turn.question.language, table),
    ]
    remark = " ".join(each for each in remarks if each)
    yield TextSoFar("\n\n".join(statement.text for statement in shown))
    return Draft(tuple(shown), tuple(dropped), remark=remark, table=table)


def _show(turn: Turn, table: DraftTable) -> Generator[Event, None, None]:
    sources = sources_of(turn.candidates, table.papers)
    numbers = {source.paper_id: source.number for source in sources}
    turn.meter.first_word()
    yield TableFound(finished(table, numbers, turn.question.language), sources)


def _asked_alone(
    turn: Turn, paper: Paper, aspect: str, before: Sequence[Sequence[Statement]]
) -> Generator[Event, None, tuple[list[Statement], tuple[Statement, ...]]]:
    """What the writer says of one paper, as far as it passes its check."""
    yield Progress("reading", f"reading {paper.label}")
    shown = "\n".join(f"- {s.lead}: {s.text}" for of_paper in before for s in of_paper)
    prompt = about_paper(paper, "", compared_on(aspect))
    text = yield from write(turn, prompt, ASPECT_TOKENS, f"{shown}\n- " if shown else "- ")
    kept, failed = yield from checked_draft(turn, text, paper, given="")
    written = [s for s in kept if s.layout == "sentence"] or list(kept)
    return _as_items(paper, _first_on(turn, aspect, written)), failed


def _first_on(turn: Turn, aspect: str, statements: list[Statement]) -> list[Statement]:
    """The statements with the one first that speaks to the aspect most."""
    if not aspect or len(statements) < 2:
        return statements
    asked, *said = turn.library.embedder.encode([aspect, *(s.text for s in statements)])
    nearest = int(np.argmax([each.vector @ asked.vector for each in said]))
    first = statements[nearest]
    return [first, *(s for s in statements if s is not first)]


def _own_words(paper: Paper, facet: Aspect, facets: Facets) -> list[Statement]:
    return _as_items(paper, [quotation(paper, *span) for span in facets.get(facet, ())])


def _nearest(turn: Turn, paper: Paper, aspect: str) -> list[Statement]:
    nearest = nearest_sentences(turn.library.embedder, paper, aspect)[:1]
    return _as_items(paper, [quotation(paper, start, end) for _, start, end in nearest])


def _as_items(paper: Paper, statements: Sequence[Statement]) -> list[Statement]:
    return [
        replace(s, layout="item", lead=short_name(paper) if place == 0 else "")
        for place, s in enumerate(statements)
    ]


def _with_asked(table: DraftTable, aspect: str, said: Sequence[Sequence[Statement]]) -> DraftTable:
    """The table with what was asked as its first row."""
    cells = tuple(replace(of_paper[0], lead="") if of_paper else None for of_paper in said)
    name = aspect[:1].upper() + aspect[1:]
    return replace(table, rows=(DraftRow("asked", name, cells), *table.rows))


def _silent(
    language: str,
    papers: Sequence[Paper],
    said: Sequence[Sequence[Statement]],
    facet: Aspect | None,
) -> str:
    """Say of which papers the abstract does not state what was asked."""
    silent = [
        short_name(paper) for paper, of_paper in zip(papers, said, strict=True) if not of_paper
    ]
    if not silent:
        return ""
    asked = say(language, facet or "what_was_asked")
    names = say(language, "and").join(silent)
    return say(language, "silent", papers=names, aspect=asked.lower())


def _shared(language: str, table: DraftTable) -> str:
    """Name the data that all of them report on: there their results can be compared."""
    row = next(row for row in table.rows if row.aspect == "data")
    named = [set(KNOWN_DATA.findall(cell.text)) if cell else set() for cell in row.cells]
    shared = sorted(set.intersection(*named))
    return say(language, "both_report", names=", ".join(shared)) if shared else ""
