"""`answerable ask`: one question, one checked and cited answer."""

from __future__ import annotations

from typing import Annotated

import typer

from rag.questions import understand
from ui.console import out, print_json
from ui.errors import ABSTAINED, ANSWERED
from ui.filtering import filters_from
from ui.following import follow, terminal_view
from ui.opening import open_assistant, settings_from
from ui.options import (
    AuthorOption,
    CheckerOption,
    ExtractiveOption,
    JsonOption,
    LibraryOption,
    ModelOption,
    RerankerOption,
    TagOption,
    VenueOption,
    YearOption,
)
from ui.rendering import answer_view


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know, in plain words.")],
    as_json: JsonOption = False,
    extractive: ExtractiveOption = False,
    show_dropped: Annotated[
        bool,
        typer.Option("--show-dropped", help="Show what the model wrote without support, too."),
    ] = False,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    library: LibraryOption = None,
    model: ModelOption = None,
    reranker: RerankerOption = None,
    checker: CheckerOption = None,
) -> None:
    """Ask a question; each sentence of the answer is checked and cited.

    Exit code 0: answered. 3: the papers hold no answer. 2: misuse. 1: failure.
    """

    understand(question)  # a question that cannot be asked need not wait for the library
    where = filters_from(year, venue, author, tag)
    with open_assistant(settings_from(library, model, reranker, checker)) as assistant:
        with terminal_view(text=not as_json) as view:
            answer = follow(assistant.ask(question, where=where, extractive=extractive), view)
        if as_json:
            print_json(answer.to_dict())
        else:
            out.print(answer_view(answer, show_dropped=show_dropped))
    raise typer.Exit(ABSTAINED if answer.abstained else ANSWERED)
