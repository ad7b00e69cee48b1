"""Shorter, in one sentence, more detail: the last answer again, from the same papers."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer
from rag.conversations import Conversation
from rag.events import Complete
from rag.restyling import style_asked
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

HERON = Paper(
    "dddd000000000001",
    "Heron",
    "Heron counts birds in photographs of marshes. It was trained on 900 photographs. "
    "It misses one bird in ten. Rain blurs its photographs. Its code is public.",
)
KETTLE = Paper("dddd000000000002", "Kettle", "Kettle predicts the demand for tea. Its error is 4%.")
WRITTEN = "Heron counts birds in photographs of marshes. It misses one bird in ten."


def talk(folder: Path, *questions: str, odds: float = 2.0) -> tuple[list[Answer], ScriptedModel]:
    model = ScriptedModel(lambda prompt: WRITTEN, odds=lambda prompt: odds)
    conversation = Conversation()
    with Library.open(folder, FakeEmbedder()) as library:
        library.add([HERON, KETTLE])
        for question in questions:
            *_, last = Assistant(library, model).ask(question, conversation)
            assert isinstance(last, Complete)
            conversation = conversation.with_answer(last.answer)
    return list(conversation.turns), model


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("Shorter", "shorter"),
        ("Can you make it a bit shorter, please?", "shorter"),
        ("tl;dr", "shorter"),
        ("短一点", "shorter"),
        ("太长了", "shorter"),
        ("In one sentence.", "sentence"),
        ("Please say that in one sentence", "sentence"),
        ("用一句话总结一下", "sentence"),
        ("More detail", "longer"),
        ("yes, go on", "longer"),
        ("Tell me more about it!", "longer"),
        ("Are you sure?", "longer"),
        ("再详细一点", "longer"),
        ("继续", "longer"),
        ("in Chinese please", "chinese"),
        ("Can you translate that into Chinese?", "chinese"),
        ("用中文回答", "chinese"),
        ("and now in English", "english"),
        ("auf Deutsch: in German please", None),
        ("in German, please", "other language"),
        ("Which papers translate into German?", None),
        ("and on ImageNet?", None),
        ("Why?", None),
        ("Ok.", None),
        ("What is a shorter training?", None),
        ("More papers on this", None),
        ("How detailed is it?", None),
        ("更短的训练有什么好处？", None),
    ],
)
def test_only_a_text_that_asks_for_nothing_else_is_about_the_last_answer(
    text: str, style: str | None
) -> None:
    assert style_asked(text) == style


def test_shorter_keeps_one_checked_sentence_and_needs_no_model(tmp_path: Path) -> None:
    turns, model = talk(tmp_path, "What does Heron count?", "Shorter")
    written, shorter = turns
    assert len(written.claims) > 1
    assert [claim.text for claim in shorter.claims] == [written.claims[0].text]
    assert shorter.standalone_question == written.question
    assert shorter.question == "Shorter"
    assert not any("Shorter" in prompt for prompt in model.prompts)


def test_more_detail_adds_sentences_of_the_same_paper_where_they_stand(tmp_path: Path) -> None:
    first, longer = talk(tmp_path, "What does Heron count?", "More detail")[0]
    assert len(longer.claims) > len(first.claims)
    assert [source.label for source in longer.sources if source.cited] == ["Heron"]
    for claim in longer.claims:
        for quote in claim.evidence:
            assert HERON.abstract[quote.start : quote.end] == quote.quote
    quotes = [line for line in longer.answer.splitlines() if line.startswith("> ")]
    assert len(quotes) == len(set(quotes))


def test_detail_comes_to_an_end_and_says_so(tmp_path: Path) -> None:
    turns, _ = talk(tmp_path, "What does Heron count?", *["More detail"] * 4)
    assert "says no more" in turns[-1].answer
    assert turns[-1].claims == turns[-2].claims


def test_longer_and_shorter_again_is_where_it_began(tmp_path: Path) -> None:
    turns, _ = talk(tmp_path, "What does Heron count?", "Shorter", "More", "Shorter")
    assert turns[3].claims == turns[1].claims


def test_an_abstention_shows_what_comes_nearest_and_stays_one(tmp_path: Path) -> None:
    turns, _ = talk(tmp_path, "Who paid for Heron?", "More detail", odds=-3.0)
    assert turns[1].abstained
    assert "Closest is what" in turns[1].answer


def test_a_count_has_nothing_to_add(tmp_path: Path) -> None:
    turns, _ = talk(tmp_path, "How many papers are there?", "In one sentence")
    assert turns[1].answer == turns[0].answer
    assert not turns[1].abstained


def test_a_list_is_shortened_to_its_names_and_to_its_number(tmp_path: Path) -> None:
    turns, _ = talk(tmp_path, "Which papers mention Heron?", "Shorter", "In one sentence")
    listed, shorter, sentence = turns
    assert [claim.text for claim in shorter.claims] == ["Heron"]
    assert shorter.answer.endswith("- Heron [1]")
    assert listed.answer.startswith(sentence.answer)
    assert not sentence.abstained


def test_as_a_first_word_it_is_a_question_like_any_other(tmp_path: Path) -> None:
    (answer,), _ = talk(tmp_path, "Details?", odds=-3.0)
    assert answer.abstained


def test_an_answer_is_said_again_in_chinese_and_back(tmp_path: Path) -> None:
    def write(prompt: str) -> str:
        return "Heron 在十只鸟中漏掉一只。" if "Translate into Chinese" in prompt else WRITTEN

    model = ScriptedModel(write)
    conversation = Conversation()
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add([HERON, KETTLE])
        for question in ("What does Heron do?", "in Chinese please", "and in English again"):
            *_, last = Assistant(library, model).ask(question, conversation)
            assert isinstance(last, Complete)
            conversation = conversation.with_answer(last.answer)
    _, chinese, english = conversation.turns
    assert "漏掉一只" in chinese.answer
    assert {source.label for source in chinese.sources if source.cited} == {"Heron"}
    assert english.answer.isascii() or "“" in english.answer
    assert "漏掉" not in english.answer
