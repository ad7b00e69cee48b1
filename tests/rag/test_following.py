"""A question is understood from what was said before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from index.filters import PaperFilter
from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer
from rag.conversations import Conversation
from rag.events import Complete
from rag.following import REPEATED
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

HERON = Paper(
    "dddd000000000001",
    "Heron: counting birds",
    "Heron counts birds in photographs of marshes. It was trained on 900 photographs. "
    "It misses one bird in ten. Rain blurs its photographs.",
)
KETTLE = Paper(
    "dddd000000000002",
    "Kettle: predicting the demand for tea",
    "Kettle predicts the demand for tea from the weather. It was fitted to sales of 12 years. "
    "Its error is 4%.",
)
ANVIL = Paper(
    "dddd000000000003",
    "Anvil: finding cracks in steel",
    "Anvil finds cracks in steel by sound. It needs one microphone. It hears 97% of cracks.",
)
PAPERS = (HERON, KETTLE, ANVIL)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("library"), FakeEmbedder()) as opened:
        opened.add(PAPERS)
        yield opened


def nearest_sentence(prompt: str) -> str:
    """The sentence of the abstract that has most words of the question."""
    abstract, _, question = prompt.split("Abstract: ")[1].partition("Question: ")
    asked = set(re.findall(r"[a-z]{3,}", question.lower()))
    sentences: list[str] = re.findall(r"[A-Z][^.]*\.", abstract.split("\n")[0])
    return max(
        sentences,
        key=lambda sentence: len(asked & set(re.findall(r"[a-z]{3,}", sentence.lower()))),
    )


def talk(
    library: Library, *questions: str, where: PaperFilter | None = None
) -> tuple[list[Answer], ScriptedModel]:
    """The answers of one conversation, and the model that gave them."""
    model = ScriptedModel(nearest_sentence)
    assistant = Assistant(library, model)
    conversation = Conversation()
    for question in questions:
        *_, last = assistant.ask(question, conversation, where=where)
        assert isinstance(last, Complete)
        conversation = conversation.with_answer(last.answer)
    return list(conversation.turns), model


def cited(answer: Answer) -> list[str]:
    return [source.label.split(":")[0] for source in answer.sources if source.cited]


BOTH = "Compare Heron, which counts birds in marshes, and Kettle, which predicts demand for tea."


def test_the_second_one_is_the_second_paper_that_was_cited(library: Library) -> None:
    turns, _ = talk(library, BOTH, "What was the second one fitted to?")
    assert cited(turns[0]) == ["Heron", "Kettle"]
    assert cited(turns[1]) == ["Kettle"]
    assert turns[1].standalone_question.endswith("(about Kettle: predicting the demand for tea)")


def test_the_other_is_the_one_that_was_not_just_spoken_of(library: Library) -> None:
    turns, _ = talk(library, BOTH, "What was the second one fitted to?", "And the other one?")
    assert cited(turns[2]) == ["Heron"]


def test_a_number_is_that_source(library: Library) -> None:
    turns, _ = talk(library, "What does Heron count?", "Summarise [2].")
    assert cited(turns[1]) == [turns[0].sources[1].label.split(":")[0]]


def test_a_number_that_no_source_has_is_said_to_be_missing(library: Library) -> None:
    turns, model = talk(library, "What does Heron count?", "Summarise paper 40.")
    assert "no source with the number 40" in turns[1].answer
    assert not any("Summarise" in prompt for prompt in model.prompts)


def test_back_to_an_earlier_topic(library: Library) -> None:
    turns, _ = talk(
        library,
        "What does Heron count?",
        "What does Kettle predict?",
        "Back to Heron: how many photographs was it trained on?",
    )
    assert [cited(turn) for turn in turns] == [["Heron"], ["Kettle"], ["Heron"]]


def test_a_new_topic_that_is_announced_leans_on_nothing(library: Library) -> None:
    question = "New topic: what is it about cracks that sound tells?"
    turns, _ = talk(library, "What does Heron count?", question)
    assert turns[1].standalone_question == question


def test_two_new_names_are_not_those_before(library: Library) -> None:
    question = "What do both YOLO-9 and DETR-2 need?"
    turns, _ = talk(library, BOTH, question)
    assert set(cited(turns[1])) != {"Heron", "Kettle"} or not cited(turns[1])
    assert "about Heron" not in turns[1].standalone_question


def test_a_filter_holds_for_papers_that_are_pointed_at_too(library: Library) -> None:
    only = PaperFilter(paper_ids=frozenset({HERON.paper_id, ANVIL.paper_id}))
    turns, _ = talk(library, "What does Heron count?", "What does [2] find?", where=only)
    assert set(cited(turns[1])) <= {"Heron", "Anvil"}


def test_what_the_model_is_told_of_the_conversation_is_bounded(library: Library) -> None:
    long = f"What does Heron count, given that {'the weather is bad and ' * 100}?"
    questions = [long, *["How many does it miss?"] * 5]
    turns, model = talk(library, *questions)
    assert all(len(turn.earlier) <= 2 * REPEATED + 10 for turn in turns)
    assert turns[-1].earlier.startswith("How many does it miss?")
    asked = [prompt for prompt in model.prompts if "Earlier in the conversation" in prompt]
    assert max(map(len, asked)) < len(HERON.abstract) + 1000


def test_a_paper_that_was_removed_is_no_longer_in_focus(tmp_path: Path) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add(PAPERS)
        model = ScriptedModel(nearest_sentence)
        *_, first = Assistant(library, model).ask("What does Heron count?")
        assert isinstance(first, Complete)
        library.remove([HERON.paper_id])
        before = Conversation((first.answer,))
        *_, last = Assistant(library, model).ask("And how many does it miss?", before)
    assert isinstance(last, Complete)
    assert "Heron" not in last.answer.standalone_question


def test_a_question_of_its_own_is_not_taken_for_a_follow_up(library: Library) -> None:
    question = "By which means are cracks in steel heard, and how many of all cracks?"
    turns, _ = talk(library, "What does Heron count?", question)
    assert turns[1].standalone_question == question
    assert turns[1].sources[0].label.startswith("Anvil")


def test_a_vague_question_is_about_what_was_just_spoken_of(library: Library) -> None:
    turns, _ = talk(library, "What does Heron count?", "What are the errors?")
    assert "about Heron" in turns[1].standalone_question


def test_what_was_asked_of_one_paper_is_asked_of_the_next(library: Library) -> None:
    first = "Summarise the Heron paper, which counts birds."
    turns, model = talk(library, first, "And the Kettle paper?")
    assert turns[1].kind == "summary"
    assert turns[1].standalone_question.endswith(f"(as before: {first})")
    assert cited(turns[1]) == ["Kettle"]
    assert "Heron counts" not in model.prompts[-1]


@pytest.mark.parametrize(
    ("questions", "standalone", "label"),
    [
        (["What does Heron count?", "And Anvil?"], "What does Anvil count?", ANVIL.label),
        (
            ["How many errors does Heron make?", "No, I meant Kettle"],
            "How many errors does Kettle make?",
            KETTLE.label,
        ),
        (
            ["Compare Heron and Anvil.", "How good is the second one?", "and the first?"],
            "How good is Heron?",
            HERON.label,
        ),
    ],
)
def test_the_question_before_is_asked_with_another_name(
    library: Library, questions: list[str], standalone: str, label: str
) -> None:
    turns, _ = talk(library, *questions)
    assert turns[-1].standalone_question == standalone
    assert next(source.label for source in turns[-1].sources) == label


def test_what_is_taken_back_may_be_a_question_of_its_own(library: Library) -> None:
    turns, _ = talk(library, "What does Heron count?", "Sorry, I meant how does Anvil find cracks?")
    assert turns[-1].question.startswith("Sorry")
    assert turns[-1].sources[0].label == ANVIL.label


def test_both_are_the_last_two_that_were_spoken_of(library: Library) -> None:
    turns, _ = talk(library, "What is Heron?", "What is Anvil?", "Compare both.")
    assert turns[-1].table is not None
    assert [column.name for column in turns[-1].table.columns] == ["Heron", "Anvil"]


def test_what_stands_before_the_comma_is_a_topic_of_its_own(library: Library) -> None:
    turns, _ = talk(library, "What does Heron count?", "And cracks in steel, how are they found?")
    assert turns[-1].sources[0].label == ANVIL.label
    assert "about" not in turns[-1].standalone_question
