"""Conditions on papers that a question states itself."""

from __future__ import annotations

import pytest

from index.filters import PaperFilter
from index.papers import Paper
from rag.scoping import both, scope_of

ADAM = Paper(
    "1",
    "Adam",
    "A.",
    authors=("Diederik P. Kingma", "Jimmy Ba"),
    year=2015,
    venue="3rd International Conference on Learning Representations, ICLR 2015",
)
RESNET = Paper(
    "2",
    "ResNet",
    "R.",
    authors=("Kaiming He", "Xiangyu Zhang"),
    year=2016,
    venue="2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)",
)
DQN = Paper("3", "DQN", "D.", authors=("Volodymyr Mnih",), year=2015, venue="Nature")
ATTENTION = Paper(
    "4",
    "Attention",
    "T.",
    authors=("Ashish Vaswani",),
    year=2017,
    venue="Advances in Neural Information Processing Systems",
    tags=("to-read",),
)
UNDATED = Paper("5", "Undated", "U.")
PAPERS = [ADAM, RESNET, DQN, ATTENTION, UNDATED]


def called(name: str) -> Paper | None:
    return next((paper for paper in PAPERS if paper.label.casefold() == name.casefold()), None)


@pytest.mark.parametrize(
    ("question", "rest", "labels"),
    [
        ("papers from 2015 about optimisers", "papers about optimisers", "Adam DQN"),
        ("Which papers from 2016 or later are about vision?", None, "ResNet Attention"),
        ("how many papers are from 2016 or later?", None, "ResNet Attention"),
        ("papers published since 2017", "papers", "Attention"),
        ("papers older than 2016", "papers", "Adam DQN"),
        ("Which papers after 2015 study depth?", None, "ResNet Attention"),
        ("Which papers from 2016 adapt a network?", "Which papers adapt a network?", "ResNet"),
        ("Which papers since 2016 also adapt networks?", None, "ResNet Attention"),
        ("List papers from 2015 proposing games", "List papers proposing games", "Adam DQN"),
        ("How many papers before 2016 compress a model?", None, "Adam DQN"),
        ("papers between 2016 and 2017 on depth", "papers on depth", "ResNet Attention"),
        ("papers 2016-2017", "papers", "ResNet Attention"),
        ("2015 papers about games", "papers about games", "Adam DQN"),
        ("papers about games from 2015", "papers about games", "Adam DQN"),
        ("请列出 2016 年以后的论文", None, "ResNet Attention"),
        ("2015年发表的论文有哪些？", None, "Adam DQN"),
        ("recent papers about depth", "papers about depth", "Adam ResNet DQN Attention"),
        ("papers from the last two years about depth", "papers about depth", "ResNet Attention"),
        ("papers before the attention paper that use depth", None, "Adam ResNet DQN"),
        ("papers newer than ResNet?", "papers?", "Attention"),
        ("最近两年的论文有哪些？", None, "ResNet Attention"),
        ("papers by Vaswani", "papers", "Attention"),
        ("papers by kingma and Ba", "papers", "Adam"),
        ("Kaiming He's papers", "papers", "ResNet"),
        ("papers by Geoffrey Hinton", "papers", ""),
        ("Which papers were written by Jimmy Ba?", None, "Adam"),
        ("papers published in Nature", "papers", "DQN"),
        ("papers at ICML", "papers", ""),
        ("Which papers come from the ICLR conference?", None, "Adam"),
        ("ICLR 2015 papers on optimisation", "papers on optimisation", "Adam"),
        ("Which papers appeared at NeurIPS before 2019?", None, "Attention"),
        ("Which papers were published after 2015 in CVPR?", None, "ResNet"),
        ("Which papers by Kaiming He from 2016 are about depth?", None, "ResNet"),
        ("Which papers are tagged to-read?", None, "Attention"),
    ],
)
def test_what_is_said_of_the_papers_limits_them(
    question: str, rest: str | None, labels: str
) -> None:
    scope = scope_of(question, PAPERS, called)
    assert scope.where is not None
    assert [paper.label for paper in PAPERS if scope.where.matches(paper)] == labels.split()
    if rest is not None:
        assert scope.rest == rest


@pytest.mark.parametrize(
    "question",
    [
        "BERT 2019 parameters",
        "Which papers evaluate on WMT 2014?",
        "Which papers won the ILSVRC 2015 challenge?",
        "Which papers use data from 2015?",
        "Which papers report 2015 results?",
        "papers in machine learning",
        "papers by distillation",
        "Which papers compress models by distillation?",
        "Which papers are about nature?",
        "papers on Adam",
        "What happened in 2015?",
        "Which papers train before fine-tuning?",
        "Which papers stop before convergence?",
    ],
)
def test_what_merely_stands_in_a_question_limits_nothing(question: str) -> None:
    scope = scope_of(question, PAPERS, called)
    assert scope.where is None
    assert scope.rest == question


def test_a_paper_that_years_are_told_by_is_named() -> None:
    assert scope_of("papers since ResNet", PAPERS, called).said == (
        "from 2016 or later (“ResNet” is from 2016)"
    )


def test_a_condition_is_said_in_the_language_it_was_stated_in() -> None:
    assert scope_of("papers since 2016", PAPERS).said == "from 2016 or later"
    assert scope_of("papers between 2015 and 2016", PAPERS).said == "from 2015 to 2016"
    assert scope_of("2016 年以后的论文", PAPERS).said.strip() == "2016 年及以后"


def test_a_condition_knows_the_question_without_it() -> None:
    scope = scope_of("Which papers by Kaiming He from 2016 are about depth?", PAPERS)
    assert {each.said: each.without for each in scope.conditions} == {
        "from 2016": "Which papers by Kaiming He are about depth?",
        "by Kaiming He": "Which papers from 2016 are about depth?",
    }
    assert scope.rest == "Which papers are about depth?"


def test_two_filters_let_through_what_both_do() -> None:
    by_year = PaperFilter(year_from=2016)
    assert both(None, by_year, PAPERS) == by_year
    narrowed = both(by_year, PaperFilter(year_to=2016), PAPERS)
    assert [paper for paper in PAPERS if narrowed.matches(paper)] == [RESNET]
    ids = both(PaperFilter(authors=("Kingma",)), PaperFilter(authors=("Ba",)), PAPERS)
    assert [paper for paper in PAPERS if ids.matches(paper)] == [ADAM]
    none = both(PaperFilter(authors=("Kingma",)), PaperFilter(authors=("He",)), PAPERS)
    assert not any(none.matches(paper) for paper in PAPERS)
