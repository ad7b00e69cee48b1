"""A comparison's table: cells lead to their sentences, and it can be taken along."""

from __future__ import annotations

import csv
import dataclasses
import io

from index.papers import Paper
from rag.answers import Cell, Column, Row, Table
from rag.events import Complete, EvidenceFound, TableFound
from tests.fakes import answer_of, source_of, table_of
from ui.page import exporting, views
from ui.page.tables import table_csv, table_html, table_markdown
from ui.page.turns import Turn

NASTY = '=HYPERLINK("http://evil.example")|<img src=x onerror=alert(1)>'
SOURCES = (
    source_of(Paper("a1", "GradCut", "GradCut is fast. It is cheap."), 1),
    source_of(Paper("b2", "SlowNet", "SlowNet is slow. It is dear."), 2),
)
TABLE = table_of(SOURCES)
ANSWERED = Turn("Compare them.").after(
    Complete(dataclasses.replace(answer_of("Q", (), SOURCES), table=TABLE))
)
HOSTILE = Table(
    (Column(1, NASTY),), (Row("results", NASTY, (Cell(NASTY, True, (1,), "partly", 0.5),)),)
)


def test_a_cell_leads_to_its_sentence() -> None:
    message = views.message_html(ANSWERED, 2, "en")
    assert 'href="#cite-2-2-r0c1"' in message
    panel = views.sources_html(ANSWERED, 2, "en")
    assert '<span class="anchor" id="mark-2-2-r0c1"></span>SlowNet is slow.</mark>' in panel


def test_the_table_is_there_before_the_answer() -> None:
    turn = Turn("Compare.").after(EvidenceFound(SOURCES, 0.1)).after(TableFound(TABLE, SOURCES))
    assert 'class="comparison"' in views.message_html(turn, 0, "en")
    assert 'id="mark-0-1-r0c0"' in views.sources_html(turn, 0, "en")


def test_what_no_abstract_states_is_no_link() -> None:
    shown = table_html(TABLE, 0, "en")
    assert shown.count("is-missing") == 2
    assert shown.count('class="cell"') == 2


def test_hostile_cells_are_text() -> None:
    shown = table_html(HOSTILE, 0, "en")
    assert "<img" not in shown
    assert "partly supported" in shown
    assert table_markdown(HOSTILE).split("\n")[2].count(" | ") == 1


def test_a_spreadsheet_reads_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(table_csv(HOSTILE))))
    assert rows[1] == [f"'{NASTY}", f"'{NASTY}"]
    negative = Table((Column(1, "A"),), (Row("results", "Loss", (Cell("-3 %", True),)),))
    assert list(csv.reader(io.StringIO(table_csv(negative))))[1] == ["Loss", "-3 %"]


def test_tables_are_taken_along() -> None:
    saved = exporting.export([ANSWERED], [], "csv")
    assert saved.name == "compare-them.csv"
    assert "Results,GradCut is fast.,SlowNet is slow." in saved.text
    assert "| Results | GradCut is fast. | SlowNet is slow. |" in exporting.markdown([ANSWERED])
    assert "<td>SlowNet is slow.</td>" in exporting.web_page([ANSWERED])
    answer = ANSWERED.answer
    assert answer is not None
    assert "|  | GradCut [1] | SlowNet [2] |" in exporting.plain(answer)
