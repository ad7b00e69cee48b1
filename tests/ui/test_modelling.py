from collections.abc import Callable
from pathlib import Path

import pytest

from rag.models.registry import MODELS
from tests.commandline import run


def test_models_lists_each_with_what_it_needs_and_names_the_one_in_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANSWERABLE_MODELS", str(tmp_path))
    monkeypatch.setenv("ANSWERABLE_MODEL", MODELS[-1].name)
    (tmp_path / MODELS[1].files[0]).touch()
    result = run("models")
    lines = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert list(lines) == [spec.name for spec in MODELS]
    assert lines[MODELS[1].name].startswith("installed")
    assert lines[MODELS[2].name].startswith("-")
    assert f"In use: {MODELS[-1].name}." in result.stderr


def test_pull_says_where_the_model_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def pull(name: str, progress: Callable[[int, int], None]) -> Path:
        progress(1, 2)
        return tmp_path / name

    monkeypatch.setattr("rag.models.downloads.pull", pull)
    result = run("models", "pull", "some-model")
    assert (result.exit_code, result.stderr) == (0, f"Ready: {tmp_path / 'some-model'}\n")


def test_an_unknown_model_is_one_message() -> None:
    result = run("models", "pull", "no-such-model")
    assert result.exit_code == 1
    assert MODELS[0].name in result.stderr
