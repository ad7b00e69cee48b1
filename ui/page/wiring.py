"""Which event of the page does what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import gradio as gr

from ui.page import exporting
from ui.page.desk import QUOTED, Desk, Mode, Screen
from ui.page.events import QUICK as _QUICK
from ui.page.events import SAVE_JS as _SAVE_JS
from ui.page.events import told
from ui.page.filters import Filters
from ui.page.layout import Parts, filter_button, modes
from ui.page.shelf_wiring import shelf_in, shelf_questions, spoken_parts
from ui.page.texts import Language, say
from ui.page.turns import Turn

# The conversation of a tab; None where the tab has none yet, or it was forgotten.
Turns = list[Turn] | None
_FILTER_KEYS = ("year_from", "year_to", "venue", "authors", "tags")
# What was typed before the page was loaded anew.
_TYPED_JS = "now => sessionStorage.getItem('answerable-typed') || now"
_REMEMBER_JS = "id => sessionStorage.setItem('answerable-conversation', id)"
_COPY_JS = "text => window.answerableCopy(text)"


def wire_conversation(page: gr.Blocks, desk: Desk, parts: Parts) -> None:
    """Asking, stopping, asking again, beginning anew."""
    screen = [
        parts.turns, parts.shown, parts.chat, parts.sources, parts.status, parts.question,
        parts.history.current,
    ]  # fmt: skip

    def take(typed: str, request: gr.Request) -> tuple[str, str]:
        # While one question is answered the next stays in the box.
        ready = typed.strip() and not desk.running(_session(request))
        return (typed.strip(), "") if ready else ("", typed)

    def edit(event: gr.EventData, turns: Turns, language: Language) -> Screen:
        at = _turn(event, turns)
        if turns is None or at is None:
            return Screen(*(gr.skip() for _ in screen))
        view = desk.screen(turns[:at], at - 1, language)
        answer = turns[at].answer if event._data.get("standalone") else None
        words = answer.standalone_question if answer else turns[at].question
        box = gr.update(value=words)
        return view._replace(question=box, conversation_id=gr.skip())

    def ask(
        asked: str | list[str],
        turns: Turns,
        mode: Mode,
        language: Language,
        request: gr.Request,
        conversation_id: str,
        *controls: Any,
    ) -> Iterator[Screen]:
        filters = Filters.from_controls(*controls)
        session, owner = _session(request), _owner(request)
        if turns is None:
            with told():
                turns = desk.history.load(conversation_id, owner) if conversation_id else []
        for question in [asked] if isinstance(asked, str) else asked:
            for step in desk.ask(
                question, turns, mode, language, session, filters, conversation_id, owner
            ):
                if isinstance(step.conversation_id, str):
                    conversation_id = step.conversation_id
                last = step
                yield step
            if not question or (turns := last.turns)[-1].state != "done":
                return

    def typing(event: gr.EventData, turns: Turns, mode: Mode, *controls: Any) -> None:
        desk.typing(str(event._data["text"]), turns or [], mode, Filters.from_controls(*controls))

    def stop(request: gr.Request) -> None:
        desk.stop(_session(request))

    def begin_anew(language: Language, request: gr.Request) -> Screen:
        desk.abandon(_session(request))
        return desk.screen([], -1, language)

    starts = [
        parts.question.submit(take, parts.question, [parts.asked, parts.question], **_QUICK),
        *_questions_of_clicks(desk, parts),
        *shelf_questions(desk, parts),
    ]
    given = [
        parts.asked, parts.turns, parts.mode, parts.language, parts.history.current,
        *parts.filters.controls,
    ]  # fmt: skip
    answers = [
        start.then(ask, given, screen, show_progress="hidden", concurrency_limit=None)
        for start in starts
    ]
    typed = [parts.turns, parts.mode, *parts.filters.controls]
    parts.bridge.typing(typing, typed, None, **_QUICK)
    parts.question.stop(stop, **_QUICK)
    page.unload(stop)
    parts.bridge.edit(edit, [parts.turns, parts.language], screen, **_QUICK)

    def reopen(event: gr.EventData, language: Language, request: gr.Request) -> tuple[Any, ...]:
        desk.abandon(_session(request))
        conversation_id = str(event._data["id"])
        with told():
            turns = desk.history.load(conversation_id, _owner(request))
        kept = conversation_id if turns else ""
        return *desk.screen(turns, len(turns) - 1, language, kept), gr.Tabs(selected="ask")

    parts.bridge.open(reopen, parts.language, [*screen, parts.tabs], cancels=answers, **_QUICK)
    parts.bridge.new(begin_anew, parts.language, screen, cancels=answers, **_QUICK)


def _questions_of_clicks(desk: Desk, parts: Parts) -> list[Any]:
    """The events of the page's links that ask something; `parts.asked` then holds it."""

    def pick(event: gr.EventData) -> str:
        return str(event._data["question"])

    def again(event: gr.EventData, turns: Turns) -> tuple[str, Turns]:
        known, at = turns or [], _turn(event, turns)
        return ("", turns) if at is None else (known[at].question, known[:at])

    def again_quoted(event: gr.EventData, turns: Turns) -> tuple[str, Turns, Mode]:
        return *again(event, turns), QUOTED

    def without(event: gr.EventData, turns: Turns) -> tuple[str, Turns]:
        known, at = turns or [], _turn(event, turns)
        answer = None if at is None else known[at].answer
        place = int(event._data["condition"])
        if answer is None or not 0 <= place < len(answer.conditions):
            return "", turns
        return answer.conditions[place].without, known[:at]

    def summarise(event: gr.EventData, language: Language) -> tuple[str, Any]:
        paper = desk.paper(str(event._data["id"]))
        words = say(language, "summarise_question", label=paper.label) if paper else ""
        return words, gr.Tabs(selected="ask")

    return [
        parts.bridge.ask(pick, None, parts.asked, **_QUICK),
        parts.bridge.retry(again, parts.turns, [parts.asked, parts.turns], **_QUICK),
        parts.bridge.without(without, parts.turns, [parts.asked, parts.turns], **_QUICK),
        parts.bridge.quoted(
            again_quoted, parts.turns, [parts.asked, parts.turns, parts.mode], **_QUICK
        ),
        parts.bridge.summarise(summarise, parts.language, [parts.asked, parts.tabs], **_QUICK),
    ]


