"""One question's use of the language model: its tokens and seconds add up."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import closing

from rag.answers import Timings
from rag.errors import ModelError
from rag.models.protocol import LanguageModel, Message, Usage


class Meter:
    """Counts what one question costs, from the moment the meter is made."""

    def __init__(self) -> None:
        self._model: LanguageModel | None = None
        self._began = time.perf_counter()
        self._usage = Usage()
        self._engine_s = 0.0
        self._engine_before_first_s: float | None = None
        self._retrieval_s: float | None = None
        self._first_token_s: float | None = None

    @property
    def model(self) -> LanguageModel:
        """The model that `use` gave.

        Raises `ModelError` where none was given.
        """
        if self._model is None:
            raise ModelError(
                "This answer needs a language model, and none is set.",
                "Set one with --model, or ask for verbatim answers with --extractive.",
            )
        return self._model

    @property
    def has_model(self) -> bool:
        """Whether there is a model to write with."""
        return self._model is not None

    def use(self, model: LanguageModel) -> None:
        """From here on this model is metered: it may be loaded after the question came."""
        self._model = model

    def elapsed(self) -> float:
        """Seconds since the question was asked."""
        return time.perf_counter() - self._began

    def evidence_found(self) -> float:
        """Note that the evidence is known. Returns the seconds it took."""
        self._retrieval_s = self.elapsed()
        return self._retrieval_s

    def first_word(self) -> None:
        """Note that the first word of the answer is on screen; later calls change nothing."""
        if self._first_token_s is None:
            self._first_token_s = self.elapsed()
            self._engine_before_first_s = self._engine_s

    def write(self, messages: Sequence[Message], max_tokens: int) -> Generator[str, None, None]:
        """What the model writes, piece by piece. Closing it stops the model."""
        began = time.perf_counter()
        try:
            with closing(self.model.generate(messages, max_tokens=max_tokens)) as chunks:
                for chunk in chunks:
                    self._count(chunk.usage)
                    if chunk.text:
                        now = time.perf_counter()
                        self._engine_s += now - began
                        yield chunk.text
                        began = time.perf_counter()
        finally:
            self._engine_s += time.perf_counter() - began

    def log_odds(self, messages: Sequence[Message]) -> float | None:
        """How much likelier Yes is than No as the model's next word, as a natural logarithm.

        None where the engine reveals no probabilities.
        """
        began = time.perf_counter()
        try:
            chances = self.model.choose(messages, ("Yes", "No"))
        finally:
            self._engine_s += time.perf_counter() - began
        return None if chances is None else chances["Yes"] - chances["No"]

    def likelihood(self, messages: Sequence[Message], text: str) -> float | None:
        """The natural log-probability of a text behind the last message's.

        None where the engine reveals no probabilities.
        """
        began = time.perf_counter()
        try:
            return self.model.likelihood(messages, text)
        finally:
            self._engine_s += time.perf_counter() - began

    def timings(self) -> Timings:
        """The sums so far."""
        return Timings(
            retrieval_s=self._retrieval_s,
            first_token_s=self._first_token_s,
            total_s=self.elapsed(),
            engine_s=self._engine_s,
            engine_before_first_s=self._engine_before_first_s,
            prompt_tokens=self._usage.prompt_tokens,
            cached_tokens=self._usage.cached_tokens,
            output_tokens=self._usage.output_tokens,
        )

    def _count(self, usage: Usage | None) -> None:
        if usage is not None:
            self._usage = Usage(
                self._usage.prompt_tokens + usage.prompt_tokens,
                self._usage.cached_tokens + usage.cached_tokens,
                self._usage.output_tokens + usage.output_tokens,
            )
