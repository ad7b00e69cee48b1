"""The parts of the page and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr

from ui.page.desk import QUOTED, Desk
from ui.page.shelf_layout import ShelfParts, lay_out_shelf, shelf_bridge
from ui.page.texts import Language, say
from ui.page.uploading import MOST_FILES

HERE = Path(__file__).parent
# How formulas are marked in the HTML that `markup` makes. `$` is none: it may be a price.
_MATHS: list[dict[str, str | bool]] = [
    {"left": "\\(", "right": "\\)", "display": False},
    {"left": "\\[", "right": "\\]", "display": True},
]
_POLL_MODEL_S = 1.0
_LONGEST_QUESTION = 20_000


@dataclass(frozen=True)
class FilterParts:
    """The controls that say which papers are asked, and the line that shows what they say.

    `only` holds the ids of papers that were chosen by hand.
    """

    year_from: gr.Dropdown
    year_to: gr.Dropdown
    venues: gr.Dropdown
    authors: gr.Dropdown
    tags: gr.Dropdown
    only: gr.State
    chips: gr.HTML
    toggle: gr.HTML

    @property
    def controls(self) -> list[Any]:
        """What `Filters.from_controls` takes, in its order."""
        return [
            self.year_from, self.year_to, self.venues, self.authors, self.tags, self.only,
        ]  # fmt: skip


@dataclass(frozen=True)
class HistoryParts:
    """The kept conversations; `current` is the id of the one on the page."""

    tab: gr.Tab
    find: gr.Textbox
    listing: gr.HTML
    current: gr.Textbox


@dataclass(frozen=True)
class Parts:
    """What events start from and what they change.

    `bridge` passes on what is clicked within the page's own HTML. `turns`, `shown` (the question
    whose sources are shown), `language` and `asked` (the question to answer next, or several) are
    this browser tab's own.
    """

    turns: gr.State
    shown: gr.State
    language: gr.State
    asked: gr.State
    header: gr.HTML
    bridge: gr.HTML
    clipboard: gr.Textbox
    clock: gr.Timer
    tabs: gr.Tabs
    ask_tab: gr.Tab
    chat: gr.Chatbot
    status: gr.HTML
    mode: gr.Radio
    question: gr.Textbox
    filters: FilterParts
    sources: gr.Markdown
    shelf: ShelfParts
    history: HistoryParts


def lay_out(desk: Desk, language: Language) -> Parts:
    """Put the parts on the page that is being built."""
    # None, not an empty list: what a tab had is forgotten some time after it went away.
    turns, shown, spoken = gr.State(None), gr.State(-1), gr.State(language)
    asked = gr.State("")
    header = gr.HTML(desk.header(language), elem_id="header", padding=False)
    script = (HERE / "answerable.js").read_text(encoding="utf-8")
    bridge = gr.HTML("", js_on_load=script, elem_id="bridge")
    clipboard, current = gr.Textbox(visible="hidden"), gr.Textbox("", visible="hidden")
    beside = shelf_bridge()
    clock = gr.Timer(_POLL_MODEL_S, active=desk.loading())
    with gr.Tabs(elem_id="tabs", selected="ask") as tabs:
        with gr.Tab(say(language, "tab_ask"), id="ask") as ask_tab, gr.Row(elem_id="desk"):
            with gr.Column(elem_id="talk", scale=3, min_width=300):
                chat = gr.Chatbot(
                    elem_id="chat",
                    label=say(language, "conversation"),
                    show_label=False,
                    latex_delimiters=_MATHS,
                    buttons=[],
                    autoscroll=False,  # the page's script scrolls
                    feedback_options=None,
                    layout="panel",
                    height=None,
                    placeholder=desk.welcome(language),
                )
                with gr.Row(elem_id="below"):
                    status = gr.HTML(elem_id="status", padding=False)
                    toggle = gr.HTML(filter_button(language), elem_id="toggle", padding=False)
                    mode = gr.Radio(
                        modes(language),
                        value="written",
                        label=say(language, "mode"),
                        elem_id="mode",
                        container=False,
                        min_width=200,
                    )
                filters = _lay_out_filters(toggle, language)
                question = gr.Textbox(
                    value="",
                    elem_id="question",
                    label=say(language, "question"),
                    show_label=False,
                    placeholder=say(language, "placeholder"),
                    lines=1,
                    max_lines=6,
                    max_length=_LONGEST_QUESTION,
                    submit_btn=say(language, "ask"),
                    autofocus=True,
                )
            with gr.Column(elem_id="side", scale=2, min_width=300):
                gr.HTML(f'<button data-do="#do-close">{say(language, "close")}</button>')
                sources = gr.Markdown(
                    desk.sources([], -1, language), elem_id="sources", latex_delimiters=_MATHS
                )
        shelf = lay_out_shelf(desk.shelf, language, _MATHS, MOST_FILES, beside)
        history = _lay_out_history(current, language)
    return Parts(
        turns=turns,
        shown=shown,
        language=spoken,
        asked=asked,
        header=header,
        bridge=bridge,
        clipboard=clipboard,
        clock=clock,
        tabs=tabs,
        ask_tab=ask_tab,
        chat=chat,
        status=status,
        mode=mode,
        question=question,
        filters=filters,
        sources=sources,
        shelf=shelf,
        history=history,
    )


def _lay_out_filters(toggle: gr.HTML, language: Language) -> FilterParts:
    def several(kind: str) -> gr.Dropdown:
        return gr.Dropdown(
            [], label=say(language, kind), multiselect=True, allow_custom_value=True, value=[]
        )

    def year(kind: str) -> gr.Dropdown:
        return gr.Dropdown([], label=say(language, kind), value=None, min_width=90)

    with gr.Row(elem_id="filters"):
        year_from, year_to = year("year_from"), year("year_to")
        venues, authors, tags = several("venue"), several("authors"), several("tags")
    return FilterParts(
        year_from=year_from,
        year_to=year_to,
        venues=venues,
        authors=authors,
        tags=tags,
        only=gr.State([]),
        chips=gr.HTML(elem_id="chips", padding=False),
        toggle=toggle,
    )


def _lay_out_history(current: gr.Textbox, language: Language) -> HistoryParts:
    with (
        gr.Tab(say(language, "tab_history"), id="history") as tab,
        gr.Column(elem_id="past", min_width=300),
    ):
        find = gr.Textbox(
            value="",
            label=say(language, "history_find"),
            placeholder=say(language, "history_find_placeholder"),
            max_lines=1,
        )
        listing = gr.HTML(elem_id="past-list", padding=False)
    return HistoryParts(tab=tab, find=find, listing=listing, current=current)


def filter_button(language: Language) -> str:
    """The button that shows the filters' controls and hides them."""
    return f'<button data-do="#do-filters">{say(language, "filters")}</button>'


def modes(language: Language) -> list[tuple[str, str]]:
    """The ways to answer, named in a language."""
    return [(say(language, "mode_written"), "written"), (say(language, "mode_quoted"), QUOTED)]
