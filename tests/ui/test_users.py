"""Users of a page: hashed passwords in a file, read anew at each question."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.errors import AnswerableError
from tests.commandline import run
from ui.users import FILE_NAME, Users


def test_only_the_right_password_is_right(tmp_path: Path) -> None:
    users = Users(tmp_path / FILE_NAME)
    users.add("ada", "correct horse")
    users.add("bo", "battery staple")
    assert users.check("ada", "correct horse")
    for name, password in (("ada", "battery staple"), ("ada", ""), ("nobody", ""), ("", "")):
        assert not users.check(name, password)
    assert Users(users.file).names() == ("ada", "bo")


def test_passwords_are_not_in_the_file_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    users = Users(tmp_path / FILE_NAME)
    users.add("ada", "correct horse")
    users.add("bo", "correct horse")
    text = users.file.read_text(encoding="utf-8")
    assert "horse" not in text
    hashes = [line.rsplit(":", 1)[1] for line in text.splitlines()]
    assert hashes[0] != hashes[1]
    assert users.file.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [users.file]


def test_a_password_is_changed_and_a_user_removed(tmp_path: Path) -> None:
    users = Users(tmp_path / FILE_NAME)
    users.add("ada", "correct horse")
    users.add("ada", "another horse")
    assert not users.check("ada", "correct horse")
    assert users.check("ada", "another horse")
    users.remove("ada")
    assert not users.check("ada", "another horse")
    with pytest.raises(AnswerableError, match="no user ada"):
        users.remove("ada")


@pytest.mark.parametrize(
    ("name", "password"),
    [("a:b", "long enough"), ("", "long enough"), ("a\nb", "long enough"), ("ada", "short")],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, name: str, password: str) -> None:
    with pytest.raises(AnswerableError):
        Users(tmp_path / FILE_NAME).add(name, password)


def test_a_damaged_file_lets_nobody_in_and_says_so(tmp_path: Path) -> None:
    users = Users(tmp_path / FILE_NAME)
    users.file.write_text("ada:no hash\n")
    with pytest.raises(AnswerableError, match="line 1"):
        users.check("ada", "no hash")


def test_the_commands_add_list_and_remove(tmp_path: Path) -> None:
    def users(*arguments: str, stdin: str = "") -> str:
        result = run("users", *arguments, "--library", tmp_path, stdin=stdin)
        assert result.exit_code == 0, result.stderr
        return result.stdout

    users("add", "ada", stdin="correct horse\n")
    users("add", "bo", stdin="battery staple\n")
    assert Users(tmp_path / FILE_NAME).check("ada", "correct horse")
    assert users().split() == ["ada", "bo"]
    users("remove", "ada")
    assert users().split() == ["bo"]


def test_a_library_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = run("users", "add", "ada", "--library", tmp_path / "none", stdin="correct horse\n")
    assert result.exit_code == 1
    assert "no library" in result.stderr
