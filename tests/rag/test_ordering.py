"""Lists by year."""

from __future__ import annotations

import pytest

from index.papers import Paper
from rag.kinds import kind_of
from rag.ordering import Order, in_order, order_asked
from rag.turns import Draft, Statement


def listed(*years: int | None) -> Draft:
    papers = [Paper(str(n), f"P{n}", "A.", year=year) for n, year in enumerate(years)]
    statements = (Statement("A.", (p,), "supported", 1.0, (), "item", p.label) for p in papers)
    return Draft(tuple(statements), remark="Found.", stands=True)


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("What is the newest paper on diffusion?", Order("newest", 1)),
        ("What are the latest three papers that use distillation?", Order("newest", 3)),
        ("show me the 2 oldest papers about translation", Order("oldest", 2)),
        ("most recent work on attention", Order("newest", None)),
        ("newest papers on attention", Order("newest", None)),
        ("Which papers beat the newest model?", None),
        ("Which papers are about attention?", None),
        ("最新的三篇关于扩散模型的论文", Order("newest", 3)),
    ],
)
def test_the_order_that_is_asked_for(question: str, order: Order | None) -> None:
    assert order_asked(question) == order


@pytest.mark.parametrize(
    "question",
    ["What is the newest paper on diffusion?", "What are the latest three papers on attention?"],
)
def test_it_is_asked_of_a_list(question: str) -> None:
    assert kind_of(question) == "list"


def test_the_newest_come_first_and_those_of_one_year_stay_together() -> None:
    ordered = in_order(listed(2015, None, 2020, 2017, 2020), Order("newest", 1), "en")
    assert [s.lead for s in ordered.statements] == ["P2", "P4"]
    assert ordered.remark == (
        "Found. Left out for want of a year on record: 1. The newest of these 5:"
    )


def test_without_a_number_all_stay_and_undated_papers_come_last() -> None:
    ordered = in_order(listed(2015, None, 2020), Order("oldest", None), "en")
    assert [s.lead for s in ordered.statements] == ["P0", "P2", "P1"]
