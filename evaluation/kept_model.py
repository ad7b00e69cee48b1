"""A language model whose answers are kept: asked the same again, it need not be loaded.

A model that writes greedily gives the same text to the same prompt, so a measurement goes on where
it stopped, and after a change only the prompts that changed cost anything.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from evaluation.keeping import Kept
from rag.models.protocol import Chunk, LanguageModel, Message, Usage


class KeptModel:
    """A `LanguageModel` that asks another one only what was never asked before.

    Args:
        identity: tells models apart whose answers may differ.
        load: gives the model, when it is first needed.
    """

    def __init__(self, identity: str, load: Callable[[], LanguageModel], kept: Kept) -> None:
        self._identity = identity
        self._load = load
        self._kept = kept
        self._model: LanguageModel | None = None

    @property
    def name(self) -> str:
        return self._identity

    @property
    def context_tokens(self) -> int:
        return int(self._kept.get([self._identity, "context"], lambda: self._loaded.context_tokens))

    @property
    def _loaded(self) -> LanguageModel:
        if self._model is None:
            self._model = self._load()
        return self._model

    def count_tokens(self, text: str) -> int:
        asked = [self._identity, "count", text]
        return int(self._kept.get(asked, lambda: self._loaded.count_tokens(text)))

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> Generator[Chunk, None, None]:
        def write() -> dict[str, Any]:
            chunks = list(
                self._loaded.generate(messages, max_tokens=max_tokens, stop=stop, grammar=grammar)
            )
            usage = next((chunk.usage for chunk in reversed(chunks) if chunk.usage), Usage())
            return {
                "text": "".join(chunk.text for chunk in chunks),
                "tokens": [usage.prompt_tokens, usage.cached_tokens, usage.output_tokens],
            }

        asked = [self._identity, "write", _plain(messages), max_tokens, list(stop), grammar]
        written = self._kept.get(asked, write)
        yield Chunk(written["text"], Usage(*written["tokens"]))

    def choose(
        self, messages: Sequence[Message], choices: Sequence[str]
    ) -> dict[str, float] | None:
        asked = [self._identity, "choose", _plain(messages), list(choices)]
        found: dict[str, float] | None = self._kept.get(
            asked, lambda: self._loaded.choose(messages, choices)
        )
        return found

    def likelihood(self, messages: Sequence[Message], text: str) -> float | None:
        asked = [self._identity, "likelihood", _plain(messages), text]
        found: float | None = self._kept.get(asked, lambda: self._loaded.likelihood(messages, text))
        return found

    def read_ahead(self, messages: Sequence[Message]) -> None:
        """Nothing: what is kept need not be read."""

    def close(self) -> None:
        if self._model is not None:
            self._model.close()
            self._model = None


def _plain(messages: Sequence[Message]) -> list[list[str]]:
    return [[message.role, message.content] for message in messages]
