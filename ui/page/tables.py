"""A comparison's table: on the page, each cell a way to its sentence, and to take along."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from rag.answers import Cell, Quote, Table
from ui.page.markup import attribute, one_line
from ui.page.texts import Language, say

# What a spreadsheet would take for a formula. A negative number is none.
_FORMULA = re.compile(r"[=+@\t\r]|-(?!\d)")


def evidence_of(table: Table) -> Iterator[tuple[str, Quote]]:
    """The sentences that the cells rest on, each with the key that its cell's link names."""
    for row, each in enumerate(table.rows):
        for column, cell in enumerate(each.cells):
            for quote in cell.evidence:
                yield _key(row, column), quote


def table_html(table: Table, at: int, language: Language) -> str:
    """The table of question number `at`, on one line; what is wide scrolls within itself."""
    heads = "".join(
        f'<th scope="col" dir="auto"><a class="column" href="#cite-{at}-{column.citation}">'
        f'{one_line(column.name)}<span class="cite">{column.citation}</span></a></th>'
        for column in table.columns
    )
    body = "".join(
        f'<tr><th scope="row" dir="auto">{one_line(row.name)}</th>'
        + "".join(_cell(cell, at, _key(n, place), language) for place, cell in enumerate(row.cells))
        + "</tr>"
        for n, row in enumerate(table.rows)
    )
    label = say(language, "comparison")
    return (
        f'<div class="comparison" role="region" tabindex="0" aria-label="{label}"><table>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def plain_table_html(table: Table, at: int) -> str:
    """The table for a page of its own, where only the papers' numbers lead somewhere."""
    heads = "".join(
        f'<th>{one_line(column.name)} <a href="#s{at}-{column.citation}">[{column.citation}]</a>'
        "</th>"
        for column in table.columns
    )
    body = "".join(
        f"<tr><th>{one_line(row.name)}</th>"
        + "".join(f"<td>{one_line(cell.text)}</td>" for cell in row.cells)
        + "</tr>"
        for row in table.rows
    )
    return f"<table><tr><td></td>{heads}</tr>{body}</table>"


def table_markdown(table: Table) -> str:
    """The table in Markdown."""
    heads = ["", *(f"{column.name} [{column.citation}]" for column in table.columns)]
    rows = [[row.name, *(cell.text for cell in row.cells)] for row in table.rows]
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(_in_pipes, line))} |" for line in lines)


def table_csv(table: Table) -> str:
    """The table for spreadsheets, which read nothing of it as a formula."""
    out = io.StringIO(newline="")
    write = csv.writer(out)
    write.writerow(["", *(_inert(f"{c.name} [{c.citation}]") for c in table.columns)])
    for row in table.rows:
        write.writerow(map(_inert, (row.name, *(cell.text for cell in row.cells))))
    return out.getvalue()


def _cell(cell: Cell, at: int, key: str, language: Language) -> str:
    text = one_line(cell.text)
    if not cell.stated or not cell.citations:
        return f'<td class="is-missing" dir="auto">{text}</td>'
    verdict = cell.verdict or "supported"
    quote = attribute(cell.evidence[0].quote) if cell.evidence else ""
    doubt = ""
    if verdict != "supported":
        doubt = f' <span class="verdict is-{verdict}">{say(language, verdict)}</span>'
    return (
        f'<td dir="auto"><a class="cell" href="#cite-{at}-{cell.citations[0]}-{key}" '
        f'title="{quote}">{text}</a>{doubt}</td>'
    )


def _key(row: int, column: int) -> str:
    return f"r{row}c{column}"


def _in_pipes(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")


def _inert(text: str) -> str:
    text = " ".join(text.split())
    return f"'{text}" if _FORMULA.match(text) else text
