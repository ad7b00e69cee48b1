"""Which event of the library's tab does what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import gradio as gr

from index.papers import Paper
from ui.page import shelf_layout
from ui.page.desk import Desk
from ui.page.events import QUICK, SAVE_JS, told
from ui.page.layout import Parts
from ui.page.markup import one_line
from ui.page.overview import Within
from ui.page.paper_table import FIRST_ORDER, ORDERS, PAGE
from ui.page.shelf import MOST_COMPARED, compare_question
from ui.page.texts import Language, number, say
from ui.page.uploading import MOST_FILES

_CHOOSE_JS = """ids => document.dispatchEvent(
    new CustomEvent("shelf:choose", { detail: { ids: JSON.parse(ids || "[]"), add: false } }))"""
_CHANGED_JS = "() => document.dispatchEvent(new CustomEvent('shelf:changed'))"


def wire_shelf(desk: Desk, parts: Parts) -> None:
    """Finding papers, limiting the list, reading a paper, taking papers along."""
    shelf, own = desk.shelf, parts.shelf
    listed = [*own.browsing, parts.language]

    def sort(event: gr.EventData) -> tuple[str, int]:
        order = str(event._data["order"])
        return order if order.lstrip("-") in ORDERS else FIRST_ORDER, PAGE

    def more(event: gr.EventData) -> int:
        return int(event._data["limit"])

    def limit_to(event: gr.EventData) -> tuple[Within | None, int]:
        kind = str(event._data.get("kind", ""))
        if kind == "chosen":
            return Within(kind, "", "", frozenset(map(str, event._data["ids"]))), PAGE
        return Within.of(kind, str(event._data.get("value", ""))), PAGE

    fewer = gr.on(
        [own.find.change], lambda: PAGE, None, own.limit, trigger_mode="always_last", **QUICK
    )
    for start in (
        fewer,
        own.bridge.shelf_sort(sort, None, [own.order, own.limit], **QUICK),
        own.bridge.shelf_more(more, None, own.limit, **QUICK),
        own.bridge.shelf_within(limit_to, None, [own.within, own.limit], **QUICK),
    ):
        start.then(shelf.table, listed, own.listing, **QUICK)
    own.tab.select(shelf.table, listed, own.listing, **QUICK)

    def everything(words: str, order: str, within: Within | None) -> str:
        return json.dumps([paper.paper_id for paper in shelf.found(words, order, within)])

    picked = own.bridge.shelf_all(everything, own.browsing[:-1], own.ids, **QUICK)
    picked.then(None, own.ids, None, js=_CHOOSE_JS)
    own.bridge.shelf_glance(shelf.overview, parts.language, own.glance, **QUICK)

    def open_paper(event: gr.EventData, language: Language) -> tuple[str, str, Any]:
        paper_id = str(event._data["id"])
        return paper_id, shelf.page(paper_id, language), gr.Tabs(selected="library")

    shown = [own.opened, own.reading]
    parts.bridge.paper(open_paper, parts.language, [*shown, parts.tabs], **QUICK)
    own.bridge.shelf_close(lambda: ("", ""), None, shown, **QUICK)

    def export(event: gr.EventData) -> str:
        with told():
            file = shelf.export(event._data["ids"], str(event._data["kind"]))
        return json.dumps(file._asdict())

    saved = own.bridge.shelf_export(export, None, parts.clipboard, **QUICK)
    saved.then(None, parts.clipboard, None, js=SAVE_JS)

    def only(event: gr.EventData) -> tuple[list[str], Any]:
        papers = shelf.some(event._data["ids"])
        return [paper.paper_id for paper in papers], gr.Tabs(selected="ask")

    asked = own.bridge.shelf_ask(only, None, [parts.filters.only, parts.tabs], **QUICK)
    _show_chips(asked, desk, parts)


def shelf_questions(desk: Desk, parts: Parts) -> list[Any]:
    """The events of the tab that ask something: `parts.asked` holds one question or several."""

    def compare(event: gr.EventData, language: Language, only: list[str]) -> tuple[Any, ...]:
        papers = desk.shelf.some(event._data["ids"])
        question = compare_question(papers, language)
        # The comparison is of these papers and of no others.
        chosen = [paper.paper_id for paper in papers] if question else only
        return question, chosen, gr.Tabs(selected="ask")

    def summarise(event: gr.EventData, language: Language) -> tuple[Any, Any]:
        papers = desk.shelf.some(event._data["ids"][:MOST_COMPARED])
        questions = [say(language, "summarise_question", label=paper.label) for paper in papers]
        return questions, gr.Tabs(selected="ask")

    filters, own = parts.filters, parts.shelf
    compared = own.bridge.shelf_compare(
        compare,
        [parts.language, filters.only],
        [parts.asked, filters.only, parts.tabs],
        **QUICK,
    )
    return [
        _show_chips(compared, desk, parts),
        own.bridge.shelf_summarise(summarise, parts.language, [parts.asked, parts.tabs], **QUICK),
    ]


def wire_changes(desk: Desk, parts: Parts) -> None:
    """Adding papers to the library and removing them."""
    shelf, own = desk.shelf, parts.shelf

    def add(files: list[str] | None, noted: str, language: Language) -> Iterator[tuple[Any, ...]]:
        for report in desk.add(files or [], language):
            yield report + noted, gr.skip(), gr.skip()
        yield gr.skip(), None, ""

    def note(event: gr.EventData) -> tuple[str, str]:
        lines = "".join(f"<p>{one_line(str(words))}</p>" for words in event._data["notes"])
        notice = _notice(lines)
        # What was said of a folder stays beside the report of its files.
        return notice, notice if event._data["coming"] else ""

    def remove(event: gr.EventData, opened: str, language: Language) -> tuple[Any, ...]:
        with told():
            gone = shelf.remove(event._data["ids"])
        if not gone:
            return gone, "", opened, gr.skip()
        if len(gone) == 1:
            words = say(language, "removed", label=gone[0].label)
        else:
            words = say(language, "removed_many", k=number(len(gone)))
        undo = f'<button data-shelf="restore">{say(language, "undo")}</button>'
        closed = opened in {paper.paper_id for paper in gone}
        page = "" if closed else gr.skip()
        notice = _notice(f"<p>{one_line(words)} {undo}</p>")
        return gone, notice, "" if closed else opened, page

    def restore(gone: list[Paper], language: Language) -> Iterator[tuple[Any, ...]]:
        yield gr.skip(), _notice(f"<p>{say(language, 'adding')}</p>"), gr.skip(), gr.skip()
        with told():
            shelf.restore(gone)
        only = gone[0].paper_id if len(gone) == 1 else ""
        yield [], "", only or gr.skip(), shelf.page(only, language) if only else gr.skip()

    changed = [own.removed, own.added, own.opened, own.reading]
    own.bridge.shelf_note(note, None, [own.added, own.noted], **QUICK)
    for start in (
        own.upload.upload(
            add, [own.upload, own.noted, parts.language], [own.added, own.upload, own.noted],
            show_progress="hidden", concurrency_limit=1,
        ),
        own.bridge.shelf_remove(remove, [own.opened, parts.language], changed, **QUICK),
        own.bridge.shelf_restore(
            restore, [own.removed, parts.language], changed,
            show_progress="hidden", concurrency_limit=1,
        ),
    ):  # fmt: skip
        start.then(
            lambda *given: (
                shelf.table(*given),
                desk.header(given[-1]),
                gr.update(placeholder=desk.welcome(given[-1])),
                shelf.overview(given[-1]),
            ),
            [*own.browsing, parts.language],
            [own.listing, parts.header, parts.chat, own.glance],
            **QUICK,
        ).then(None, None, None, js=_CHANGED_JS)


def shelf_in(language: Language, desk: Desk, parts: Parts, opened: str) -> dict[Any, Any]:
    """The library's tab in a language, but for the list of papers."""
    own = parts.shelf
    return {
        own.tab: gr.update(label=say(language, "tab_library")),
        own.find: gr.update(
            label=say(language, "find"), placeholder=say(language, "find_placeholder")
        ),
        own.views: shelf_layout.views_html(language),
        own.upload: gr.update(label=say(language, "add_papers")),
        own.folder: shelf_layout.folder_html(language, MOST_FILES),
        own.picked: shelf_layout.picked_html(language),
        own.map: shelf_layout.map_html(language),
        own.glance: desk.shelf.overview(language),
        own.reading: desk.shelf.page(opened, language) if opened else "",
    }


def spoken_parts(parts: Parts) -> list[Any]:
    """What `shelf_in` gives new values for."""
    names = ("tab", "find", "views", "upload", "folder", "picked", "map", "glance", "reading")
    return [getattr(parts.shelf, name) for name in names]


def _show_chips(start: Any, desk: Desk, parts: Parts) -> Any:
    # What changes a state at once does not set off the state's own event.
    given = [parts.language, *parts.filters.controls]
    return start.then(desk.chips_of, given, parts.filters.chips, **QUICK)


def _notice(inner: str) -> str:
    return f'<div class="adding is-done" role="status">{inner}</div>' if inner else ""
