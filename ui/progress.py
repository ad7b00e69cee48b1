"""Progress bars on standard error; where that is no terminal, nothing is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from ui.console import err


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar for `total` things; call what it yields with how many more are done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, disable=not err.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda more: progress.advance(task, more)


class AddingBar:
    """A bar for records on their way into the library, with what became of those before."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("Adding", total=None, state="")

    def start(self, file: str, total: int | None) -> None:
        """A new file, with this many records where that is known."""
        self._progress.reset(self._task, total=total, description=file, state="")

    def update(self, done: int, state: str) -> None:
        """So many records are dealt with; `state` says how."""
        self._progress.update(self._task, completed=done, state=state)


@contextmanager
def adding() -> Iterator[AddingBar]:
    """A bar for adding files."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[state]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as progress:
        yield AddingBar(progress)


@contextmanager
def transferring(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for bytes; call what it yields with bytes done and bytes in all."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as progress:
        task = progress.add_task(what, total=None)

        def update(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        yield update
