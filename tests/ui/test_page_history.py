"""Conversations come back as they were, to whom they belong."""

from __future__ import annotations

import dataclasses
import threading
from pathlib import Path

from index.papers import Paper
from rag.answers import Claim, Quote
from rag.events import Complete, EvidenceFound
from tests.fakes import answer_of, source_of
from ui.page.history import History, list_html
from ui.page.turns import Turn

PAPER = Paper("a1", "GradCut", "It is fast.", "Cutting", ("Ada Author",), 2024, "ICML", "10.1234/x")
SOURCE = source_of(PAPER, 1)
CLAIM = Claim("Fast.", (1,), "supported", 0.9, (Quote(1, "It is fast.", 0, 11),))
TURN = Turn("How fast is GradCut?").after(EvidenceFound((SOURCE,), 0.1))
ANSWERED = TURN.after(Complete(answer_of("How fast?", (CLAIM,), (SOURCE,))))


def test_a_conversation_comes_back_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite"
    history = History(file)
    turns = [ANSWERED, Turn("?").failed("Broken.", "Mend it.")]
    key = history.save("", turns)
    history.close()
    again = History(file)
    assert again.load(key) == turns
    again.close()


def test_an_unfinished_turn_is_kept_as_stopped() -> None:
    history = History(None)
    key = history.save("", [TURN])
    assert [turn.state for turn in history.load(key)] == ["stopped"]


def test_saving_again_changes_the_same_conversation() -> None:
    history = History(None)
    key = history.save("", [ANSWERED])
    assert history.save(key, [ANSWERED, ANSWERED]) == key
    assert [(kept.title, kept.count) for kept in history.find()] == [("How fast is GradCut?", 2)]


def test_nothing_asked_is_not_kept() -> None:
    history = History(None)
    assert history.save("", [])
    assert history.find() == []


def test_conversations_are_found_by_words_of_any_question_the_latest_first() -> None:
    history = History(None)
    history.save("one", [ANSWERED, Turn("Und was kostet ÄTHER?").stopped()])
    history.save("two", [Turn("100% of_all?").stopped()])
    assert [kept.conversation_id for kept in history.find()] == ["two", "one"]
    assert [kept.conversation_id for kept in history.find("äther GRADCUT")] == ["one"]
    assert [kept.conversation_id for kept in history.find("0% f_a")] == ["two"]
    assert history.find("missing") == []


def test_renamed_and_deleted() -> None:
    history = History(None)
    key = history.save("", [ANSWERED])
    history.rename(key, "  My\n title ")
    history.rename(key, "  ")
    history.save(key, [ANSWERED, ANSWERED])
    assert [kept.title for kept in history.find()] == ["My title"]
    history.delete(key)
    assert history.find() == []
    assert history.load(key) == []


def test_what_one_owner_has_no_other_sees_or_changes() -> None:
    history = History(None)
    key = history.save("", [ANSWERED], owner="ada")
    assert history.find(owner="bo") == []
    assert history.load(key, owner="bo") == []
    history.save(key, [TURN], owner="bo")
    history.rename(key, "Mine", owner="bo")
    history.delete(key, owner="bo")
    assert [kept.title for kept in history.find(owner="ada")] == ["How fast is GradCut?"]
    assert history.load(key, owner="ada") == [ANSWERED]


def test_a_conversation_of_another_version_is_passed_over() -> None:
    history = History(None)
    key = history.save("", [ANSWERED])
    with history._open() as connection:
        connection.execute("UPDATE conversations SET turns = '[{\"no\": 1}]'")
    assert history.load(key) == []


def test_many_threads_lose_nothing() -> None:
    history = History(None)

    def work(n: int) -> None:
        for m in range(20):
            history.save(f"{n}", [dataclasses.replace(ANSWERED, question=f"{n}.{m}")])
            history.find(str(n))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {kept.conversation_id for kept in history.find()} == {str(n) for n in range(8)}
    assert all(history.load(str(n))[0].question == f"{n}.19" for n in range(8))


def test_the_list_is_safe_and_says_when_it_is_empty() -> None:
    history = History(None)
    assert "kept here" in list_html([], False, "en")
    assert "No conversation matches" in list_html([], True, "en")
    history.save("", [Turn('<img src=x onerror="alert(1)">').stopped()])
    shown = list_html(history.find(), False, "en")
    assert "<img" not in shown
    assert 'onerror="' not in shown
    assert "1 question" in shown
