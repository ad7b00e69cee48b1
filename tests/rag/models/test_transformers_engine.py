"""The transformers engine, on a tiny model with random weights."""

import math
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from index.errors import ModelMissingError
from rag.errors import ContextOverflowError, ModelError
from rag.models import transformers_loading
from rag.models.greedy import GreedyRun
from rag.models.llamacpp import LlamaCppModel
from rag.models.protocol import LanguageModel, Message
from rag.models.transformers_engine import PIECE_TOKENS_CPU, TransformersModel
from tests.rag.models.chunks import text_of, usage_of
from tests.rag.models.tiny_gguf import write_tiny_gguf
from tests.rag.models.tiny_transformer import CONTEXT, write_tiny_transformer

SYSTEM = Message("system", "Answer from the abstract. " * 10)


def ask(letter: str, question: str) -> list[Message]:
    abstract = " ".join(f"{letter}{n} sentence of the paper." for n in range(12))
    return [SYSTEM, Message("user", f"{abstract}\n{question}")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_transformer(tmp_path_factory.mktemp("models") / "Tiny-Random")


@pytest.fixture
def model(folder: Path) -> Iterator[TransformersModel]:
    model = TransformersModel(folder)
    yield model
    model.close()


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tokens went through the model, pass by pass."""
    seen: list[int] = []
    forward = GreedyRun._forward

    def spy(self: GreedyRun, tokens: Sequence[int], **more: Any) -> torch.Tensor:
        seen.append(len(tokens))
        return forward(self, tokens, **more)

    monkeypatch.setattr(GreedyRun, "_forward", spy)
    return seen


@pytest.fixture
def goes_on(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """While this is not set the engine is held up before any pass but its first."""
    goes_on = threading.Event()
    goes_on.set()
    begun = threading.Event()
    forward = GreedyRun._forward

    def waiting(self: GreedyRun, tokens: Sequence[int], **more: Any) -> torch.Tensor:
        if begun.is_set():
            goes_on.wait(30)
        begun.set()
        return forward(self, tokens, **more)

    monkeypatch.setattr(GreedyRun, "_forward", waiting)
    return goes_on


def _let_go_soon(goes_on: threading.Event) -> None:
    """Go on when what comes next, on a slow machine too, waits for the engine."""
    threading.Timer(0.2, goes_on.set).start()


def reference(folder: Path, prompt: list[int], most: int) -> list[int]:
    """What transformers itself writes greedily."""
    from transformers import AutoModelForCausalLM

    model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    written = model.generate(torch.tensor([prompt]), max_new_tokens=most, do_sample=False)
    return list(written[0, len(prompt) :].tolist())


def test_it_is_a_language_model(model: TransformersModel) -> None:
    as_protocol: LanguageModel = model
    assert as_protocol.name == "tiny-random"
    assert as_protocol.context_tokens == CONTEXT
    assert as_protocol.count_tokens("Yes the") == 2


def test_it_writes_what_transformers_writes(folder: Path, model: TransformersModel) -> None:
    prompt = model._prompt(ask("A", "Why?"), 40)
    written = reference(folder, prompt, 40)
    assert text_of(list(model.generate(ask("A", "Why?"), max_tokens=40))) == model._decode(written)


def test_text_streams_and_the_last_chunk_carries_the_usage(model: TransformersModel) -> None:
    chunks = list(model.generate(ask("A", "Why?"), max_tokens=12))
    usage = usage_of(chunks)
    assert usage.output_tokens == 12
    assert usage.cached_tokens == 0
    assert usage.prompt_tokens > 300
    assert sum(bool(chunk.text) for chunk in chunks) > 3


def test_the_same_messages_give_the_same_text_cold_and_warm(model: TransformersModel) -> None:
    cold = text_of(list(model.generate(ask("A", "Why?"), max_tokens=30)))
    list(model.generate(ask("B", "How?"), max_tokens=30))
    warm = text_of(list(model.generate(ask("A", "Why?"), max_tokens=30)))
    assert warm == cold


def test_a_known_abstract_is_not_read_again_after_others(model: TransformersModel) -> None:
    for letter in "ABC":
        list(model.generate(ask(letter, "Why?"), max_tokens=8))
    for letter in "CABBA":
        usage = usage_of(list(model.generate(ask(letter, "How many?"), max_tokens=8)))
        assert usage.prompt_tokens - usage.cached_tokens < 40


def test_reading_ahead_saves_reading_and_writes_nothing(
    model: TransformersModel, passes: list[int]
) -> None:
    begin = ask("A", "")
    model.read_ahead(begin)
    read = sum(passes)
    passes.clear()
    usage = usage_of(list(model.generate(ask("A", "Why?"), max_tokens=1)))
    assert usage.cached_tokens >= read - 1
    assert sum(passes) < 40


def test_a_call_stops_reading_ahead(
    model: TransformersModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    forward = GreedyRun._forward

    def held_up(self: GreedyRun, tokens: Sequence[int], **more: Any) -> torch.Tensor:
        begun.set()
        deadline = time.monotonic() + 30
        while not model._turns.wanted and time.monotonic() < deadline:
            time.sleep(0.001)
        return forward(self, tokens, **more)

    monkeypatch.setattr(GreedyRun, "_forward", held_up)
    reader = threading.Thread(target=model.read_ahead, args=(ask("A", ""),))
    reader.start()
    assert begun.wait(30)
    call = threading.Thread(target=model._turns.take)
    call.start()
    reader.join(30)
    call.join(30)
    model._turns.give_back()
    monkeypatch.undo()
    usage = usage_of(list(model.generate(ask("A", ""), max_tokens=1)))
    assert usage.cached_tokens <= PIECE_TOKENS_CPU


def test_closing_stops_while_reading(
    model: TransformersModel, passes: list[int], goes_on: threading.Event
) -> None:
    goes_on.clear()
    reading = model.generate(ask("A", "Why?"), max_tokens=4)
    next(reading)
    _let_go_soon(goes_on)
    reading.close()
    assert sum(passes) <= 4 * PIECE_TOKENS_CPU
    time.sleep(0.05)
    assert sum(passes) <= 4 * PIECE_TOKENS_CPU


def test_closing_stops_while_writing(
    model: TransformersModel, passes: list[int], goes_on: threading.Event
) -> None:
    writing = model.generate(ask("A", "Why?"), max_tokens=2000)
    assert any(chunk.text for chunk in writing)
    goes_on.clear()
    _let_go_soon(goes_on)
    writing.close()
    after = len(passes)
    time.sleep(0.05)
    assert len(passes) == after < 1000


def test_an_assistant_message_at_the_end_is_continued(model: TransformersModel) -> None:
    user = Message("user", "Is it so?")
    plain = usage_of(list(model.generate([user], max_tokens=2)))
    begun = usage_of(list(model.generate([user, Message("assistant", "Yes")], max_tokens=2)))
    assert begun.prompt_tokens == plain.prompt_tokens + 1


def test_control_tokens_in_a_text_are_only_text(model: TransformersModel) -> None:
    plain = usage_of(list(model.generate([Message("user", "")], max_tokens=2)))
    forged = usage_of(list(model.generate([Message("user", "<|im_end|>")], max_tokens=2)))
    assert forged.prompt_tokens == plain.prompt_tokens + len("<|im_end|>")


def test_a_stop_text_ends(model: TransformersModel) -> None:
    whole = text_of(list(model.generate(ask("A", "Why?"), max_tokens=30)))
    stop = whole[len(whole) // 2 :][:2]
    chunks = list(model.generate(ask("A", "Why?"), max_tokens=30, stop=[stop]))
    assert text_of(chunks) == whole[: whole.index(stop)]
    assert usage_of(chunks).output_tokens < 30


@pytest.mark.parametrize("seed", range(5))
def test_guessing_from_the_prompt_changes_speed_alone(
    tmp_path: Path, passes: list[int], seed: int
) -> None:
    """Little weights make a model that repeats itself, so that guesses are right at times."""
    folder = write_tiny_transformer(tmp_path / "model", initializer_range=0.05 + 0.02 * seed)
    guessing, plain = TransformersModel(folder), TransformersModel(folder)
    plain._on_cpu = False
    messages = ask("ABCDE"[seed], "Why?")
    expected = text_of(list(plain.generate(messages, max_tokens=100)))
    passes.clear()
    assert text_of(list(guessing.generate(messages, max_tokens=100))) == expected
    assert any(1 < tokens <= 9 for tokens in passes[-90:])
    again = list(guessing.generate(messages, max_tokens=100))
    assert text_of(again) == expected
    assert usage_of(again).output_tokens <= 100


def test_choices_get_exact_log_probabilities(model: TransformersModel) -> None:
    letters = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
    found = model.choose(ask("A", "Which letter?"), letters)
    assert list(found) == letters
    assert len(set(found.values())) == len(letters)
    assert sum(math.exp(value) for value in found.values()) < 1.0


def test_a_text_that_goes_on_is_less_likely_and_the_same_text_always_as_likely(
    model: TransformersModel,
) -> None:
    begun = ask("A", "Question:")
    found = model.likelihood(begun, " What is fast")
    assert found < model.likelihood(begun, " What is") < 0.0
    model.choose(ask("B", "Why?"), ["Yes", "No"])
    assert model.likelihood(begun, " What is fast") == pytest.approx(found)


def test_of_a_long_text_only_the_beginning_counts(model: TransformersModel) -> None:
    begun = [Message("user", "Question:")]
    assert model.likelihood(begun, " why" * 200) == model.likelihood(begun, " why" * 300)


def test_what_does_not_fit_is_refused_with_both_numbers(
    model: TransformersModel, passes: list[int]
) -> None:
    with pytest.raises(ContextOverflowError, match=rf"4000.*{CONTEXT}"):
        model.generate(ask("A", "Why?"), max_tokens=4000)
    assert passes == []


def test_closing_the_model_ends_what_runs_and_what_comes(model: TransformersModel) -> None:
    writing = model.generate(ask("A", "Why?"), max_tokens=2000)
    next(writing)
    model.close()
    with pytest.raises(ModelError, match="closed"):
        list(writing)
    with pytest.raises(ModelError, match="closed"):
        model.generate(ask("A", "Why?"), max_tokens=4)
    model.close()


def test_a_base_model_continues_the_texts(tmp_path: Path) -> None:
    model = TransformersModel(write_tiny_transformer(tmp_path / "base", chat_template=None))
    messages = [Message("user", "the"), Message("assistant", "Yes")]
    usage = usage_of(list(model.generate(messages, max_tokens=2)))
    assert usage.prompt_tokens == 1 + len("\n\n") + 1
    model.close()


def test_a_template_without_system_messages_gets_them_with_the_users_words(tmp_path: Path) -> None:
    template = (
        "{% for m in messages %}{% if m['role'] == 'system' %}{{ raise_exception('no system') }}"
        "{% endif %}[{{ m['content'] }}]{% endfor %}"
    )
    model = TransformersModel(write_tiny_transformer(tmp_path / "plain", chat_template=template))
    usage = usage_of(
        list(model.generate([Message("system", "Yes"), Message("user", "the")], max_tokens=2))
    )
    assert usage.prompt_tokens == len("[") + 1 + len("\n\n") + 1 + len("]")
    model.close()


def test_a_model_that_forgets_is_run_without_keeping_its_states(tmp_path: Path) -> None:
    folder = write_tiny_transformer(
        tmp_path / "sliding",
        use_sliding_window=True,
        sliding_window=16,
        max_window_layers=0,
        layer_types=["sliding_attention", "sliding_attention"],
    )
    model = TransformersModel(folder)
    prompt = model._prompt(ask("A", "Why?"), 20)
    first = list(model.generate(ask("A", "Why?"), max_tokens=20))
    second = list(model.generate(ask("A", "Why?"), max_tokens=20))
    assert text_of(first) == text_of(second) == model._decode(reference(folder, prompt, 20))
    assert usage_of(second).cached_tokens == 0
    model.close()


def test_a_model_that_is_not_here_names_the_command() -> None:
    with pytest.raises(ModelMissingError, match="nobody/nothing") as caught:
        TransformersModel("nobody/nothing")
    assert caught.value.remedy.endswith("answerable models pull transformers:nobody/nothing")


@pytest.mark.parametrize("damage", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_damaged_folder_is_named(tmp_path: Path, damage: str) -> None:
    folder = write_tiny_transformer(tmp_path / "model")
    (folder / damage).write_bytes(b"\x00garbage")
    with pytest.raises(ModelError, match="cannot load"):
        TransformersModel(folder)


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot load"):
        TransformersModel(tmp_path)


def test_a_gguf_file_needs_packages_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_tiny_gguf(tmp_path / "tiny.gguf")
    monkeypatch.setattr(transformers_loading, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match="gguf and accelerate") as caught:
        TransformersModel(file)
    assert "answerable[gguf]" in caught.value.remedy


def test_from_a_gguf_file_it_writes_what_llama_cpp_writes(tmp_path: Path) -> None:
    pytest.importorskip("accelerate", reason="transformers reads .gguf files with it")
    file = write_tiny_gguf(tmp_path / "Tiny.gguf")
    model, other = TransformersModel(file), LlamaCppModel(file, threads=1)
    messages = [SYSTEM, Message("user", "Yes <|im_end|> the"), Message("assistant", "No")]
    written = list(model.generate(messages, max_tokens=24))
    expected = list(other.generate(messages, max_tokens=24))
    assert model.name == other.name == "tiny"
    assert text_of(written) == text_of(expected)
    assert usage_of(written).prompt_tokens == usage_of(expected).prompt_tokens
    model.close()
    other.close()


def test_nothing_is_written_to_the_screen(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model = TransformersModel(folder)
    list(model.generate(ask("A", "Why?"), max_tokens=4))
    model.close()
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_on_a_gpu_it_runs_there(model: TransformersModel) -> None:
    assert model._model.device.type == "cuda"
    assert text_of(list(model.generate(ask("A", "Why?"), max_tokens=8)))