def wire_answers(desk: Desk, parts: Parts) -> None:
    """What can be done with an answer: follow a citation, copy."""

    def cite(event: gr.EventData, turns: Turns, language: Language) -> tuple[int, str]:
        at = _turn(event, turns)
        shown = -1 if at is None else at
        return shown, desk.sources(turns or [], shown, language)

    def copy(event: gr.EventData, turns: Turns) -> str:
        at = _turn(event, turns)
        answer = turns[at].answer if turns and at is not None else None
        return exporting.plain(answer) if answer is not None else ""

    def export(event: gr.EventData, turns: Turns) -> str:
        at = _turn(event, turns)
        if turns is None or at is None:
            return ""
        chosen = turns if event._data["scope"] == "all" else turns[at : at + 1]
        what = str(event._data["format"]).replace("_", "-")
        return json.dumps(desk.export(chosen, what)._asdict())

    saved = parts.bridge.export(export, parts.turns, parts.clipboard, **_QUICK)
    saved.then(None, parts.clipboard, None, js=_SAVE_JS)
    parts.bridge.cite(cite, [parts.turns, parts.language], [parts.shown, parts.sources], **_QUICK)
    copied = parts.bridge.copy(copy, parts.turns, parts.clipboard, **_QUICK)
    copied.then(None, parts.clipboard, None, js=_COPY_JS)


def wire_filters(page: gr.Blocks, desk: Desk, parts: Parts) -> None:
    """Which papers are asked: the controls, and the chips that show and clear them."""
    filters = parts.filters
    empty: dict[str, dict[Any, Any]] = {
        "years": {filters.year_from: None, filters.year_to: None},
        "venues": {filters.venues: []},
        "authors": {filters.authors: []},
        "tags": {filters.tags: []},
        "only": {filters.only: []},
    }
    empty["all"] = {part: value for kind in empty.values() for part, value in kind.items()}

    def show(language: Language, *controls: Any) -> str:
        return desk.chips(Filters.from_controls(*controls), language)

    def clear(event: gr.EventData) -> dict[Any, Any]:
        return empty[str(event._data["kind"])]

    def only(event: gr.EventData, turns: Turns) -> list[str]:
        at = _turn(event, turns)
        answer = turns[at].answer if turns and at is not None else None
        return [source.paper_id for source in exporting.cited(answer)] if answer else []

    def about(event: gr.EventData) -> tuple[list[str], Any]:
        paper = desk.paper(str(event._data["id"]))
        return [paper.paper_id] if paper else [], gr.Tabs(selected="ask")

    shown = [parts.language, *filters.controls]
    # What changes a state at once does not set off the state's own event.
    for start in (
        parts.bridge.unfilter(clear, None, filters.controls, **_QUICK),
        parts.bridge.only(only, parts.turns, filters.only, **_QUICK),
        parts.bridge.about(about, None, [filters.only, parts.tabs], **_QUICK),
    ):
        start.then(show, shown, filters.chips, **_QUICK)
    for control in filters.controls[:-1]:
        control.change(show, shown, filters.chips, **_QUICK)

    def offer() -> list[Any]:
        choices = desk.choices()
        years = gr.update(choices=[("–", 0), *((str(year), year) for year in choices.years)])
        tags = gr.update(choices=list(choices.tags), visible=bool(choices.tags))
        return [years, years, gr.update(choices=list(choices.venues)), tags]

    offered = [filters.year_from, filters.year_to, filters.venues, filters.tags]
    page.load(offer, None, offered, **_QUICK)


