import json
from pathlib import Path
from typing import Any

import pytest

from index.library import Library
from rag.models.registry import MODELS
from tests.commandline import PAPERS, run, use_embedder


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine where all is well: a library, and a language model by its file."""
    folder = tmp_path / "library"
    with Library.open(folder, use_embedder(monkeypatch, folder)) as library:
        library.add(PAPERS)
    model = tmp_path / "model.gguf"
    model.touch()
    monkeypatch.setenv("ANSWERABLE_MODEL", str(model))
    monkeypatch.setattr("ui.examining._PACKAGES", ("chromadb",))
    return folder


def findings(exit_code: int) -> dict[str, Any]:
    result = run("doctor", "--json")
    report = json.loads(result.stdout)
    assert result.exit_code == exit_code
    assert report["ok"] is (exit_code == 0)
    return {finding["subject"]: finding for finding in report["findings"]}


def test_a_healthy_machine_is_well(folder: Path) -> None:
    found = findings(exit_code=0)
    assert {"versions", "embedding model", "language model", "library", "vector index"} <= set(
        found
    )
    assert found["library"]["detail"] == f"2 papers in {folder}"
    assert "FAIL" not in run("doctor").stdout


@pytest.mark.usefixtures("folder")
def test_a_missing_model_names_the_command_that_gets_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANSWERABLE_MODELS", str(tmp_path))
    monkeypatch.setenv("ANSWERABLE_MODEL", MODELS[1].name)
    found = findings(exit_code=1)
    assert found["language model"]["remedy"] == f"answerable models pull {MODELS[1].name}"
    assert found["library"]["ok"]


@pytest.mark.usefixtures("folder")
def test_a_model_that_nobody_knows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_MODEL", "no-such-model")
    assert "no-such-model" in findings(exit_code=1)["language model"]["detail"]


def test_a_library_built_with_another_model_names_the_command_that_mends_it(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    use_embedder(monkeypatch, folder).name = "another"
    assert "answerable rebuild" in findings(exit_code=1)["library"]["remedy"]


def test_a_library_in_use_is_reported(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    with Library.open(folder, use_embedder(monkeypatch, folder)):
        assert "in use" in findings(exit_code=1)["library"]["detail"]


@pytest.mark.usefixtures("folder")
def test_no_library_yet_is_no_illness(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", str(tmp_path / "none"))
    assert "answerable add" in findings(exit_code=0)["library"]["remedy"]


@pytest.mark.usefixtures("folder")
def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.examining._PACKAGES", ("chromadb", "no-such-package"))
    found = findings(exit_code=1)["versions"]
    assert found["detail"] == "not installed: no-such-package"
    assert "FAIL versions" in run("doctor").stdout
