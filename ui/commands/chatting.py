"""`answerable chat`: a conversation in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from index.errors import AnswerableError
from rag.conversations import Conversation
from rag.events import Complete
from ui.commands.conversations import find_kept, kept_conversations
from ui.console import err, note, out, plain, report
from ui.filtering import filters_from
from ui.following import follow, terminal_view
from ui.opening import open_assistant, settings_from
from ui.options import (
    AuthorOption,
    CheckerOption,
    ExtractiveOption,
    LibraryOption,
    ModelOption,
    RerankerOption,
    TagOption,
    VenueOption,
    YearOption,
)
from ui.page.turns import Turn, conversation_of
from ui.rendering import answer_view, sources_view

if TYPE_CHECKING:
    from index.filters import PaperFilter
    from rag.answering import Assistant
    from rag.answers import Answer
    from ui.conversation_store import ConversationStore

_HELP = """\
Ask a question, then ask on: “how much faster is it?” means the papers just cited, “the second
one” and “[2]” mean that paper, “shorter” and “more detail” the last answer.
/sources           the sources of the last answer, with their abstracts
/correct QUESTION  ask the last question again in these words, as a question of its own
/earlier           what the model was told of the conversation for the last answer
/new               begin a new conversation
/help              this
/quit              leave (so does Ctrl-D)
Ctrl-C stops an answer; at an empty prompt it leaves. Conversations are kept: answerable
conversations list, answerable chat --continue."""


def chat(
    conversation: Annotated[
        str | None,
        typer.Argument(
            help="The conversation to go on with, by the beginning of its id.",
            metavar="ID",
            show_default=False,
        ),
    ] = None,
    go_on: Annotated[
        bool, typer.Option("--continue", help="Go on with this conversation, else the latest.")
    ] = False,
    extractive: ExtractiveOption = False,
    year: YearOption = None,
    venue: VenueOption = None,
    author: AuthorOption = None,
    tag: TagOption = None,
    library: LibraryOption = None,
    model: ModelOption = None,
    reranker: RerankerOption = None,
    checker: CheckerOption = None,
) -> None:
    """Ask and ask on, in the terminal. /help says how.

    What is said is kept with the library: `answerable conversations list`.
    """
    where = filters_from(year, venue, author, tag)
    with kept_conversations(library) as store:
        chosen = _chosen(store, conversation, latest=go_on)
        with (
            open_assistant(settings_from(library, model, reranker, checker)) as assistant,
            _remembered_lines(),
        ):
            talk = Talk(store, chosen)
            note("Ask about the papers in the library. /help lists the commands, /quit leaves.")
            _converse(assistant, talk, where=where, extractive=extractive)


def _chosen(store: ConversationStore, start_of_id: str | None, *, latest: bool) -> str:
    """The id of the conversation to go on with; empty for a new one."""
    if start_of_id:
        return find_kept(store, start_of_id).conversation_id
    found = store.find(limit=1) if latest else []
    if latest and not found:
        note("No conversation is kept yet; this is a new one.")
    return found[0].conversation_id if found else ""


class Talk:
    """The conversation in hand, kept after every answer."""

    def __init__(self, store: ConversationStore, conversation_id: str) -> None:
        self._store = store
        self._id = conversation_id
        self._turns = store.load(conversation_id) if conversation_id else []
        if self._turns:
            note(f"Going on after {len(self._turns)} questions. The last was:")
            err.print(plain(f"> {self._turns[-1].question}", "bold"))
        if self.last is not None:
            out.print(answer_view(self.last))

    @property
    def last(self) -> Answer | None:
        """The last answer."""
        return next(reversed(self.conversation.turns), None)

    @property
    def conversation(self) -> Conversation:
        """What a question may refer to."""
        return conversation_of(self._turns)

    def begin(self) -> None:
        """Begin a new conversation; the one before stays kept."""
        self._id, self._turns = "", []

    def take_back(self) -> bool:
        """Forget the last question; whether there was one."""
        return bool(self._turns and self._turns.pop())

    def add(self, answer: Answer) -> None:
        """Keep an answer. That it cannot be kept is said, and does not end the conversation."""
        self._turns.append(Turn(answer.question).after(Complete(answer)))
        try:
            self._id = self._store.save(self._id, self._turns)
        except AnswerableError as error:
            report(error.message, error.remedy)


def _converse(
    assistant: Assistant, talk: Talk, *, where: PaperFilter | None, extractive: bool
) -> None:
    def answer(question: str, conversation: Conversation) -> None:
        try:
            with terminal_view() as view:
                events = assistant.ask(question, conversation, where=where, extractive=extractive)
                given = follow(events, view)
        except AnswerableError as error:
            report(error.message, error.remedy)
        except KeyboardInterrupt:
            err.print("Stopped.")
        else:
            if given.standalone_question != given.question:
                note(f"Understood as: {given.standalone_question}")
            out.print(answer_view(given))
            talk.add(given)

    while True:
        try:
            line = input("\n> " if sys.stdin.isatty() else "").strip()
        except EOFError:
            return
        except KeyboardInterrupt:
            err.print()  # what follows must not stand in the prompt's line
            raise
        command, _, rest = line.partition(" ")
        match command:
            case "":
                continue
            case "/quit" | "/exit" | "/q":
                return
            case "/help" | "/h" | "?":
                note(_HELP)
            case "/new":
                talk.begin()
                note("A new conversation.")
            case "/correct" if rest.strip():
                if talk.take_back():
                    answer(rest.strip(), Conversation())
                else:
                    note("Nothing was asked yet.")
            case "/correct":
                note("Give the question as it was meant: /correct How much faster is LoRA?")
            case "/sources" | "/earlier":
                _tell_of(talk.last, command)
            case _ if line.startswith("/"):
                note(f"There is no command {command}. /help lists them.")
            case _:
                answer(line, talk.conversation)


def _tell_of(last: Answer | None, command: str) -> None:
    if last is None:
        note("Nothing was asked yet.")
    elif command == "/sources":
        out.print(sources_view(last))
    else:
        note(last.earlier or "Nothing: the last question was understood by itself.")


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
