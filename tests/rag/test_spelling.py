from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.embedding import Encoding
from index.keywords import KeywordIndex
from rag.spelling import respelt

TEXTS = [
    "The Lantern optimiser lights the way.",
    "Flash attention is fast: FlashAttention tiles.",
    "Faster R-CNN proposes regions.",
    "Low rank updates of weights, a low-rank method.",
    "The gene Rpl32 rests.",
    "A red sail. The redsail was torn.",
    "Red is the sail in the wind. Many a sailin the wind.",
]
INDEX = KeywordIndex.build([str(n) for n in range(len(TEXTS))], TEXTS)


def in_pieces(text: str) -> Encoding:
    """As a model that knows no word whole: every word comes in two pieces."""
    spans = list(_halves(text))
    return Encoding(
        np.ones(1, dtype=np.float32),
        np.ones((len(spans), 1), dtype=np.float32),
        np.array(spans, dtype=np.int32).reshape(-1, 2),
    )


def _halves(text: str) -> Iterator[tuple[int, int]]:
    for word in re.finditer(r"\w+", text):
        middle = (word.start() + word.end() + 1) // 2
        yield word.start(), middle
        if middle < word.end():
            yield middle, word.end()


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("how does Lantren work?", "how does lantern work?"),
        ("Lantrn", "lantern"),
        ("Lanntern", "lantern"),
        ("Lamtern's speed", "lantern speed"),
        ("flashatention", "flashattent"),
        ("flash attention", "flash attention flashattent"),
        ("fasterrcnn regions", "faster rcnn regions"),
        ("a low rank", "a low rank lowrank"),
    ],
)
def test_words_are_spelt_as_the_library_spells_them(question: str, found: str) -> None:
    assert respelt(question, in_pieces(question), INDEX) == found


@pytest.mark.parametrize(
    "question",
    [
        "Lantern",
        "an entirely unrelated zebra",
        "rank, low",
        "ways to way",
        "2024 or 1,234",
        "the gene Rpl23",
        "a red sail",
        "sail in",
        "",
    ],
)
def test_what_the_library_has_or_does_not_know_at_all_stays(question: str) -> None:
    assert respelt(question, in_pieces(question), INDEX) == question


def test_a_word_that_the_embedding_model_knows_whole_is_no_slip() -> None:
    question = "Lanterns and lectern"
    whole = Encoding(
        np.ones(1, dtype=np.float32),
        np.ones((3, 1), dtype=np.float32),
        np.array([[0, 8], [9, 12], [13, 20]], dtype=np.int32),
    )
    assert respelt(question, whole, INDEX) == question


@given(st.text(max_size=60))
def test_any_text_can_be_asked(question: str) -> None:
    assert isinstance(respelt(question, in_pieces(question), INDEX), str)
