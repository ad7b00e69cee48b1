"""What a question for a list asks of a paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.criteria import criterion_of
from rag.record_criteria import decided


@pytest.mark.parametrize(
    ("question", "verb_phrase"),
    [
        ("Which papers are about diffusion models?", "be about diffusion models"),
        ("which papers train without reward models", "train without reward models"),
        ("List all papers that use reinforcement learning.", "use reinforcement learning"),
        ("papers on object detection", "be about object detection"),
        ("diffusion papers", "be about diffusion"),
        (
            "recent robotics papers that need no labels",
            "be about robotics and need no labels",
        ),
        ("What work is there on machine translation?", "be about machine translation"),
        ("What has been done on speech?", "be about speech"),
        ("Who works on retrieval?", "be about retrieval"),
        ("Do any papers study scaling laws?", "study scaling laws"),
        ("Are there any papers about graphs?", "be about graphs"),
        ("Is there a paper that generates images?", "generate images"),
        ("papers using dropout", "use dropout"),
        ("papers without labels", "do without labels"),
        ("Could you list the papers that report an FID?", "report an FID"),
        ("I'm looking for papers on attention", "be about attention"),
        ("What percentage of the papers give a link?", "give a link"),
        ("How many of them use attention?", "use attention"),
        ("How many papers are there?", ""),
        ("How many papers does the library hold altogether?", ""),
        ("How many papers do you have?", ""),
        ("What about glaciers?", "be about glaciers"),
        ("In which papers is CIFAR-10 used?", "use CIFAR-10"),
        ("For how many papers is code available?", "have code available"),
        ("In which works do robots learn?", "have robots learn"),
        ("Are there papers that don't use labels?", "do without labels"),
        ("List everything about optimisation.", "be about optimisation"),
        ("Which papers, if any, discuss fairness?", "discuss fairness"),
        ("How many papers use dropout, and which ones?", "use dropout"),
        ("Which entries are about vision?", "be about vision"),
        (
            "Which papers would help me with training on a small GPU?",
            "be about training on a small GPU",
        ),
        (
            "I want to learn how images are drawn. Which papers should I read?",
            "be about I want to learn how images are drawn",
        ),
    ],
)
def test_the_criterion_is_taken_from_the_question(question: str, verb_phrase: str) -> None:
    assert criterion_of(question).verb_phrase == verb_phrase


def test_it_is_put_as_a_question_about_one_paper() -> None:
    assert criterion_of("papers on owls").asked == "Is this paper about owls?"
    assert criterion_of("papers that use owls").asked == "Does this paper use owls?"
    assert criterion_of("papers on owls").shown == "about owls"


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("papers about pruning or use distillation", ("pruning", "distillation")),
        ("papers about GANs or VAEs", ("GANs", "VAEs")),
        ("papers that use or study flow matching or ODE solvers", ("flow matching", "ODE solvers")),
        ("papers about attacks or their defence", ()),
        ("papers about sand", ()),
    ],
)
def test_each_alternative_is_looked_for(question: str, topics: tuple[str, ...]) -> None:
    assert criterion_of(question).topics[1:] == topics


@pytest.mark.parametrize(
    ("question", "exact"),
    [
        ("Which of the two shares its code publicly?", True),
        ("Which of the three papers releases its code?", True),
        ("Which papers give a link to their code?", True),
        ("papers without code", True),
        ("papers on GitHub", True),
        ("Which papers make their code publicly available?", True),
        ("Which papers have an arXiv id?", True),
        ("papers without a DOI", True),
        ("Which papers are about code generation?", False),
        ("Which papers use source code as training data?", False),
        ("Which papers link vision and language?", False),
        ("Which papers study open-source models?", False),
        ("Which papers have a venue-aware method?", False),
    ],
)
def test_records_and_links_decide_only_what_they_can(question: str, exact: bool) -> None:
    assert (decided(criterion_of(question).verb_phrase, []) is not None) == exact


@given(st.text(max_size=200))
def test_any_text_gives_a_criterion(text: str) -> None:
    criterion = criterion_of(text)
    assert bool(criterion.topics) == bool(criterion.verb_phrase.removeprefix("be").strip())