def wire_history(desk: Desk, parts: Parts) -> None:
    """Finding kept conversations, renaming and deleting them."""
    history = parts.history
    given = [history.find, parts.language]

    def past(words: str, language: Language, request: gr.Request) -> str:
        return desk.past(words, language, _owner(request))

    def rename(event: gr.EventData, request: gr.Request) -> None:
        asked = event._data
        with told():
            desk.history.rename(str(asked["id"]), str(asked["title"]), _owner(request))

    def delete(event: gr.EventData, request: gr.Request) -> None:
        with told():
            desk.history.delete(str(event._data["id"]), _owner(request))

    for start in (
        parts.bridge.rename(rename, None, None, **_QUICK),
        parts.bridge.delete(delete, None, None, **_QUICK),
    ):
        start.then(past, given, history.listing, **_QUICK)
    for event in (history.tab.select, history.find.change):
        event(past, given, history.listing, **_QUICK)


def wire_frame(page: gr.Blocks, desk: Desk, parts: Parts) -> None:
    """The top line, which follows the model while it loads, and the language."""
    filtering = parts.filters.controls[:-1]

    def tick(language: Language, request: gr.Request) -> tuple[str, Any]:
        return desk.header(language, _owner(request)), gr.Timer(active=desk.loading())

    def choose(event: gr.EventData) -> Language:
        return "zh" if event._data["language"] == "zh" else "en"

    def speak(
        language: Language,
        turns: Turns,
        shown: int,
        opened: str,
        request: gr.Request,
        *controls: Any,
    ) -> dict[Any, Any]:
        view = desk.screen(turns or [], shown, language)
        changed = {
            parts.header: desk.header(language, _owner(request)),
            parts.chat: gr.update(
                value=view.chat,
                placeholder=desk.welcome(language),
                label=say(language, "conversation"),
            ),
            parts.sources: view.sources,
            parts.status: view.status,
            parts.mode: gr.update(choices=modes(language), label=say(language, "mode")),
            parts.ask_tab: gr.update(label=say(language, "tab_ask")),
            **shelf_in(language, desk, parts, opened),
            parts.history.tab: gr.update(label=say(language, "tab_history")),
            parts.history.find: gr.update(
                label=say(language, "history_find"),
                placeholder=say(language, "history_find_placeholder"),
            ),
            parts.history.listing: desk.past("", language, _owner(request)),
            parts.filters.toggle: filter_button(language),
            parts.filters.chips: desk.chips(Filters.from_controls(*controls), language),
            **{
                control: gr.update(label=say(language, key))
                for control, key in zip(filtering, _FILTER_KEYS, strict=True)
            },
        }
        if not desk.running(_session(request)):
            changed[parts.question] = view.question
        return changed

    spoken = [
        parts.header, parts.chat, parts.sources, parts.status, parts.question, parts.mode,
        parts.ask_tab,
        parts.filters.toggle, parts.filters.chips, parts.history.tab,
        parts.history.find, parts.history.listing, *filtering, *spoken_parts(parts),
    ]  # fmt: skip
    given = [
        parts.language, parts.turns, parts.shown, parts.shelf.opened, *parts.filters.controls,
    ]  # fmt: skip
    browsing = [*parts.shelf.browsing, parts.language]
    chosen = parts.bridge.language(choose, None, parts.language, **_QUICK)
    chosen.then(speak, given, spoken, **_QUICK).then(
        desk.shelf.table, browsing, parts.shelf.listing, **_QUICK
    )
    page.load(None, parts.question, parts.question, js=_TYPED_JS)
    parts.history.current.change(None, parts.history.current, None, js=_REMEMBER_JS)
    parts.clock.tick(tick, parts.language, [parts.header, parts.clock], **_QUICK)
    page.load(tick, parts.language, [parts.header, parts.clock], **_QUICK)


def _session(request: gr.Request) -> str:
    return str(request.session_hash)


def _owner(request: gr.Request) -> str:
    """Whose the conversations are: the user who is logged in; nobody's where none needs to be."""
    return str(request.username or "")


def _turn(event: gr.EventData, turns: Turns) -> int | None:
    at = int(event._data["turn"])
    return at if 0 <= at < len(turns or []) else None
