import json
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from index.readers.registry import read
from tests.commandline import PAPERS, run, use_embedder


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with Library.open(folder, use_embedder(monkeypatch, folder)) as library:
        library.add([*PAPERS, Paper("aaaa000011112222", "Third", "It ist drüben.", title="Drüben")])


def titles_in(path: Path) -> list[str | None]:
    return [item.title for item in read(path)]


def test_bibtex_goes_to_standard_output_alone() -> None:
    result = run("export", "0123")
    assert result.exit_code == 0
    assert result.stdout.lstrip().startswith("@")
    assert "FastNet: training fast" in result.stdout
    assert result.stderr == "1 paper exported.\n"


def test_filters_ids_and_words_select() -> None:
    def labels(*arguments: str) -> list[str]:
        exported = json.loads(run("export", "--format", "csl-json", *arguments).stdout)
        return [item.get("title", "") for item in exported]

    assert len(labels()) == 3
    assert labels("--year", "2024") == ["FastNet: training fast"]
    assert labels("--search", "drüben") == ["Drüben"]
    assert labels("0123", "aaaa", "--year", "2024") == ["FastNet: training fast"]


@pytest.mark.parametrize("extension", ["bib", "ris", "csv"])
def test_the_files_extension_says_the_format_and_the_file_can_be_read_back(
    tmp_path: Path, extension: str
) -> None:
    path = tmp_path / f"papers.{extension}"
    result = run("export", "--output", path, "aaaa", "0123")
    assert (result.exit_code, result.stdout) == (0, "")
    assert sorted(map(str, titles_in(path))) == ["Drüben", "FastNet: training fast"]


@pytest.mark.parametrize("arguments", [["--format", "docx"], ["9999"], ["--year", "soon"]])
def test_misuse_is_told(arguments: list[str]) -> None:
    result = run("export", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_folder_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    result = run("export", "--output", tmp_path / "none" / "papers.bib")
    assert result.exit_code == 1
    assert "No such file or directory" in result.stderr
