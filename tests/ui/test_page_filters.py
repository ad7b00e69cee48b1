"""Filters as the controls say them, and as chips show them."""

from __future__ import annotations

from index.filters import PaperFilter
from index.papers import Paper
from rag.answers import Condition
from ui.page.filters import NO_FILTERS, Choices, Filters, chips_html, stated_chips_html

PAPERS = [
    Paper("a", "A", "x", year=2024, venue="ICML", tags=("mine",)),
    Paper("b", "B", "x", year=2020, venue="NeurIPS"),
    Paper("c", "C", "x", venue="ICML"),
]


def test_empty_controls_are_no_filter() -> None:
    assert Filters.from_controls(None, 0, None, [], [""], None) == NO_FILTERS
    assert NO_FILTERS.condition is None


def test_controls_become_a_condition() -> None:
    filters = Filters.from_controls(2024, 2020, ["ICML"], ["Ada"], [], ["a"])
    assert filters.condition == PaperFilter(
        year_from=2020,
        year_to=2024,
        venues=("ICML",),
        authors=("Ada",),
        paper_ids=frozenset({"a"}),
    )


def test_choices_come_from_the_papers() -> None:
    assert Choices.of(PAPERS) == Choices((2024, 2020), ("ICML", "NeurIPS"), ("mine",))


def test_chips_name_what_is_on_and_can_be_taken_off() -> None:
    filters = Filters(2020, 2020, ("<b>ICML",), (), (), ("a", "b", "c", "d"))
    shown = chips_html(filters, PAPERS, 2, 3, "en")
    assert ">2020<" in shown
    assert "&lt;b&gt;ICML" in shown
    assert "A, B, C +1" in shown
    assert "2 of 3 papers" in shown
    for kind in ("years", "venues", "only"):
        assert f'data-do="#do-unfilter-{kind}"' in shown
    assert "No paper matches" in chips_html(filters, PAPERS, 0, 3, "en")
    assert chips_html(NO_FILTERS, [], 3, 3, "en") == ""


def test_what_a_question_says_of_the_papers_is_a_chip_that_can_be_taken_off() -> None:
    said = [Condition("by <img src=x>", PaperFilter(authors=("x",)), "Which papers?")]
    shown = stated_chips_html(said, 2, "en")
    assert "by &lt;img src=x&gt;" in shown
    assert 'href="#do-without-2-0"' in shown
