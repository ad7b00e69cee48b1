"""Two papers that a question describes beside each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.asked import aspect_of
from rag.described import described_pair


@pytest.mark.parametrize(
    ("question", "one", "other", "aspect"),
    [
        (
            "Compare the paper that predicts protein structures with the one on playing Go.",
            "predicts protein structures",
            "playing Go",
            "",
        ),
        (
            "How do the work on pruning and the one on distillation differ in memory?",
            "pruning",
            "distillation",
            "memory",
        ),
        (
            "What does the study about dropout have in common with the study about weight decay?",
            "dropout",
            "weight decay",
            "",
        ),
        (
            "One paper trains without labels and another draws pictures. Which data do they use?",
            "trains without labels",
            "draws pictures",
            "Which data does it use",
        ),
        (
            "Two papers speed up generation: one with a small model, one by dropping tokens. "
            "What is each one's price?",
            "speed up generation with a small model",
            "speed up generation by dropping tokens",
            "What is the paper's price",
        ),
        (
            "Masking words and predicting the next word: how do these two papers use plain text?",
            "Masking words",
            "predicting the next word",
            "how does the paper use plain text",
        ),
        (
            "What do the article on speech and the article on music each learn from unlabelled "
            "sound?",
            "speech",
            "music",
            "What does the paper learn from unlabelled sound",
        ),
        (
            "How do the roles of the critic differ between the paper on Go and the one on Atari?",
            "Go",
            "Atari",
            "roles of the critic",
        ),
    ],
)
def test_both_are_told_apart_from_what_is_asked(
    question: str, one: str, other: str, aspect: str
) -> None:
    pair = described_pair(question)
    assert pair is not None
    assert (pair.one, pair.other) == (one, other)
    assert aspect_of(pair.asked) == aspect


@pytest.mark.parametrize(
    "question",
    [
        "Compare LoRA and BERT.",
        "How do GPTQ and AWQ differ in what they keep?",
        "Compare the two papers on quantization.",
        "Which is cheaper, LoRA or QLoRA?",
        "What does the paper on attention say about recurrence?",
    ],
)
def test_papers_that_are_named_are_not_described(question: str) -> None:
    assert described_pair(question) is None


@given(st.text(max_size=200))
def test_any_text_may_be_asked(text: str) -> None:
    pair = described_pair(text)
    assert pair is None or (pair.one and pair.other and pair.asked)
