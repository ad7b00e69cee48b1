"""Key and value states of earlier prompts, so that a known beginning is not read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer

# Fewer shared tokens (a template's first words) are quicker read than looked after.
WORTH_KEEPING = 16


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    tokens: tuple[int, ...]
    # Keys and values of each layer, shape (1, heads, tokens, dimension).
    layers: tuple[tuple[torch.Tensor, torch.Tensor], ...]

    def shares(self, prompt: Sequence[int]) -> int:
        """Tokens that the two have in common at the beginning."""
        return next(
            (n for n, (a, b) in enumerate(zip(self.tokens, prompt, strict=False)) if a != b),
            min(len(self.tokens), len(prompt)),
        )


class KeptStates:
    """The states of the prompts that were used last, up to a number of tokens in all.

    Only of models whose layers all attend to everything: others forget, and cannot be cut back.
    """

    def __init__(self, most_tokens: int) -> None:
        self._most_tokens = most_tokens
        self._states: list[_State] = []

    def begin(self, prompt: Sequence[int]) -> tuple[DynamicCache, int] | None:
        """A cache that holds the longest known beginning of a prompt, and its length.

        The last token is always left to read: what follows it is not kept. None where there is
        no beginning worth it.
        """
        best = max(self._states, key=lambda state: state.shares(prompt), default=None)
        if best is None:
            return None
        length = min(best.shares(prompt), len(prompt) - 1)
        if length < WORTH_KEEPING:
            return None
        # These are views, and a cache grows by making new tensors: the kept state stays as it is.
        layers = [(keys[..., :length, :], values[..., :length, :]) for keys, values in best.layers]
        return DynamicCache(layers), length

    def keep(self, tokens: Sequence[int], cache: DynamicCache) -> None:
        """Keep what a cache holds of these tokens."""
        if not can_be_cut(cache):
            return
        length = min(len(tokens), cache.get_seq_length())
        layers: list[Any] = cache.layers
        state = _State(
            tuple(tokens[:length]),
            tuple((layer.keys[..., :length, :], layer.values[..., :length, :]) for layer in layers),
        )
        # A state that is the beginning of the new one has nothing to add.
        self._states = [each for each in self._states if each.shares(tokens) < len(each.tokens)]
        self._states.append(state)
        while sum(len(each.tokens) for each in self._states) > self._most_tokens:
            del self._states[0]

    def clear(self) -> None:
        """Free the memory."""
        self._states.clear()


def can_be_cut(cache: DynamicCache) -> bool:
    """Whether the last tokens of a cache can be taken back."""
    return all(type(layer) is DynamicLayer for layer in cache.layers)
