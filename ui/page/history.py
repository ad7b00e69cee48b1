"""The list of kept conversations, as the page shows it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ui.conversation_store import Kept
from ui.page.markup import attribute, one_line
from ui.page.texts import Language, say


def list_html(kept: Sequence[Kept], searched: bool, language: Language) -> str:
    """The conversations, each a link that opens it, with a menu to rename and delete it."""
    if not kept:
        key = "history_none_match" if searched else "history_none"
        return f'<div class="history"><p class="hint">{say(language, key)}</p></div>'
    return f'<div class="history"><ul>{"".join(_item(each, language) for each in kept)}</ul></div>'


def _item(kept: Kept, language: Language) -> str:
    key = attribute(kept.conversation_id)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    count = say(language, "questions", n=kept.count)
    rename, delete = say(language, "rename"), say(language, "delete")
    return (
        f'<li><a class="paper" href="#do-open-{key}">'
        f'<span class="source-title" dir="auto">{one_line(kept.title)}</span>'
        f'<span class="byline">{when} · {count}</span></a>'
        f'<a class="act" href="#do-rename-{key}" title="{attribute(kept.title)}">{rename}</a>'
        f'<details class="menu"><summary class="act">{delete}</summary><ul><li>'
        f'<a class="act danger" href="#do-delete-{key}">{say(language, "delete_really")}</a>'
        f"</li></ul></details></li>"
    )
