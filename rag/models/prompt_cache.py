"""What llama.cpp's cache of earlier prompts holds, and when it has to be helped to find it.

llama.cpp keeps the state of the last prompt in the model's context (its slot) and, in host
memory, the states of earlier ones. Before a new prompt it fetches the earlier state that shares
the longest beginning with it, but only one of which a larger share can be kept than of what is in
the slot. A slot that holds little (a reading-ahead that was interrupted after the instructions)
can be kept whole, so nothing is fetched and a known abstract is read again. Emptying the slot
beforehand mends that.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

REMEMBERED = 256
# Emptying the slot costs the time of one token; reading fewer tokens than this costs no more.
WORTH_FETCHING = 16


@dataclass(frozen=True, slots=True)
class _State:
    prompt: tuple[int, ...]
    size: int

    def shares(self, prompt: Sequence[int]) -> int:
        """Tokens that the two have in common at the beginning."""
        return next(
            (n for n, (a, b) in enumerate(zip(self.prompt, prompt, strict=False)) if a != b),
            min(len(self.prompt), len(prompt)),
        )


class KnownPrompts:
    """A record of which prompts were read, in the order in which they were used last."""

    def __init__(self) -> None:
        self._earlier: OrderedDict[tuple[int, ...], _State] = OrderedDict()
        self._in_slot = _State((), 0)

    def slot_hides_better(self, prompt: Sequence[int]) -> bool:
        """Whether an earlier state serves `prompt` better, and the slot keeps it from use."""
        shared = self._in_slot.shares(prompt)
        best = max(self._earlier.values(), key=lambda state: state.shares(prompt), default=None)
        if best is None or self._in_slot.size == 0:
            return False
        best_shared = best.shares(prompt)
        if best_shared < shared + WORTH_FETCHING:
            return False
        return shared / self._in_slot.size >= best_shared / best.size

    def expected(self, prompt: Sequence[int]) -> int:
        """How many tokens at the beginning of `prompt` the engine probably need not read."""
        shared = self._in_slot.shares(prompt)
        held = self.held(prompt)
        return shared if held < shared + WORTH_FETCHING else held

    def held(self, prompt: Sequence[int]) -> int:
        """How many tokens at the beginning of `prompt` were read before, at most."""
        states = (self._in_slot, *self._earlier.values())
        return max(state.shares(prompt) for state in states)

    def read(self, prompt: Sequence[int], tokens_read: int, tokens_written: int) -> None:
        """The slot now holds the first `tokens_read` of `prompt`, and what was written."""
        self._in_slot = _State(tuple(prompt[:tokens_read]), tokens_read + tokens_written)
        self._earlier[self._in_slot.prompt] = self._in_slot
        self._earlier.move_to_end(self._in_slot.prompt)
        while len(self._earlier) > REMEMBERED:
            self._earlier.popitem(last=False)
