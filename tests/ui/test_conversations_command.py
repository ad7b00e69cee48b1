"""`answerable conversations`: listing, showing, renaming, deleting and exporting."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from index.papers import Paper
from rag.answers import Claim, Quote
from rag.events import Complete
from tests.commandline import run
from tests.fakes import answer_of, source_of
from ui.conversation_store import FILE_NAME, ConversationStore
from ui.page.turns import Turn

PAPER = Paper(
    "a1b2", "GradCut", "It is fast.", "Cutting", ("Ada Author",), 2024, "ICML", "10.1234/x"
)
CLAIM = Claim("Fast.", (1,), "supported", 0.9, (Quote(1, "It is fast.", 0, 11),))
ANSWER = answer_of("How fast is GradCut?", (CLAIM,), (source_of(PAPER, 1),))
ANSWERED = Turn("How fast is GradCut?").after(Complete(ANSWER))


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", str(tmp_path))
    with closing(ConversationStore(tmp_path / FILE_NAME)) as store:
        store.save("abc111", [ANSWERED, Turn("And how small?").stopped()])
        store.save("abd222", [Turn("What is a lantern?").failed("Broken.")])
        store.save("zzz333", [Turn("Hers?").stopped()], owner="ada")


def test_the_list_has_the_latest_first_and_nothing_of_others() -> None:
    result = run("conversations", "list")
    first, second = result.stdout.splitlines()
    assert "What is a lantern?" in first
    assert "abd222" in first
    assert "1 question" in first
    assert "2 questions" in second
    assert "2 conversations." in result.stderr
    assert "Hers?" in run("conversations", "list", "--owner", "ada").stdout


def test_the_list_is_searched_and_is_data() -> None:
    found = json.loads(run("conversations", "list", "--search", "small", "--json").stdout)
    assert [(each["conversation_id"], each["count"]) for each in found] == [("abc111", 2)]


def test_a_conversation_is_shown_with_its_sources() -> None:
    shown = run("conversations", "show", "abc").stdout
    assert "> How fast is GradCut?" in shown
    assert "Fast. [1]" in shown
    assert "Stopped before there was an answer." in shown
    data = json.loads(run("conversations", "show", "abc", "--json").stdout)
    assert data["turns"][0]["answer"]["answer"] == "Fast. [1]"


def test_renamed_and_deleted() -> None:
    assert run("conversations", "rename", "abc", "  Cutting   fast ").exit_code == 0
    assert "Cutting fast" in run("conversations", "list").stdout
    assert "Nothing was deleted." in run("conversations", "delete", "abc", stdin="n\n").stderr
    assert "Cutting fast" in run("conversations", "list").stdout
    assert run("conversations", "delete", "abc", "abd", "--yes").exit_code == 0
    assert run("conversations", "list").stdout == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "ab"), "Give more of the id."),
        (("show", "x"), "answerable conversations list"),
        (("delete", "zzz333", "--yes"), "answerable conversations list"),
        (("rename", "abc", " "), "The title is empty."),
        (("export", "abc", "--format", "doc"), "no such format"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], said: str) -> None:
    result = run("conversations", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_library_that_is_not_there_is_no_place_for_conversations(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANSWERABLE_LIBRARY", str(tmp_path / "none"))
    result = run("conversations", "list")
    assert result.exit_code == 2
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("talk.md", "## How fast is GradCut?"),
        ("talk.html", "<h2>How fast is GradCut?</h2>"),
        ("talk.json", '"question": "How fast is GradCut?"'),
        ("talk.bib", "doi = {10.1234/x}"),
        ("talk.ris", "TI  - Cutting"),
    ],
)
def test_it_is_exported_by_the_name_of_the_file(tmp_path: Path, name: str, said: str) -> None:
    assert run("conversations", "export", "abc", "--output", tmp_path / name).exit_code == 0
    assert said in (tmp_path / name).read_text("utf-8")


def test_without_a_file_a_document_is_printed() -> None:
    assert run("conversations", "export", "abc").stdout.startswith("## How fast is GradCut?")
    assert json.loads(run("conversations", "export", "abc", "--format", "json").stdout)["turns"]
