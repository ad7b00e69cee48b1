"""Text from tokens, as they come: whole characters only, and nothing of a text that ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

INCOMPLETE = "\ufffd"


class TextStream:
    """Turns tokens into text that may be shown at once.

    `decode` turns tokens into text. What may be the beginning of a stop text is held back until
    the next tokens tell.
    """

    def __init__(self, decode: Callable[[list[int]], str], stop: Sequence[str]) -> None:
        self._decode = decode
        self._stop = [text for text in stop if text]
        self._tokens: list[int] = []
        # Tokens are decoded together with a few before them: some write their leading space only
        # in the middle of a text.
        self._context_start = 0
        self._shown_tokens = 0
        self._held_back = ""
        self.stopped = False

    def push(self, token: int) -> str:
        """The text that one more token makes certain; `stopped` is set when a stop text came."""
        self._tokens.append(token)
        before = self._decode(self._tokens[self._context_start : self._shown_tokens])
        text = self._decode(self._tokens[self._context_start :])
        # A character's bytes may be spread over several tokens.
        if text.endswith(INCOMPLETE):
            return ""
        self._context_start = self._shown_tokens
        self._shown_tokens = len(self._tokens)
        return self._before_stop(self._held_back + text[len(before) :])

    def finish(self) -> str:
        """What was held back, now that nothing follows."""
        rest, self._held_back = self._held_back, ""
        unfinished = self._decode(self._tokens[self._context_start :])
        before = self._decode(self._tokens[self._context_start : self._shown_tokens])
        return "" if self.stopped else rest + unfinished[len(before) :]

    def _before_stop(self, text: str) -> str:
        found = [at for stop in self._stop if (at := text.find(stop)) >= 0]
        if found:
            self.stopped = True
            return text[: min(found)]
        held = max((_overlap(text, stop) for stop in self._stop), default=0)
        self._held_back = text[len(text) - held :]
        return text[: len(text) - held]


def _overlap(text: str, stop: str) -> int:
    """How many characters at the end of `text` may be the beginning of `stop`."""
    longest = min(len(text), len(stop) - 1)
    return next((n for n in range(longest, 0, -1) if text.endswith(stop[:n])), 0)
