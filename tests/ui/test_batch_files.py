import json
from pathlib import Path

import pytest

from ui.batching import AnswersFile, Asked, read_questions
from ui.errors import MisuseError


def write(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def test_questions_keep_their_order_and_other_fields_are_ignored(tmp_path: Path) -> None:
    path = write(
        tmp_path / "q.jsonl",
        {"id": "b", "turns": ["What is it?", "How fast?"], "gold": ["x"]},
        {"id": 7, "turns": ["Why?"]},
    )
    assert read_questions(path) == [Asked("b", ("What is it?", "How fast?")), Asked(7, ("Why?",))]


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "3", '{"id": "a"}', '{"id": "a", "turns": []}', '{"id": "a", "turns": "Why?"}',
     '{"id": "a", "turns": [1]}', '{"turns": ["Why?"]}'],
)  # fmt: skip
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text('{"id": "ok", "turns": ["Why?"]}\n\n' + line + "\n")
    with pytest.raises(MisuseError, match=r"q\.jsonl, line 3"):
        read_questions(path)


def test_an_id_that_comes_twice_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "q.jsonl", *[{"id": "a", "turns": ["Why?"]}] * 2)
    with pytest.raises(MisuseError, match="line 2: the id a comes twice"):
        read_questions(path)


def test_a_line_separator_inside_a_question_does_not_end_the_line(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text('{"id": "a", "turns": ["one\u2028two"]}\n', "utf-8")
    assert read_questions(path) == [Asked("a", ("one\u2028two",))]


def test_what_was_answered_is_known_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    AnswersFile(path).append("a", {"answer": "é\u2028"})
    AnswersFile(path).append(2, {"answer": "no"})
    assert AnswersFile(path).answered_ids == {"a", 2}
    assert [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]] == [
        {"id": "a", "answer": "é\u2028"},
        {"id": 2, "answer": "no"},
    ]


def test_failures_and_a_torn_last_line_are_dropped_to_be_asked_again(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"id": "a", "error": "no memory"}, {"id": "b", "answer": ""})
    kept = path.read_text().splitlines(keepends=True)[1]
    path.write_text(path.read_text() + '{"id": "c", "answ')
    answers = AnswersFile(path)
    assert answers.answered_ids == {"b"}
    answers.append("a", {"answer": "yes"})
    assert path.read_text() == kept + '{"id": "a", "answer": "yes"}\n'


@pytest.mark.parametrize("content", ["my notes\n", "my notes\nmore", '{"x": 1}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(MisuseError, match=r"notes\.txt, line 1"):
        AnswersFile(path)
    assert path.read_text() == content


def test_a_lone_surrogate_is_written_as_valid_json(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    AnswersFile(path).append("a", {"answer": "\udc80"})
    assert json.loads(path.read_text("utf-8")) == {"id": "a", "answer": "\udc80"}
