"""Answers run apart from the page: in turn, stoppable, and never without an end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from index.errors import AnswerableError, ModelMissingError
from index.papers import Paper
from rag.errors import ModelError
from rag.events import Event, EvidenceFound, Progress, TextSoFar
from tests.fakes import FakeAssistant
from ui.page.running import BackgroundModel, Gate, Run
from ui.page.turns import Turn

PAPERS = [Paper("a1", "GradCut", "GradCut is fast. It is cheap.")]
PATIENCE_S = 5.0


def run_of(
    question: str, gate: Gate | None = None, model: BackgroundModel | None = None
) -> tuple[Run, FakeAssistant]:
    assistant = FakeAssistant(PAPERS)
    return Run(Turn(question), lambda: assistant.ask(question), gate, model), assistant


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def test_a_run_ends_in_the_answer() -> None:
    run, _ = run_of("How fast is GradCut?")
    last = list(run)[-1]
    assert last.answer is not None
    assert last.answer.answer.startswith("GradCut is fast.")
    assert run.join(PATIENCE_S)


def test_stop_closes_the_events_and_keeps_what_was_written() -> None:
    run, assistant = run_of("slow please")
    turns = iter(run)
    while not next(turns).text:
        pass
    run.stop()
    last = list(turns)[-1]
    assert last.state == "stopped"
    assert last.text
    assert run.join(PATIENCE_S)
    assert assistant.closed.is_set()


def test_stop_shows_at_once_even_while_the_model_is_silent() -> None:
    release = threading.Event()

    def silent() -> Iterator[Event]:
        yield Progress("reading", "Reading")
        release.wait(PATIENCE_S)
        yield TextSoFar("late")

    run = Run(Turn("?"), silent)
    turns = iter(run)
    next(turns)
    began = time.monotonic()
    run.stop()
    last = list(turns)[-1]
    assert last.state == "stopped"
    assert time.monotonic() - began < 1
    release.set()
    assert run.join(PATIENCE_S)
    assert last.text == ""


def test_a_silent_run_gives_signs_of_life() -> None:
    release = threading.Event()

    def silent() -> Iterator[Event]:
        yield Progress("reading", "Reading")
        release.wait(PATIENCE_S)

    run = Run(Turn("?"), silent)
    turns = iter(run)
    seen = [next(turns) for _ in range(3)]
    assert all(turn.running for turn in seen)
    release.set()
    assert list(turns)[-1].state == "failed"


@pytest.mark.parametrize(
    ("question", "words"), [("will it fail", "out of memory"), ("crash now", "RuntimeError")]
)
def test_failures_are_said_in_words(question: str, words: str) -> None:
    run, _ = run_of(question)
    last = list(run)[-1]
    assert last.state == "failed"
    assert words in last.message


def test_an_error_for_users_keeps_its_remedy() -> None:
    def broken() -> Iterator[Event]:
        yield Progress("searching", "")
        raise AnswerableError("The library is locked.", "Close the other program.")

    last = list(Run(Turn("?"), broken))[-1]
    assert (last.message, last.remedy) == ("The library is locked.", "Close the other program.")


def test_one_answer_at_a_time_in_order_of_arrival() -> None:
    gate = Gate()
    first, _ = run_of("slow one", gate)
    turns = iter(first)
    while not next(turns).text:
        pass
    second, assistant = run_of("How fast is GradCut?", gate)
    seen: list[Turn] = []
    reader = threading.Thread(target=lambda: seen.extend(second))
    reader.start()
    until(lambda: any(turn.ahead == 1 for turn in seen))
    assert seen[-1].found, "evidence is there before the turn comes"
    assert assistant.running == 0
    first.stop()
    reader.join(PATIENCE_S)
    assert seen[-1].answer is not None
    assert seen[-1].ahead == 0


def test_one_who_waits_can_leave_the_line() -> None:
    gate = Gate()
    first, _ = run_of("slow one", gate)
    turns = iter(first)
    while not next(turns).text:
        pass
    second, _ = run_of("slow two", gate)
    until(lambda: next(iter(second)).ahead == 1)
    second.stop()
    assert second.join(PATIENCE_S)
    third, _ = run_of("How fast?", gate)
    until(lambda: next(iter(third)).ahead == 1)
    first.stop()
    assert list(third)[-1].answer is not None


class _Model:
    name = "small"

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_a_question_waits_for_the_model_with_its_evidence_on_show() -> None:
    release = threading.Event()
    held = _Model()

    def load() -> _Model:
        release.wait(PATIENCE_S)
        return held

    model = BackgroundModel(load)  # type: ignore[arg-type]
    model.start()
    assert str(model.state) == "loading"
    run, _ = run_of("How fast is GradCut?", Gate(), model)
    turns = iter(run)
    turn = next(turns)
    while not turn.waits_for_model:
        turn = next(turns)
    assert turn.found
    release.set()
    assert list(turns)[-1].answer is not None
    assert model.state == "ready"
    assert model.name == "small"
    assert model().name == "small"
    model.close()
    assert held.closed


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModelMissingError("No weights.", "make models"), "No weights."),
        (MemoryError(), "not enough memory"),
        (OSError("disk"), "could not be loaded"),
    ],
)
def test_a_model_that_does_not_load_says_why(error: Exception, words: str) -> None:
    def load() -> None:
        raise error

    model = BackgroundModel(load)  # type: ignore[arg-type]
    model.start()
    with pytest.raises(AnswerableError, match=words):
        model()
    assert model.state == "failed"
    assert isinstance(model.failure, ModelError | ModelMissingError)
    model.close()


def test_the_stream_is_closed_when_nobody_waits_for_its_end() -> None:
    closed = threading.Event()

    def events() -> Iterator[Event]:
        try:
            yield EvidenceFound((), 0.0)
            while True:
                time.sleep(0.01)
                yield TextSoFar("word")
        finally:
            closed.set()

    run = Run(Turn("?"), events)
    next(iter(run))
    run.stop()
    assert closed.wait(PATIENCE_S)
