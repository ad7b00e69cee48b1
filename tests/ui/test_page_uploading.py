"""Files dropped on the page are added and reported, whatever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from index.adding import AddProgress, AddResult
from index.errors import LibraryError
from index.papers import Paper
from tests.fakes import FakeLibrary
from ui.page.uploading import MOST_FILES, add_files

BIBTEX = """
@article{a, title = {One}, year = {2020}, abstract = {One is an abstract. It says something.}}
@article{b, title = {<img src=x>}, year = {2021}, abstract = {Two is an abstract of its own kind.}}
@article{c, title = {Three}}
"""


def test_papers_are_added_and_what_is_left_out_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.bib"
    file.write_text(BIBTEX)
    library = FakeLibrary([])
    shown = list(add_files(library, [file], "en"))
    assert len(library) == 2
    assert "2 new" in shown[-1]
    assert "1 left out" in shown[-1]
    assert "Three" in shown[-1]
    assert "is-done" in shown[-1]
    assert all("is-done" not in each for each in shown[:-1])
    assert "<img" not in shown[-1]
    assert {paper.source_file for paper in library.papers()} == {"x.bib"}
    assert not file.exists()


def test_what_cannot_be_read_is_said_without_the_folder_it_lies_in(tmp_path: Path) -> None:
    picture = tmp_path / "<b>x.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    empty = tmp_path / "empty.bib"
    empty.touch()
    shown = list(add_files(FakeLibrary([]), [picture, empty, tmp_path / "gone.bib"], "en"))[-1]
    assert shown.count('class="wrong"') == 3
    assert str(tmp_path) not in shown
    assert "<b>" not in shown


def test_too_many_files_are_not_all_read(tmp_path: Path) -> None:
    files = [tmp_path / f"{n}.bib" for n in range(MOST_FILES + 2)]
    shown = list(add_files(FakeLibrary([]), files, "en"))[-1]
    assert f"At most {MOST_FILES} files at once; 2 were not read." in shown


class _Full:
    def add(self, papers: Iterator[Paper], *, progress: Callable[[AddProgress], None]) -> AddResult:
        next(papers)
        progress(AddProgress(read=1, new=1))
        raise LibraryError("The disk is full.", "Free some space.")


def test_a_failure_half_way_is_said(tmp_path: Path) -> None:
    file = tmp_path / "x.bib"
    file.write_text(BIBTEX)
    shown = list(add_files(_Full(), [file], "en"))[-1]
    assert "The disk is full. Free some space." in shown
    assert "is-done" in shown


class _HasThem:
    def add(self, papers: Iterator[Paper], *, progress: Callable[[AddProgress], None]) -> AddResult:
        return AddResult(read=sum(1 for _ in papers), duplicate=2)


def test_duplicates_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "x.bib"
    file.write_text(BIBTEX)
    assert "2 of papers already here" in list(add_files(_HasThem(), [file], "en"))[-1]
