"""Folders, archives, compressed files and standard input."""

import gzip
import io
import sys
import zipfile
from pathlib import Path

import pytest

from index.errors import UnreadableFileError
from index.papers import Record, Skipped
from index.readers.registry import detect, open_files, read

BIB = b"@misc{a, title={One}, abstract={We walk far.}}\n"
RIS = b"TY  - JOUR\nTI  - Two\nAB  - We rest.\nER  - \n"


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_gzip(tmp_path: Path) -> None:
    path = tmp_path / "a.bib.gz"
    path.write_bytes(gzip.compress(BIB))
    assert detect(path) == "BibTeX"
    (record,) = read(path)
    assert isinstance(record, Record)
    assert record.location.file == str(tmp_path / "a.bib")


def test_zip_with_folders_and_zips(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    inner = zipped({"deep.ris": RIS})
    path.write_bytes(
        zipped(
            {
                "x/a.bib": BIB,
                "x/b.zip": inner,
                "c.ris.gz": gzip.compress(RIS),
                "d.png": b"\x89PNG",
                "__MACOSX/x/a.bib": b"\x00",
            }
        )
    )
    items = list(read(path))
    assert [item.title for item in items if isinstance(item, Record)] == ["One", "Two", "Two"]
    assert items[0].location.file == f"{path}/x/a.bib"
    (skipped,) = (item for item in items if isinstance(item, Skipped))
    assert skipped.location.file == f"{path}/d.png"
    assert detect(path) == "BibTeX, RIS"


def test_folder(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.ris").write_bytes(RIS)
    (tmp_path / "a.bib").write_bytes(BIB)
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7 ...")
    (tmp_path / ".hidden").write_bytes(BIB)
    found = list(open_files(tmp_path))
    assert [(Path(f.name).name, f.format) for f in found] == [
        ("a.bib", "BibTeX"),
        ("c.pdf", None),
        ("b.ris", "RIS"),
    ]
    assert found[1].error is not None
    assert "PDF" in found[1].error.message
    assert [type(item) for item in read(tmp_path)] == [Record, Skipped, Record]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(BIB))))
    (record,) = read(Path("-"))
    assert isinstance(record, Record)
    assert record.location.file == "standard input"


def test_damaged_gzip_gives_what_it_can(tmp_path: Path) -> None:
    path = tmp_path / "a.bib.gz"
    many = b"".join(BIB.replace(b"One", f"T{n * 7919}".encode()) for n in range(20_000))
    content = gzip.compress(many)
    path.write_bytes(content[: len(content) // 2])
    *records, last = read(path)
    assert len(records) > 100
    assert isinstance(last, Skipped)
    assert "damaged" in last.reason


@pytest.mark.parametrize(
    "content", [b"\x1f\x8bnonsense", b"PK\x03\x04nonsense", gzip.compress(b""), zipped({})[:10]]
)
def test_damaged_from_the_start(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(content)
    with pytest.raises(UnreadableFileError):
        list(read(path))


def test_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="no files"):
        list(read(tmp_path))


def test_no_text_where_text_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"a": 1}')
    (skipped,) = read(path)
    assert isinstance(skipped, Skipped)
    assert skipped.reason == "no records found in this JSON file"


TOLD = (
    "# About\n\nThese are the abstracts of three papers on walking, which we wrote ourselves. They "
    "state what was done and what was found, and they are not those that were published.\n"
)


def test_a_readme_in_a_folder_is_no_paper_but_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(TOLD)
    (tmp_path / "papers.bib").write_text("@misc{a, abstract={We walk far.}}")
    readme, paper = read(tmp_path)
    assert isinstance(readme, Skipped)
    assert "name it by itself" in readme.reason
    assert isinstance(paper, Record)


@pytest.mark.parametrize("named", [True, False])
def test_a_readme_with_abstracts_is_read(tmp_path: Path, *, named: bool) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(TOLD if named else f"{TOLD}\n- Title: On walking\n- Abstract: We walk far.\n")
    (tmp_path / "papers.bib").write_text("@misc{a, abstract={We run far.}}")
    items = list(read(readme if named else tmp_path))
    texts = [item.abstract for item in items if isinstance(item, Record)]
    assert any("three papers" in text if named else text == "We walk far." for text in texts)
