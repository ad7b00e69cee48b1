"""Comparing papers: a table of what each abstract states, then sentences on the difference.

Each half of such a sentence is about one paper, made from that paper alone and checked against it,
so that nothing of one is put on the other.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from index.papers import Paper
from rag.asked import aspect_of, facet_asked
from rag.compared import MOST_PAPERS, Compared, papers_to_compare
from rag.composing import sources_of
from rag.contrasting import OPEN, Contrast, contrast_asked, contrasts_on, methods_in_own_words
from rag.events import Event, Progress, TableFound, TextSoFar
from rag.facet_cues import KNOWN_DATA
from rag.facets import Aspect
from rag.names import Mentions
from rag.remarks import say
from rag.shelf import Shelf
from rag.tables import column_name, draft_table, finished
from rag.turns import Draft, Drafting, DraftRow, DraftTable, Statement, Turn


def compare(turn: Turn) -> Drafting:
    """Set papers beside each other, and say how they differ in what is asked."""
    language = turn.question.language
    compared = yield from papers_to_compare(turn)
    if len(compared.papers) < 2:
        remarks = [say(language, "one_to_compare", paper=p.label) for p in compared.papers]
        return Draft(
            remark=" ".join((*remarks, *_absent(turn, compared))), near=tuple(compared.papers)
        )
    papers, too_many = compared.papers[:MOST_PAPERS], len(compared.papers) > MOST_PAPERS
    names = _names(papers, compared.called)
    facets = Shelf(turn.library).facets(papers)
    aspect = aspect_of(compared.asked or turn.text)
    facet = facet_asked(aspect)
    table = draft_table(papers, names, facets, language, first=facet)
    yield from _show(turn, table)
    if turn.writes:
        yield Progress("writing", "writing how they differ")
    if facet is not None or not aspect:
        asked = (facet,) if facet else OPEN
        contrasts = yield from contrasts_on(turn, papers, names, facets, asked)
    else:
        contrast = yield from contrast_asked(turn, papers, names, aspect)
        table = _with_asked(table, aspect, contrast)
        # A sentence on one thing says little to who has not read the papers.
        contrasts = [contrast, methods_in_own_words(papers, names, facets)]
    shown = [statement for contrast in contrasts for statement in contrast.statements]
    remarks = [
        *_absent(turn, compared),
        say(language, "only_so_many", count=MOST_PAPERS) if too_many else "",
        _silent(language, names, contrasts[0], facet) if aspect else "",
        _shared(language, table) if not aspect or facet in {"results", "data"} else "",
    ]
    remark = " ".join(each for each in remarks if each)
    yield TextSoFar("\n\n".join(statement.text for statement in shown))
    dropped = tuple(statement for contrast in contrasts for statement in contrast.dropped)
    return Draft(tuple(shown), dropped, remark=remark, table=table)


def _names(papers: Sequence[Paper], called: Sequence[str]) -> list[str]:
    """What the columns are called; what several papers speak of is the name of none."""
    texts = [Mentions(paper.text) for paper in papers]
    return [
        column_name(paper, "" if sum(name in text for text in texts) > 1 else name)
        for paper, name in zip(papers, called, strict=False)
    ]


def _show(turn: Turn, table: DraftTable) -> Generator[Event, None, None]:
    sources = sources_of(turn.candidates, table.papers)
    numbers = {source.paper_id: source.number for source in sources}
    turn.meter.first_word()
    yield TableFound(finished(table, numbers, turn.question.language), sources)


def _with_asked(table: DraftTable, aspect: str, contrast: Contrast) -> DraftTable:
    """The table with what was asked as its first row."""
    name = aspect[:1].upper() + aspect[1:]
    cells: dict[str, Statement] = {}
    for statement in contrast.statements:
        cells.setdefault(statement.papers[0].paper_id, statement)
    row = DraftRow("asked", name, tuple(cells.get(paper.paper_id) for paper in table.papers))
    return DraftTable(table.papers, (row, *table.rows), table.names)


def _absent(turn: Turn, compared: Compared) -> list[str]:
    """Say of which names no paper was found."""
    language = turn.question.language
    return [say(language, "none_called", name=name) for name in compared.absent]


def _silent(language: str, names: Sequence[str], contrast: Contrast, facet: Aspect | None) -> str:
    """Say of which papers the abstract does not state what was asked."""
    silent = [name for name, stated in zip(names, contrast.stated, strict=True) if not stated]
    if not silent:
        return ""
    asked = say(language, facet or "what_was_asked")
    return say(language, "silent", papers=say(language, "and").join(silent), aspect=asked.lower())


def _shared(language: str, table: DraftTable) -> str:
    """Name the data that all of them report on: there their results can be compared."""
    row = next(row for row in table.rows if row.aspect == "data")
    named = [set(KNOWN_DATA.findall(cell.text)) if cell else set() for cell in row.cells]
    shared = set.intersection(*named)
    # "PASCAL VOC" is one collection.
    if "PASCAL" in shared:
        shared = shared - {"PASCAL", "VOC"} | {"PASCAL VOC"}
    return say(language, "both_report", names=", ".join(sorted(shared))) if shared else ""
