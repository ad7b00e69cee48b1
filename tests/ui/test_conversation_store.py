"""Conversations come back as they were, to those they belong to."""

from __future__ import annotations

import dataclasses
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from index.papers import Paper
from rag.answers import Claim, Quote
from rag.events import Complete, EvidenceFound
from tests.fakes import answer_of, source_of
from ui.conversation_store import ConversationStore, ConversationStoreError
from ui.page.turns import Turn

PAPER = Paper("a1", "GradCut", "It is fast.", "Cutting", ("Ada Author",), 2024, "ICML", "10.1234/x")
SOURCE = source_of(PAPER, 1)
CLAIM = Claim("Fast.", (1,), "supported", 0.9, (Quote(1, "It is fast.", 0, 11),))
TURN = Turn("How fast is GradCut?").after(EvidenceFound((SOURCE,), 0.1))
ANSWERED = TURN.after(Complete(answer_of("How fast?", (CLAIM,), (SOURCE,))))


def test_a_conversation_comes_back_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite"
    store = ConversationStore(file)
    turns = [ANSWERED, Turn("?").failed("Broken.", "Mend it.")]
    key = store.save("", turns)
    store.close()
    again = ConversationStore(file)
    assert again.load(key) == turns
    again.close()


def test_an_unfinished_turn_is_kept_as_stopped() -> None:
    store = ConversationStore(None)
    key = store.save("", [TURN])
    assert [turn.state for turn in store.load(key)] == ["stopped"]


def test_saving_again_changes_the_same_conversation() -> None:
    store = ConversationStore(None)
    key = store.save("", [ANSWERED])
    assert store.save(key, [ANSWERED, ANSWERED]) == key
    assert [(kept.title, kept.count) for kept in store.find()] == [("How fast is GradCut?", 2)]


def test_nothing_asked_is_not_kept() -> None:
    store = ConversationStore(None)
    assert store.save("", [])
    assert store.find() == []


def test_conversations_are_found_by_words_of_any_question_the_latest_first() -> None:
    store = ConversationStore(None)
    store.save("one", [ANSWERED, Turn("Und was kostet ÄTHER?").stopped()])
    store.save("two", [Turn("100% of_all?").stopped()])
    assert [kept.conversation_id for kept in store.find()] == ["two", "one"]
    assert [kept.conversation_id for kept in store.find("äther GRADCUT")] == ["one"]
    assert [kept.conversation_id for kept in store.find("0% f_a")] == ["two"]
    assert store.find("missing") == []


def test_renamed_and_deleted() -> None:
    store = ConversationStore(None)
    key = store.save("", [ANSWERED])
    store.rename(key, "  My\n title ")
    store.rename(key, "  ")
    store.save(key, [ANSWERED, ANSWERED])
    assert [kept.title for kept in store.find()] == ["My title"]
    store.delete(key)
    assert store.find() == []
    assert store.load(key) == []


def test_what_one_owner_has_no_other_sees_or_changes() -> None:
    store = ConversationStore(None)
    key = store.save("", [ANSWERED], owner="ada")
    assert store.find(owner="bo") == []
    assert store.load(key, owner="bo") == []
    store.save(key, [TURN], owner="bo")
    store.rename(key, "Mine", owner="bo")
    store.delete(key, owner="bo")
    assert [kept.title for kept in store.find(owner="ada")] == ["How fast is GradCut?"]
    assert store.load(key, owner="ada") == [ANSWERED]


def test_a_conversation_of_another_version_is_passed_over() -> None:
    store = ConversationStore(None)
    key = store.save("", [ANSWERED])
    with store._open() as connection:
        connection.execute("UPDATE conversations SET turns = '[{\"no\": 1}]'")
    assert store.load(key) == []


def test_many_threads_lose_nothing() -> None:
    store = ConversationStore(None)

    def work(n: int) -> None:
        for m in range(20):
            store.save(f"{n}", [dataclasses.replace(ANSWERED, question=f"{n}.{m}")])
            store.find(str(n))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {kept.conversation_id for kept in store.find()} == {str(n) for n in range(8)}
    assert all(store.load(str(n))[0].question == f"{n}.19" for n in range(8))


def test_two_programs_use_one_file_at_the_same_time(tmp_path: Path) -> None:
    stores = [ConversationStore(tmp_path / "kept.sqlite") for _ in range(2)]

    def work(n: int) -> None:
        for m in range(20):
            stores[n].save(f"{n}.{m}", [ANSWERED])
            stores[n].find()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(store.find()) for store in stores] == [40, 40]
    for store in stores:
        store.close()


def test_a_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite"
    turns = [ANSWERED]
    with closing(ConversationStore(file)) as store:
        key = store.save("", turns)
    # As it was before there was a write-ahead log.
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with closing(ConversationStore(file)) as again:
        assert again.load(key) == turns


def test_found_by_the_beginning_of_an_id() -> None:
    store = ConversationStore(None)
    store.save("abc1", [ANSWERED])
    store.save("abd2", [ANSWERED])
    store.save("abc3", [ANSWERED], owner="ada")
    assert [kept.conversation_id for kept in store.beginning("ab")] == ["abd2", "abc1"]
    assert [kept.conversation_id for kept in store.beginning(" ABC")] == ["abc1"]
    assert store.beginning("b") == []


def test_a_question_of_several_lines_counts_once() -> None:
    store = ConversationStore(None)
    store.save("", [dataclasses.replace(ANSWERED, question="How\nfast?")])
    assert [kept.count for kept in store.find()] == [1]


def test_what_is_no_such_file_is_said(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite"
    file.write_text("no database " * 100)
    with pytest.raises(ConversationStoreError, match="damaged or no file of conversations"):
        ConversationStore(file)
    with pytest.raises(ConversationStoreError, match="cannot be used"):
        ConversationStore(tmp_path / "missing" / "kept.sqlite")
