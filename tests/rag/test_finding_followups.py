"""The papers that are read for a follow-up."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from index.library import Library
from index.papers import Paper
from rag.answers import Answer, Claim, Timings
from rag.choosing import READ_AT_MOST
from rag.conversations import Conversation
from rag.finding import SOURCES, find
from rag.questions import understand
from rag.retrieval import Retriever
from tests.fake_embedder import FakeEmbedder
from tests.fakes import source_of

WOODS = ("oak", "ash", "elm", "fir", "yew", "box", "bay", "fig", "gum", "tea", "nut", "lime")
PAPERS = [
    Paper(
        f"ffff{number:012d}", f"The {wood} study", f"The {wood} grows slowly. Its {wood} is hard."
    )
    for number, wood in enumerate(WOODS)
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("library"), FakeEmbedder()) as opened:
        opened.add(PAPERS)
        yield opened


def said_of(*papers: Paper) -> Conversation:
    """A conversation whose last answer cites these papers."""
    sources = tuple(
        dataclasses.replace(source_of(paper, number), cited=True)
        for number, paper in enumerate(papers, start=1)
    )
    claims = (Claim(papers[0].abstract.split(".")[0] + ".", (1,), "supported", 1.0),)
    question = "How does it grow?"
    return Conversation(
        (Answer(question, question, "", False, claims, sources, Timings(), "fake"),)
    )


def found(library: Library, text: str, conversation: Conversation) -> list[str]:
    everything = find(understand(text), text, conversation, library, Retriever(library))
    return [candidate.paper.paper_id for candidate in everything.candidates]


def test_a_word_that_points_back_finds_the_paper_spoken_of(library: Library) -> None:
    for paper in PAPERS:
        assert found(library, "And how hard is it?", said_of(paper))[0] == paper.paper_id


def test_every_paper_in_focus_is_found_however_many_others_fit_better(library: Library) -> None:
    spoken_of = PAPERS[:3]
    papers = found(library, "And how slowly do they grow?", said_of(*spoken_of))
    assert len(papers) == SOURCES
    assert {paper.paper_id for paper in spoken_of} <= set(papers)


def test_papers_that_are_named_by_place_are_found_alone_and_in_order(library: Library) -> None:
    conversation = said_of(*PAPERS[:3])
    papers = found(library, "Compare the third one with the first one.", conversation)
    assert papers == [PAPERS[2].paper_id, PAPERS[0].paper_id]


def test_where_nothing_tells_surely_the_paper_spoken_of_is_read_too(library: Library) -> None:
    last = PAPERS[-1]
    question = "Do studies of hard growing timber trees count rings slowly?"
    papers = found(library, question, said_of(last))
    assert last.paper_id in papers[:READ_AT_MOST]
