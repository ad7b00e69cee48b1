"""The commands of `answerable`, put together."""

from __future__ import annotations

import os
from importlib.metadata import version
from typing import Annotated

import typer

from index.quiet import be_quiet
from ui.commands.adding import add
from ui.commands.asking import ask
from ui.commands.batching import batch
from ui.commands.chatting import chat
from ui.commands.comparing import compare, prepare
from ui.commands.conversations import conversations
from ui.commands.examining import doctor
from ui.commands.exporting import export_papers
from ui.commands.keeping import papers, rebuild, remove, show
from ui.commands.modelling import models
from ui.commands.serving import serve
from ui.commands.similar import similar
from ui.commands.users import users
from ui.errors import DEBUG_VARIABLE, CommandGroup

app = typer.Typer(
    cls=CommandGroup,
    name="answerable",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    rich_markup_mode=None,
)
_COMMANDS = (add, ask, chat, compare, similar, batch, serve, papers, show, remove, prepare)
for command in (*_COMMANDS, rebuild, doctor):
    app.command()(command)
app.command("export")(export_papers)
app.add_typer(conversations)
app.add_typer(models)
app.add_typer(users)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"answerable {version('answerable')}")
        raise typer.Exit


@app.callback()
def answerable(
    debug: Annotated[
        bool, typer.Option("--debug", help="Show a traceback when something goes wrong.")
    ] = False,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and stop.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Ask a pile of paper abstracts, on your own machine; each sentence is checked and cited."""
    if debug:
        os.environ[DEBUG_VARIABLE] = "1"
    be_quiet()
