"""What sentences of an abstract state: problem, method, data, results, cost, limits, code."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.library import Library
from index.papers import Paper
from index.sentences import sentence_spans
from rag.facets import ASPECTS, Aspect, facets_of
from rag.shelf import Shelf
from tests.fake_embedder import FakeEmbedder

TYPICAL = Paper(
    "0" * 16,
    "GradCut",
    "Fine-tuning large models is expensive, and existing methods need a lot of memory. "
    "We propose GradCut, which drops small gradients before they are exchanged. "
    "On ImageNet, GradCut reaches 76.3% accuracy, 0.2 points above the baseline. "
    "Training takes 3 hours on one A100 GPU. "
    "A limitation is that it fails on recurrent networks. "
    "Code is available at https://example.org/gradcut.",
    title="GradCut: exchanging fewer gradients",
)


def said(paper: Paper, aspect: Aspect) -> list[str]:
    return [paper.abstract[start:end] for start, end in facets_of(paper).get(aspect, ())]


@pytest.mark.parametrize(
    ("aspect", "begins"),
    [
        ("problem", "Fine-tuning large"),
        ("method", "We propose"),
        ("data", "On ImageNet"),
        ("results", "On ImageNet"),
        ("cost", "Training takes"),
        ("limits", "A limitation"),
        ("code", "Code is available"),
    ],
)
def test_each_aspect_has_its_sentence(aspect: Aspect, begins: str) -> None:
    (sentence,) = said(TYPICAL, aspect)
    assert sentence.startswith(begins)


def test_what_is_not_stated_is_left_out() -> None:
    paper = Paper("1" * 16, "x", "We propose a tree. We show that it is optimal.")
    assert set(facets_of(paper)) == {"method", "results"}


def test_what_others_fail_at_is_no_limit_of_the_paper() -> None:
    text = (
        "Earlier parsers fail on long sentences and cannot be trained end to end. "
        "We introduce a parser that reads both ways. It improves accuracy by 3%."
    )
    assert said(Paper("2" * 16, "x", text), "limits") == []


def test_the_problem_may_stand_behind_the_method() -> None:
    text = (
        "We introduce a compiler for tensors. However, existing systems rely on libraries "
        "written by hand, which are limited to few devices. It is twice as fast."
    )
    assert said(Paper("3" * 16, "x", text), "problem")[0].startswith("However, existing")


def test_a_long_sentence_is_cut_to_the_clause_that_says_it() -> None:
    text = (
        "Pose estimation is slow. We present FastPose, a network for poses. It is much better "
        "on children, on dancers and on people who carry bags than every network that was "
        "published before it; inference takes 4 ms on a CPU, without any accelerator at all."
    )
    (cost,) = said(Paper("4" * 16, "x", text), "cost")
    assert cost == "inference takes 4 ms on a CPU, without any accelerator at all."


def test_headings_of_structured_abstracts_are_followed() -> None:
    text = (
        "BACKGROUND: Statins may help. METHODS: Patients were assigned at random. "
        "RESULTS: Deaths were fewer with statins. LIMITATIONS: The sample was small."
    )
    paper = Paper("5" * 16, "x", text)
    assert said(paper, "method")[0].startswith("METHODS")
    assert said(paper, "results")[0].startswith("RESULTS")
    assert said(paper, "limits")[0].startswith("LIMITATIONS")


@given(st.text(alphabet="ab .;:,()GPU1%\nWe propose however", max_size=400))
def test_facets_lie_inside_sentences_of_the_abstract(text: str) -> None:
    paper = Paper("6" * 16, "x", text)
    sentences = sentence_spans(text)
    for aspect, spans in facets_of(paper).items():
        assert aspect in ASPECTS
        assert spans
        for start, end in spans:
            assert any(first <= start < end <= last for first, last in sentences)


def test_the_shelf_works_out_once_and_again_only_what_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Paper("7" * 16, "Other", "We propose another thing. It works.")
    worked: list[str] = []

    def counted(paper: Paper) -> object:
        worked.append(paper.paper_id)
        return facets_of(paper)

    monkeypatch.setattr("rag.shelf.facets_of", counted)
    with Library.open(tmp_path, FakeEmbedder()) as library:
        library.add([TYPICAL, other])
        assert list(Shelf(library).prepare()) == [2]
        assert Shelf(library).facets([TYPICAL, other]) == [facets_of(TYPICAL), facets_of(other)]
        assert worked == [TYPICAL.paper_id, other.paper_id]
        changed = Paper("7" * 16, "Other", "We propose a third thing. It works.")
        library.add([changed])
        library.remove([TYPICAL.paper_id])
        list(Shelf(library).prepare())
        assert worked[2:] == [other.paper_id]
