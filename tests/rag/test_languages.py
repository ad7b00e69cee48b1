"""A question's language is told from its script or its small words, and English is not mistaken."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.languages import language_of, name_of

EVALUATION = Path(__file__).parents[2] / "evaluation"


@pytest.mark.parametrize(
    ("language", "questions"),
    [
        ("de", ["Was ist LoRA?", "Wie schnell ist FlashAttention?", "Vergleiche LoRA und Adam."]),
        ("de", ["Wozu dient Batch Normalization?", "Worum geht es in der Arbeit über Dropout?"]),
        ("fr", ["Qu'est-ce que LoRA ?", "Comment fonctionne Adam dans la pratique ?"]),
        ("fr", ["Quels articles utilisent la distillation ?", "Qu’est-ce que LoRA ?"]),
        ("es", ["¿Qué es LoRA?", "¿Cómo funciona Adam?", "Compara LoRA y Adam."]),
        ("it", ["Quanti parametri ha BERT?", "Perché FlashAttention è più veloce?"]),
        ("pt", ["O que é LoRA?", "Quais artigos usam destilação?"]),
        ("nl", ["Hoeveel parameters heeft BERT?", "Hoe werkt Adam?"]),
        ("zh", ["LoRA 是什么？", "哪些论文使用蒸馏？"]),
        ("ja", ["LoRAとは何ですか？", "拡散モデルの論文はどれですか"]),
        ("ko", ["LoRA란 무엇인가요?"]),
        ("ru", ["Что такое LoRA?"]),
        (
            "en",
            [
                "What is Die Hard?",
                "LoRA vs Adam?",
                "BERT",
                "de novo protein design",
                "Is van der Waals force modelled?",
                "Which papers cite the work of El Ghaoui et al.?",
                "What does 正则化 mean in the paper on regularisation of neural networks?",
            ],
        ),
    ],
)
def test_languages(language: str, questions: list[str]) -> None:
    assert [language_of(question) for question in questions] == [language] * len(questions)


def test_no_english_question_is_taken_for_another_language() -> None:
    asked = []
    for name in ("examples", "paraphrases"):
        for line in (EVALUATION / f"{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            asked += row.get("turns", [row.get("question")])
    asked = [question for question in asked if not re.search("[\u4e00-\u9fff]", question)]
    assert len(asked) > 150
    assert [question for question in asked if language_of(question) != "en"] == []


@given(st.text(max_size=60))
def test_whatever_is_asked_has_a_language_with_a_name(text: str) -> None:
    assert name_of(language_of(text))
