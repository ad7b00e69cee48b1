from __future__ import annotations

import pytest

from rag.writing import says_nothing, sentences_of


def test_markers_bullets_and_labels_of_the_model_are_taken_off() -> None:
    text = "Answer: It is fast [1].\n- **Method**: it caches [2, 3].\n2. It needs 4.8 GB."
    assert sentences_of(text) == ["It is fast.", "it caches.", "It needs 4.8 GB."]


def test_yes_and_no_give_way_to_what_is_the_case() -> None:
    assert sentences_of("Yes, it requires no training.") == ["It requires no training."]
    assert sentences_of("No.") == ["No."]


def test_a_sentence_that_was_cut_off_is_left_out_unless_it_is_the_only_one() -> None:
    assert sentences_of("It caches what it reads. It also") == ["It caches what it reads."]
    assert sentences_of("eight bits") == ["eight bits"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The abstract does not mention the learning rate.",
        "The learning rate was not specified in the abstract.",
        "The paper doesn't state which GPUs were used.",
        "The authors are not specified.",
    ],
)
def test_silence_is_recognised(sentence: str) -> None:
    assert says_nothing(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The method does not need labels.",
        "It is not faster than its baseline.",
        "The paper shows that attention is all that is needed.",
    ],
)
def test_a_negative_finding_is_no_silence(sentence: str) -> None:
    assert not says_nothing(sentence)
