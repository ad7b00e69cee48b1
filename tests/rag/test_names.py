from __future__ import annotations

import pytest

from rag.names import Mentions, names_of, unknown_names


def found(text: str) -> list[str]:
    return [name.text for name in names_of(text)]


def test_names_are_told_from_words_at_the_beginning() -> None:
    assert found("Training with LoRA beats Adam on ImageNet-1k.") == ["LoRA", "Adam", "ImageNet-1k"]
    assert found("Yes, it is training-free.") == []
    assert found("However, FP8 and t-SNE are used.") == ["FP8", "t-SNE"]


def test_headlines_hold_no_plain_names() -> None:
    assert found("Vitamin Cures Every Known Disease Within Weeks") == []


@pytest.mark.parametrize(
    "name",
    ["LLMs", "DPO", "ImageNet", "Qwen2.5", "qwen2.5-7b", "LLM-based", "Image-Net", "COVID-19"],
)
def test_a_name_is_found_in_other_spellings(name: str) -> None:
    mentions = Mentions(
        "Large language models and direct preference optimization on the Image-Net corpus with "
        "Qwen2.5-7B, about SARS-CoV-2."
    )
    assert name in mentions


@pytest.mark.parametrize("name", ["GPT-4", "Qwen2.5-72B", "MoCo-v3", "PPO"])
def test_another_name_is_not_found(name: str) -> None:
    assert name not in Mentions("MoCo-v2 and Qwen2.5-7B with direct preference optimization.")


def test_names_of_the_question_are_given() -> None:
    mentions = Mentions("We present a method.")
    assert unknown_names("It beats Foo-3.", "Is Bar better?", mentions)
    assert not unknown_names("It beats Foo-3.", "Is it better than Foo-3?", mentions)
