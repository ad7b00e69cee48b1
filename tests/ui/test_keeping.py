import json
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from tests.commandline import PAPERS, run, use_embedder


@pytest.fixture(autouse=True)
def library_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, use_embedder(monkeypatch, folder)) as library:
        library.add(PAPERS)
    return folder


def labels_left() -> list[str]:
    return [paper["label"] for paper in json.loads(run("papers", "--json").stdout)]


def test_papers_lists_label_short_id_year_and_venue() -> None:
    result = run("papers")
    assert result.stdout == "FastNet  01234567, 2024, ICML\nSlowNet  fedcba98, 2020\n"
    assert result.stderr == "2 papers.\n"


def test_papers_as_json_stand_alone_on_standard_output() -> None:
    papers = json.loads(run("papers", "--json").stdout)
    assert [paper["paper_id"] for paper in papers] == [paper.paper_id for paper in PAPERS]
    assert papers[0]["authors"] == ["Ada Lovelace"]


@pytest.mark.parametrize(
    ("words", "labels"),
    [("LABELS", ["FastNet"]), ("lovelace icml", ["FastNet"]), ("slownet", ["FastNet", "SlowNet"]),
     ("slownet chess", [])],
)  # fmt: skip
def test_search_wants_all_words_in_any_field(words: str, labels: list[str]) -> None:
    found = json.loads(run("papers", "--json", "--search", words).stdout)
    assert [paper["label"] for paper in found] == labels


def test_show_tells_all_that_is_stored() -> None:
    result = run("show", PAPERS[0].paper_id)
    for words in ("FastNet: training fast", "Ada Lovelace", "2024", "ICML", PAPERS[0].abstract):
        assert words in result.stdout


def test_the_first_digits_of_an_id_suffice() -> None:
    assert json.loads(run("show", "FEDC", "--json").stdout)["label"] == "SlowNet"


@pytest.mark.parametrize("paper", ["0000000000000000", "012", "SlowNet", ""])
def test_an_unknown_id_is_misuse_and_names_the_command_that_lists_ids(paper: str) -> None:
    result = run("show", paper)
    assert result.exit_code == 2
    assert "answerable papers" in result.stderr


def test_an_id_that_fits_several_papers_names_them(
    monkeypatch: pytest.MonkeyPatch, library_folder: Path
) -> None:
    with Library.open(library_folder, use_embedder(monkeypatch, library_folder)) as library:
        library.add([Paper("0123ffffffffffff", "Twin", "Another.")])
    result = run("show", "0123")
    assert result.exit_code == 2
    assert "0123456789abcdef (FastNet), 0123ffffffffffff (Twin)" in result.stderr


def test_filters_limit_what_is_listed() -> None:
    assert "SlowNet" not in run("papers", "--year", "2022..").stdout
    assert "SlowNet" not in run("papers", "--venue", "icml").stdout
    assert "FastNet" not in run("papers", "--year", "..2021").stdout


def test_a_year_that_is_none_is_misuse() -> None:
    assert run("papers", "--year", "soon").exit_code == 2


@pytest.mark.parametrize(("answer", "left"), [("y\n", ["SlowNet"]), ("n\n", ["FastNet", "SlowNet"]),
                                              ("", ["FastNet", "SlowNet"])])  # fmt: skip
def test_remove_asks_and_takes_only_a_yes(answer: str, left: list[str]) -> None:
    result = run("remove", "0123", stdin=answer)
    assert result.exit_code == 0
    assert "FastNet" in result.stderr
    assert labels_left() == left


def test_remove_does_not_ask_when_told_so() -> None:
    result = run("remove", "--yes", "0123", "fedc", "0123")
    assert (result.exit_code, result.stderr) == (0, "2 removed.\n")
    assert labels_left() == []


def test_nothing_is_removed_when_one_of_the_ids_is_unknown() -> None:
    assert run("remove", "--yes", "0123", "9999").exit_code == 2
    assert labels_left() == ["FastNet", "SlowNet"]


def test_rebuild_takes_a_library_to_another_model(
    monkeypatch: pytest.MonkeyPatch, library_folder: Path
) -> None:
    use_embedder(monkeypatch, library_folder).name = "another"
    refused = run("papers")
    assert refused.exit_code == 1
    assert "answerable rebuild" in refused.stderr
    assert run("rebuild").exit_code == 0
    assert labels_left() == ["FastNet", "SlowNet"]


def test_a_library_in_use_is_refused(monkeypatch: pytest.MonkeyPatch, library_folder: Path) -> None:
    with Library.open(library_folder, use_embedder(monkeypatch, library_folder)):
        result = run("papers")
    assert result.exit_code == 1
    assert "in use" in result.stderr


def test_a_library_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    result = run("papers", "--library", tmp_path / "none")
    assert result.exit_code == 1
    assert "answerable add" in result.stderr
    assert not (tmp_path / "none").exists()
