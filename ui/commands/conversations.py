"""`answerable conversations`: the kept conversations of page and terminal."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from ui.console import agreed, err, note, out, plain, print_json
from ui.errors import MisuseError
from ui.opening import settings_from
from ui.options import JsonOption, LibraryOption
from ui.rendering import answer_view

if TYPE_CHECKING:
    from ui.conversation_store import ConversationStore, Kept
    from ui.page.turns import Turn

SHORT_ID = 6
_BY_EXTENSION = {".md": "md", ".html": "html", ".json": "json", ".bib": "bibtex", ".ris": "ris"}
_FORMATS = ("md", "html", "json", "bibtex", "ris", "csl-json")

conversations = typer.Typer(name="conversations", no_args_is_help=True)


@conversations.callback()
def group() -> None:
    """List, show, rename, delete and export kept conversations."""


IdArgument = Annotated[
    str,
    typer.Argument(
        help="An id as `answerable conversations list` shows it, or its beginning.", metavar="ID"
    ),
]
OwnerOption = Annotated[
    str, typer.Option("--owner", help="Conversations of this user of the page.", metavar="NAME")
]


@conversations.command("list")
def list_conversations(
    search: Annotated[
        str,
        typer.Option(
            "--search", help="Only those with all these words in a question.", metavar="WORDS"
        ),
    ] = "",
    owner: OwnerOption = "",
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List the kept conversations, the latest first."""
    with kept_conversations(library) as store:
        found = store.find(search, owner, limit=sys.maxsize)
    if as_json:
        print_json([dataclasses.asdict(each) for each in found])
        return
    for each in found:
        out.print(_line(each))
    note(f"{len(found)} conversation{'' if len(found) == 1 else 's'}.")


@conversations.command()
def show(
    conversation: IdArgument,
    owner: OwnerOption = "",
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Show the questions and answers of a conversation."""
    with kept_conversations(library) as store:
        kept = find_kept(store, conversation, owner)
        turns = store.load(kept.conversation_id, owner)
    if as_json:
        print_json(_as_data(kept, turns))
        return
    for turn in turns:
        out.print(plain(f"> {turn.question}", "bold"))
        if turn.answer is not None:
            out.print(answer_view(turn.answer))
        else:
            out.print(plain(turn.message or "Stopped before there was an answer.", "dim"))
        out.print()


@conversations.command()
def rename(
    conversation: IdArgument,
    title: Annotated[str, typer.Argument(help="The new title.", metavar="TITLE")],
    owner: OwnerOption = "",
    library: LibraryOption = None,
) -> None:
    """Give a conversation another title."""
    if not title.strip():
        raise MisuseError("The title is empty.", "Give a title of at least one letter.")
    with kept_conversations(library) as store:
        kept = find_kept(store, conversation, owner)
        store.rename(kept.conversation_id, title, owner)
    note(f"“{kept.title}” is now “{' '.join(title.split())}”.")


@conversations.command()
def delete(
    conversations: Annotated[
        list[str], typer.Argument(help="Ids, or their beginnings.", metavar="ID")
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    owner: OwnerOption = "",
    library: LibraryOption = None,
) -> None:
    """Delete conversations. What is deleted cannot be brought back."""
    with kept_conversations(library) as store:
        found = {
            kept.conversation_id: kept
            for each in conversations
            for kept in [find_kept(store, each, owner)]
        }
        if not yes:
            for kept in found.values():
                err.print(_line(kept))
            if not agreed(f"Delete {'it' if len(found) == 1 else f'these {len(found)}'}?"):
                note("Nothing was deleted.")
                return
        for conversation_id in found:
            store.delete(conversation_id, owner)
    note(f"{len(found)} deleted.")


@conversations.command("export")
def export_conversation(
    conversation: IdArgument,
    kind: Annotated[
        str | None,
        typer.Option(
            "--format",
            help=f"{', '.join(_FORMATS)}; the last three hold the papers cited. "
            "[default: by --output's extension, else md]",
            metavar="FORMAT",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A file, instead of standard output.", metavar="FILE"),
    ] = None,
    owner: OwnerOption = "",
    library: LibraryOption = None,
) -> None:
    """Write a conversation as a document, as JSON, or the papers it cites."""
    kind = kind or (output and _BY_EXTENSION.get(output.suffix.lower())) or "md"
    if kind not in _FORMATS:
        raise MisuseError(f"--format {kind}: no such format.", f"Use one of {', '.join(_FORMATS)}.")
    with kept_conversations(library) as store:
        kept = find_kept(store, conversation, owner)
        turns = store.load(kept.conversation_id, owner)
    if kind == "json" and output is None:
        print_json(_as_data(kept, turns))
        return
    text = _exported(kept, turns, kind)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, "utf-8", newline="")
        note(f"Written: {output}")


@contextmanager
def kept_conversations(library: Path | None) -> Iterator[ConversationStore]:
    """The conversations of a library; the library itself may be in use meanwhile.

    Raises MisuseError where there is no library.
    """
    from ui.conversation_store import FILE_NAME, ConversationStore

    folder = settings_from(library).library
    if not folder.is_dir():
        raise MisuseError(f"There is no library at {folder}.", "Begin one: answerable add FILE…")
    with closing(ConversationStore(folder / FILE_NAME)) as store:
        yield store


def find_kept(store: ConversationStore, start_of_id: str, owner: str = "") -> Kept:
    """The one conversation whose id begins like this.

    Raises MisuseError when there is none, or more than one.
    """
    found = store.beginning(start_of_id, owner)
    if len(found) == 1:
        return found[0]
    if not found:
        raise MisuseError(
            f"No conversation has an id that begins with {start_of_id}.",
            "See the conversations and their ids: answerable conversations list",
        )
    raise MisuseError(
        f"{len(found)} conversations have an id that begins with {start_of_id}.",
        "Give more of the id.",
    )


def _line(kept: Kept) -> Text:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    line = plain(kept.title, "bold")
    count = f"{kept.count} question{'' if kept.count == 1 else 's'}"
    line.append_text(plain(f"  {kept.conversation_id[:SHORT_ID]}, {when}, {count}", "dim"))
    return line


def _as_data(kept: Kept, turns: list[Turn]) -> dict[str, object]:
    return {**dataclasses.asdict(kept), "turns": [dataclasses.asdict(turn) for turn in turns]}


def _exported(kept: Kept, turns: list[Turn], kind: str) -> str:
    import json

    from ui.page.exporting import as_paper, cited, export

    if kind == "json":
        return json.dumps(_as_data(kept, turns), ensure_ascii=False, indent=1) + "\n"
    sources = {s.paper_id: s for turn in turns if turn.answer for s in cited(turn.answer)}
    return export(turns, [as_paper(source) for source in sources.values()], kind).text
