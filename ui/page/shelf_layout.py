"""The parts of the library's tab and where they stand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr

from ui.page.markup import attribute
from ui.page.paper_table import FIRST_ORDER, PAGE
from ui.page.shelf import KINDS, MOST_COMPARED, Shelf
from ui.page.texts import Language, say

_HERE = Path(__file__).parent
_KIND_NAMES = {"bibtex": "BibTeX", "ris": "RIS", "csl-json": "CSL-JSON", "csv": "CSV"}
_VIEWS = ("list", "map", "glance")
# What is looked for in a folder; what a file really is shows when it is read.
_ENDINGS = (
    "bib bibtex ris nbib enw ciw txt text md markdown csv tsv json jsonl ndjson xml rdf xlsx zip gz"
).split()


@dataclass(frozen=True)
class ShelfParts:
    """What events of the library's tab start from and what they change.

    `bridge` passes on what is clicked within the tab's own HTML. `order`, `within` (what the list
    is limited to), `limit` (how much of it is shown), `opened` (the paper that is read),
    `removed` (what can be put back) and `noted` (of a folder that is being added) are this browser
    tab's own; `ids` carries papers to its script.
    """

    tab: gr.Tab
    bridge: gr.HTML
    ids: gr.Textbox
    find: gr.Textbox
    order: gr.State
    within: gr.State
    limit: gr.State
    opened: gr.State
    removed: gr.State
    noted: gr.State
    views: gr.HTML
    listing: gr.Markdown
    map: gr.HTML
    glance: gr.HTML
    picked: gr.HTML
    upload: gr.File
    folder: gr.HTML
    added: gr.HTML
    reading: gr.Markdown

    @property
    def browsing(self) -> list[Any]:
        """What `Shelf.table` takes, in its order, but for the language."""
        return [self.find, self.order, self.within, self.limit]


def shelf_bridge() -> tuple[gr.HTML, gr.Textbox]:
    """What stands outside the tabs: the tab's script, and the box that carries papers to it."""
    bridge = gr.HTML("", js_on_load=_script("shelf.js"), elem_id="shelf-bridge")
    return bridge, gr.Textbox(visible="hidden")


def lay_out_shelf(
    shelf: Shelf,
    language: Language,
    maths: list[Any],
    most: int,
    bridge: tuple[gr.HTML, gr.Textbox],
) -> ShelfParts:
    """Put the library's tab on the page that is being built; `most` files are taken at once."""
    with (
        gr.Tab(say(language, "tab_library"), id="library") as tab,
        gr.Row(elem_id="shelf"),
    ):
        # Within the tab: what stands between tabs is counted as one.
        order, within, limit = gr.State(FIRST_ORDER), gr.State(None), gr.State(PAGE)
        opened, removed, noted = gr.State(""), gr.State([]), gr.State("")
        with gr.Column(elem_id="list", scale=3, min_width=300):
            with gr.Row(elem_id="shelf-top"):
                find = gr.Textbox(
                    value="",
                    elem_id="find",
                    label=say(language, "find"),
                    show_label=False,
                    placeholder=say(language, "find_placeholder"),
                    max_lines=1,
                    scale=3,
                )
                views = gr.HTML(views_html(language), elem_id="views", padding=False)
            with gr.Row(elem_id="adding"):
                upload = gr.File(
                    label=say(language, "add_papers"),
                    elem_id="upload",
                    file_count="multiple",
                    height=52,
                    scale=3,
                )
                folder = gr.HTML(folder_html(language, most), elem_id="folder", padding=False)
            added = gr.HTML(elem_id="added", padding=False)
            listing = gr.Markdown(elem_id="listing", latex_delimiters=maths)
            atlas = gr.HTML(
                map_html(language),
                elem_id="map",
                padding=False,
                js_on_load=_script("topic_map.js"),
                server_functions=[_topic_map(shelf)],
            )
            glance = gr.HTML(elem_id="glance", padding=False)
            picked = gr.HTML(picked_html(language), elem_id="picked", padding=False)
        with gr.Column(elem_id="paper", scale=2, min_width=300):
            reading = gr.Markdown("", elem_id="reading", latex_delimiters=maths)
    return ShelfParts(
        tab=tab,
        bridge=bridge[0],
        ids=bridge[1],
        find=find,
        order=order,
        within=within,
        limit=limit,
        opened=opened,
        removed=removed,
        noted=noted,
        views=views,
        listing=listing,
        map=atlas,
        glance=glance,
        picked=picked,
        upload=upload,
        folder=folder,
        added=added,
        reading=reading,
    )


