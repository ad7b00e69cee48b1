"""A language model that says what a test tells it to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from rag.models.protocol import Chunk, Message, Usage


class ScriptedModel:
    """Writes what `write` returns for a prompt, word by word; says Yes with `odds` of a prompt.

    What it writes behind a begun answer is cut to what follows, where it begins alike.
    `likelihood` of a prompt and a text is what it thinks of that text there.
    `prompts` holds all prompts in order; `stopped` counts the generations that were closed early.
    """

    name = "scripted"
    context_tokens = 4096

    def __init__(
        self,
        write: Callable[[str], str],
        odds: Callable[[str], float] = lambda prompt: 2.0,
        likelihood: Callable[[str, str], float | None] = lambda prompt, text: None,
    ) -> None:
        self._write = write
        self._odds = odds
        self._likelihood = likelihood
        self.prompts: list[str] = []
        self.stopped = 0

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str | None = None,
    ) -> Generator[Chunk, None, None]:
        prompt = next(each.content for each in reversed(messages) if each.role == "user")
        self.prompts.append(prompt)
        begun = messages[-1].content if messages[-1].role == "assistant" else ""
        words = self._write(prompt).removeprefix(begun).split(" ")[:max_tokens]
        try:
            for place, word in enumerate(words):
                yield Chunk(word if place == 0 else f" {word}")
        except GeneratorExit:
            self.stopped += 1
            raise
        yield Chunk("", Usage(self.count_tokens(prompt), 0, len(words)))

    def choose(
        self, messages: Sequence[Message], choices: Sequence[str]
    ) -> dict[str, float] | None:
        prompt = messages[-1].content
        self.prompts.append(prompt)
        return {choices[0]: self._odds(prompt), choices[1]: 0.0}

    def likelihood(self, messages: Sequence[Message], text: str) -> float | None:
        self.prompts.append(messages[-1].content)
        return self._likelihood(messages[-1].content, text)

    def read_ahead(self, messages: Sequence[Message]) -> None:
        self.prompts.append(messages[-1].content)

    def close(self) -> None:
        """Nothing to free."""
