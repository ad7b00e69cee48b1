"""`answerable serve`: the chat in a browser, on this machine unless said otherwise."""

from __future__ import annotations

from typing import Annotated

import typer

from ui.opening import refuse_if_in_use, settings_from
from ui.options import CheckerOption, LibraryOption, ModelOption, RerankerOption


def serve(
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen on. One that other machines reach needs --auth, or "
            "--no-auth to let everyone in."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)
    ] = 7860,
    auth: Annotated[
        bool | None,
        typer.Option(
            "--auth/--no-auth",
            help="Let in only those whom `answerable users add` knows; each has conversations "
            "of their own.",
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser.")
    ] = False,
    library: LibraryOption = None,
    model: ModelOption = None,
    reranker: RerankerOption = None,
    checker: CheckerOption = None,
) -> None:
    """Open the chat as a page in the browser. Ctrl-C ends it."""
    settings = settings_from(library, model, reranker, checker)
    refuse_if_in_use(settings)
    from ui.web import serve as serve_page

    serve_page(settings, host=host, port=port, auth=auth, open_browser=open_browser)
