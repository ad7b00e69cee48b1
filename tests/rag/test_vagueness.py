"""Sentences that give a question back are told from answers."""

from __future__ import annotations

import pytest

from rag.vagueness import is_vague, lacks_quantity


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Which batch size was used to train RoBERTa?", "RoBERTa was trained with a larger batch."),
        ("Which optimizer did ResNet use?", "ResNet used a deep learning optimizer."),
        ("Which LLMs were the judges?", "The judges were large language models (LLMs)."),
        ("How many sites are simulated?", "Multiple sites are simulated."),
        ("By what factor is it faster than SGD?", "It is significantly faster than SGD."),
        ("What accuracy does ViT reach on ImageNet?", "ViT reaches a high accuracy on ImageNet."),
        ("In which countries did they live?", "They lived in domains such as work and leisure."),
        ("In which year was it collected?", "It was collected recently."),
    ],
)
def test_a_sentence_that_adds_nothing_to_the_question_is_vague(
    question: str, sentence: str
) -> None:
    assert is_vague(sentence, question)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Which batch size was used to train RoBERTa?", "It was trained with batches of 8,000."),
        ("Which optimizer did ResNet use?", "ResNet used SGD with momentum."),
        ("How many sites are simulated?", "A single site is simulated."),
        ("How many labels does it need?", "It needs no labels."),
        ("In which precision does it compute?", "It computes in INT4 precision."),
        ("Does it need fine-tuning?", "It requires no fine-tuning."),
        ("If it is pruned, does it need fine-tuning?", "It does not need fine-tuning."),
        ("In which countries did they live?", "They lived in Kenya."),
        ("Which of the two is larger?", "BERT is larger."),
        ("How does memory grow with length?", "Memory grows linearly with length."),
        ("How much faster is it?", "It is twice as fast."),
        ("From which equation does it come?", "It comes from the continuity equation."),
    ],
)
def test_a_sentence_that_answers_is_not_vague(question: str, sentence: str) -> None:
    assert not is_vague(sentence, question)


def test_without_a_question_nothing_is_vague() -> None:
    assert not is_vague("It uses a larger batch.", "")


def test_a_number_of_the_question_is_no_answer() -> None:
    question = "How many tokens was the 175 billion parameter model trained on?"
    assert lacks_quantity("The model with 175 billion parameters was trained on text.", question)
    assert not lacks_quantity("It was trained on 300 billion tokens.", question)
