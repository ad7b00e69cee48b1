from __future__ import annotations

import pytest

from rag.directions import polarity_of
from rag.names import Mentions
from rag.words import words_of


def negated(text: str) -> set[str]:
    words = words_of(text)
    return {
        word.text
        for word, is_negated in zip(words, polarity_of(text, words).negated, strict=True)
        if is_negated
    }


@pytest.mark.parametrize(
    "text", ["It needs zero retraining.", "It needs no retraining.", "It works without retraining."]
)
def test_zero_negates_as_no_and_without_do(text: str) -> None:
    assert "retraining" in negated(text)


@pytest.mark.parametrize("text", ["zero-shot accuracy rises", "a zero-sum game"])
def test_zero_within_a_term_negates_nothing(text: str) -> None:
    assert negated(text) == set()


def test_a_subscript_may_be_left_unmarked() -> None:
    assert "β1" in Mentions("Defaults are β_1 = 0.9 and β_2 = 0.999.")
