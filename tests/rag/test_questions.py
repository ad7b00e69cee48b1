from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.errors import QuestionError
from rag.questions import LONGEST_QUESTION, names_another, understand


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What is LoRA?", "fact"),
        ("How much faster is it, compared to the best rival?", "fact"),
        ("What does the old comparison data contain?", "fact"),
        ("Both use GRPO. What does each use it for?", "comparison"),
        ("Could you compare Adam with SGD?", "comparison"),
        ("How many parameters does GPT-3 have?", "fact"),
        ("By how much does FlashAttention speed up training?", "fact"),
        ("Summarise the paper on dropout.", "summary"),
        ("Give me a short summary of the ResNet paper", "summary"),
        ("总结一下 BERT 这篇论文", "summary"),
        ("Compare Adam and Adagrad.", "comparison"),
        ("What is the difference between BERT and GPT-3?", "comparison"),
        ("How do LoRA and QLoRA differ?", "comparison"),
        ("比较 LoRA 和 QLoRA", "comparison"),
        ("Which papers are about diffusion models?", "list"),
        ("List all papers that use reinforcement learning.", "list"),
        ("哪些论文研究检索？", "list"),
        ("How many papers use ImageNet?", "count"),
        ("How many abstracts link to code?", "count"),
        ("有多少篇论文使用强化学习？", "count"),
    ],
)
def test_the_kind_is_told_from_the_words(text: str, kind: str) -> None:
    assert understand(text).kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "How much faster is it?",
        "And on ImageNet?",
        "Why?",
        "Does the method need training data?",
        "Which of the two is newer?",
        "Compare it with the other.",
        "那它的参数量是多少？",
        "Who are the authors?",
        "In which fields does that happen more often?",
        "What is this based on?",
    ],
)
def test_a_follow_up_leans_on_what_was_said(text: str) -> None:
    assert understand(text).leans


@pytest.mark.parametrize(
    "text",
    [
        "What learning rate was used to train GPT-3?",
        "How long does it take to train GPT-3?",
        "Who are the authors of the paper on dropout?",
        "How big is the corpus that the text model is trained on?",
        "How fast does a paper net find a fold when it is cut from a single sheet?",
        "Why do skip connections make it possible to train deep networks?",
        "Summarise the paper on dropout.",
        "Which papers are about diffusion models?",
    ],
)
def test_a_question_that_names_its_subject_does_not_lean(text: str) -> None:
    assert not understand(text).leans


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "?!", "…"])
def test_an_empty_question_is_refused(text: str) -> None:
    with pytest.raises(QuestionError, match="empty"):
        understand(text)


def test_a_question_of_pages_is_refused_with_both_numbers() -> None:
    with pytest.raises(QuestionError, match=r"19,999.*4,000"):
        understand("why " * 5000)


def test_chinese_is_told_from_english_with_a_name_in_it() -> None:
    assert understand("LoRA 的训练参数减少了多少倍？").language == "zh"
    assert understand("What does the term 注意力 mean in the paper?").language == "en"


@given(st.text(max_size=LONGEST_QUESTION))
def test_any_text_is_understood_or_refused(text: str) -> None:
    try:
        question = understand(text)
    except QuestionError:
        return
    assert question.text == " ".join(question.text.split())


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("And BERT?", True),
        ("What about the GPT-3 paper?", True),
        ("那 BERT 呢？", True),
        ("And on ImageNet?", False),
        ("What about its limitations?", False),
        ("And how fast is BERT?", False),
        ("What is BERT?", False),
    ],
)
def test_a_question_that_only_names_something_asks_the_same_of_it(text: str, another: bool) -> None:
    assert names_another(text) is another
