"""Words as first tokens."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.models.choices import first_tokens, log_probability, log_sum_exp

VOCABULARY = {"Yes": 1, "yes": 2, " Yes": 3, " yes": 4, "YES": 5, " ": 6, "N": 7, "o": 8, "7": 9}


def tokens_of(text: str) -> list[int]:
    """The longest known piece first."""
    tokens = []
    while text:
        for length in range(len(text), 0, -1):
            if text[:length] in VOCABULARY:
                tokens.append(VOCABULARY[text[:length]])
                text = text[length:]
                break
        else:
            text = text[1:]
    return tokens


def test_all_ways_to_begin_a_choice_count() -> None:
    assert first_tokens("Yes", tokens_of) == {1, 2, 3, 4, 5}
    assert first_tokens(" yes ", tokens_of) == {1, 2, 3, 4, 5}


def test_a_space_of_its_own_begins_nothing() -> None:
    assert first_tokens("7", tokens_of) == {9}


def test_probabilities_of_spellings_add_up_and_the_unknown_is_bounded() -> None:
    likely = {1: math.log(0.5), 3: math.log(0.25), 7: math.log(0.01)}
    assert log_probability({1, 2, 3}, likely) == pytest.approx(math.log(0.75))
    assert log_probability({99}, likely) == math.log(0.01)


@given(st.lists(st.floats(-700, 0), min_size=1, max_size=20))
def test_log_sum_exp_is_at_least_the_highest(values: list[float]) -> None:
    total = log_sum_exp(values)
    assert max(values) <= total <= max(values) + math.log(len(values)) + 1e-9
