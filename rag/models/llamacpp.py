"""A GGUF model on the CPU, or on whatever llama.cpp was built for."""

from __future__ import annotations

import weakref
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from index.errors import ModelMissingError
from rag.models.callbacks import items_of
from rag.models.choices import MOST_WEIGHED_TOKENS, first_tokens, log_probability
from rag.models.cores import physical_cores
from rag.models.limits import check_fits
from rag.models.llamacpp_server import LlamaServer, OnChunk, Settings
from rag.models.one_at_a_time import Turns
from rag.models.prompt_reading import PromptReader
from rag.models.protocol import Chunk, Message, Usage

DEFAULT_CONTEXT_TOKENS = 8192
# Reading can be stopped between two batches: about a second on two cores. Measured in processor
# time a token: 64 costs 1 % more than 512, 32 costs a fifth more.
BATCH_TOKENS = 64
# A token's state takes 28 kB in the default model: some eighty abstracts with their answers.
CACHE_MIB = 1024
MOST_LIKELY_TOKENS = 100
# Probabilities come with the token that is written, and not with half a character. A grammar
# changes what is written, not the probabilities.
ANY_TEXT = "root ::= [ -~]+"


class LlamaCppModel:
    """A `LanguageModel` over a GGUF file.

    The states of earlier prompts are kept in memory, so a prompt that begins as an earlier one
    did is read from where the two part, also when others were read in between.
    """

    def __init__(
        self,
        file: Path,
        *,
        threads: int | None = None,
        context_tokens: int | None = None,
        batch_tokens: int = BATCH_TOKENS,
        cache_mib: int = CACHE_MIB,
    ) -> None:
        """Load the model.

        Raises `ModelMissingError` when there is no such file and `ModelError` when it cannot be
        loaded.
        """
        if not file.is_file():
            raise ModelMissingError(
                f"There is no model file {file}.", "Check the path, or choose another model."
            )
        wanted = context_tokens or DEFAULT_CONTEXT_TOKENS
        self._name = file.stem.lower()
        self._server = LlamaServer(
            file,
            Settings(
                threads=threads or physical_cores(),
                context_tokens=wanted,
                batch_tokens=batch_tokens,
                cache_mib=cache_mib,
            ),
        )
        self._close = weakref.finalize(self, self._server.close)
        self._context_tokens = min(wanted, self._server.trained_context())
        self._turns = Turns()
        self._reader = PromptReader(self._server, batch_tokens)

    @property
    def name(self) -> str:
        return self._name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    def count_tokens(self, text: str) -> int:
        return len(self._server.tokens(text))

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> Generator[Chunk, None, None]:
        prompt = self._checked_prompt(messages, max_tokens)
        request = {"max_tokens": max_tokens, "stop": list(stop)}
        if grammar is not None:
            request["grammar"] = grammar
        return self._generated(prompt, request)

    def _generated(
        self, prompt: list[int], request: dict[str, Any]
    ) -> Generator[Chunk, None, None]:
        with closing(self._completed(prompt, request)) as chunks:
            for chunk in chunks:
                yield _as_chunk(chunk)

    def _completed(
        self, prompt: list[int], request: dict[str, Any]
    ) -> Generator[dict[str, Any], None, None]:
        """The engine's own chunks, from a thread: Ctrl-C within its callback would be lost."""
        self._turns.take()

        def call(callback: OnChunk) -> None:
            try:
                self._reader.complete(prompt, request, callback)
            finally:
                # Here, not where the chunks are consumed: a consumer that dawdles holds up nobody.
                self._turns.give_back()

        with closing(items_of(call, "llama.cpp")) as chunks:
            yield from chunks

    def choose(self, messages: Sequence[Message], choices: Sequence[str]) -> dict[str, float]:
        prompt = self._checked_prompt(messages, max_tokens=1)
        found: list[dict[str, Any]] = []
        request = {"max_tokens": 1, "logprobs": MOST_LIKELY_TOKENS, "grammar": ANY_TEXT}
        with closing(self._completed(prompt, request)) as chunks:
            for chunk in chunks:
                if not found and (logprobs := chunk["choices"][0].get("logprobs")):
                    found.extend(logprobs["content"][0]["top_logprobs"])
        likely = {entry["id"]: float(entry["logprob"]) for entry in found}
        return {
            choice: log_probability(first_tokens(choice, self._server.tokens), likely)
            for choice in choices
        }

    def likelihood(self, messages: Sequence[Message], text: str) -> float:
        tokens = self._server.tokens(text)[:MOST_WEIGHED_TOKENS]
        prompt = self._server.prompt(messages, open_ended=True)
        self._check_fits(prompt, len(tokens))
        # The engine tells no probabilities of what it reads, only of what it writes: so it is made
        # to write these very tokens.
        request = {
            "max_tokens": len(tokens),
            "logprobs": 1,
            "grammar": f"root ::= {' '.join(f'<[{token}]>' for token in tokens)}",
        }
        total = 0.0
        with closing(self._completed(prompt, request)) as chunks:
            for chunk in chunks:
                logprobs = chunk["choices"][0].get("logprobs") if chunk["choices"] else None
                total += sum(entry["logprob"] for entry in (logprobs or {}).get("content") or ())
        return total

    def read_ahead(self, messages: Sequence[Message]) -> None:
        prompt = self._server.prompt(messages, open_ended=True)
        self._check_fits(prompt, max_tokens=1)

        def until_wanted_or_read(chunk: dict[str, Any]) -> bool:
            progress = chunk.get("prompt_progress")
            return self._turns.wanted or not progress or progress["processed"] == len(prompt)

        self._turns.take_spare()
        try:
            self._reader.complete(prompt, {"max_tokens": 0}, until_wanted_or_read)
        finally:
            self._turns.give_back()

    def close(self) -> None:
        self._close()

    def _checked_prompt(self, messages: Sequence[Message], max_tokens: int) -> list[int]:
        prompt = self._server.prompt(messages)
        self._check_fits(prompt, max_tokens)
        return prompt

    def _check_fits(self, prompt: list[int], max_tokens: int) -> None:
        check_fits(
            self._name,
            prompt_tokens=len(prompt),
            max_tokens=max_tokens,
            context_tokens=self._context_tokens,
        )


def _as_chunk(chunk: dict[str, Any]) -> Chunk:
    usage = chunk.get("usage")
    return Chunk(
        text=chunk["choices"][0]["text"],
        usage=usage
        and Usage(
            prompt_tokens=usage["prompt_tokens"],
            cached_tokens=usage["prompt_tokens_details"]["cached_tokens"],
            output_tokens=usage["completion_tokens"],
        ),
    )
