"""What a paper without a title is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.labels import LONGEST, label_for, label_from_abstract
from index.papers import Location, Record


@pytest.mark.parametrize(
    ("abstract", "label"),
    [
        (
            "Robots fall. We propose WalkNet, a novel gait controller for robots.",
            "WalkNet: gait controller for robots",
        ),
        (
            "In this paper, we introduce the Adaptive Gait Score (AGS), which counts steps.",
            "AGS: Adaptive Gait Score",
        ),
        (
            "We present a new method called StepWise that plans ahead.",
            "StepWise",
        ),
        (
            "Gait matters. Our work proposes a framework, termed **MARS**, for planning.",
            "MARS",
        ),
        (
            "We introduce walk@k, a metric of gaits.",
            "walk@k: metric of gaits",
        ),
        (
            "We propose Blend-Gait. It walks.",
            "Blend-Gait",
        ),
        (
            "Large language models (LLMs) walk. We propose a large language model (LLM) for cats.",
            "Large language model",
        ),
        (
            "WalkBench: a set of walks for machines. It is large.",
            "WalkBench",
        ),
        (
            "We study the convergence of gaits in cold weather, and more.",
            "Convergence of gaits in cold weather",
        ),
        (
            "We present the first study of over 1,000 gaits of cats.",
            "Study of over 1,000 gaits of cats",
        ),
        (
            "Cats walk.",
            "Cats walk",
        ),
    ],
)
def test_label_from_abstract(abstract: str, label: str) -> None:
    assert label_from_abstract(abstract.replace("*", "")) == label


def test_a_name_that_others_gave_is_not_the_label() -> None:
    abstract = (
        "GaitNet is slow. We introduce GaitNet into a new setting. "
        "We then propose FastGait, a quicker network."
    )
    assert label_from_abstract(abstract).startswith("FastGait")


def test_title_wins() -> None:
    record = Record("We propose WalkNet.", Location("a.txt"), title="On walking, " * 10)
    assert label_for(record) == "On walking, " * 10


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=400))
def test_labels_are_short(abstract: str) -> None:
    assert len(label_from_abstract(abstract)) <= LONGEST


WORDS = "We propose introduce a novel method called ABC (ABC) AbNet, . : ; that".split()


@given(st.lists(st.sampled_from(WORDS), min_size=1))
def test_labels_of_proposals_are_short(words: list[str]) -> None:
    assert len(label_from_abstract(" ".join(words))) <= LONGEST
