"""Greedy decoding: a prompt read in pieces, the likeliest tokens written, some of them guessed."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from transformers import DynamicCache

from rag.models.kv_states import KeptStates, can_be_cut

NGRAM = 3
LONGEST_GUESS = 8


class GreedyRun:
    """One prompt, read and continued with the likeliest token each time.

    `piece_tokens` of the prompt are read at a time. With `guesses`, the words that followed the
    last three tokens where they stood before are tried together in one pass, and kept as far as
    they are what the model would have written (prompt lookup decoding, Saxena 2023): worth it
    where a pass over nine tokens costs little more than one over one, as on a CPU, and answers
    repeat what was read.
    """

    def __init__(
        self,
        model: Any,
        kept: KeptStates,
        prompt: Sequence[int],
        *,
        piece_tokens: int,
        guesses: bool,
    ) -> None:
        self._model = model
        self._kept = kept
        self._piece_tokens = piece_tokens
        self._guesses = guesses
        known = kept.begin(prompt)
        self._cache, self.cached_tokens = known or (DynamicCache(config=model.config), 0)
        self._tokens = list(prompt)
        self._next_logits: torch.Tensor | None = None

    def read(self) -> Iterator[None]:
        """Read the prompt; yields after each piece."""
        position = self.cached_tokens
        while position < len(self._tokens):
            piece = self._tokens[position : position + self._piece_tokens]
            self._next_logits = self._forward(piece, last_only=True)[-1]
            position += len(piece)
            yield

    def log_probabilities(self) -> torch.Tensor:
        """Of every token as the one after the prompt, shape (vocabulary,)."""
        assert self._next_logits is not None  # noqa: S101 (the prompt has been read)
        return torch.log_softmax(self._next_logits.float(), dim=-1)

    def likelihood(self, tokens: Sequence[int]) -> float:
        """The log-probability of these tokens after the prompt. Nothing can be written then."""
        assert self._next_logits is not None  # noqa: S101 (the prompt has been read)
        if not tokens:
            return 0.0
        after = self._forward(tokens)[:-1]
        logits = torch.cat([self._next_logits.reshape(1, -1), after]).float()
        chances = torch.log_softmax(logits, dim=-1)
        wanted = torch.tensor(tokens, device=chances.device)
        return float(chances.gather(1, wanted.reshape(-1, 1)).sum())

    def write(self, most: int, ends: frozenset[int]) -> Iterator[int]:
        """The tokens that follow, up to one that ends the text."""
        assert self._next_logits is not None  # noqa: S101 (the prompt has been read)
        token = int(self._next_logits.argmax())
        guesses = self._guesses and can_be_cut(self._cache)
        left = most
        while left > 0 and token not in ends:
            self._tokens.append(token)
            yield token
            left -= 1
            if left == 0:
                return
            guess = _guess(self._tokens, min(LONGEST_GUESS, left - 1)) if guesses else []
            likeliest = self._forward([token, *guess]).argmax(dim=-1).tolist()
            right = _agreement(guess, likeliest)
            if right < len(guess):
                self._cache.crop(right - len(guess))
            for guessed in guess[:right]:
                if guessed in ends:
                    return
                self._tokens.append(guessed)
                yield guessed
                left -= 1
            token = likeliest[right]

    def keep(self) -> None:
        """Keep the state for prompts that begin alike."""
        self._kept.keep(self._tokens, self._cache)

    @torch.inference_mode()
    def _forward(self, tokens: Sequence[int], *, last_only: bool = False) -> torch.Tensor:
        """The logits after each of these tokens, or after the last one alone."""
        # transformers renamed this argument within its version 5.
        known = inspect.signature(self._model.forward).parameters
        cache = {"cache" if "cache" in known else "past_key_values": self._cache}
        output = self._model(
            input_ids=torch.tensor([tokens], device=self._model.device),
            use_cache=True,
            logits_to_keep=1 if last_only else 0,
            **cache,
        )
        logits: torch.Tensor = output.logits[0]
        return logits


def _guess(tokens: Sequence[int], most: int) -> list[int]:
    """What followed the last tokens where they stood last before, up to `most` tokens."""
    if most <= 0 or len(tokens) <= NGRAM:
        return []
    last = list(tokens[-NGRAM:])
    for start in range(len(tokens) - NGRAM - 1, -1, -1):
        if tokens[start] == last[0] and list(tokens[start : start + NGRAM]) == last:
            return list(tokens[start + NGRAM : start + NGRAM + most])
    return []


def _agreement(guess: Sequence[int], likeliest: Sequence[int]) -> int:
    """How many guessed tokens are what the model would have written."""
    return next(
        (n for n, (a, b) in enumerate(zip(guess, likeliest, strict=False)) if a != b), len(guess)
    )
