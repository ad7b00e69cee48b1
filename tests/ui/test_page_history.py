"""The list of conversations on the page."""

from __future__ import annotations

from ui.conversation_store import ConversationStore
from ui.page.history import list_html
from ui.page.turns import Turn


def test_the_list_is_safe_and_says_when_it_is_empty() -> None:
    history = ConversationStore(None)
    assert "kept here" in list_html([], False, "en")
    assert "No conversation matches" in list_html([], True, "en")
    history.save("", [Turn('<img src=x onerror="alert(1)">').stopped()])
    shown = list_html(history.find(), False, "en")
    assert "<img" not in shown
    assert 'onerror="' not in shown
    assert "1 question" in shown
