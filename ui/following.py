"""Showing an answer while it comes about: every terminal command follows the same events."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from index.errors import AnswerableError
from rag.answers import Answer
from rag.events import (
    Complete,
    Event,
    EvidenceFound,
    Failed,
    Progress,
    TableFound,
    TextSoFar,
)
from ui.comparison_view import ComparisonView
from ui.console import err, out, plain
from ui.rendering import Tail, answer_text

_EVIDENCE_SHOWN = 3


class View(Protocol):
    """Where what happens is shown until the answer stands."""

    def update(self, event: Event) -> None: ...


def follow(events: Iterator[Event], view: View | None = None) -> Answer:
    """Consume the events of one question and give the answer they end in.

    However this ends, Ctrl-C included, the iterator is closed, which stops the model.

    Raises AnswerableError when the events end in a failure.
    """
    try:
        for event in events:
            if view is not None:
                view.update(event)
            if isinstance(event, Complete):
                return event.answer
            if isinstance(event, Failed):
                raise AnswerableError(event.message, event.remedy)
    finally:
        if isinstance(events, Generator):
            events.close()
    raise AnswerableError("The question ended without an answer.")


@contextmanager
def terminal_view(*, text: bool = True) -> Iterator[View]:
    """A view on the terminal; when it is left only the line with the papers found stays.

    With `text` false, or where standard output is no terminal, only the status is shown, on
    standard error, so that standard output stays clean.
    """
    console = out if text and out.is_terminal else err
    if not console.is_terminal:
        yield _PlainView()
        return
    with Live(console=console, transient=True, refresh_per_second=12) as live:
        yield _LiveView(live, console, text=console is out)


def evidence_line(event: EvidenceFound) -> Text:
    """What was found, in one line."""
    labels = [source.label for source in event.sources[:_EVIDENCE_SHOWN]]
    more = len(event.sources) - len(labels)
    found = "; ".join(labels) if labels else "nothing"
    return plain(
        f"Found in {event.seconds:.2f} s: {found}{f' and {more} more' if more > 0 else ''}", "dim"
    )


class _PlainView:
    def update(self, event: Event) -> None:
        if isinstance(event, EvidenceFound):
            err.print(evidence_line(event))


class _LiveView:
    def __init__(self, live: Live, console: Console, *, text: bool) -> None:
        self._live = live
        self._console = console
        self._shows_text = text
        self._text = Text()
        self._table: RenderableType | None = None
        self._spinner = Spinner("dots", Text("Searching", style="dim"))
        self._draw()

    def update(self, event: Event) -> None:
        match event:
            case EvidenceFound():
                self._console.print(evidence_line(event))
            case Progress(detail=detail):
                self._spinner.update(text=plain(detail, "dim"))
            case TableFound(table=table) if self._shows_text:
                self._table = ComparisonView(table)
            case TextSoFar(text=text) if self._shows_text:
                self._text = answer_text(text)
        self._draw()

    def _draw(self) -> None:
        parts: list[RenderableType] = [Tail(self._text)] if self._text else []
        parts.append(self._spinner)
        if self._table is not None:  # last: what the screen has no room for is cut off below
            parts.append(self._table)
        self._live.update(Group(*parts))
