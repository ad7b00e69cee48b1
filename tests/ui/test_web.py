"""The page is built, kept to this machine, and turns events into what is shown."""

from __future__ import annotations

import json
import socket
import sqlite3
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from index.errors import AnswerableError
from index.papers import Paper
from tests.fakes import FakeAssistant, FakeLibrary
from tests.ui.served import served
from ui.conversation_store import ConversationStore
from ui.page.desk import QUOTED, Desk
from ui.page.turns import Turn
from ui.web import launch

PAPERS = [
    Paper("a1", "GradCut", "GradCut is fast. It is cheap.", "Cutting gradients", (), 2024),
    Paper("b2", "SlowNet", "SlowNet is slow. It is dear.", "A slow network"),
]


@pytest.fixture
def assistant() -> FakeAssistant:
    return FakeAssistant(PAPERS)


@pytest.fixture
def desk(assistant: FakeAssistant) -> Desk:
    return Desk(assistant, FakeLibrary(PAPERS), None)


def last(desk: Desk, question: str, turns: list[Turn] | None = None, mode: str = "written") -> Any:
    return list(desk.ask(question, turns or [], mode, "en", "session"))


def test_the_steps_of_an_answer(desk: Desk) -> None:
    steps = last(desk, "How fast is GradCut?")
    assert steps[0].question["stop_btn"] == "Stop"
    assert steps[-1].question["submit_btn"] == "Ask"
    assert "GradCut is fast." in steps[-1].chat[-1]["content"]
    assert "src-0-1" in steps[-1].sources
    turns = steps[-1].turns
    assert [turn.question for turn in turns] == ["How fast is GradCut?"]
    assert not desk.running("session")


def test_a_follow_up_knows_what_was_said(desk: Desk, assistant: FakeAssistant) -> None:
    turns = last(desk, "How fast is GradCut?")[-1].turns
    steps = last(desk, "And SlowNet?", turns)
    assert [turn.question for turn in assistant.conversations[-1].turns] == ["How fast is GradCut?"]
    assert len(steps[-1].chat) == 4
    assert "src-1-1" in steps[-1].sources


def test_sources_are_sent_only_when_they_change(desk: Desk) -> None:
    steps = last(desk, "How fast is GradCut?")
    sent = [step.sources for step in steps if isinstance(step.sources, str)]
    assert len(sent) == len(set(sent))


def test_a_conversation_that_cannot_be_kept_is_answered_and_says_so(
    assistant: FakeAssistant, tmp_path: Path
) -> None:
    history = ConversationStore(tmp_path / "conversations.sqlite")
    desk = Desk(assistant, FakeLibrary(PAPERS), None, history)
    turns = last(desk, "How fast is GradCut?")[-1].turns
    with sqlite3.connect(tmp_path / "conversations.sqlite") as other:
        other.execute("DROP TABLE conversations")
    other.close()
    reply = last(desk, "And how cheap?", turns)[-1].chat[-1]["content"]
    assert "is-done" in reply
    assert "This conversation is not kept" in reply
    assert "no such table" in reply
    assert "no such table" in desk.past("", "en")
    history.close()


def test_nothing_asked_is_nothing_answered(desk: Desk) -> None:
    assert last(desk, "") == []


def test_closing_the_steps_closes_the_events(desk: Desk, assistant: FakeAssistant) -> None:
    steps = desk.ask("slow", [], "written", "en", "session")
    next(steps)
    next(steps)
    assert desk.running("session")
    steps.close()  # type: ignore[attr-defined]
    assert assistant.closed.wait(5)
    assert not desk.running("session")


def test_stop_ends_the_steps(desk: Desk, assistant: FakeAssistant) -> None:
    seen: list[Any] = []
    reader = threading.Thread(target=lambda: seen.extend(last(desk, "slow")))
    reader.start()
    while not desk.running("session"):
        time.sleep(0.01)
    desk.stop("session")
    reader.join(5)
    assert seen[-1].turns[-1].state == "stopped"
    assert seen[-1].question["submit_btn"] == "Ask"
    assert assistant.closed.wait(5)
    desk.stop("nobody")


