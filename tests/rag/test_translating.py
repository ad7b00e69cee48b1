"""Questions in other languages: searched in English, answered in theirs or in English."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer
from rag.conversations import Conversation
from rag.events import Complete
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

HERON = Paper(
    "dddd000000000001",
    "Heron: counting birds",
    "Heron counts birds in photographs of marshes. It was trained on 900 photographs.",
)
KETTLE = Paper(
    "dddd000000000002", "Kettle: predicting demand", "Kettle predicts the demand for tea."
)


def talk(
    folder: Path, write: Callable[[str], str], *questions: str
) -> tuple[list[Answer], ScriptedModel]:
    model = ScriptedModel(write)
    conversation = Conversation()
    with Library.open(folder, FakeEmbedder()) as library:
        library.add([HERON, KETTLE])
        for question in questions:
            *_, last = Assistant(library, model).ask(question, conversation)
            assert isinstance(last, Complete)
            conversation = conversation.with_answer(last.answer)
    return list(conversation.turns), model


def is_question(prompt: str) -> bool:
    """Whether a question is to be translated: what else is asked shows a paper or a sentence."""
    return "Abstract:" not in prompt and "Translate into Chinese" not in prompt


def write(prompt: str) -> str:
    if is_question(prompt):
        return "How many photographs was Heron trained on?"
    if "Translate into Chinese" in prompt:
        return "Heron 用 900 张照片训练。"
    return "It was trained on 900 photographs."


def test_a_chinese_question_is_answered_in_chinese_from_the_same_words(tmp_path: Path) -> None:
    (answer,), _ = talk(tmp_path, write, "Heron 用多少张照片训练？")
    assert answer.answer.startswith("Heron 用 900 张照片训练。 [1]")
    assert answer.in_english == "How many photographs was Heron trained on?"
    assert "900 photographs" in answer.claims[0].evidence[0].quote


def test_a_sentence_that_lost_its_number_stays_in_english(tmp_path: Path) -> None:
    def lossy(prompt: str) -> str:
        return "Heron 用照片训练。" if "Translate into Chinese" in prompt else write(prompt)

    (answer,), _ = talk(tmp_path, lossy, "Heron 用多少张照片训练？")
    assert "900" in answer.claims[0].text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Mit wie vielen Fotos wurde Heron trainiert?", "Die Antwort ist auf Englisch"),
        ("Sur combien de photos est-ce que Heron est entraîné ?", "La réponse est en anglais"),
        ("Heronは何枚の写真で訓練されましたか？", "回答も英語です"),
    ],
)
def test_other_languages_are_answered_in_english_and_told_so(
    tmp_path: Path, question: str, said: str
) -> None:
    (answer,), model = talk(tmp_path, write, question)
    assert answer.answer.startswith("It was trained on 900 photographs. [1]")
    assert said in answer.answer
    assert answer.question == question
    assert is_question(model.prompts[0])
    assert question in model.prompts[0]


def test_the_kind_of_a_translated_question_is_told_from_its_translation(tmp_path: Path) -> None:
    def summary(prompt: str) -> str:
        return "Summarise the Heron paper." if is_question(prompt) else "Birds."

    (answer,), _ = talk(tmp_path, summary, "Fasse die Arbeit über Heron zusammen.")
    assert answer.kind == "summary"


def test_a_chinese_follow_up_is_searched_in_english(tmp_path: Path) -> None:
    turns, model = talk(tmp_path, write, "Heron 用多少张照片训练？", "那它数什么？")
    assert turns[1].standalone_question == "那它数什么？（关于Heron: counting birds）"
    asked = [prompt for prompt in model.prompts if "Earlier in the conversation" in prompt]
    assert "How many photographs was Heron trained on?" in asked[-1]
