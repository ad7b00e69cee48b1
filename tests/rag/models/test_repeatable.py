"""The same prompt gives the same numbers, whatever was read before it."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rag.models.llamacpp import LlamaCppModel
from rag.models.llamacpp_server import LlamaServer, OnChunk
from rag.models.prompt_reading import FEWEST, PromptReader
from rag.models.protocol import LanguageModel, Message
from tests.rag.models.tiny_gguf import write_tiny_gguf

BATCH = 16


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """How many tokens the engine read at a time, request by request."""
    seen: list[list[int]] = []
    complete = LlamaServer.complete

    def spy(self: LlamaServer, request: dict[str, Any], callback: OnChunk) -> None:
        positions: list[int] = []

        def on_chunk(chunk: dict[str, Any]) -> bool:
            if progress := chunk.get("prompt_progress"):
                positions.append(progress["processed"])
            return callback(chunk)

        complete(self, request, on_chunk)
        seen.append([b - a for a, b in itertools.pairwise(positions)])

    monkeypatch.setattr(LlamaServer, "complete", spy)
    return seen


@pytest.fixture
def taken_back(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths to which what the engine holds was cut."""
    seen: list[int] = []
    take_back = PromptReader._take_back

    def spy(self: PromptReader, prompt: list[int], length: int) -> int:
        seen.append(length)
        return take_back(self, prompt, length)

    monkeypatch.setattr(PromptReader, "_take_back", spy)
    return seen


@pytest.fixture
def model(tmp_path: Path) -> Iterator[LlamaCppModel]:
    model = LlamaCppModel(write_tiny_gguf(tmp_path / "t.gguf"), threads=1, batch_tokens=BATCH)
    yield model
    model.close()


def small(batches: list[list[int]]) -> list[list[int]]:
    """The requests that read fewer tokens at a time than are read alike; one token is a cut."""
    return [sizes for sizes in batches if min(sizes, default=FEWEST) < FEWEST and sizes != [1]]


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_read_in_small_batches(
    model: LlamaCppModel, batches: list[list[int]], taken_back: list[int], seed: int
) -> None:
    draw = random.Random(seed)
    system = Message("system", "s" * draw.randrange(5, 60))
    abstracts = [letter * draw.randrange(1, 80) for letter in "abcd"]
    written: dict[str, list[str]] = {}
    for _ in range(40):
        prompt = draw.choice(abstracts) + "?" * draw.randrange(3) + "!" * draw.randrange(12)
        messages = [system, Message("user", prompt)]
        match draw.randrange(4):
            case 0:
                model.read_ahead(messages)
            case 1:
                model.choose(messages, ["Yes", "No"])
            case 2:
                stopped = model.generate(messages, max_tokens=3)
                next(stopped)
                stopped.close()
            case _:
                text = "".join(chunk.text for chunk in model.generate(messages, max_tokens=12))
                written.setdefault(prompt, []).append(text)
    assert small(batches) == []
    assert batches.count([1]) <= len(taken_back)
    assert all(len(set(texts)) == 1 for texts in written.values())


def test_what_was_written_is_read_again_when_it_comes_in_a_prompt(
    model: LlamaCppModel, batches: list[list[int]]
) -> None:
    question = Message("user", "Why " * 20)
    written = "".join(
        chunk.text for chunk in model.generate([question], max_tokens=30, grammar="root ::= [a-z]+")
    )
    batches.clear()
    more = [question, Message("assistant", written)]
    usage = list(model.generate(more, max_tokens=3))[-1].usage
    assert usage is not None
    assert usage.prompt_tokens - usage.cached_tokens >= model.count_tokens(written)
    assert small(batches) == []


def test_what_was_asked_before_is_hardly_read_again(model: LlamaCppModel) -> None:
    messages = [Message("user", "Why " * 50)]
    list(model.generate(messages, max_tokens=3))
    for _ in range(2):
        usage = list(model.generate(messages, max_tokens=3))[-1].usage
        assert usage is not None
        assert usage.prompt_tokens - usage.cached_tokens == FEWEST


@pytest.mark.real_models
@pytest.mark.slow
def test_the_default_model_gives_the_same_numbers_to_the_last_bit() -> None:
    from rag.models.registry import load

    system = Message("system", "You answer questions about a paper from its abstract.")
    abstract = (
        "Abstract: We train a small model to tell rivers from lakes in satellite images. On "
        "4,000 images of our own it is right in 93 of 100 cases, five more than before.\n\n"
    )
    asked = [system, Message("user", abstract + "Does it state how many images? Yes or No.")]
    other = [system, Message("user", abstract + "Which method is best? Answer in a sentence.")]
    short = [system, Message("user", abstract + "Why?")]

    def chances(model: LanguageModel) -> dict[str, float] | None:
        return model.choose(asked, ["Yes", "No"])

    model = load(context_tokens=1024)
    cold = chances(model)
    again = chances(model)
    sentence = "".join(chunk.text for chunk in model.generate(other, max_tokens=12))
    after_another = chances(model)
    list(model.generate(short, max_tokens=2))
    after_a_short_one = chances(model)
    model.close()

    model = load(context_tokens=1024)
    model.read_ahead([system, Message("user", abstract)])
    read_ahead = chances(model)
    assert "".join(chunk.text for chunk in model.generate(other, max_tokens=12)) == sentence
    model.close()
    assert cold == again == after_another == after_a_short_one == read_ahead
