"""Remarks are said in the asker's language, with the same things filled in."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.events import Complete
from rag.remarks import _REMARKS, say
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

TERN = Paper(
    "aaaa000000000004",
    "Tern",
    "Tern predicts the level of a river from rain.",
    authors=("Ada Byron",),
)


@pytest.mark.parametrize("key", sorted(_REMARKS))
def test_every_way_to_say_a_remark_fills_in_the_same(key: str) -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert len({frozenset(fields(text)) for text in _REMARKS[key].values()}) == 1


def test_a_language_without_the_remark_gets_it_in_english() -> None:
    assert say("xx", "nearest", papers="Tern") == "Nearest papers: Tern."


@pytest.mark.parametrize(
    ("asked", "english", "said"),
    [
        ("Tern 用了多少块显卡？", "How many graphics cards does Tern use?", "没有给出"),
        ("KITE 是什么？", "What is KITE?", "没有提到 KITE"),
        ("Tern 哪一年发表？", "When was Tern published?", "“Tern”的记录中没有年份。"),
        ("Tern 的作者是谁？", "Who wrote Tern?", "“Tern”的作者是 Ada Byron。"),
    ],
)
def test_a_chinese_question_gets_no_english_remark(
    tmp_path: Path, asked: str, english: str, said: str
) -> None:
    model = ScriptedModel(lambda prompt: english, odds=lambda prompt: -3.0)
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add([TERN])
        *_, last = Assistant(library, model).ask(asked)
    assert isinstance(last, Complete)
    assert said in last.answer.answer
    for english_words in ("The ", "None of", "Nearest", "has no", "written by"):
        assert english_words not in last.answer.answer
