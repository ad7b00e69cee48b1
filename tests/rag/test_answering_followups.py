"""Questions that lean on the one before, from the question to the answer, with scripted models."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from index.library import Library
from index.papers import Paper
from rag.conversations import Conversation
from tests.rag.toy_library import GEYSER, LANTERN, QUARRY, ask, toy_library
from tests.scripted_model import ScriptedModel


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with toy_library(tmp_path_factory.mktemp("library")) as opened:
        yield opened


def test_a_follow_up_stays_with_the_paper_in_focus(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "Lantern learns from sketches.")
    first = ask(library, model, "What does Lantern learn from?")
    model = ScriptedModel(lambda prompt: "It needs 40 labelled images.")
    second = ask(library, model, "How many labelled images does it need?", Conversation((first,)))
    assert [source.label for source in second.sources if source.cited] == ["Lantern"]
    assert "Lantern" in second.standalone_question


@pytest.mark.parametrize(
    ("odds", "read"), [(0.2, {"Lantern"}), (-2.0, {"Geyser", "Lantern", "Quarry"})]
)
def test_a_follow_up_reads_other_papers_only_where_those_in_focus_lack_the_answer(
    library: Library, odds: float, read: set[str]
) -> None:
    model = ScriptedModel(lambda prompt: "Lantern learns from sketches.")
    first = ask(library, model, "What does Lantern learn from?")
    model = ScriptedModel(lambda prompt: "It needs 40 labelled images.", lambda prompt: odds)
    ask(library, model, "How many labelled images does it need?", Conversation((first,)))
    papers = (GEYSER, LANTERN, QUARRY)
    assert {each.label for each in papers if any(each.abstract in p for p in model.prompts)} == read


def test_a_follow_up_without_a_pronoun_stays_with_the_paper_in_focus(library: Library) -> None:
    first = ask(
        library, ScriptedModel(lambda prompt: "Quarry expands every document."), "What is Quarry?"
    )
    model = ScriptedModel(
        lambda prompt: "Recall rises from 61% to 74% on legal cases.",
        odds=lambda prompt: 2.0 if "Quarry expands" in prompt else -2.0,
    )
    second = ask(library, model, "What are the gains?", Conversation((first,)))
    assert [source.label for source in second.sources if source.cited] == ["Quarry"]


def test_a_question_that_names_another_paper_changes_the_topic(library: Library) -> None:
    first = ask(
        library, ScriptedModel(lambda prompt: "Quarry expands every document."), "What is Quarry?"
    )
    model = ScriptedModel(lambda prompt: "Lantern learns from sketches.")
    question = "What does the Lantern segmentation network for tumours learn from?"
    second = ask(library, model, question, Conversation((first,)))
    assert [source.label for source in second.sources if source.cited] == ["Lantern"]
    assert second.standalone_question == question


def test_a_pronoun_for_a_name_within_the_question_changes_the_topic(library: Library) -> None:
    first = ask(
        library, ScriptedModel(lambda prompt: "Quarry expands every document."), "What is Quarry?"
    )
    model = ScriptedModel(lambda prompt: "It routes mail by drone.")
    mail = Paper("aaaa000000000009", "FOX-9", "FOX-9 routes mail between islands by drone.")
    question = "How does FOX-9 route mail between islands, and is it done by drone?"
    library.add([mail])
    try:
        second = ask(library, model, question, Conversation((first,)))
    finally:
        library.remove([mail.paper_id])
    assert second.standalone_question == question