def views_html(language: Language) -> str:
    """The switch between the list, the map and the overview."""
    buttons = "".join(
        f'<button data-shelf="view" data-view="{view}" aria-pressed="{str(not at).lower()}">'
        f"{say(language, f'view_{view}')}</button>"
        for at, view in enumerate(_VIEWS)
    )
    # Labels that Gradio lets not through with the list itself.
    words = f'data-all="{say(language, "select_all")}" data-whole="{say(language, "all_papers")}"'
    label = say(language, "views")
    return f'<div class="views" role="group" aria-label="{label}" {words}>{buttons}</div>'


def folder_html(language: Language, most: int) -> str:
    """The button that takes a folder, and what its script has to know."""
    told = {
        "endings": _ENDINGS,
        "most": most,
        "passedOver": say(language, "passed_over"),
        "empty": say(language, "folder_empty"),
        "tooMany": say(language, "too_many", n=most, k="{k}"),
    }
    return (
        f'<div class="folder" data-told="{attribute(json.dumps(told), 4000)}">'
        f'<button data-shelf="folder">{say(language, "add_folder")}</button></div>'
    )


def picked_html(language: Language) -> str:
    """What can be done with the papers that are selected."""
    kinds = "".join(
        f'<button data-shelf="export" data-kind="{kind}">{_KIND_NAMES[kind]}</button>'
        for kind in KINDS
    )
    remove = attribute(say(language, "remove_these"))
    compare, summarise = say(language, "compare_how"), say(language, "summarise_how")
    return (
        f'<div class="picked" role="region" aria-label="{attribute(say(language, "select_one"))}">'
        f'<p class="count" role="status" data-words="{attribute(say(language, "chosen"))}"></p>'
        f'<div class="acts">'
        f'<button data-shelf="ask">{say(language, "ask_these")}</button>'
        f'<button data-shelf="compare" data-least="2" data-most="{MOST_COMPARED}" '
        f'title="{compare}">{say(language, "compare")}</button>'
        f'<button data-shelf="summarise" data-least="1" data-most="{MOST_COMPARED}" '
        f'title="{summarise}">{say(language, "summarise")}</button>'
        f'<details class="menu"><summary>{say(language, "export_these")}</summary>'
        f"<div>{kinds}</div></details>"
        f'<button data-shelf="chosen">{say(language, "show_chosen")}</button>'
        f'<details class="menu"><summary>{say(language, "remove")}</summary>'
        f'<div><button data-shelf="remove" class="danger" data-words="{remove}"></button></div>'
        f"</details>"
        f'<button data-shelf="clear">{say(language, "clear")}</button></div></div>'
    )


def map_html(language: Language) -> str:
    """The empty map, with the words that its script uses."""
    keys = ("map_drawing", "map_redrawing", "map_empty", "map_label")
    told = {key: say(language, key, **({"n": "{n}"} if key == "map_label" else {})) for key in keys}
    tools = "".join(
        f'<button data-map="{does}" title="{say(language, words)}" '
        f'aria-label="{say(language, words)}"{more}>{sign}</button>'
        for does, words, sign, more in (
            ("in", "zoom_in", "+", ""),
            ("out", "zoom_out", "−", ""),
            ("all", "zoom_all", "⤢", ""),
            ("move", "map_move", "✥", ' aria-pressed="false"'),
        )
    )
    return (
        f'<div class="topic-map" data-told="{attribute(json.dumps(told), 4000)}" '
        f'data-language="{language}">'
        f'<div class="plane"><canvas role="img"></canvas><div class="names" aria-hidden="true">'
        f'</div><p class="tip" aria-hidden="true"></p><div class="tools">{tools}</div>'
        f'<p class="state" role="status"></p></div>'
        f'<div class="topics"><p class="minor">{say(language, "map_how")}</p>'
        f"<h2>{say(language, 'topics')}</h2><ul></ul></div></div>"
    )


def _topic_map(shelf: Shelf) -> Callable[[list[str]], dict[str, Any]]:
    def topic_map(asked: list[str]) -> dict[str, Any]:
        known, language = asked
        return shelf.atlas.look(str(known), "zh" if language == "zh" else "en")

    return topic_map


def _script(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
