from __future__ import annotations

import pytest

from rag.directions import comparisons_of, polarity_of
from rag.words import words_of


def negated(text: str) -> list[str]:
    words = words_of(text)
    polarity = polarity_of(text, words)
    return [word.text for word, yes in zip(words, polarity.negated, strict=True) if yes]


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("It does not require labels.", "labels"),
        ("It works without supervision.", "supervision"),
        ("The method is training-free.", "training"),
        ("It eliminates the need for retraining.", "retraining"),
        ("Labels are not needed.", "Labels"),
        ("The rate is level-independent.", "level"),
        ("It fails to converge.", "converge"),
    ],
)
def test_what_is_denied(text: str, denied: str) -> None:
    assert denied in negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "It not only improves accuracy.",
        "It does not always help.",
        "Without labels, accuracy stays high.",
        "It is free of charge.",
    ],
)
def test_what_is_not_denied(text: str) -> None:
    assert not {"improves", "help", "accuracy", "high", "charge"} & set(negated(text))


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Alpha outperforms Beta.", 1),
        ("Alpha is outperformed by Beta.", -1),
        ("Alpha does not outperform Beta.", -1),
        ("Alpha is faster than Beta.", 1),
        ("Alpha is slower than Beta.", -1),
        ("Alpha lowers costs compared to Beta.", -1),
    ],
)
def test_who_is_above_whom(text: str, sign: int) -> None:
    words = words_of(text)
    (comparison,) = comparisons_of(text, words, polarity_of(text, words))
    assert "Alpha" in [words[i].text for i in comparison.left]
    assert [words[i].text for i in comparison.right] == ["Beta"]
    assert comparison.sign == sign
