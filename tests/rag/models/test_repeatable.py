"""The same prompt gives the same numbers, whatever was read before it."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rag.models import prompt_reading, registry
from rag.models.llamacpp import LlamaCppModel
from rag.models.prompt_reading import FEWEST
from rag.models.protocol import LanguageModel, Message
from tests.rag.models.tiny_gguf import write_tiny_gguf

BATCH = 16


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf", quantised=True)


def load(file: Path) -> LlamaCppModel:
    return LlamaCppModel(file, threads=1, context_tokens=1024, batch_tokens=BATCH)


@pytest.fixture
def model(file: Path) -> Iterator[LlamaCppModel]:
    model = load(file)
    yield model
    model.close()


def chances(model: LanguageModel, messages: Sequence[Message]) -> dict[str, float] | None:
    return model.choose(messages, ["A", "b", "7", "?", "the"])


@pytest.mark.parametrize("seed", range(5))
def test_a_history_of_other_prompts_changes_no_bit(
    file: Path, model: LlamaCppModel, seed: int
) -> None:
    draw = random.Random(seed)
    system = Message("system", "s" * draw.randrange(5, 60))
    abstracts = [letter * draw.randrange(1, 80) for letter in "abcd"]

    def some_messages() -> list[Message]:
        text = draw.choice(abstracts) + "?" * draw.randrange(3) + "!" * draw.randrange(12)
        return [system, Message("user", text)]

    asked = [some_messages() for _ in range(3)]
    for _ in range(25):
        messages = draw.choice([draw.choice(asked), some_messages()])
        match draw.randrange(5):
            case 0:
                model.read_ahead(messages)
            case 1:
                chances(model, messages)
            case 2:
                stopped = model.generate(messages, max_tokens=3)
                next(stopped)
                stopped.close()
            case 3:
                written = "".join(c.text for c in model.generate(messages, max_tokens=12))
                more = Message("assistant", written + "!" * draw.randrange(10))
                chances(model, [*messages, more])
            case _:
                list(model.generate(messages, max_tokens=12))
    for messages in asked:
        fresh = load(file)
        assert chances(model, messages) == chances(fresh, messages)
        fresh.close()


def test_the_check_above_can_fail(
    file: Path, model: LlamaCppModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = [Message("user", "a" * 50)]
    monkeypatch.setattr(prompt_reading, "FEWEST", 1)
    model.read_ahead([Message("user", "a" * 47)])
    hasty = chances(model, messages)
    monkeypatch.undo()
    fresh = load(file)
    assert chances(fresh, messages) != hasty
    fresh.close()


def test_what_was_written_is_read_again_when_it_comes_in_a_prompt(model: LlamaCppModel) -> None:
    question = Message("user", "Why " * 20)
    grammar = "root ::= [a-z]+"
    chunks = model.generate([question], max_tokens=30, grammar=grammar)
    written = Message("assistant", "".join(chunk.text for chunk in chunks))
    usage = list(model.generate([question, written], max_tokens=3))[-1].usage
    assert usage is not None
    assert usage.prompt_tokens - usage.cached_tokens >= model.count_tokens(written.content)


def test_what_was_asked_before_is_hardly_read_again(model: LlamaCppModel) -> None:
    messages = [Message("user", "Why " * 50)]
    list(model.generate(messages, max_tokens=3))
    for _ in range(2):
        usage = list(model.generate(messages, max_tokens=3))[-1].usage
        assert usage is not None
        assert usage.prompt_tokens - usage.cached_tokens == FEWEST


def test_prompts_that_part_late_do_not_cost_one_another_their_beginning(
    model: LlamaCppModel,
) -> None:
    """Two questions that differ in the end, asked in turns about several abstracts."""
    for round_ in range(3):
        for letter in "abc":
            for question in ("Is it about it? Yes or No", "Is it about what?"):
                messages = [Message("user", letter * 200 + question)]
                usage = list(model.generate(messages, max_tokens=20))[-1].usage
                assert usage is not None
                if round_ > 0:
                    assert usage.prompt_tokens - usage.cached_tokens <= 60


@pytest.mark.real_models
@pytest.mark.slow
def test_the_default_model_gives_the_same_numbers_to_the_last_bit() -> None:
    system = Message("system", "You answer questions about a paper from its abstract.")
    abstract = (
        "Abstract: We train a small model to tell rivers from lakes in satellite images. On "
        "4,000 images of our own it is right in 93 of 100 cases, five more than before.\n\n"
    )
    asked = [system, Message("user", abstract + "Does it state how many images? Yes or No.")]
    other = [system, Message("user", abstract + "Which method is best? Answer in a sentence.")]
    short = [system, Message("user", abstract + "Why?")]

    model: LanguageModel = registry.load(context_tokens=1024)
    cold = chances(model, asked)
    again = chances(model, asked)
    sentence = "".join(chunk.text for chunk in model.generate(other, max_tokens=12))
    after_another = chances(model, asked)
    list(model.generate(short, max_tokens=2))
    after_a_short_one = chances(model, asked)
    model.close()

    model = registry.load(context_tokens=1024)
    model.read_ahead([system, Message("user", abstract)])
    read_ahead = chances(model, asked)
    assert "".join(chunk.text for chunk in model.generate(other, max_tokens=12)) == sentence
    model.close()
    assert cold == again == after_another == after_a_short_one == read_ahead
