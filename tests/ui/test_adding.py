import json
from pathlib import Path
from typing import Any

import pytest

from tests.commandline import run, use_embedder
from tests.fake_embedder import FakeEmbedder

ENTRY = """@article{{{key}, title={{{title}}}, author={{Lovelace, Ada}}, year={{2024}},
  abstract={{{abstract}}}}}
"""


def entry(title: str, abstract: str = "It trains fast and needs no labels at all.") -> str:
    return ENTRY.format(key=title.replace(" ", ""), title=title, abstract=abstract)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture(autouse=True)
def embedder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> FakeEmbedder:
    return use_embedder(monkeypatch, folder)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "papers.bib"
    path.write_text(entry("Fast Networks") + entry("Slow Networks", "It wins, slowly but surely."))
    return path


def add(*arguments: object) -> Any:
    result = run("add", "--json", *arguments)
    return json.loads(result.stdout) | {"exit_code": result.exit_code}


def test_new_papers_are_stored_and_counted(papers: Path) -> None:
    result = run("add", papers)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert f"{papers} (BibTeX): 2 new" in result.stderr
    assert "2 papers in" in result.stderr
    assert len(json.loads(run("papers", "--json").stdout)) == 2


def test_the_same_file_again_changes_nothing_says_so_and_encodes_nothing(
    papers: Path, embedder: FakeEmbedder
) -> None:
    run("add", papers)
    embedder.encoded.clear()
    assert "0 new, 2 unchanged" in run("add", papers).stderr
    assert embedder.encoded == []


def test_a_changed_abstract_replaces_the_paper(papers: Path) -> None:
    run("add", papers)
    papers.write_text(entry("Fast Networks", "It needs some labels after all."))
    assert add(papers)["files"][0]["changed"] == 1
    (paper,) = json.loads(run("papers", "--json", "--search", "fast").stdout)
    assert paper["abstract"] == "It needs some labels after all."


def test_replace_stores_what_did_not_change(papers: Path, embedder: FakeEmbedder) -> None:
    run("add", papers)
    embedder.encoded.clear()
    run("add", "--replace", papers)
    assert len(embedder.encoded) == 2


def test_json_tells_all_of_a_file_alone_on_standard_output(papers: Path) -> None:
    papers.write_text(papers.read_text() + "@misc{bare, title={Only a Title}}\n")
    report = add(papers)
    assert (report["exit_code"], report["papers"], report["dry_run"]) == (0, 2, False)
    (file,) = report["files"]
    assert (file["format"], file["records"], file["new"], file["error"]) == ("BibTeX", 3, 2, None)
    assert file["left_out"] == {"no abstract": 1}
    (skipped,) = file["skipped"]
    assert (skipped["title"], skipped["reason"]) == ("Only a Title", "no abstract")
    assert skipped["line"] == 5


def test_a_record_left_out_is_named_with_its_place(papers: Path) -> None:
    papers.write_text(papers.read_text() + "@misc{bare, title={Only a Title}}\n")
    assert "1 left out: no abstract – line 5 (Only a Title)" in run("add", papers).stderr


def test_tags_are_stored_and_can_be_filtered_by(papers: Path) -> None:
    run("add", papers, "--tag", "thesis", "--tag", "read", "--tag", "read")
    (paper, _) = json.loads(run("papers", "--json", "--tag", "thesis").stdout)
    assert paper["tags"] == ["thesis", "read"]
    assert json.loads(run("papers", "--json", "--tag", "other").stdout) == []


def test_a_dry_run_tells_what_would_happen_and_does_nothing(papers: Path, folder: Path) -> None:
    report = add("--dry-run", papers)
    assert (report["files"][0]["new"], report["dry_run"]) == (2, True)
    assert not folder.exists()
    assert "Nothing was changed" in run("add", "--dry-run", papers).stderr


def test_a_dry_run_foretells_the_run(papers: Path, tmp_path: Path, embedder: FakeEmbedder) -> None:
    run("add", papers)
    embedder.encoded.clear()
    slow = entry("Slow Networks", "It wins, slowly but surely.")
    papers.write_text(
        entry("Fast Networks", "Another abstract.") + slow + entry("Third Networks") * 2
    )
    again = tmp_path / "again.bib"
    again.write_text(entry("Third Networks") + entry("Fourth Networks"))
    foretold = add("--dry-run", papers, again)
    assert embedder.encoded == []
    assert foretold["papers"] == 2
    happened = add(papers, again)
    assert foretold["files"] == happened["files"]
    assert happened["files"][0]["changed"] == 1
    assert happened["files"][0]["repeated"] == 1
    assert happened["files"][1] | {"new": 1, "unchanged": 1} == happened["files"][1]


