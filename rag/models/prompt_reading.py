"""Prompts read so that the same prompt gives the same numbers, whatever was read before.

llama.cpp multiplies a few rows by another routine than many, and adds up in another order. So a
token's state depends a little on how many others it is read with: log-probabilities moved by 0.2
between an abstract read at once and one whose beginning was known, enough for another word or
another decision. Measured with the repacking of weights and flash attention off: batches of 8
tokens or more all give the same bits, and smaller ones others. So nothing is read in smaller
batches, and states of tokens that were written, one by one, are not taken for read ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rag.models.llamacpp_server import LlamaServer, OnChunk
from rag.models.prompt_cache import KnownPrompts

FEWEST = 8
# The engine's cache may have dropped a prompt that is known here; then another plan is made.
PLANS = 3


class PromptReader:
    """Runs completions over the server, one at a time, and keeps track of what it holds."""

    def __init__(self, server: LlamaServer, batch_tokens: int) -> None:
        self._server = server
        self._batch_tokens = batch_tokens
        self._known = KnownPrompts()
        self._may_fetch = True

    def complete(self, prompt: list[int], request: dict[str, Any], on_chunk: OnChunk) -> None:
        """Read a prompt and go on as `request` says, until done or `on_chunk` says to stop.

        Chunks come as the server sends them, also while the prompt is read.
        """
        self._may_fetch = True
        if len(prompt) < FEWEST:
            self._run(_Part(prompt, request, on_chunk))
            return
        if self._known.slot_hides_better(prompt):
            self._server.empty_slot()
        held = self._known.expected(prompt)
        read_before = 0
        for plan in range(1, PLANS + 1):
            if len(prompt) - held < FEWEST:
                held = self._take_back(prompt, len(prompt) - FEWEST)
            if not self._are_readable_at_once(len(prompt) - held):
                part = _Part(
                    prompt[: held + FEWEST],
                    {"max_tokens": 0},
                    # The one token that is written nevertheless is of no interest.
                    lambda chunk: "prompt_progress" in chunk and on_chunk(chunk),
                )
                self._run(part)
                if part.stopped:
                    return
                held += FEWEST
                read_before = held - part.cached
            limit = self._known.held(prompt)
            part = _Part(
                prompt,
                request,
                on_chunk,
                read_before=read_before,
                refuses=self._refusal(len(prompt), limit) if plan < PLANS else None,
            )
            self._run(part)
            if not part.refused:
                return
            held = self._take_back(prompt, min(part.cached, limit, len(prompt) - FEWEST))

    def _refusal(self, length: int, limit: int) -> Callable[[int], bool]:
        """Whether it is not to be, that the engine takes so many tokens as read."""
        return lambda cached: cached > limit or not self._are_readable_at_once(length - cached)

    def _are_readable_at_once(self, tokens: int) -> bool:
        """Whether these many tokens, in batches as the engine makes them, leave no small one."""
        rest = tokens % self._batch_tokens
        return tokens >= FEWEST and (rest == 0 or rest >= FEWEST)

    def _take_back(self, prompt: list[int], length: int) -> int:
        """Have the engine hold no more than the first `length` tokens; what it then holds.

        It forgets what follows when another token is read there.
        """
        if length <= 0:
            self._server.empty_slot()
            self._may_fetch = True
            return 0
        other = 0 if prompt[length] else 1
        part = _Part(
            [*prompt[:length], other],
            {"max_tokens": 0},
            lambda _: False,
            refuses=lambda cached: cached < length,
        )
        self._run(part)
        if part.refused:
            # It held less than was thought, and has begun to read the rest in a small batch.
            return self._take_back(prompt, part.cached)
        self._known.read(prompt[:length], length, 1)
        return length

    def _run(self, part: _Part) -> None:
        if not self._may_fetch:
            # Naming the slot keeps the engine from putting an earlier state in its place, such as
            # the very one that was just cut.
            part.request["id_slot"] = 0
        self._may_fetch = False
        try:
            self._server.complete(part.request, part)
        finally:
            if not part.refused:
                # A batch that is being read when the engine is told to stop is still finished.
                late = self._batch_tokens if part.stopped else 0
                read = min(part.read + late, len(part.prompt))
                self._known.read(part.prompt, read, part.written)


class _Part:
    """One request to the engine: what it had of the prompt, and what it has now."""

    def __init__(
        self,
        prompt: list[int],
        request: dict[str, Any],
        on_chunk: OnChunk,
        *,
        read_before: int = 0,
        refuses: Callable[[int], bool] | None = None,
    ) -> None:
        self.prompt = prompt
        self.request = {
            "prompt": prompt,
            "stream": True,
            "temperature": 0.0,
            "cache_prompt": True,
            "return_progress": True,
            **request,
        }
        self.refused = self.stopped = False
        self.cached = self.read = self.written = 0
        self._on_chunk = on_chunk
        self._read_before = read_before
        self._refuses = refuses
        self._begun = False

    def __call__(self, chunk: dict[str, Any]) -> bool:
        if progress := chunk.get("prompt_progress"):
            self.read = progress["processed"]
            if not self._begun:
                self._begun = True
                self.cached = progress["cache"]
                self.refused = self._refuses is not None and self._refuses(self.cached)
        elif usage := chunk.get("usage"):
            self.read, self.written = usage["prompt_tokens"], usage["completion_tokens"]
            usage["prompt_tokens_details"]["cached_tokens"] -= self._read_before
        else:
            self.written += 1
        if self.refused:
            return True
        self.stopped = self._on_chunk(chunk)
        return self.stopped
