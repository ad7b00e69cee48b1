from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper
from rag.retrieval import Retriever, clear_lead
from tests.fake_embedder import FakeEmbedder

OTHERS = [
    Paper(f"cccc{n:012}", f"Other {n}", f"Boats of kind {n} sail on the river with wind.")
    for n in range(40)
]
CLOCK = Paper(
    "aaaa000000000001", "Clock", "A clock named Tick2 shows the hour.", year=1999, title="Clocks"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("library")
    with Library.open(folder, FakeEmbedder()) as opened:
        opened.add([*OTHERS, CLOCK])
        yield opened


def test_the_paper_with_the_words_comes_first_and_leads_clearly(library: Library) -> None:
    found = Retriever(library).search("Which hour does the clock Tick2 show?")
    assert found[0].paper.label == "Clock"
    assert clear_lead(found)
    assert 0 < found[0].match <= 1


def test_papers_asked_for_are_among_the_candidates_however_far_off(library: Library) -> None:
    search = Retriever(library).search
    question = "Which boats sail on the river with wind?"
    assert CLOCK.paper_id not in [c.paper.paper_id for c in search(question, limit=5)]
    found = search(question, limit=5, also=[CLOCK.paper_id])
    assert CLOCK.paper_id in [c.paper.paper_id for c in found]
    assert len(found) == 5


def test_a_filter_holds_for_papers_asked_for_too(library: Library) -> None:
    where = PaperFilter(year_from=2000)
    found = Retriever(library).search("clock", where=where, also=[CLOCK.paper_id])
    assert CLOCK.paper_id not in [c.paper.paper_id for c in found]


def test_a_question_without_words_finds_something_or_nothing_but_does_not_fail(
    library: Library,
) -> None:
    for question in ("?", "的", "the", "🦆"):
        assert len(Retriever(library).search(question)) <= 8


def test_the_paper_called_by_a_name_comes_before_those_that_mention_it(tmp_path: Path) -> None:
    called = Paper("1", "x", "A model of text.", title="BERT: a model of text")
    mentions = Paper("2", "x", "We train BERT longer. BERT gains.", title="A longer BERT, RoBERTa")
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([mentions, called, *OTHERS[:6]])
        found = Retriever(opened).search("BERT")
    assert found[0].paper.paper_id == "1"


def test_the_paper_with_the_quoted_phrase_comes_first(tmp_path: Path) -> None:
    saying = Paper("1", "x", "Rivers are wide. A sail of red linen was lost.")
    others = [Paper(f"2{n}", "x", f"Linen sails, red linen sails, kind {n}.") for n in range(9)]
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([*others, saying])
        search = Retriever(opened).search
        for question in ('Who lost "a sail of red linen"?', "“sail of red Linen”"):
            assert search(question)[0].paper.paper_id == "1"


def test_nearly_the_same_paper_is_found_once(tmp_path: Path) -> None:
    text = "Geese fly south in autumn and come back in spring, along one and the same river."
    twin = text.replace("autumn", "late autumn")
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([Paper("1", "x", text), Paper("2", "x", twin), *OTHERS[:6]])
        search = Retriever(opened).search
        found = [c.paper.paper_id for c in search("When do geese fly south?", limit=4)]
        assert len({"1", "2"} & set(found)) == 1
        assert len(found) == 4
        wanted = [c.paper.paper_id for c in search("Do geese fly?", limit=4, also=["1", "2"])]
        assert {"1", "2"} <= set(wanted)


class Reversing:
    """Prefers what was found last; notes what it was given."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        self.read = list(texts)
        return np.arange(len(texts), dtype=np.float32) * 100


def test_a_reranker_has_a_say_in_the_order_of_the_best(library: Library) -> None:
    question = "Which boats sail on the river?"
    before = Retriever(library).search(question, limit=30)
    reranker = Reversing()
    after = Retriever(library, reranker).search(question, limit=30)
    assert reranker.read == [c.paper.text for c in before[: len(reranker.read)]]
    assert 1 < len(reranker.read) < len(OTHERS)
    assert after[0].paper != before[0].paper
    read = len(reranker.read)
    assert {c.paper.paper_id for c in after[:read]} == {c.paper.paper_id for c in before[:read]}
    assert [c.paper for c in after[read:]] == [c.paper for c in before[read:]]
