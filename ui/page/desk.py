"""What the page does when someone acts: questions, citations, browsing, as updates to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import gradio as gr

from index.filters import PaperFilter
from index.papers import Paper
from rag.conversations import Conversation
from rag.events import Event
from ui.conversation_store import ConversationStore, ConversationStoreError
from ui.page import exporting, views
from ui.page.filters import NO_FILTERS, Choices, Filters, chips_html
from ui.page.history import list_html as history_html
from ui.page.markup import attribute, one_line
from ui.page.reading_ahead import ReadingAhead
from ui.page.running import BackgroundModel, Gate, Run
from ui.page.shelf import Keeps, Shelf
from ui.page.texts import LANGUAGES, Language, number, say
from ui.page.turns import Turn, conversation_of
from ui.page.uploading import add_files

Mode = str
QUOTED = "quoted"
_WORDS_AHEAD = 3  # fewer do not tell which paper is meant


class Asks(Protocol):
    """What the page needs of an assistant."""

    def ask(
        self,
        question: str,
        conversation: Conversation | None = None,
        *,
        where: PaperFilter | None = None,
        extractive: bool = False,
    ) -> Iterator[Event]: ...

    def read_ahead(
        self,
        text: str,
        conversation: Conversation | None = None,
        *,
        where: PaperFilter | None = None,
    ) -> None: ...


class Holds(Keeps, Protocol):
    """What the page needs of a library."""

    def __len__(self) -> int: ...


class Screen(NamedTuple):
    """New values for the parts of the page that show a conversation."""

    turns: Any
    shown: Any
    chat: Any
    sources: Any
    status: Any
    question: Any
    conversation_id: Any


class Desk:
    """Everything that happens on the page, for all who have it open."""

    def __init__(
        self,
        assistant: Asks,
        library: Holds,
        model: BackgroundModel | None = None,
        history: ConversationStore | None = None,
    ) -> None:
        self._assistant = assistant
        self._library = library
        self._model = model
        self.history = history or ConversationStore(None)
        self._gate = Gate()
        self._ahead = ReadingAhead()
        self.shelf = Shelf(library)
        self._runs: dict[str, Run] = {}

    def ask(
        self,
        question: str | None,
        turns: list[Turn],
        mode: Mode,
        language: Language,
        session: str,
        filters: Filters = NO_FILTERS,
        conversation_id: str = "",
        owner: str = "",
    ) -> Iterator[Screen]:
        """Answer a question, showing what happens; closing this stops the model.

        Whatever the end, the conversation is kept, as its owner's, with the turn as it then is;
        where it cannot be kept, the reply says so.
        """
        if not question:
            return
        extractive = mode == QUOTED
        conversation = conversation_of(turns)
        searched, held = self._matching(filters), len(self._library)
        run = Run(
            Turn(question, searched, held),
            lambda: self._assistant.ask(
                question, conversation, where=filters.condition, extractive=extractive
            ),
            None if extractive else self._gate,
            None if extractive else self._model,
        )
        self._runs[session] = run
        try:
            before = Turn(question, searched, held)
            # Kept from the start, so that it is there after a crash and after a reload.
            conversation_id, _ = self._keep(conversation_id, [*turns, before], owner)
            first = self._step(turns, None, before, language)
            yield first._replace(conversation_id=conversation_id)
            for now in run:
                if self._runs.get(session) is not run:
                    return
                turn = now
                if not turn.running:
                    conversation_id, unkept = self._keep(conversation_id, [*turns, turn], owner)
                    turn = replace(turn, unkept=unkept)
                step = self._step(turns, before, turn, language)
                before = turn
                yield step
        finally:
            run.stop()
            if before.running:
                self._keep(conversation_id, [*turns, before], owner)
            if self._runs.get(session) is run:
                del self._runs[session]

    def _keep(self, conversation_id: str, turns: list[Turn], owner: str) -> tuple[str, str]:
        """Keep a conversation; its id, and in words why it cannot be kept, where it cannot."""
        try:
            return self.history.save(conversation_id, turns, owner), ""
        except ConversationStoreError as error:
            return conversation_id, str(error)

    def typing(
        self, text: str, turns: list[Turn], mode: Mode, filters: Filters = NO_FILTERS
    ) -> None:
        """Get ready for a question that begins so; nothing where the model is needed elsewhere."""
        if len(text.split()) < _WORDS_AHEAD or mode == QUOTED or self._gate.busy:
            return
        if self._model is not None and self._model.state != "ready":
            return
        conversation, where = conversation_of(turns), filters.condition
        self._ahead.want(lambda: self._assistant.read_ahead(text, conversation, where=where))

    def running(self, session: str) -> bool:
        """Whether this page is being answered."""
        return session in self._runs

    def stop(self, session: str) -> None:
        """Stop the answer that this page is waiting for."""
        run = self._runs.get(session)
        if run is not None:
            run.stop()

    def abandon(self, session: str) -> None:
        """Stop that answer and show nothing of it any more: the page goes on to something else."""
        run = self._runs.pop(session, None)
        if run is not None:
            run.stop()

    def screen(
        self, turns: list[Turn], shown: int, language: Language, conversation_id: str = ""
    ) -> Screen:
        """The whole conversation as it stands."""
        turn = turns[shown] if 0 <= shown < len(turns) else None
        return Screen(
            turns,
            shown,
            self._chat(turns, language),
            views.sources_html(turn, shown, language),
            views.status_html(turns[-1] if turns else None, len(self._library), language),
            question_box(language, running=False, first=not turns),
            conversation_id,
        )

    def sources(self, turns: list[Turn], shown: int, language: Language) -> str:
        """The sources of one question."""
        turn = turns[shown] if 0 <= shown < len(turns) else None
        return views.sources_html(turn, shown, language)

    def header(self, language: Language, user: str = "") -> str:
        """The top line: the name, what is in the library, how the model is, who is logged in."""
        count = len(self._library)
        held = say(language, "papers", n=count).replace(str(count), number(count))
        dot = self._model_html(language)
        other: Language = "zh" if language == "en" else "en"
        switch = (
            f'<button data-do="#do-language-{other}" lang="{other}">{LANGUAGES[other]}</button>'
        )
        out = ""
        if user:
            out = (
                f'<a class="act" href="logout" title="{attribute(user)}">'
                f"{say(language, 'log_out')}</a>"
            )
        return (
            f'<div class="top" data-gone="{attribute(say(language, "server_gone"))}" '
            f'data-copied="{attribute(say(language, "copied"))}">'
            f'<h1 class="name">Answerable</h1>'
            f'<div class="held"><span>{held}</span>{dot}</div>'
            f'<p class="tools"><button data-do="#do-new"><span class="wide">{say(language, "new")}'
            f'</span><span class="narrow">{say(language, "new_short")}</span></button>{switch}'
            f'<button class="theme" data-do="#do-theme" title="{say(language, "theme")}" '
            f'aria-label="{say(language, "theme")}">◐</button>{out}</p></div>'
        )

    def _model_html(self, language: Language) -> str:
        if self._model is None:
            return ""
        state, failure = self._model.state, self._model.failure
        words = say(language, f"model_{state}", name=attribute(self._model.name, 60))
        if failure is None:
            return f'<span class="model is-{state}">{words}</span>'
        why = f"<summary>{words}</summary><p>{one_line(str(failure))}</p>"
        return f'<details class="model is-failed">{why}</details>'

    def loading(self) -> bool:
        """Whether the model is still being loaded."""
        return self._model is not None and self._model.state == "loading"

    def welcome(self, language: Language) -> str:
        """What an empty conversation shows."""
        held = list(self._library.papers())
        return views.welcome_html(views.example_questions(held, language), len(held), language)

    def paper(self, paper_id: str) -> Paper | None:
        """A paper of the library; None where it is there no more."""
        return self.shelf.paper(paper_id)

    def choices(self) -> Choices:
        """What the library's papers can be filtered by."""
        return Choices.of(self._library.papers())

    def chips(self, filters: Filters, language: Language) -> str:
        """The filters that are on."""
        if filters == NO_FILTERS:
            return ""
        chosen = [paper for each in filters.only if (paper := self.paper(each)) is not None]
        matching = self._matching(filters)
        return chips_html(filters, chosen, matching, len(self._library), language)

    def _matching(self, filters: Filters) -> int:
        """How many papers the filters let through."""
        condition = filters.condition
        if condition is None:
            return len(self._library)
        return sum(condition.matches(paper) for paper in self._library.papers())

    def chips_of(self, language: Language, *controls: Any) -> str:
        """The same, as the controls of the filters hold them."""
        return self.chips(Filters.from_controls(*controls), language)

    def past(self, words: str, language: Language, owner: str = "") -> str:
        """The list of kept conversations."""
        try:
            found = self.history.find(words, owner)
        except ConversationStoreError as error:
            return f'<div class="history"><p class="hint">{one_line(str(error))}</p></div>'
        return history_html(found, bool(words.strip()), language)

    def add(self, files: Sequence[str], language: Language) -> Iterator[str]:
        """Add uploaded files to the library, telling how far it is."""
        yield from add_files(self._library, [Path(file) for file in files], language)

    def export(self, turns: Sequence[Turn], what: str) -> exporting.File:
        """Answers or the papers they cite as a file of the format `what`."""
        sources = [s for turn in turns if turn.answer for s in exporting.cited(turn.answer)]
        held = {s.paper_id: self.paper(s.paper_id) or exporting.as_paper(s) for s in sources}
        return exporting.export(turns, list(held.values()), what)

    def _step(
        self, turns: list[Turn], before: Turn | None, turn: Turn, language: Language
    ) -> Screen:
        """What has changed since the step before; the rest of the page is left alone."""
        at = len(turns)
        every = [*turns, turn]
        chat: Any = gr.skip()
        if before is None or _message_of(before) != _message_of(turn):
            chat = self._chat(every, language)
        sources: Any = gr.skip()
        if before is None or _sources_of(before) != _sources_of(turn):
            sources = views.sources_html(turn, at, language)
        box: Any = gr.skip()
        if before is None or not turn.running:
            box = question_box(language, running=turn.running, first=False)
        status = views.status_html(turn, len(self._library), language)
        return Screen(every, at, chat, sources, status, box, gr.skip())

    def _chat(self, turns: Sequence[Turn], language: Language) -> list[dict[str, str]]:
        messages = []
        for at, turn in enumerate(turns):
            last = at == len(turns) - 1
            messages.append({"role": "user", "content": views.question_html(turn)})
            reply = views.message_html(turn, at, language, last=last)
            messages.append({"role": "assistant", "content": reply})
        return messages


def question_box(language: Language, *, running: bool, first: bool) -> Any:
    """The box for the question, with the button that fits: ask or stop."""
    return gr.update(
        submit_btn=False if running else say(language, "ask"),
        stop_btn=say(language, "stop") if running else False,
        label=say(language, "question"),
        placeholder=say(language, "placeholder" if first else "follow_up"),
    )


def _message_of(turn: Turn) -> object:
    return (turn.text, turn.table, turn.state, turn.answer)


def _sources_of(turn: Turn) -> object:
    return (turn.found, turn.answer)
