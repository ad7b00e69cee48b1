import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rag.events import Event
from tests.commandline import run, use
from tests.fakes import FakeAssistant, ScriptedAssistant


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    lines = [
        {"id": "a", "turns": ["How fast is FastNet?"]},
        {"id": "b", "turns": ["What is SlowNet?", "fail"]},
        {"id": "c", "turns": ["What is SlowNet?", "nothing about it?"]},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def answers_in(path: Path) -> dict[str | int, Any]:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    answers = {line["id"]: line for line in lines}
    assert len(answers) == len(lines)
    return answers


def test_each_question_gets_a_line_and_a_failure_does_not_stop_the_rest(
    monkeypatch: pytest.MonkeyPatch, questions: Path, tmp_path: Path
) -> None:
    use(monkeypatch)
    result = run("batch", questions, "--output", tmp_path / "answers.jsonl")
    answers = answers_in(tmp_path / "answers.jsonl")
    assert result.exit_code == 1
    assert list(answers) == ["a", "b", "c"]
    assert answers["a"]["answer"].startswith("FastNet trains five")
    assert answers["b"] == {
        "id": "b",
        "error": "The model ran out of memory.\nClose other programs.",
    }
    assert answers["c"]["question"] == "nothing about it?"
    assert answers["c"]["abstained"] is True
    assert "2 answered, 1 failed" in result.stderr
    assert result.stdout == ""


def test_the_turns_are_a_conversation(
    monkeypatch: pytest.MonkeyPatch, questions: Path, tmp_path: Path
) -> None:
    assistant: FakeAssistant = use(monkeypatch)
    run("batch", questions, "--output", tmp_path / "answers.jsonl")
    turns_before = [
        [turn.question for turn in conversation.turns] for conversation in assistant.conversations
    ]
    assert turns_before == [[], [], ["What is SlowNet?"], [], ["What is SlowNet?"]]


def test_a_second_run_asks_only_what_failed_or_is_new(
    monkeypatch: pytest.MonkeyPatch, questions: Path, tmp_path: Path
) -> None:
    use(monkeypatch)
    run("batch", questions, "--output", tmp_path / "answers.jsonl")
    before = answers_in(tmp_path / "answers.jsonl")
    assistant: FakeAssistant = use(monkeypatch)
    result = run("batch", questions, "--output", tmp_path / "answers.jsonl")
    assert assistant.asked == ["What is SlowNet?", "fail"]
    assert answers_in(tmp_path / "answers.jsonl") == before
    assert "2 of 3 answered already." in result.stderr


def test_nothing_is_opened_when_all_is_answered(
    monkeypatch: pytest.MonkeyPatch, questions: Path, tmp_path: Path
) -> None:
    output = tmp_path / "answers.jsonl"
    output.write_text("".join(f'{{"id": "{i}", "answer": ""}}\n' for i in "abc"))
    monkeypatch.setattr("ui.opening.open_library", None)
    assert run("batch", questions, "--output", output).exit_code == 0


def test_ctrl_c_keeps_what_was_answered_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, questions: Path, tmp_path: Path
) -> None:
    fake = FakeAssistant(())

    def script(question: str) -> Iterator[Event]:
        if "SlowNet" in question:
            raise KeyboardInterrupt
        yield from fake.ask(question)

    use(monkeypatch, ScriptedAssistant(script))
    result = run("batch", questions, "--output", tmp_path / "answers.jsonl")
    assert result.exit_code == 130
    assert result.stderr == (
        "Stopped after 1 of 3 questions.\nRun the same command again to go on.\n"
    )
    assert list(answers_in(tmp_path / "answers.jsonl")) == ["a"]


def test_an_unexpected_exception_costs_one_question_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(monkeypatch)
    questions = tmp_path / "q.jsonl"
    questions.write_text('{"id": 1, "turns": ["crash"]}\n{"id": 2, "turns": ["FastNet?"]}\n')
    run("batch", questions, "--output", tmp_path / "answers.jsonl")
    answers = answers_in(tmp_path / "answers.jsonl")
    assert "fell" in answers[1]["error"]
    assert answers[2]["abstained"] is False


def test_the_answers_do_not_overwrite_the_questions(
    monkeypatch: pytest.MonkeyPatch, questions: Path
) -> None:
    before = questions.read_text()
    result = run("batch", questions, "--output", questions)
    assert (result.exit_code, questions.read_text()) == (2, before)


def test_a_missing_file_of_questions_is_named(tmp_path: Path) -> None:
    result = run("batch", tmp_path / "none.jsonl", "--output", tmp_path / "answers.jsonl")
    assert result.exit_code == 1
    assert "none.jsonl: No such file or directory." in result.stderr
