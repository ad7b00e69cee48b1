"""`answerable export`: papers of the library for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from index.exporting import KINDS, export
from ui.commands.keeping import find_paper, has_words
from ui.console import note
from ui.errors import MisuseError
from ui.filtering import filters_from
from ui.opening import open_library, settings_from
from ui.options import (
    AuthorOption,
    LibraryOption,
    SearchOption,
    TagOption,
    VenueOption,
    YearOption,
)

_BY_EXTENSION = {".bib": "bibtex", ".ris": "ris", ".json": "csl-json", ".csv": "csv"}


def export_papers(
    papers: Annotated[
        list[str] | None,
        typer.Argument(help="Ids as `answerable papers` shows them; none: all.", metavar="PAPER"),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--format",
            help=f"{', '.join(KINDS)}. [default: by --output's extension, else bibtex]",
            metavar="FORMAT",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file, instead of standard output.", metavar="FILE"),
    ] = None,
    search: SearchOption = None,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    library: LibraryOption = None,
) -> None:
    """Write papers as BibTeX, RIS, CSL-JSON or CSV."""
    where = filters_from(year, venue, author, tag)
    kind = kind or (output and _BY_EXTENSION.get(output.suffix.lower())) or "bibtex"
    if kind not in KINDS:
        raise MisuseError(f"--format {kind}: no such format.", f"Use one of {', '.join(KINDS)}.")
    with open_library(settings_from(library)) as opened:
        wanted = {find_paper(opened, each).paper_id for each in papers or ()}
        found = [
            paper
            for paper in opened.papers(where)
            if has_words(paper, search or "") and (not papers or paper.paper_id in wanted)
        ]
    text = io.StringIO(newline="")
    export(found, kind, text)
    if output is None:
        sys.stdout.write(text.getvalue())
    else:
        output.write_text(text.getvalue(), "utf-8", newline="")
    note(f"{len(found)} paper{'' if len(found) == 1 else 's'} exported.")
