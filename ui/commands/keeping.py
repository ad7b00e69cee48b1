"""What is in the library: `answerable papers`, `show`, `remove`, `rebuild`."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from index.errors import LibraryError
from index.papers import Paper, normalise
from ui.console import agreed, err, note, out, print_json
from ui.errors import MisuseError
from ui.filtering import filters_from
from ui.opening import open_library, settings_from
from ui.options import (
    AuthorOption,
    JsonOption,
    LibraryOption,
    SearchOption,
    TagOption,
    VenueOption,
    YearOption,
)
from ui.progress import counting
from ui.rendering import Indented, cite_line, paper_view, record_line

if TYPE_CHECKING:
    from index.adding import AddProgress
    from index.library import Library

PaperIds = Annotated[
    list[str], typer.Argument(help="Ids as `answerable papers` shows them.", metavar="PAPER")
]


def papers(
    search: SearchOption = None,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    duplicates: Annotated[
        bool,
        typer.Option(
            "--duplicates", help="Only papers of which several records were added, with those."
        ),
    ] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List the papers in the library."""

    where = filters_from(year, venue, author, tag)
    with open_library(settings_from(library)) as opened:
        found = [paper for paper in opened.papers(where) if has_words(paper, search or "")]
        others = {paper.paper_id: opened.duplicates(paper.paper_id) for paper in found}
    if duplicates:
        found = [paper for paper in found if others[paper.paper_id]]
    if as_json:
        print_json([as_data(paper, others[paper.paper_id]) for paper in found])
        return
    for paper in found:
        out.print(cite_line(paper))
        for record in others[paper.paper_id] if duplicates else ():
            out.print(Indented(record_line(record)))
    note(f"{len(found)} paper{'' if len(found) == 1 else 's'}.")


def show(
    paper: Annotated[
        str, typer.Argument(help="An id as `answerable papers` shows it.", metavar="PAPER")
    ],
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Show all that is stored of one paper."""

    with open_library(settings_from(library)) as opened:
        found = find_paper(opened, paper)
        others = opened.duplicates(found.paper_id)
    if as_json:
        print_json(as_data(found, others))
    else:
        out.print(paper_view(found, others))


def remove(
    papers: PaperIds,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    library: LibraryOption = None,
) -> None:
    """Remove papers from the library."""

    with open_library(settings_from(library)) as opened:
        found = {paper.paper_id: paper for paper in (find_paper(opened, each) for each in papers)}
        if not yes:
            for paper in found.values():
                err.print(cite_line(paper))
            if not agreed(f"Remove {'it' if len(found) == 1 else f'these {len(found)}'}?"):
                note("Nothing was removed.")
                return
        opened.remove(list(found))
    note(f"{len(found)} removed.")


def rebuild(library: LibraryOption = None) -> None:
    """Make the index anew from the stored papers.

    For a library that was built with another model or version, or whose index is damaged.
    """
    settings = settings_from(library)
    with open_library(settings, to_rebuild=True) as opened:
        with counting("Rebuilding", len(opened)) as advance:
            done = 0

            def progress(counts: AddProgress) -> None:
                nonlocal done
                advance(counts.read - done)
                done = counts.read

            opened.rebuild(progress)
        size = len(opened)
    note(f"The index of {size:,} papers was made anew: {settings.library}")


def as_data(paper: Paper, duplicates: Sequence[Paper]) -> dict[str, Any]:
    """A paper, and the other records of it, as plain data, ready for JSON."""
    return {
        **dataclasses.asdict(paper),
        "duplicates": [dataclasses.asdict(record) for record in duplicates],
    }


def find_paper(library: Library, start_of_id: str) -> Paper:
    """The one paper whose id starts like this.

    Raises MisuseError when there is none, or more than one.
    """
    try:
        return library.paper(start_of_id.strip().lower())
    except LibraryError as error:
        raise MisuseError(error.message, error.remedy) from None


def has_words(paper: Paper, words: str) -> bool:
    """Whether all words stand in the paper's title, abstract, authors or venue."""
    text = normalise(" ".join([paper.label, paper.text, *paper.authors, paper.venue or ""]))
    return all(word in text for word in normalise(words).split())
