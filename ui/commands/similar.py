"""`answerable similar`: papers like one paper, without a language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from index.errors import LibraryError
from ui.console import note, out, plain, print_json
from ui.errors import MisuseError
from ui.filtering import filters_from
from ui.opening import open_library, settings_from
from ui.options import (
    AuthorOption,
    JsonOption,
    LibraryOption,
    TagOption,
    VenueOption,
    YearOption,
)
from ui.rendering import Indented, cite_line

if TYPE_CHECKING:
    from index.library import Library
    from index.papers import Paper
    from rag.similar import Similar

_FACETS = {"method": "method", "problem": "problem", "result": "results", "results": "results"}


def similar(
    paper: Annotated[
        str,
        typer.Argument(
            help="An id as `answerable papers` shows it, a title, or a description in quotation "
            "marks.",
            metavar="PAPER",
        ),
    ],
    by: Annotated[
        str | None,
        typer.Option(
            "--by", help="What to be similar in: method, problem or result.", metavar="FACET"
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many papers.", min=1)] = 8,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List the papers most like one paper, each with the sentence that makes it so."""
    from rag.similar import similar_to

    if by is not None and by not in _FACETS:
        raise MisuseError(f"--by {by}: no such facet.", "Use method, problem or result.")
    where = filters_from(year, venue, author, tag)
    with open_library(settings_from(library)) as opened:
        meant = _meant(opened, paper)
        facet: Any = _FACETS[by] if by else None
        found = similar_to(opened, meant, by=facet, limit=limit, where=where)
    if as_json:
        print_json(
            {"paper": _named(meant), "by": by, "similar": [_as_data(each) for each in found]}
        )
        return
    note(f"Most like {meant.label} ({meant.paper_id[:8]}){f', by {by}' if by else ''}:")
    for each in found:
        out.print(plain(f"{each.score:.2f}  ", "dim").append_text(cite_line(each.paper)))
        start, end = each.span
        out.print(Indented(plain(f"“{each.paper.abstract[start:end].strip()}”")))
    if not found:
        note("No other paper to compare it with.")


def _meant(library: Library, words: str) -> Paper:
    """The paper with this id or title, else the one that the words describe best."""
    from rag.similar import paper_called

    try:
        return library.paper(words.strip().lower())
    except LibraryError:
        found = paper_called(library, words)
    if found is None:
        raise MisuseError(f"No paper fits {words!r}.", "See the papers: answerable papers")
    return found


def _named(paper: Paper) -> dict[str, Any]:
    return {"paper_id": paper.paper_id, "label": paper.label}


def _as_data(each: Similar) -> dict[str, Any]:
    paper = each.paper
    start, end = each.span
    return {
        **_named(paper),
        "title": paper.title,
        "authors": paper.authors,
        "year": paper.year,
        "venue": paper.venue,
        "doi": paper.doi,
        "url": paper.url,
        "score": each.score,
        "sentence": paper.abstract[start:end],
        "start": start,
        "end": end,
    }
