"""Papers like one paper, with a scripted model and a scripted embedder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer
from rag.conversations import Conversation
from rag.events import Complete
from rag.similar import similar_to
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

HERON = Paper(
    "abcd000000000001",
    "Heron",
    "Rivers flood valleys and towns every spring. We propose Heron, a lattice of copper springs. "
    "Floods fall by 12% in ten towns of SPRING-9.",
)
SAME_PROBLEM = Paper(
    "abcd000000000002",
    "Kite",
    "Rivers flood valleys and towns every spring. We propose Kite, an auction for barley seeds. "
    "Farmers earn more.",
)
SAME_METHOD = Paper(
    "abcd000000000003",
    "Crane",
    "Violins lose their tone in winter halls. We propose Crane, a lattice of copper springs. "
    "Listeners notice.",
)
OTHER = Paper(
    "abcd000000000004",
    "Moth",
    "Bees sleep at noon. We propose Moth, a choir of tiny bells. Nobody wakes.",
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("library"), FakeEmbedder()) as opened:
        opened.add([HERON, SAME_PROBLEM, SAME_METHOD, OTHER])
        yield opened


def ask(library: Library, question: str, conversation: Conversation | None = None) -> Answer:
    model = ScriptedModel(lambda prompt: "Heron is a lattice of copper springs.")
    *_, last = Assistant(library, model).ask(question, conversation)
    assert isinstance(last, Complete)
    return last.answer


def cited(answer: Answer) -> list[str]:
    return [source.label for source in answer.sources if source.cited]


def test_a_paper_is_not_similar_to_itself(library: Library) -> None:
    found = similar_to(library, HERON)
    assert {each.paper.label for each in found} == {"Kite", "Crane", "Moth"}


@pytest.mark.parametrize(("facet", "label"), [("problem", "Kite"), ("method", "Crane")])
def test_a_facet_decides_what_similar_means(library: Library, facet: str, label: str) -> None:
    answer = ask(library, f"Which papers are similar to Heron by {facet}?")
    assert cited(answer)[0] == label
    assert f"“Heron” by {facet}" in answer.answer


def test_each_is_shown_with_its_sentence_for_the_facet(library: Library) -> None:
    answer = ask(library, "papers similar to Heron by method")
    assert "“We propose Crane, a lattice of copper springs.”" in answer.answer
    for claim in answer.claims:
        (quote,) = claim.evidence
        source = next(s for s in answer.sources if s.number == quote.citation)
        assert source.abstract[quote.start : quote.end] == quote.quote


def test_this_one_is_the_paper_spoken_of_and_the_others_are_looked_at(library: Library) -> None:
    first = ask(library, "Which papers mention SPRING-9?")
    answer = ask(library, "Are there papers like this one?", Conversation((first,)))
    assert "“Heron”" in answer.answer
    assert len(cited(answer)) == 3
    assert "Heron" not in cited(answer)


def test_where_no_paper_is_meant_it_asks_which(library: Library) -> None:
    answer = ask(library, "Show me similar papers")
    assert "Which paper?" in answer.answer
    assert cited(answer) == []


def test_as_many_as_are_asked_for(library: Library) -> None:
    assert len(similar_to(library, HERON, limit=2)) == 2