def test_a_file_that_cannot_be_read_does_not_keep_the_others_out(
    papers: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty.bib").touch()
    report = add(tmp_path / "missing.bib", papers, tmp_path / "empty.bib")
    assert report["exit_code"] == 1
    assert [bool(file["error"]) for file in report["files"]] == [True, False, True]
    assert report["papers"] == 2


def test_for_unreadable_files_alone_no_library_is_made(tmp_path: Path, folder: Path) -> None:
    result = run("add", tmp_path / "missing.bib")
    assert result.exit_code == 1
    assert "missing.bib" in result.stderr
    assert not folder.exists()


def test_broken_braces_cost_one_entry(papers: Path) -> None:
    papers.write_text("@article{broken, title={Never {closed},\n" + papers.read_text())
    report = add(papers)
    assert report["files"][0]["new"] >= 1
    assert any(skipped["line"] == 1 for skipped in report["files"][0]["skipped"])


def test_ctrl_c_tells_how_many_are_stored_and_they_are(
    papers: Path, embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr("index.indexing.BATCH", 1)
    many = "".join(entry(f"Paper {n}", f"Abstract number {n} of many.") for n in range(300))
    papers.write_text(many)

    def interrupt(_texts: object) -> None:
        if len(embedder.encoded) > 150:
            raise KeyboardInterrupt

    embedder._before = interrupt
    result = run("add", papers)
    assert result.exit_code == 130
    stored = int(result.stderr.split("Stopped; ")[1].split()[0])
    embedder._before = None
    assert len(json.loads(run("papers", "--json").stdout)) >= stored > 0
    assert "300 papers in" in run("add", papers).stderr


RIS = """TY  - JOUR
TI  - Fast Networks
AU  - Lovelace, Ada
PY  - 2024
JO  - Journal of Speed
DO  - 10.1000/fast
AB  - It trains fast and needs no labels at all.
ER  -
"""


def test_a_paper_of_two_files_is_one_and_both_are_told_of(
    papers: Path, tmp_path: Path, embedder: FakeEmbedder
) -> None:
    other = tmp_path / "other.ris"
    other.write_text(RIS)
    foretold = add("--dry-run", papers, other)
    happened = add(papers, other)
    assert foretold["files"] == happened["files"]
    (_, file) = happened["files"]
    assert (file["new"], file["duplicate"], happened["papers"]) == (0, 1, 2)
    (duplicate,) = file["duplicates"]
    assert (duplicate["doi"], duplicate["source_record"]) == ("10.1000/fast", "line 1")
    assert duplicate["duplicate_of"]["source_file"] == str(papers)
    assert len(embedder.encoded) == 2
    told = run("add", papers, other).stderr
    assert f"{other} (RIS): 0 new, 1 unchanged" in told
    listed = run("papers", "--duplicates")
    assert "Fast Networks" in listed.stdout
    assert f"{other}, line 1; Fast Networks; 2024; Journal of Speed" in listed.stdout
    assert "Slow Networks" not in listed.stdout
    (one,) = json.loads(run("papers", "--duplicates", "--json").stdout)
    assert [each["doi"] for each in one["duplicates"]] == ["10.1000/fast"]
    shown = json.loads(run("show", "--json", duplicate["paper_id"]).stdout)
    assert shown == one
    assert "Journal of Speed" in run("show", one["paper_id"]).stdout


def test_where_a_duplicate_stands_is_told(papers: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.ris"
    other.write_text(RIS)
    told = run("add", papers, other).stderr
    assert f"{other} (RIS): 0 new, 1 duplicate" in told
    assert f"1 duplicate – line 1 is Fast Networks ({papers}, line 1)" in told
    again = run("add", "--json", "-", stdin=RIS + RIS)
    (file,) = json.loads(again.stdout)["files"]
    assert (file["unchanged"], file["repeated"]) == (1, 1)
