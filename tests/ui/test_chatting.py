"""A conversation in the terminal, and that it is kept."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rag.events import Complete, Event
from tests.commandline import run, use
from tests.fakes import FakeAssistant, ScriptedAssistant
from ui.conversation_store import FILE_NAME, ConversationStore


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", str(tmp_path))


def say(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def test_a_follow_up_comes_with_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    result = run("chat", stdin=say("What is FastNet?", "How fast is it?"))
    assert result.exit_code == 0
    assert [len(conversation.turns) for conversation in assistant.conversations] == [0, 1]
    assert result.stdout.count("FastNet trains five times faster than SlowNet. [1]") == 2


def test_new_forgets_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    run("chat", stdin=say("What is FastNet?", "/new", "How fast is it?"))
    assert [len(conversation.turns) for conversation in assistant.conversations] == [0, 0]


def test_sources_shows_the_abstracts_of_the_last_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)
    result = run("chat", stdin=say("/sources", "What is FastNet?", "/sources"))
    assert "Nothing was asked yet." in result.stderr
    assert "It needs no labels." in result.stdout


def test_quit_leaves_and_commands_are_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    result = run("chat", stdin=say("/help", "/nonsense", "", "/quit", "What is FastNet?"))
    assert result.exit_code == 0
    assert assistant.asked == []
    assert "/sources" in result.stderr
    assert "There is no command /nonsense." in result.stderr


def test_a_failure_does_not_end_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    result = run("chat", stdin=say("fail", "What is FastNet?"))
    assert result.exit_code == 0
    assert "The model ran out of memory." in result.stderr
    assert assistant.asked == ["fail", "What is FastNet?"]


def test_ctrl_c_stops_one_answer_and_not_the_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeAssistant(())

    def script(question: str) -> Iterator[Event]:
        if question == "stop":
            raise KeyboardInterrupt
        yield from fake.ask(question)

    use(monkeypatch, ScriptedAssistant(script))
    result = run("chat", stdin=say("stop", "What is FastNet?"))
    assert result.exit_code == 0
    assert "Stopped." in result.stderr
    assert fake.asked == ["What is FastNet?"]


def test_ctrl_c_at_the_prompt_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)

    def interrupted(_prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = run("chat")
    assert result.exit_code == 130
    assert result.stderr.endswith("Stopped.\n")


def kept(folder: Path) -> list[list[str]]:
    """The questions of each kept conversation, the latest first."""
    with closing(ConversationStore(folder / FILE_NAME)) as store:
        found = [store.load(each.conversation_id) for each in store.find()]
    return [[turn.question for turn in turns] for turns in found]


def test_what_was_said_is_kept_and_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    run("chat", stdin=say("What is FastNet?", "How fast is it?", "/new", "What is SlowNet?"))
    assert kept(tmp_path) == [["What is SlowNet?"], ["What is FastNet?", "How fast is it?"]]
    result = run("chat", "--continue", stdin=say("And how slow?"))
    assert "> What is SlowNet?" in result.stderr
    assert [turn.question for turn in assistant.conversations[-1].turns] == ["What is SlowNet?"]
    assert kept(tmp_path)[0] == ["What is SlowNet?", "And how slow?"]


def test_a_conversation_is_gone_on_with_by_its_id(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(monkeypatch)
    run("chat", stdin=say("What is FastNet?", "/new", "What is SlowNet?"))
    with closing(ConversationStore(tmp_path / FILE_NAME)) as store:
        first = store.find()[-1].conversation_id
    run("chat", "--continue", first[:12], stdin=say("How fast is it?"))
    assert kept(tmp_path)[0] == ["What is FastNet?", "How fast is it?"]
    missing = run("chat", "--continue", "zzz", stdin=say("How fast is it?"))
    assert missing.exit_code == 2
    assert "answerable conversations list" in missing.stderr


def test_going_on_where_nothing_is_kept_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch)
    result = run("chat", "--continue", stdin=say("What is FastNet?"))
    assert result.exit_code == 0
    assert "this is a new one" in result.stderr


def test_how_a_question_was_understood_is_shown_and_can_be_corrected(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = FakeAssistant(())

    def script(question: str) -> Iterator[Event]:
        *before, last = fake.ask(question)
        yield from before
        assert isinstance(last, Complete)
        if "it" in question:
            understood = f"{question} (about SlowNet)"
            answer = dataclasses.replace(
                last.answer, standalone_question=understood, earlier="What is SlowNet?"
            )
            last = Complete(answer)
        yield last

    use(monkeypatch, ScriptedAssistant(script))
    lines = ("How fast is it?", "/earlier", "/correct How fast is FastNet?", "/correct", "/earlier")
    result = run("chat", stdin=say(*lines))
    assert "\nWhat is SlowNet?\n" in result.stderr
    assert "Nothing: the last question" in result.stderr
    assert "Understood as: How fast is it? (about SlowNet)" in result.stderr
    assert "as it was meant" in result.stderr
    assert kept(tmp_path) == [["How fast is FastNet?"]]


def test_nothing_can_be_corrected_before_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    result = run("chat", stdin=say("/correct How fast is FastNet?"))
    assert "Nothing was asked yet." in result.stderr
    assert assistant.asked == []
