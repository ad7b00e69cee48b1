"""What events of the page have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gradio as gr

from index.errors import AnswerableError
from ui.page.markup import one_line

# What answers at once does not stand in line with what takes long.
QUICK: dict[str, Any] = {"queue": False, "show_progress": "hidden"}
SAVE_JS = """file => {
    if (!file) return;
    const { name, kind, text } = JSON.parse(file);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: kind }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}"""


@contextmanager
def told() -> Iterator[None]:
    """What cannot be done is said in a corner of the page, in words."""
    try:
        yield
    except AnswerableError as error:
        raise gr.Error(one_line(str(error)), print_exception=False) from error
