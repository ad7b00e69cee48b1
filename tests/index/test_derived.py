import logging
from pathlib import Path

import pytest

from index.derived import DerivedStore

ROWS = [("paper-a", "hash-1", "[1]"), ("paper-b", "hash-1", "[2]")]
VERSIONS = {"paper-a": "hash-1", "paper-b": "hash-1"}


def test_what_was_kept_is_found_again_by_another_process(tmp_path: Path) -> None:
    DerivedStore(tmp_path / "d.sqlite", "r1").put(ROWS)
    again = DerivedStore(tmp_path / "d.sqlite", "r1")
    assert again.get(VERSIONS) == {"paper-a": "[1]", "paper-b": "[2]"}


def test_another_version_of_a_paper_and_another_recipe_have_nothing(tmp_path: Path) -> None:
    store = DerivedStore(tmp_path / "d.sqlite", "r1")
    store.put(ROWS)
    assert store.get({"paper-a": "hash-2"}) == {}
    newer = DerivedStore(tmp_path / "d.sqlite", "r2")
    assert newer.get(VERSIONS) == {}
    newer.put([("paper-a", "hash-1", "[3]")])
    assert newer.get(VERSIONS) == {"paper-a": "[3]"}
    assert store.get(VERSIONS) == {"paper-b": "[2]"}


def test_papers_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    store = DerivedStore(tmp_path / "d.sqlite", "r1")
    store.drop_but([])
    assert not (tmp_path / "d.sqlite").exists()
    store.put(ROWS)
    store.drop_but(["paper-b"])
    assert store.get(VERSIONS) == {"paper-b": "[2]"}


def test_a_damaged_file_is_made_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "d.sqlite"
    file.write_bytes(b"this is no database" * 100)
    store = DerivedStore(file, "r1")
    with caplog.at_level(logging.WARNING):
        assert store.get(VERSIONS) == {}
    assert "damaged" in caplog.text
    store.put(ROWS)
    assert len(store.get(VERSIONS)) == 2


def test_a_folder_that_cannot_be_written_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = DerivedStore(tmp_path / "missing" / "d.sqlite", "r1")
    with caplog.at_level(logging.WARNING):
        store.put(ROWS)
    assert "cannot be used" in caplog.text
    assert store.get(VERSIONS) == {}
