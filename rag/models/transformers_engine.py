"""Any causal language model of Hugging Face, on a GPU if there is one."""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import jinja2
import torch

from rag.errors import ModelError
from rag.models.callbacks import items_of
from rag.models.choices import MOST_WEIGHED_TOKENS, first_tokens, log_probability
from rag.models.greedy import GreedyRun
from rag.models.kv_states import KeptStates
from rag.models.limits import check_fits
from rag.models.one_at_a_time import Turns
from rag.models.protocol import Chunk, Message, Usage
from rag.models.templates import Template, marked, prompt_tokens, take_apart
from rag.models.text_stream import TextStream
from rag.models.transformers_loading import best_device, context_of, end_tokens, load_model

# Between two pieces of a prompt, reading can be stopped: about a second on a CPU.
PIECE_TOKENS_CPU = 32
PIECE_TOKENS_GPU = 512
# The states of this many tokens are kept: half a gigabyte for a model of 1.5 billion parameters.
KEPT_TOKENS = 8192


class TransformersModel:
    """A `LanguageModel` over transformers.

    `source` is a folder, a `.gguf` file, or an id of the hub whose files were downloaded before.
    A grammar is ignored.
    """

    def __init__(
        self,
        source: str | Path,
        *,
        threads: int | None = None,
        context_tokens: int | None = None,
    ) -> None:
        """Load the model. `threads` holds for everything that torch does on the CPU.

        Raises `ModelMissingError` when it is not on this machine and `ModelError` when it cannot
        be loaded.
        """
        if threads is not None:
            torch.set_num_threads(threads)
        device = best_device()
        self._name = Path(source).name.removesuffix(".gguf").lower()
        self._model, self._tokenizer = load_model(str(source), device)
        self._on_cpu = device.type == "cpu"
        self._context_tokens = context_of(self._model.config, context_tokens)
        self._ends = end_tokens(self._model, self._tokenizer)
        self._kept = KeptStates(KEPT_TOKENS)
        self._turns = Turns()
        self._closing = False
        self._cached_text_tokens = functools.lru_cache(maxsize=128)(self._text_tokens)
        self._cached_template = functools.lru_cache(maxsize=32)(self._template)

    @property
    def name(self) -> str:
        return self._name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    def count_tokens(self, text: str) -> int:
        return len(self._cached_text_tokens(text))

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str | None = None,  # noqa: ARG002 (output cannot be constrained here)
    ) -> Generator[Chunk, None, None]:
        prompt = self._prompt(messages, max_tokens)
        return self._generated(prompt, max_tokens, TextStream(self._decode, stop))

    def _generated(
        self, prompt: list[int], max_tokens: int, text: TextStream
    ) -> Generator[Chunk, None, None]:
        self._turns.take()

        def call(callback: Any) -> None:
            try:
                with closing(self._chunks(prompt, max_tokens, text)) as chunks:
                    for chunk in chunks:
                        if callback(chunk):
                            return
            finally:
                self._turns.give_back()

        with closing(items_of(call, "transformers")) as chunks:
            yield from chunks

    def _chunks(
        self, prompt: list[int], max_tokens: int, text: TextStream
    ) -> Generator[Chunk, None, None]:
        run = self._run(prompt)
        output_tokens = 0
        try:
            for _ in run.read():
                yield Chunk("")
                self._check_open()
            for token in run.write(max_tokens, self._ends):
                output_tokens += 1
                yield Chunk(text.push(token))
                self._check_open()
                if text.stopped:
                    break
        finally:
            run.keep()
        usage = Usage(
            prompt_tokens=len(prompt),
            cached_tokens=run.cached_tokens,
            output_tokens=output_tokens,
        )
        yield Chunk(text.finish(), usage)

    def choose(self, messages: Sequence[Message], choices: Sequence[str]) -> dict[str, float]:
        prompt = self._prompt(messages, 1)
        with self._having_read(prompt) as run:
            likely = dict(enumerate(run.log_probabilities().tolist()))
        return {
            choice: log_probability(first_tokens(choice, self._cached_text_tokens), likely)
            for choice in choices
        }

    def likelihood(self, messages: Sequence[Message], text: str) -> float:
        tokens = self._cached_text_tokens(text)[:MOST_WEIGHED_TOKENS]
        prompt = self._prompt(messages, len(tokens), open_ended=True)
        with self._having_read(prompt) as run:
            return run.likelihood(tokens)

    @contextmanager
    def _having_read(self, prompt: list[int]) -> Iterator[GreedyRun]:
        """A prompt that was read and is kept, while nobody else has the model."""
        self._turns.take()
        try:
            run = self._run(prompt)
            for _ in run.read():
                self._check_open()
            run.keep()
            yield run
        finally:
            self._turns.give_back()

    def read_ahead(self, messages: Sequence[Message]) -> None:
        prompt = self._prompt(messages, 1, open_ended=True)
        self._turns.take_spare()
        try:
            run = self._run(prompt)
            for _ in run.read():
                if self._turns.wanted or self._closing:
                    break
            run.keep()
        finally:
            self._turns.give_back()

    def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        self._turns.take()
        self._kept.clear()
        self._model = None
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        self._turns.give_back()

    def _run(self, prompt: list[int]) -> GreedyRun:
        self._check_open()
        return GreedyRun(
            self._model,
            self._kept,
            prompt,
            piece_tokens=PIECE_TOKENS_CPU if self._on_cpu else PIECE_TOKENS_GPU,
            guesses=self._on_cpu,
        )

    def _check_open(self) -> None:
        if self._closing:
            raise ModelError(f"The model {self._name} was closed.", "Load it again.")

    def _prompt(
        self, messages: Sequence[Message], max_tokens: int, *, open_ended: bool = False
    ) -> list[int]:
        self._check_open()
        prompt = prompt_tokens(
            self._cached_template(tuple(message.role for message in messages)),
            messages,
            of_text=self._cached_text_tokens,
            of_template=self._template_tokens,
            open_ended=open_ended,
        )
        check_fits(
            self._name,
            prompt_tokens=len(prompt),
            max_tokens=max_tokens,
            context_tokens=self._context_tokens,
        )
        return prompt

    def _template(self, roles: tuple[str, ...]) -> Template:
        if self._tokenizer.chat_template is None:
            # A base model, which only continues: the texts one after the other.
            return ("", *(piece for n in range(len(roles)) for piece in (n, "\n\n")))[:-1]
        try:
            return take_apart(self._rendered(roles), roles, self._name)
        except jinja2.TemplateError as error:
            if roles[0] != "system":
                raise ModelError(
                    f"The chat template of {self._name} takes no messages of "
                    f"{', '.join(roles)}: {error}."
                ) from error
        # Some templates know no system messages: it then goes before the user's first words.
        begin, first, *rest = self._template(roles[1:])
        assert isinstance(first, int)  # noqa: S101 (a template begins with text)
        shifted = (each + 1 if isinstance(each, int) else each for each in rest)
        return (begin, 0, "\n\n", first + 1, *shifted)

    def _rendered(self, roles: tuple[str, ...]) -> str:
        continues = roles[-1] == "assistant"
        rendered: str = self._tokenizer.apply_chat_template(
            marked(roles),
            tokenize=False,
            add_generation_prompt=not continues,
            continue_final_message=continues,
        )
        return rendered

    def _text_tokens(self, text: str) -> tuple[int, ...]:
        return tuple(
            self._tokenizer.encode(text, add_special_tokens=False, split_special_tokens=True)
        )

    def _template_tokens(self, text: str, begins: bool) -> list[int]:
        tokens: list[int] = self._tokenizer.encode(
            text, add_special_tokens=False, split_special_tokens=False
        )
        start = self._tokenizer.bos_token_id
        # Templates write the token that begins a text; without one it has to be added.
        if begins and self._tokenizer.chat_template is None and start is not None:
            return [start, *tokens]
        return tokens

    def _decode(self, tokens: list[int]) -> str:
        text: str = self._tokenizer.decode(
            tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )
        return text
