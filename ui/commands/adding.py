"""`answerable add`: files in, papers of the library out, and a report on every file."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.console import err, note, print_json
from ui.errors import FAILURE, InterruptedRunError
from ui.opening import open_library, settings_from
from ui.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from index.adding import Plan
    from index.library import Library
    from index.papers import Paper
    from index.readers.registry import FoundFile
    from ui.file_reports import FileReport
    from ui.progress import AddingBar

# So many records are read before the first is embedded: then it is known how long most files
# take. What comes after them is read as it is embedded, so that it need not fit into memory.
_READ_AHEAD = 20_000

_Storing = Callable[[Iterable["Paper"], "FileReport"], None]


def add(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="Files, archives or folders of them; - is standard input.", metavar="PATH"
        ),
    ],
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Store papers anew, even those that did not change."),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, and change nothing.")
    ] = False,
    tag: Annotated[
        list[str] | None,
        typer.Option(
            "--tag", help="Mark the papers, to filter by. Repeat for several.", metavar="TAG"
        ),
    ] = None,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Add papers from files to the library.

    The same file again changes nothing. A run that was interrupted goes on when it is run again.
    """
    from ui.file_reports import files_behind, report_on
    from ui.progress import adding

    settings = settings_from(library)
    tags = tuple(dict.fromkeys(tag or ()))
    reports: list[FileReport] = []
    size = None

    def readable() -> Iterator[tuple[FoundFile, FileReport]]:
        for found in files_behind(paths):
            reports.append(report_on(found))
            if found.error is None:
                yield found, reports[-1]

    # Nothing is opened, let alone begun, for files that cannot be read.
    files = readable()
    if first := next(files, None):
        try:
            exists = settings.library.is_dir()
            opened = open_library(settings, create=True) if exists or not dry_run else nullcontext()
            with opened as into, adding() as bar:
                target = into if into is not None and not dry_run else _plan(into)
                store = _storing(target, bar, replace=replace)
                for found, report in itertools.chain([first], files):
                    store(_papers_of(found, report, tags, bar), report)
                size = len(into) if into is not None else 0
        except KeyboardInterrupt:
            stored = sum(report.counts.stored for report in reports)
            raise InterruptedRunError(
                f"Stopped; {stored} papers of this run are stored.",
                "Run the same command again to go on.",
            ) from None
    _tell(reports, settings.library, size, dry_run=dry_run, as_json=as_json)
    if any(report.failed for report in reports):
        raise typer.Exit(FAILURE)


def _papers_of(
    found: FoundFile, report: FileReport, tags: tuple[str, ...], bar: AddingBar
) -> Iterator[Paper]:
    """The papers of a file, while its report grows."""
    from index.intake import paper_from
    from index.papers import Skipped

    items = found.items()
    ahead = list(itertools.islice(items, _READ_AHEAD))
    bar.start(report.file, len(ahead) if len(ahead) < _READ_AHEAD else None)
    for item in itertools.chain(ahead, items):
        if isinstance(item, Skipped):
            report.skip(item)
        else:
            report.records += 1
            yield paper_from(item, tags)


def _plan(library: Library | None) -> Plan:
    """Only counts what would happen."""
    from index.adding import Plan

    return Plan({}) if library is None else library.plan()


def _storing(library: Library | Plan, bar: AddingBar, *, replace: bool) -> _Storing:
    def store(papers: Iterable[Paper], report: FileReport) -> None:
        from index.adding import AddProgress

        def progress(counts: AddProgress) -> None:
            report.counts = counts
            bar.update(report.done, report.state)

        report.counts = library.add(
            papers, replace=replace, progress=progress, found=report.note_duplicate
        )

    return store


def _tell(
    reports: list[FileReport], library: Path, size: int | None, *, dry_run: bool, as_json: bool
) -> None:
    if as_json:
        print_json(
            {
                "library": str(library),
                "papers": size,
                "dry_run": dry_run,
                "files": [report.to_dict() for report in reports],
            }
        )
        return
    for report in reports:
        for line in report.lines():
            err.print(line)
    if dry_run:
        note("Nothing was changed: this is what would happen.")
    elif size is not None:
        note(f"{size:,} papers in {library}")
