"""`answerable users`: who may use the page of a library, when it is served with --auth."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from index.errors import AnswerableError
from ui.console import note, out, plain
from ui.opening import settings_from
from ui.options import LibraryOption
from ui.users import FILE_NAME, Users

users = typer.Typer(name="users")
NameArgument = Annotated[str, typer.Argument(help="The user's name.", metavar="NAME")]


@users.callback(invoke_without_command=True)
def list_users(context: typer.Context, library: LibraryOption = None) -> None:
    """List who may log in to the page of a library: answerable serve --auth."""
    if context.invoked_subcommand is not None:
        return
    for name in _users(library).names():
        out.print(plain(name))


@users.command("add")
def add_user(name: NameArgument, library: LibraryOption = None) -> None:
    """Let a user log in, or change their password.

    The password is asked for; where standard input is no terminal it is read from there.
    """
    known = _users(library)
    if sys.stdin.isatty():
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    known.add(name, password)
    note(f"{name} may log in: answerable serve --auth")


@users.command("remove")
def remove_user(name: NameArgument, library: LibraryOption = None) -> None:
    """Let a user log in no more. Their conversations stay."""
    _users(library).remove(name)
    note(f"{name} may no longer log in.")


def _users(library: LibraryOption) -> Users:
    folder = settings_from(library).library
    if not folder.is_dir():
        raise AnswerableError(
            f"There is no library {folder}.", "Add papers first: answerable add FILE"
        )
    return Users(folder / FILE_NAME)
