"""Summaries of one paper, and of a topic over the papers that speak of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.conversations import Conversation
from rag.events import TextSoFar
from tests.fake_embedder import FakeEmbedder
from tests.rag.asking import all_of
from tests.scripted_model import ScriptedModel

CUT = Paper(
    "a" * 16,
    "GradCut: pruning gradients",
    "Exchanging gradients is slow. We propose GradCut, which does pruning of gradients before "
    "they are exchanged. On ImageNet, GradCut reaches 76.3% accuracy. "
    "A limitation is that it fails on recurrent networks. Code: https://example.org/gradcut.",
    title="GradCut: pruning gradients",
)
HEADS = Paper(
    "b" * 16,
    "HeadDrop: pruning attention heads",
    "Attention is costly. We introduce HeadDrop, which does pruning of attention heads. "
    "HeadDrop retains 99% of the accuracy on GLUE.",
    title="HeadDrop: pruning attention heads",
)
TREE = Paper(
    "c" * 16,
    "TreeWalk: searching trees",
    "Trees are large and search is expensive. We present TreeWalk, which walks trees at random. "
    "TreeWalk outperforms exhaustive search by 12%. Unlike pruning, it forgets nothing.",
    title="TreeWalk: searching trees",
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([CUT, HEADS, TREE])
        yield opened


def writes(prompt: str) -> str:
    if "GradCut" in prompt:
        return "GradCut does pruning of gradients before they are exchanged. It cures measles."
    if "HeadDrop" in prompt:
        return "It cures measles."
    return "TreeWalk walks trees at random."


def test_what_the_abstract_states_is_shown_before_a_word_is_written(library: Library) -> None:
    model = ScriptedModel(writes)
    seen, answer = all_of(Assistant(library, model).ask("Summarise the GradCut paper."))
    first = next(event for event in seen if isinstance(event, TextSoFar))
    assert "76.3% accuracy" in first.text
    assert "pruning of gradients before" not in first.text
    overview, items = answer.answer.split("\n\n")
    assert overview == "GradCut does pruning of gradients before they are exchanged. [1]"
    assert items.splitlines() == [
        "- **Results**: “On ImageNet, GradCut reaches 76.3% accuracy.” [1]",
        "- **Limits**: “A limitation is that it fails on recurrent networks.” [1]",
        "- **Code and data**: https://example.org/gradcut [1]",
    ]
    assert [claim.text for claim in answer.dropped] == ["It cures measles."]


def test_a_problem_that_the_writer_leaves_out_stands_in_the_papers_words(library: Library) -> None:
    model = ScriptedModel(lambda _: "HeadDrop retains 99% of the accuracy on GLUE.")
    _, answer = all_of(Assistant(library, model).ask("Summarise HeadDrop."))
    assert "- **Problem**: “Attention is costly.” [1]" in answer.answer
    assert answer.answer.count("99%") == 1


def test_a_figure_that_the_writer_leaves_out_stands_in_the_papers_words(tmp_path: Path) -> None:
    survey = Paper(
        "d" * 16,
        "A survey of replies",
        "Replies may please too much. We present a survey of replies, analysing 1.5 million "
        "replies of one service. Replies please too much in one of 40 talks.",
    )
    written = "A survey of replies analyses replies of one service."
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add([survey])
        _, answer = all_of(
            Assistant(library, ScriptedModel(lambda _: written)).ask(
                "Summarise the survey of replies."
            )
        )
    assert answer.answer.startswith(f"{written} [1]")
    assert "1.5 million" in answer.answer


def test_where_nothing_written_passes_the_papers_words_stand(library: Library) -> None:
    _, answer = all_of(Assistant(library, ScriptedModel(writes)).ask("Summarise HeadDrop."))
    assert answer.answer.count("Attention is costly.") == 1
    assert "- **Method**: “We introduce HeadDrop" in answer.answer
    assert "measles" not in answer.answer
    assert "Not stated in the abstract: code and data." in answer.answer


def test_without_a_model_a_summary_is_of_the_papers_words(library: Library) -> None:
    _, answer = all_of(
        Assistant(library, None).ask("Summarise the TreeWalk paper.", extractive=True)
    )
    assert answer.answer.startswith("- **Problem**: “Trees are large and search is expensive.”")
    assert all(claim.evidence for claim in answer.claims)


def test_the_paper_in_focus_is_summarised(library: Library) -> None:
    assistant = Assistant(library, ScriptedModel(writes))
    _, compared = all_of(assistant.ask("Compare TreeWalk and HeadDrop.", extractive=True))
    conversation = Conversation().with_answer(compared)
    _, answer = all_of(assistant.ask("Summarise the second one.", conversation))
    assert {source.paper_id for source in answer.sources if source.cited} == {HEADS.paper_id}


@pytest.mark.parametrize(
    "question",
    [
        "Summarise what the papers say about pruning.",
        "What do the abstracts say about pruning?",
        "Give me an overview of the research on pruning.",
    ],
)
def test_a_topic_is_drawn_from_the_papers_that_are_about_it(
    library: Library, question: str
) -> None:
    _, answer = all_of(Assistant(library, ScriptedModel(writes)).ask(question))
    cited = {source.paper_id for source in answer.sources if source.cited}
    # TreeWalk only mentions it in passing.
    assert cited == {CUT.paper_id, HEADS.paper_id}
    assert answer.answer.startswith("Drawn from 2 of the 3 papers")
    assert "- **GradCut**: GradCut does pruning of gradients before they are" in answer.answer
    assert "- **HeadDrop**: “We introduce HeadDrop, which does pruning" in answer.answer


def test_a_topic_that_no_paper_speaks_of_is_left_to_the_nearest_that_the_model_lets_in(
    library: Library,
) -> None:
    question = "Summarise what the papers say about zebra fish."
    refusing = ScriptedModel(writes, odds=lambda prompt: -2.0)
    _, answer = all_of(Assistant(library, refusing).ask(question))
    assert answer.abstained


def test_a_paper_by_its_number_needs_a_conversation_that_showed_it(library: Library) -> None:
    model = ScriptedModel(writes)
    _, answer = all_of(Assistant(library, model).ask("Summarise paper 3."))
    assert answer.answer == "Nothing was asked before that. Ask a question first."
    assert model.prompts == []
