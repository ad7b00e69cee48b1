"""What is said to the tool, or asked of the library as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer
from rag.events import Complete
from rag.phrases import common_phrases
from rag.small_talk import small_talk_of
from tests.fake_embedder import FakeEmbedder

PAPERS = [
    Paper(
        f"abce{number:012d}",
        f"Paper {number}",
        f"We like solar sails as of {number}. On them are solar sails.",
        year=2010 + number,
        venue="Sails" if number < 3 else None,
        authors=("Ada Byron", f"Author {number}"),
    )
    for number in range(5)
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("library"), FakeEmbedder()) as opened:
        opened.add(PAPERS)
        yield opened


def ask(library: Library, question: str) -> Answer:
    *_, last = Assistant(library, None).ask(question)
    assert isinstance(last, Complete)
    return last.answer


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("hi", "Hello"),
        ("thanks a lot!", "welcome"),
        ("Who are you?", "Answerable"),
        ("What can you do?", "5 papers"),
        ("Do you make things up?", "can be wrong"),
        ("Do you use the internet?", "nothing else"),
        ("what can't you do?", "not full texts"),
        ("Can you read PDFs?", "not full texts"),
        ("what's the weather like today", "no weather"),
        ("Delete everything!", "changes nothing"),
        ("How do I add papers?", "answerable add"),
        ("How do I export citations?", "answerable export"),
        ("What's the best paper here?", "do not judge"),
        ("That's wrong.", "I meant"),
        ("How accurate are you?", "can be wrong"),
        ("你不能做什么？", "全文"),
        ("你好", "5 篇论文"),
        ("你能做什么？", "比较"),
    ],
)
def test_it_replies_briefly_without_a_model_and_cites_nothing(
    library: Library, said: str, reply: str
) -> None:
    answer = ask(library, said)
    assert reply in answer.answer
    assert answer.sources == ()
    assert not answer.abstained


def test_the_last_thing_said_is_answered() -> None:
    assert small_talk_of("Hello! Who are you?") == "identity"
    assert small_talk_of("Hello, what is LoRA?") is None


@pytest.mark.parametrize(
    "question", ["How accurate is it?", "Is it reliable?", "What does it cost?", "What is it for?"]
)
def test_what_is_asked_of_a_paper_is_not_asked_of_the_tool(question: str) -> None:
    assert small_talk_of(question) is None


def test_an_empty_library_still_greets(tmp_path: Path) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as empty:
        assert "0 papers" in ask(empty, "hello").answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is in this library?", ["5 papers", "2010 to 2014", "solar sails (5)", "Sails (3)"]),
        ("What topics are covered?", ["Solar sails (5)"]),
        ("Which years are covered?", ["2010 to 2014"]),
        ("Which venues are covered?", ["Sails (3)", "2 papers have no venue"]),
        ("Which authors have the most papers?", ["Ada Byron (5)"]),
        ("论文涵盖了哪些年份？", ["2010 至 2014"]),
        ("库里涵盖哪些主题？", ["solar sails (5)"]),
    ],
)
def test_the_library_is_described_from_its_own_records(
    library: Library, question: str, said: list[str]
) -> None:
    answer = ask(library, question)
    for piece in said:
        assert piece.casefold() in answer.answer.casefold()
    assert answer.sources == ()


def test_the_newest_paper_is_named_and_cited(library: Library) -> None:
    answer = ask(library, "What is the newest paper?")
    assert [source.label for source in answer.sources if source.cited] == ["Paper 4"]
    assert "2014" in answer.answer


def test_a_longer_phrase_stands_for_what_is_part_of_it() -> None:
    papers = [
        Paper(str(n), str(n), "Red solar sails fly. They are red solar sails.") for n in range(4)
    ]
    assert [phrase.text for phrase in common_phrases(papers, 5)] == ["red solar sails"]
