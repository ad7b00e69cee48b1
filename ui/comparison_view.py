"""A comparison's table in a terminal: side by side where there is room, else below each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from rag.answers import Cell, Column, Row, Table
from ui.console import plain

# Columns of text that are narrower than this are hard to read.
_NARROWEST = 26
_ASPECT = 10
_MARKER_STYLE = "cyan"


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A table; it is laid out only where it is printed, and is a list where that is no terminal."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        papers = len(self.table.columns)
        if console.is_terminal and options.max_width >= _ASPECT + papers * _NARROWEST:
            yield self._side_by_side()
        else:
            for row in self.table.rows:
                yield from self._below_each_other(row)

    def _side_by_side(self) -> Grid:
        grid = Grid(box=box.SIMPLE_HEAD, show_lines=False, padding=(0, 1), expand=False)
        grid.add_column("", style="bold", no_wrap=False)
        for column in self.table.columns:
            grid.add_column(_heading(column), ratio=1)
        for place, row in enumerate(self.table.rows):
            if place:
                grid.add_row()
            grid.add_row(plain(row.name, "bold"), *(_shown(cell) for cell in row.cells))
        return grid

    def _below_each_other(self, row: Row) -> Iterator[Text]:
        yield plain(row.name, "bold")
        for column, cell in zip(self.table.columns, row.cells, strict=True):
            line = Text("  ").append_text(_heading(column)).append(": ")
            yield line.append_text(_shown(cell))


def _heading(column: Column) -> Text:
    return plain(f"{column.name} ", "bold").append(f"[{column.citation}]", _MARKER_STYLE)


def _shown(cell: Cell) -> Text:
    if not cell.stated:
        return plain(cell.text, "dim italic")
    doubt = f" ({cell.verdict})" if cell.verdict not in (None, "supported") else ""
    return plain(cell.text + doubt)
