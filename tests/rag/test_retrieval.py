from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
