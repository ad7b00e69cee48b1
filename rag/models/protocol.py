"""What every language model can do here, whichever engine runs it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat. A last message of the assistant is continued, not answered."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What one call cost. `prompt_tokens` counts the whole prompt, the cached part included."""

    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of generated text, as it comes. The last one carries the usage.

    While the prompt is being read an engine may yield chunks with empty text: they give the
    caller a chance to stop.
    """

    text: str
    usage: Usage | None = None


class LanguageModel(Protocol):
    """A chat model that writes greedily: the same messages give the same text.

    Closing the iterator that `generate` returns stops the model within one token, and while it
    reads the prompt within a small batch of tokens. One call runs at a time; a second waits.
    """

    @property
    def name(self) -> str:
        """What to show in the answer, such as `qwen2.5-coder-1.5b-instruct-q4_k_m`."""
        ...

    @property
    def context_tokens(self) -> int:
        """How many tokens prompt and output may have together."""
        ...

    def count_tokens(self, text: str) -> int:
        """How many tokens `text` has for this model, or an upper estimate of it."""
        ...

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> Generator[Chunk, None, None]:
        """Write the next message.

        `grammar` is GBNF; an engine that cannot constrain its output ignores it, so the caller
        validates what comes back.

        Raises `ContextOverflowError` before anything is sent to the model when the prompt and
        `max_tokens` do not fit, and `ModelError` when the engine fails.
        """
        ...

    def choose(
        self, messages: Sequence[Message], choices: Sequence[str]
    ) -> dict[str, float] | None:
        """Natural log-probability of each choice's first token as the next token.

        None where the engine does not reveal probabilities. A choice that is not among the
        engine's most likely tokens gets the least likely of them as an upper bound.
        """
        ...

    def likelihood(self, messages: Sequence[Message], text: str) -> float | None:
        """Natural log-probability of `text` right behind the last message's text.

        Nothing ends that message before it. Of a long text the first tokens count, as many for
        any messages. None where the engine does not reveal probabilities.
        """
        ...

    def read_ahead(self, messages: Sequence[Message]) -> None:
        """Read a prompt's beginning now, so that a later call that starts alike is quick."""
        ...

    def close(self) -> None:
        """Free the model's memory. The model cannot be used afterwards."""
        ...
