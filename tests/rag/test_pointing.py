"""Numbers and places point at papers that were shown."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.papers import Paper
from rag.answers import Answer, Timings
from rag.conversations import Conversation
from rag.pointing import pointed_at
from tests.fakes import source_of


def answer(cited: str, found: str = "", *, abstained: bool = False) -> Answer:
    """An answer that cites the papers of these letters, and found others beside them."""
    papers = [Paper(letter, letter.upper(), f"About {letter}.") for letter in cited + found]
    sources = tuple(
        dataclasses.replace(source_of(paper, number), cited=number <= len(cited))
        for number, paper in enumerate(papers, start=1)
    )
    return Answer("?", "?", "", abstained, (), sources, Timings(), "fake")


LISTED = Conversation((answer("abc"),))
THEN_ONE = Conversation((answer("abc"), answer("b", "xy")))


@pytest.mark.parametrize(
    ("text", "papers"),
    [
        ("What does the second one need?", "b"),
        ("And the third?", "c"),
        ("Does the 1st paper use labels?", "a"),
        ("Summarise the last one.", "c"),
        ("Compare the first with the third one.", "ac"),
        ("How do the first two differ?", "ab"),
        ("What do the last two papers share?", "bc"),
        ("Is the former faster than the latter?", "ab"),
        ("Tell me about [2].", "b"),
        ("Compare [3] and [1].", "ca"),
        ("Summarise paper 3.", "c"),
        ("Which of all three is fastest?", "abc"),
        ("Do both of them need labels?", "abc"),
        ("第二篇用了什么数据？", "b"),
        ("第三个呢？", "c"),
        ("论文 2 的结果是什么？", "b"),
        ("最后一篇呢？", "c"),
        ("前者需要训练吗？", "a"),
    ],
)
def test_places_count_the_papers_that_were_cited(text: str, papers: str) -> None:
    assert pointed_at(text, LISTED).paper_ids == tuple(papers)


@pytest.mark.parametrize(
    "text",
    [
        "What does the second layer do?",
        "Who is the first author?",
        "How long are the first 10 epochs?",
        "On the other hand, is it fast?",
        "Does it beat the other methods?",
        "Compare the two papers on pruning.",
        "Does it help on both ImageNet and CIFAR?",
        "Was it published in paper 2024?",
        "Is each token masked?",
        "第一个实验用了什么？",
    ],
)
def test_places_within_a_paper_point_at_none(text: str) -> None:
    assert pointed_at(text, LISTED).paper_ids == ()


@pytest.mark.parametrize(
    ("text", "papers"),
    [
        ("And the third one?", "c"),
        ("What about the other?", "a"),
        ("What about the others?", "ac"),
        ("Compare it with the first.", "ba"),
        ("Compare it with [3].", "by"),
        ("Does the first one need its labels?", "a"),
    ],
)
def test_a_list_stays_in_reach_after_one_of_it_was_spoken_of(text: str, papers: str) -> None:
    assert pointed_at(text, THEN_ONE).paper_ids == tuple(papers)


def test_after_a_comparison_the_other_is_the_second() -> None:
    assert pointed_at("And the other one?", Conversation((answer("ab"),))).paper_ids == ("b",)


def test_after_an_abstention_the_nearest_papers_are_counted() -> None:
    nothing = Conversation((answer("", "xyz", abstained=True),))
    assert pointed_at("What does the second one say?", nothing).paper_ids == ("y",)


def test_a_number_that_was_not_shown_is_said_to_be_missing() -> None:
    assert pointed_at("Summarise paper 9.", LISTED).missing == (9,)
    assert pointed_at("As shown in [9], is it fast?", LISTED).missing == ()


@given(st.text(max_size=80), st.integers(0, 3))
def test_only_papers_that_were_shown_are_pointed_at(text: str, turns: int) -> None:
    conversation = Conversation((answer("abc"), answer("b", "xy"), answer("", "z"))[:turns])
    shown = {source.paper_id for turn in conversation.turns for source in turn.sources}
    assert set(pointed_at(f"the other one, {text} the second", conversation).paper_ids) <= shown
