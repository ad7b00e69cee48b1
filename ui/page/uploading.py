"""Files that are dropped on the page: read, added, reported, without holding the page up."""

from __future__ import annotations

import dataclasses
import logging
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from index.adding import AddProgress, AddResult
from index.errors import AnswerableError, UnreadableFileError
from index.intake import paper_from
from index.papers import Paper, Skipped
from index.readers.registry import FoundFile, open_files
from ui.page.markup import one_line
from ui.page.texts import Language, number, say

_log = logging.getLogger(__name__)

MOST_FILES = 200
_HEARTBEAT_S = 0.5
_PLACES_SHOWN = 20


class TakesPapers(Protocol):
    """What adding needs of a library."""

    def add(
        self, papers: Iterator[Paper], *, progress: Callable[[AddProgress], None]
    ) -> AddResult: ...


@dataclass
class Added:
    """One file, while it is added and after: what became of its records."""

    name: str
    total: int = 0
    counts: AddResult = field(default_factory=AddResult)
    skipped: list[Skipped] = field(default_factory=list)
    error: str = ""
    remedy: str = ""


def add_files(library: TakesPapers, paths: Sequence[Path], language: Language) -> Iterator[str]:
    """Add the papers of uploaded files; yields the report so far, as HTML, until it is complete.

    The files are deleted afterwards. Closing this does not undo or stop what was begun.
    """
    reports: list[Added] = []
    steps: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def work() -> None:
        try:
            for path in paths[:MOST_FILES]:
                for found in _files_behind(path):
                    report = Added(_name(found.name, path))
                    reports.append(report)
                    _add(library, found, path, report, lambda: steps.put(True))
            if len(paths) > MOST_FILES:
                left = len(paths) - MOST_FILES
                reports.append(Added("…", error=say(language, "too_many", n=MOST_FILES, k=left)))
        finally:
            for path in paths:
                with suppress(OSError):
                    path.unlink()
            steps.put(False)

    threading.Thread(target=work, name="add-files", daemon=True).start()
    going = True
    while going:
        with suppress(queue.Empty):
            going = steps.get(timeout=_HEARTBEAT_S)
            while going and not steps.empty():
                going = steps.get()
        yield report_html(reports, language, done=not going)


def report_html(reports: Sequence[Added], language: Language, *, done: bool) -> str:
    """What became of each file, and a bar for the one that is being added."""
    parts: list[str] = []
    for report in list(reports):
        running = not done and report is reports[-1]
        parts.append(f"<li><strong>{one_line(report.name)}</strong> {_told(report, language)}")
        if running and report.total:
            parts.append(f'<progress max="{report.total}" value="{report.counts.read}"></progress>')
        parts.append(_left_out(report, language) + "</li>")
    head = say(language, "added" if done else "adding")
    state = "is-done" if done else "is-running"
    return f'<div class="adding {state}" role="status"><p>{head}</p><ul>{"".join(parts)}</ul></div>'


def _told(report: Added, language: Language) -> str:
    if report.error:
        remedy = f" {one_line(report.remedy)}" if report.remedy else ""
        return f'<span class="wrong">{one_line(report.error)}{remedy}</span>'
    counts = report.counts
    known = {
        "new": counts.new,
        "changed": counts.changed,
        "unchanged": counts.unchanged,
        "repeated": counts.repeated,
        "duplicate": counts.duplicate,
        "left_out": len(report.skipped),
    }
    told = [
        say(language, f"count_{key}", k=number(n)) for key, n in known.items() if n or key == "new"
    ]
    return f"<span>{' · '.join(told)}</span>"


def _left_out(report: Added, language: Language) -> str:
    if not report.skipped:
        return ""
    items = "".join(
        f"<li>{one_line(_place(each))}{one_line(each.reason)}</li>"
        for each in report.skipped[:_PLACES_SHOWN]
    )
    more = len(report.skipped) - _PLACES_SHOWN
    items += f"<li>+ {number(more)}</li>" if more > 0 else ""
    summary = say(language, "why_left_out")
    return f"<details><summary>{summary}</summary><ul>{items}</ul></details>"


def _place(skipped: Skipped) -> str:
    location = skipped.location
    line = f"line {location.line}" if location.line is not None else ""
    record = f"record {location.record}" if location.record is not None else ""
    parts = [part for part in (line or record, skipped.title or "") if part]
    return f"{', '.join(parts)}: " if parts else ""


def _files_behind(path: Path) -> Iterator[FoundFile]:
    try:
        yield from open_files(path)
    except UnreadableFileError as error:
        yield FoundFile(str(path), None, error)


def _add(
    library: TakesPapers, found: FoundFile, path: Path, report: Added, changed: Callable[[], None]
) -> None:
    if found.error is not None:
        message = found.error.message.replace(str(path), path.name)
        report.error, report.remedy = message, found.error.remedy
        changed()
        return
    try:
        items = list(found.items())
        records = [item for item in items if not isinstance(item, Skipped)]
        report.skipped = [item for item in items if isinstance(item, Skipped)]
        report.total = len(records)
        papers = (
            dataclasses.replace(paper, source_file=report.name)
            for paper in map(paper_from, records)
        )

        def progress(counts: AddProgress) -> None:
            report.counts = counts
            changed()

        changed()
        report.counts = library.add(papers, progress=progress)
    except AnswerableError as error:
        report.error, report.remedy = error.message, error.remedy
    except Exception as error:
        _log.exception("adding an uploaded file")
        report.error = f"{type(error).__name__}: {error}"
    changed()


def _name(name: str, path: Path) -> str:
    """The name that the user knows the file by: without the folder it was uploaded to."""
    return name.replace(f"{path.parent}/", "")
