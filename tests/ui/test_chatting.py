from collections.abc import Iterator

import pytest

from rag.events import Event
from tests.commandline import run, use
from tests.fakes import FakeAssistant, ScriptedAssistant


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
