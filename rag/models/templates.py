"""Chat templates, taken apart so that only their own text may hold control tokens.

An abstract that contains `<|im_end|>` must not end its message. So a template is rendered around
marks that stand for the messages, once for each sequence of roles, and the messages' texts are
turned into tokens apart, as plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rag.errors import ModelError
from rag.models.protocol import Message

# In characters that no text has: they are of Unicode's private use area.
MARK = "\ue000{}\ue001"
MARKS = re.compile("\ue000([0-9]+)\ue001")

# The template's own text, and the places of messages between them.
Template = tuple[str | int, ...]


def marked(roles: Sequence[str]) -> list[dict[str, str]]:
    """Messages of these roles that have a mark in place of their text."""
    return [{"role": role, "content": MARK.format(n)} for n, role in enumerate(roles)]


def take_apart(rendered: str, roles: Sequence[str], model: str) -> Template:
    """The template around the marks.

    The first piece is always text, even when empty: it brings the token that begins a prompt.

    Raises `ModelError` when the template left a message out or changed the order.
    """
    pieces: list[str | int] = []
    for number, piece in enumerate(MARKS.split(rendered)):
        if number % 2:
            pieces.append(int(piece))
        elif piece or number == 0:
            pieces.append(piece)
    if [piece for piece in pieces if isinstance(piece, int)] != list(range(len(roles))):
        raise ModelError(
            f"The chat template of {model} leaves out or reorders messages ({', '.join(roles)}).",
            "Use an instruction-tuned model whose template knows system, user and assistant.",
        )
    return tuple(pieces)


def prompt_tokens(
    template: Template,
    messages: Sequence[Message],
    *,
    of_text: Callable[[str], Sequence[int]],
    of_template: Callable[[str, bool], Sequence[int]],
    open_ended: bool,
) -> list[int]:
    """The tokens of a chat.

    `of_text` gives those of plain text, `of_template` those of template text, control tokens
    included; its second argument says whether the prompt begins there. An open-ended prompt
    stops where the last message's text stops, as a beginning of longer ones.
    """
    if open_ended:
        last = max(n for n, piece in enumerate(template) if isinstance(piece, int))
        template = template[: last + 1]
    tokens: list[int] = []
    for number, piece in enumerate(template):
        if isinstance(piece, int):
            tokens += of_text(messages[piece].content)
        else:
            tokens += of_template(piece, number == 0)
    return tokens
