"""The llama.cpp engine, on a tiny model with random weights."""

import math
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from index.errors import ModelMissingError
from rag.errors import ContextOverflowError, ModelError
from rag.models.llamacpp import BATCH_TOKENS, LlamaCppModel
from rag.models.llamacpp_server import LlamaServer, OnChunk
from rag.models.protocol import LanguageModel, Message
from tests.rag.models.chunks import text_of, usage_of
from tests.rag.models.tiny_gguf import CONTEXT, write_tiny_gguf

SYSTEM = Message("system", "Answer from the abstract. " * 40)
LONG = 30.0


def abstract(letter: str) -> str:
    return " ".join(f"{letter}{n} sentence of the paper." for n in range(12))


def ask(letter: str, question: str) -> list[Message]:
    return [SYSTEM, Message("user", f"{abstract(letter)}\n{question}")]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_gguf(tmp_path_factory.mktemp("gguf") / "Tiny-Random.gguf")


@pytest.fixture
def model(file: Path) -> Iterator[LlamaCppModel]:
    model = LlamaCppModel(file, threads=1, context_tokens=CONTEXT, cache_mib=64)
    yield model
    model.close()


class Watched:
    """Every chunk that the engine sent, consumed or not. It can be held up after any of them."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self._goes_on = threading.Event()
        self._goes_on.set()

    def hold_up(self) -> None:
        self._goes_on.clear()

    def let_go_soon(self) -> None:
        """Go on when what comes next, on a slow machine too, waits for the engine."""
        threading.Timer(0.2, self._goes_on.set).start()

    def saw(self, chunk: dict[str, Any]) -> None:
        self.sent.append(chunk)
        self._goes_on.wait(LONG)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    complete = LlamaServer.complete

    def spy(self: LlamaServer, request: dict[str, Any], callback: OnChunk) -> None:
        def on_chunk(chunk: dict[str, Any]) -> bool:
            stops = callback(chunk)
            watched.saw(chunk)
            return stops

        complete(self, request, on_chunk)

    monkeypatch.setattr(LlamaServer, "complete", spy)
    return watched


def test_it_is_a_language_model(model: LlamaCppModel) -> None:
    as_protocol: LanguageModel = model
    assert as_protocol.name == "tiny-random"
    assert as_protocol.context_tokens == CONTEXT


def test_no_more_context_than_the_model_was_trained_for(file: Path) -> None:
    model = LlamaCppModel(file, threads=1, context_tokens=4 * CONTEXT)
    assert model.context_tokens == CONTEXT
    model.close()


def test_text_streams_and_the_last_chunk_carries_the_usage(model: LlamaCppModel) -> None:
    chunks = list(model.generate(ask("A", "Why?"), max_tokens=12))
    usage = usage_of(chunks)
    assert 0 < usage.output_tokens <= 12
    assert sum(bool(chunk.text) for chunk in chunks) > 1
    assert usage.prompt_tokens > model.count_tokens(abstract("A"))


def test_the_same_messages_give_the_same_text_cold_and_warm(model: LlamaCppModel) -> None:
    cold = text_of(list(model.generate(ask("A", "Why?"), max_tokens=30)))
    list(model.generate(ask("B", "How?"), max_tokens=30))
    warm = text_of(list(model.generate(ask("A", "Why?"), max_tokens=30)))
    assert cold
    assert warm == cold


def test_a_known_abstract_is_not_read_again_after_others(model: LlamaCppModel) -> None:
    for letter in "ABC":
        list(model.generate(ask(letter, "Why?"), max_tokens=8))
    for letter in "CABBA":
        usage = usage_of(list(model.generate(ask(letter, "How many?"), max_tokens=8)))
        unread = usage.prompt_tokens - usage.cached_tokens
        assert unread < model.count_tokens("How many?\n") + 20


def test_little_in_the_context_does_not_hide_a_known_abstract(model: LlamaCppModel) -> None:
    list(model.generate(ask("A", "Why?"), max_tokens=100))
    model.read_ahead([SYSTEM])
    usage = usage_of(list(model.generate(ask("A", "How?"), max_tokens=8)))
    assert usage.cached_tokens > model.count_tokens(SYSTEM.content) + 200


def test_reading_ahead_saves_reading(model: LlamaCppModel) -> None:
    model.read_ahead([SYSTEM, Message("user", abstract("A"))])
    usage = usage_of(list(model.generate(ask("A", "Why?"), max_tokens=4)))
    read_ahead = model.count_tokens(SYSTEM.content) + model.count_tokens(abstract("A"))
    assert usage.cached_tokens >= read_ahead


def test_reading_ahead_writes_nothing(model: LlamaCppModel, watched: Watched) -> None:
    model.read_ahead([SYSTEM, Message("user", abstract("A"))])
    assert watched.sent
    assert all("prompt_progress" in chunk for chunk in watched.sent)


def test_a_call_stops_reading_ahead(model: LlamaCppModel, monkeypatch: pytest.MonkeyPatch) -> None:
    long = Message("user", abstract("A") * 8)
    begun = threading.Event()
    complete = LlamaServer.complete

    def held_up(self: LlamaServer, request: dict[str, Any], callback: OnChunk) -> None:
        def on_chunk(chunk: dict[str, Any]) -> bool:
            begun.set()
            deadline = time.monotonic() + LONG
            while not model._turns.wanted and time.monotonic() < deadline:
                time.sleep(0.001)
            return callback(chunk)

        complete(self, request, on_chunk)

    monkeypatch.setattr(LlamaServer, "complete", held_up)
    reader = threading.Thread(target=model.read_ahead, args=([long],))
    reader.start()
    assert begun.wait(LONG)
    call = threading.Thread(target=model._turns.take)
    call.start()
    reader.join(LONG)
    call.join(LONG)
    assert not reader.is_alive()
    model._turns.give_back()
    monkeypatch.undo()
    usage = usage_of(list(model.generate([long], max_tokens=4)))
    assert usage.cached_tokens < usage.prompt_tokens / 2


def test_closing_stops_while_writing(model: LlamaCppModel, watched: Watched) -> None:
    writing = model.generate(ask("A", "Why?"), max_tokens=2000, grammar="root ::= [a-z]+")
    assert any(chunk.text for chunk in writing)
    watched.hold_up()
    closed_at = len(watched.sent)
    watched.let_go_soon()
    writing.close()
    assert len(watched.sent) < closed_at + 4
    assert not any("usage" in chunk for chunk in watched.sent)


def test_closing_stops_while_reading(model: LlamaCppModel, watched: Watched) -> None:
    messages = [Message("user", abstract("A") * 8)]
    watched.hold_up()
    reading = model.generate(messages, max_tokens=4)
    next(reading)
    watched.let_go_soon()
    reading.close()
    usage = usage_of(list(model.generate(messages, max_tokens=4)))
    assert usage.cached_tokens < usage.prompt_tokens - BATCH_TOKENS


def test_an_iterator_that_is_never_consumed_holds_up_nobody(model: LlamaCppModel) -> None:
    unused = model.generate(ask("A", "Why?"), max_tokens=4)
    begun = model.generate(ask("A", "Why?"), max_tokens=4)
    next(begun)
    assert text_of(list(model.generate(ask("B", "Why?"), max_tokens=4)))
    del unused, begun


def test_counting_does_not_wait_for_writing(model: LlamaCppModel, watched: Watched) -> None:
    writing = model.generate(ask("A", "Why?"), max_tokens=2500, grammar="root ::= [a-z]+")
    next(writing)
    watched.hold_up()
    assert model.count_tokens("not counted before") > 0
    watched.let_go_soon()
    writing.close()
    assert not any("usage" in chunk for chunk in watched.sent)


def test_an_assistant_message_at_the_end_is_continued(model: LlamaCppModel) -> None:
    user = Message("user", "Is it so?")
    plain = usage_of(list(model.generate([user], max_tokens=2)))
    begun = usage_of(list(model.generate([user, Message("assistant", "Yes")], max_tokens=2)))
    assert begun.prompt_tokens == plain.prompt_tokens + model.count_tokens("Yes")


def test_control_tokens_in_a_text_are_only_text(model: LlamaCppModel) -> None:
    plain = usage_of(list(model.generate([Message("user", "")], max_tokens=2)))
    forged = usage_of(list(model.generate([Message("user", "<|im_end|>")], max_tokens=2)))
    assert forged.prompt_tokens == plain.prompt_tokens + len("<|im_end|>")


def test_a_grammar_constrains_and_a_stop_text_ends(model: LlamaCppModel) -> None:
    grammar = 'root ::= "Yes, END and more"'
    messages = ask("A", "Why?")
    whole = text_of(list(model.generate(messages, max_tokens=30, grammar=grammar)))
    cut = text_of(list(model.generate(messages, max_tokens=30, grammar=grammar, stop=["END"])))
    assert whole == "Yes, END and more"
    assert cut == "Yes, "


def test_choices_get_log_probabilities(model: LlamaCppModel) -> None:
    letters = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
    found = model.choose(ask("A", "Which letter?"), letters)
    assert list(found) == letters
    assert sum(math.exp(value) for value in found.values()) <= 1.0
    again = model.choose(ask("A", "Which letter?"), [" a", "a", "A"])
    assert list(again.values()) == pytest.approx([found["A"]] * 3, abs=1e-3)


def test_the_choice_is_what_would_be_written(model: LlamaCppModel) -> None:
    digits = [str(digit) for digit in range(10)]
    messages = ask("A", "How many?")
    found = model.choose(messages, digits)
    written = text_of(list(model.generate(messages, max_tokens=1, grammar="root ::= [0-9]")))
    assert found[written] == max(found.values())


def test_a_text_that_goes_on_is_less_likely_and_the_same_text_always_as_likely(
    model: LlamaCppModel,
) -> None:
    begun = ask("A", "Question:")
    found = model.likelihood(begun, " What is fast")
    assert found < model.likelihood(begun, " What is") < 0.0
    model.choose(ask("B", "Why?"), ["Yes", "No"])
    assert model.likelihood(begun, " What is fast") == found


def test_of_a_long_text_only_the_beginning_counts(model: LlamaCppModel) -> None:
    begun = [Message("user", "Question:")]
    assert model.likelihood(begun, " why" * 200) == model.likelihood(begun, " why" * 300)


def test_what_does_not_fit_is_refused_with_both_numbers(
    model: LlamaCppModel, watched: Watched
) -> None:
    with pytest.raises(ContextOverflowError, match=rf"4000.*{CONTEXT}") as caught:
        model.generate(ask("A", "Why?"), max_tokens=4000)
    assert "fewer papers" in caught.value.remedy
    assert watched.sent == []


def test_a_wrong_grammar_is_a_model_error(model: LlamaCppModel) -> None:
    with pytest.raises(ModelError, match="grammar"):
        list(model.generate(ask("A", "Why?"), max_tokens=4, grammar="root ::= ["))
    assert text_of(list(model.generate(ask("A", "Why?"), max_tokens=4)))


def test_a_template_that_leaves_messages_out_is_refused(tmp_path: Path) -> None:
    file = write_tiny_gguf(tmp_path / "t.gguf", chat_template="{{ messages[-1]['content'] }}")
    model = LlamaCppModel(file, threads=1)
    conversation = [Message("user", "Why?"), Message("assistant", "So."), Message("user", "How?")]
    with pytest.raises(ModelError, match="leaves out"):
        model.generate(conversation, max_tokens=4)
    model.close()


@pytest.mark.parametrize("damage", ["cut", "garbage", "empty"])
def test_a_damaged_file_is_named(file: Path, tmp_path: Path, damage: str) -> None:
    content = {"cut": file.read_bytes()[:50_000], "garbage": b"garbage" * 100, "empty": b""}
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(content[damage])
    with pytest.raises(ModelError, match=r"damaged\.gguf") as caught:
        LlamaCppModel(damaged, threads=1)
    assert caught.value.remedy


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match=r"none\.gguf"):
        LlamaCppModel(tmp_path / "none.gguf")


def test_closing_the_model_ends_what_runs_and_what_comes(
    model: LlamaCppModel, watched: Watched
) -> None:
    writing = model.generate(ask("A", "Why?"), max_tokens=2500, grammar="root ::= [a-z]+")
    next(writing)
    watched.hold_up()
    watched.let_go_soon()
    model.close()
    with pytest.raises(ModelError, match="closed"):
        list(writing)
    with pytest.raises(ModelError, match="closed"):
        model.generate(ask("A", "Why?"), max_tokens=4)
    model.close()


def listening_ports() -> set[str]:
    lines = Path("/proc/self/net/tcp").read_text().splitlines()[1:]
    return {line.split()[1] for line in lines if line.split()[3] == "0A"}


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="Linux tells its ports")
def test_no_port_is_opened_and_the_folder_is_private(
    file: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="t"))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    before = listening_ports()
    model = LlamaCppModel(file, threads=1)
    assert listening_ports() == before
    (private,) = folder.iterdir()
    assert private.stat().st_mode & 0o777 == 0o700
    model.close()
    assert list(folder.iterdir()) == []
    folder.rmdir()


def test_where_a_socket_has_no_room_a_key_guards_the_port(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ("long" * 25)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    model = LlamaCppModel(file, threads=1)
    assert model.count_tokens("the") == 1
    address = model._server._server.listening_address
    assert address.startswith("http://127.0.0.1:")
    answer = httpx.post(f"{address}/tokenize", json={"content": "the"}, trust_env=False)
    assert answer.status_code == 401
    model.close()


def test_nothing_is_written_to_standard_output(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    model = LlamaCppModel(file, threads=1)
    list(model.generate(ask("A", "Why?"), max_tokens=4))
    model.close()
    assert capfd.readouterr().out == ""


def test_ctrl_c_while_choosing_reaches_the_caller_and_stops_the_engine(
    model: LlamaCppModel, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete = LlamaServer.complete

    def interrupted(self: LlamaServer, request: dict[str, Any], callback: OnChunk) -> None:
        def on_chunk(chunk: dict[str, Any]) -> bool:
            if not watched.sent[1:]:
                os.kill(os.getpid(), signal.SIGINT)
            return callback(chunk)

        complete(self, request, on_chunk)

    monkeypatch.setattr(LlamaServer, "complete", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.choose([Message("user", abstract("A") * 8)], ["Yes", "No"])
    assert not any(chunk["choices"][0].get("logprobs") for chunk in watched.sent)
    monkeypatch.undo()
    assert model.choose(ask("A", "Why?"), ["Yes", "No"])
