from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.alignment import Alignment, align
from rag.binding import bound_words, least_in_order, number_places
from rag.contradictions import contradictions_of
from rag.nearness import layout_of
from rag.sources import read_source
from rag.words import words_of
from tests.fake_embedder import FakeEmbedder

ABSTRACT = (
    "Plain tuning of the network takes 780 GB of memory. TinyTune reduces this to 48 GB. "
    "Reports are sorted by double hashing, which keeps order; and paged buffers absorb spikes. "
    "The recall is 61.4% for short files and 63.1% for long ones. "
    "Several tasks gain from it."
)


def aligned(claim: str, question: str = "") -> Alignment:
    return align(FakeEmbedder(), claim, question, read_source(FakeEmbedder(), ABSTRACT, None))


def test_words_of_one_clause_are_bound_and_words_of_two_are_not() -> None:
    together = bound_words(aligned("Paged buffers absorb spikes."))
    apart = bound_words(aligned("Double hashing absorbs spikes."))
    assert together[0] > apart[0]
    assert together[1] > apart[1]
    assert together[0] == pytest.approx(1.0, abs=0.05)


def test_a_number_is_placed_where_its_words_stand() -> None:
    (right,) = number_places(aligned("TinyTune needs 48 GB."))
    (wrong,) = number_places(aligned("TinyTune needs 780 GB."))
    assert right.rivals
    assert right.advantage > 0 > wrong.advantage


def test_a_number_without_rivals_and_one_that_was_asked_for() -> None:
    assert number_places(aligned("It takes 48 GB.", "Does it take 48 GB?")) == []
    assert number_places(aligned("It is fast.")) == []


def test_two_numbers_in_each_other_s_place() -> None:
    right = aligned("61.4% recall for short files, 63.1% for long ones.")
    wrong = aligned("63.1% recall for short files, 61.4% for long ones.")
    assert (least_in_order(right) or 0) > 0 > (least_in_order(wrong) or 0)
    assert contradictions_of(wrong).exchanged_numbers
    assert not contradictions_of(right).exchanged_numbers
    assert least_in_order(aligned("61.4% against 63.1%.")) is None


@pytest.mark.parametrize(
    ("claim", "overstated"),
    [
        ("All tasks gain from it.", True),
        ("Tasks always gain from it.", True),
        ("Several tasks gain from it.", False),
    ],
)
def test_claiming_all_where_the_source_says_several(claim: str, overstated: bool) -> None:
    assert bool(contradictions_of(aligned(claim)).overstatements) == overstated


def test_a_word_of_the_question_is_not_overstated() -> None:
    found = contradictions_of(aligned("All tasks gain.", "Do all tasks gain from it?"))
    assert not found.overstatements


@given(st.text("ab ,.;", max_size=60))
def test_nearness_is_a_share_and_the_same_both_ways(text: str) -> None:
    words = words_of(text)
    layout = layout_of(text, words)
    if not words:
        return
    indexes = layout.ranks.argsort()
    near = layout.nearness(indexes, indexes)
    assert ((near > 0) & (near <= 1)).all()
    assert (near == near.T).all()


BLOCKS = (
    "On Alpha the 12-block sorter has an error of 6.4%; a sorter of 96 blocks can be run too but, "
    "at 7.9%, is worse. With 3 layers it takes 20% of the memory, and 30% with 5 layers."
)


@pytest.mark.parametrize(
    ("claim", "theirs"),
    [
        ("The error of the 96-block sorter on Alpha is 7.9%.", True),
        ("The error of the 12-block sorter on Alpha is 6.4%.", True),
        ("The error of the 12-block sorter on Alpha is 7.9%.", False),
        ("The error of the 96-block sorter on Alpha is 6.4%.", False),
        ("With 5 layers it takes 20% of the memory.", False),
    ],
)
def test_a_number_tells_whose_value_comes_after_it(claim: str, theirs: bool) -> None:
    source = read_source(FakeEmbedder(), BLOCKS, None)
    found = contradictions_of(align(FakeEmbedder(), claim, "", source))
    assert bool(found.misplaced_numbers or found.exchanged_numbers) != theirs