def test_twenty_conversations_are_answered_one_at_a_time_and_not_mixed_up(
    desk: Desk, assistant: FakeAssistant
) -> None:
    ends: dict[str, list[Turn]] = {}

    def converse(name: str) -> None:
        turns: list[Turn] = []
        for n in range(3):
            question = f"{name} asks {n}: fast?"
            turns = list(desk.ask(question, turns, "written", "en", name))[-1].turns
        ends[name] = turns

    names = [f"s{n}" for n in range(20)]
    readers = [threading.Thread(target=converse, args=(name,)) for name in names]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(60)
    assert assistant.most_running == 1
    for name in names:
        answers = [turn.answer.question for turn in ends[name] if turn.answer]
        assert answers == [f"{name} asks {n}: fast?" for n in range(3)]


def test_quoted_answers_wait_for_nobody(desk: Desk, assistant: FakeAssistant) -> None:
    steps = desk.ask("slow", [], "written", "en", "one")
    next(steps)
    assert last(desk, "How fast is GradCut?", mode=QUOTED)[-1].turns[-1].answer is not None
    steps.close()  # type: ignore[attr-defined]
    assert assistant.closed.wait(5)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(FakeAssistant(PAPERS), FakeLibrary(PAPERS)) as url:
        yield url


def port_of(address: str) -> int:
    return int(address.rsplit(":", 1)[1].strip("/"))


def test_the_page_answers_on_loopback_alone(address: str) -> None:
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(address) as reply:
        assert b"Answerable" in reply.read()
    with socket.socket() as probe:
        # Another address of this machine's loopback network is free: only 127.0.0.1 is taken.
        probe.bind(("127.0.0.2", port_of(address)))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "example.org"])
def test_other_addresses_are_refused(host: str) -> None:
    with pytest.raises(AnswerableError, match="other machines"):
        launch(None, host=host)  # type: ignore[arg-type]


def test_a_port_in_use_gives_way_to_the_next(address: str) -> None:
    taken = port_of(address)
    with served(FakeAssistant(PAPERS), FakeLibrary(PAPERS), port=taken) as second:
        assert port_of(second) > taken


def test_nothing_is_told_to_anyone(address: str) -> None:
    with urllib.request.urlopen(f"{address}config") as reply:
        config = json.load(reply)
    assert config["analytics_enabled"] is False
    assert "googleapis" not in json.dumps(config)
    assert config["footer_links"] == []


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("127.0.0.1:1", 200), ("localhost", 200), ("[::1]:7860", 200), ("127.0.0.9", 200),
        ("evil.example", 421), ("evil.example:7860", 421), ("127.0.0.1.evil.example", 421),
        ("", 421), ("[", 421),
    ],
)  # fmt: skip
def test_who_asks_for_another_name_is_not_answered(address: str, name: str, status: int) -> None:
    assert httpx.get(address, headers={"Host": name}).status_code == status


def test_the_page_may_load_nothing_from_elsewhere_and_stand_in_no_other(address: str) -> None:
    with urllib.request.urlopen(address) as reply:
        policy = reply.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy


def test_an_abandoned_answer_shows_nothing_more(desk: Desk, assistant: FakeAssistant) -> None:
    steps = desk.ask("slow", [], "written", "en", "session")
    next(steps)
    desk.abandon("session")
    assert list(steps) == []
    assert assistant.closed.wait(5)
    assert not desk.running("session")


def test_what_was_said_is_kept_even_when_the_page_is_closed(desk: Desk) -> None:
    steps = desk.ask("slow", [], "written", "en", "session")
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    kept = desk.history.find("slow")
    assert [turn.state for turn in desk.history.load(kept[0].conversation_id)] == ["stopped"]
    last(desk, "How fast is GradCut?")
    assert len(desk.history.find()) == 2


def test_what_is_typed_is_read_ahead_unless_an_answer_needs_the_model(
    desk: Desk, assistant: FakeAssistant
) -> None:
    def typed_until_read(text: str) -> None:
        end = time.monotonic() + 5
        while text not in assistant.read:
            assert time.monotonic() < end, assistant.read
            desk.typing(text, [], "written")
            time.sleep(0.02)

    desk.typing("How fast", [], "written")
    desk.typing("How fast is it", [], QUOTED)
    typed_until_read("How fast is GradCut")
    steps = desk.ask("slow", [], "written", "en", "session")
    while assistant.running == 0:
        next(steps)
    desk.typing("How cheap is GradCut", [], "written")
    steps.close()  # type: ignore[attr-defined]
    assert assistant.closed.wait(5)
    typed_until_read("How dear is SlowNet")
    assert set(assistant.read) == {"How fast is GradCut", "How dear is SlowNet"}
