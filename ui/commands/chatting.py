"""`answerable chat`: a conversation in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from index.errors import AnswerableError
from rag.conversations import Conversation
from ui.console import err, note, out, report
from ui.filtering import filters_from
from ui.following import follow, terminal_view
from ui.opening import open_assistant, settings_from
from ui.options import (
    AuthorOption,
    ExtractiveOption,
    LibraryOption,
    ModelOption,
    TagOption,
    VenueOption,
    YearOption,
)
from ui.rendering import answer_view, sources_view

if TYPE_CHECKING:
    from index.filters import PaperFilter
    from rag.answering import Assistant

_HELP = """\
Ask a question, then ask on: “how much faster is it?” means the papers just cited.
/sources  the sources of the last answer, with their abstracts
/new      forget what was said and begin anew
/help     this
/quit     leave (so does Ctrl-D)
Ctrl-C stops an answer; at an empty prompt it leaves."""


def chat(
    extractive: ExtractiveOption = False,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    library: LibraryOption = None,
    model: ModelOption = None,
) -> None:
    """Ask and ask on, in the terminal. /help says how."""

    where = filters_from(year, venue, author, tag)
    with open_assistant(settings_from(library, model)) as assistant, _remembered_lines():
        note("Ask about the papers in the library. /help lists the commands, /quit leaves.")
        _converse(assistant, where=where, extractive=extractive)


def _converse(assistant: Assistant, *, where: PaperFilter | None, extractive: bool) -> None:

    conversation = Conversation()
    while True:
        try:
            line = input("\n> " if sys.stdin.isatty() else "").strip()
        except EOFError:
            return
        except KeyboardInterrupt:
            err.print()  # what follows must not stand in the prompt's line
            raise
        match line:
            case "":
                continue
            case "/quit" | "/exit" | "/q":
                return
            case "/help" | "/h" | "?":
                note(_HELP)
            case "/new":
                conversation = Conversation()
                note("A new conversation.")
            case "/sources":
                if conversation.turns:
                    out.print(sources_view(conversation.turns[-1]))
                else:
                    note("Nothing was asked yet.")
            case _ if line.startswith("/"):
                note(f"There is no command {line.split()[0]}. /help lists them.")
            case _:
                try:
                    with terminal_view() as view:
                        events = assistant.ask(
                            line, conversation, where=where, extractive=extractive
                        )
                        answer = follow(events, view)
                except AnswerableError as error:
                    report(error.message, error.remedy)
                except KeyboardInterrupt:
                    err.print("Stopped.")
                else:
                    out.print(answer_view(answer))
                    conversation = conversation.with_answer(answer)


@contextmanager
def _remembered_lines() -> Iterator[None]:
    """Arrow keys recall what was typed, in earlier conversations too."""
    try:
        import readline
    except ImportError:  # not every platform has it
        yield
        return
    if not sys.stdin.isatty():
        yield
        return
    from platformdirs import user_state_path

    history = user_state_path("answerable", appauthor=False) / "chat-history"
    with suppress(OSError):
        history.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        readline.read_history_file(history)
    readline.set_history_length(1000)
    try:
        yield
    finally:
        with suppress(OSError):
            readline.write_history_file(history)
