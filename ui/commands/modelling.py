"""`answerable models`: which language models there are, and getting one."""

from __future__ import annotations

from typing import Annotated

import typer

from ui.console import err, note, out, plain
from ui.opening import settings_from
from ui.progress import transferring

models = typer.Typer(name="models")


@models.callback(invoke_without_command=True)
def list_models(context: typer.Context) -> None:
    """List the language models, what each needs, and which are installed."""
    if context.invoked_subcommand is not None:
        return
    from rag.models.registry import DEFAULT_MODEL, MODELS

    chosen = settings_from().model or DEFAULT_MODEL
    width = max(len(spec.name) for spec in MODELS)
    for spec in MODELS:
        installed = "installed" if spec.is_installed else "-"
        out.print(
            plain(
                f"{spec.name:{width}}  {installed:9}  {spec.disk_gb} GB on disk, "
                f"{spec.memory_gb} GB in memory; {spec.licence}; {spec.note}",
                "bold" if spec.name == chosen else "",
            )
        )
    err.print(
        plain(
            f"\nIn use: {chosen}. Another one: --model NAME or ANSWERABLE_MODEL=NAME, where NAME "
            "is one of these, a .gguf file, a model folder, or a server's address."
        )
    )


@models.command()
def pull(
    name: Annotated[
        str,
        typer.Argument(
            help="A name from the list, or transformers:ID for any model of the hub.",
            metavar="NAME",
        ),
    ],
) -> None:
    """Download a model from the Hugging Face hub and check it.

    An interrupted download goes on where it stopped. HF_ENDPOINT names another hub.
    """
    from rag.models.downloads import pull as download

    with transferring(name) as progress:
        path = download(name, progress)
    note(f"Ready: {path}")
