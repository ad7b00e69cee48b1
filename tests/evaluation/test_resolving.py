"""Conversations whose last question must be understood."""

from __future__ import annotations

from evaluation.corpora import example_papers
from evaluation.resolving import conversations, faults
from rag.answers import Answer, Source, Timings


def answer(*labels: str) -> Answer:
    sources = tuple(
        Source(n, f"{n:016d}", label, "Abstract.") for n, label in enumerate(labels, start=1)
    )
    return Answer("and it?", "How fast is it?", "", False, (), sources, Timings(), "m", "fact")


def test_every_paper_that_is_meant_is_among_the_examples() -> None:
    papers = list(example_papers())
    everything = conversations()
    assert len({each["id"] for each in everything}) == len(everything)
    for expected in everything:
        for begins in expected["meant"]:
            assert any(
                paper.label.startswith(begins) or paper.abstract.startswith(begins)
                for paper in papers
            ), begins


def test_a_question_asked_of_another_paper_or_in_other_words_is_a_fault() -> None:
    assert not list(faults({"meant": ["Heron"]}, answer("Heron: birds", "Kettle")))
    assert list(faults({"meant": ["Kettle"]}, answer("Heron: birds", "Kettle")))
    assert list(faults({"meant": [], "standalone": "How slow is it?"}, answer()))
    assert list(faults({"meant": [], "kind": "summary"}, answer()))
