from __future__ import annotations

import pytest

from index.papers import Paper
from rag.subjects import unmentioned

PAPER = Paper(
    paper_id="0",
    label="Tern",
    title="Tern: a river model",
    abstract=(
        "Tern predicts the level of rivers. On HydroBench it beats an LSTM by 12% with one GPU."
    ),
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("How good is Tern on HydroBench?", []),
        ("How good is Tern on RiverNet-5?", ["RiverNet-5"]),
        ("How good is it on HydroBnech?", []),
        ("How many GPUs does it need?", []),
        ("Does it use AI?", []),
        ("What is the BLEU score?", ["BLEU"]),
    ],
)
def test_only_names_that_the_paper_does_not_know_are_returned(
    question: str, names: list[str]
) -> None:
    assert unmentioned(question, PAPER) == names
