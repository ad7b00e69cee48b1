"""`answerable compare` and `answerable prepare`: papers beside each other, by what they state."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from index.errors import AnswerableError
from ui.console import note, out, print_json
from ui.errors import ABSTAINED, ANSWERED, MisuseError
from ui.filtering import filters_from
from ui.following import follow, terminal_view
from ui.opening import open_assistant, open_library, settings_from
from ui.options import (
    AuthorOption,
    CheckerOption,
    ExtractiveOption,
    LibraryOption,
    ModelOption,
    RerankerOption,
    TagOption,
    VenueOption,
    YearOption,
)
from ui.progress import counting
from ui.rendering import answer_view

if TYPE_CHECKING:
    from rag.answers import Answer

_FORMATS = ("text", "md", "csv", "json")
_BY_EXTENSION = {".md": "md", ".markdown": "md", ".csv": "csv", ".json": "json", ".txt": "text"}


def compare(
    papers: Annotated[
        list[str],
        typer.Argument(
            help="Two to six papers: ids as `answerable papers` shows them, names, or descriptions "
            "in quotation marks.",
            metavar="PAPER",
        ),
    ],
    aspect: Annotated[
        list[str] | None,
        typer.Option(
            "--aspect", help="What to compare them on, in plain words. Repeat for several."
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--format",
            help=f"{', '.join(_FORMATS)}. [default: by --output's extension, else text]",
            metavar="FORMAT",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file, instead of standard output.", metavar="FILE"),
    ] = None,
    extractive: ExtractiveOption = False,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    library: LibraryOption = None,
    model: ModelOption = None,
    reranker: RerankerOption = None,
    checker: CheckerOption = None,
) -> None:
    """Compare papers: a table of what each abstract states, then the difference.

    Every cell is a sentence of the abstract, or says that the abstract does not state it.
    Exit code 0: compared. 3: the library does not hold two such papers. 2: misuse. 1: failure.
    """
    kind = kind or (output and _BY_EXTENSION.get(output.suffix.lower())) or "text"
    if kind not in _FORMATS:
        raise MisuseError(f"--format {kind}: no such format.", f"Use one of {', '.join(_FORMATS)}.")
    if not 2 <= len(papers) <= 6:
        raise MisuseError(
            f"{len(papers)} papers cannot be compared.",
            'Name two to six: answerable compare "BERT" "the paper on adapter modules"',
        )
    where = filters_from(year, venue, author, tag)
    to_terminal = kind == "text" and output is None
    with (
        open_assistant(settings_from(library, model, reranker, checker)) as assistant,
        terminal_view(text=to_terminal) as view,
    ):
        events = assistant.compare(
            papers, "; ".join(aspect or ()), where=where, extractive=extractive
        )
        answer = follow(events, view)
    if to_terminal:
        out.print(answer_view(answer))
    elif kind == "json" and output is None:
        print_json(answer.to_dict())
    else:
        _write(_text(answer, kind), output)
    raise typer.Exit(ANSWERED if answer.table is not None else ABSTAINED)


def prepare(library: LibraryOption = None) -> None:
    """Work out what each paper states, so that summaries and comparisons start at once.

    That happens anyway when a paper is first needed; here it is done for the whole library. Stopped
    half-way, it goes on from there.
    """
    from rag.shelf import Shelf

    with open_library(settings_from(library)) as opened:
        size, done = len(opened), 0
        with counting("Preparing", size) as advance:
            for so_far in Shelf(opened).prepare():
                advance(so_far - done)
                done = so_far
    note(f"{size:,} paper{'' if size == 1 else 's'} prepared.")


def _text(answer: Answer, kind: str) -> str:
    import json

    from ui.page.exporting import plain
    from ui.page.tables import table_csv

    if kind == "csv":
        # Spreadsheets take a file that does not begin with this mark for one in an old encoding.
        return "\ufeff" + table_csv(answer.table) if answer.table is not None else ""
    if kind == "json":
        return json.dumps(answer.to_dict(), ensure_ascii=False, indent=2) + "\n"
    return plain(answer) + "\n"


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text.removeprefix("\ufeff"))
        return
    try:
        output.write_text(text, "utf-8", errors="backslashreplace", newline="")
    except OSError as error:
        raise AnswerableError(f"{output}: {error.strerror}.", "Name another --output.") from error
    note(f"The comparison is in {output}.")
