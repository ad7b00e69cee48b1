"""Comparison and summary with the real models, over papers of the examples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from index.intake import paper_from
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from index.papers import Record
from index.readers.registry import read
from rag.answering import Assistant
from rag.answers import Answer
from rag.events import Complete, Event, TableFound, TextSoFar
from rag.models.registry import load

pytestmark = [pytest.mark.real_models, pytest.mark.slow]
EXAMPLES = Path(__file__).parents[2] / "examples" / "untitled-abstracts.txt"


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    folder = tmp_path_factory.mktemp("library")
    with Library.open(folder, SentenceTransformerEmbedder()) as library:
        library.add(paper_from(each) for each in read(EXAMPLES) if isinstance(each, Record))
        model = load()
        yield Assistant(library, model)
        model.close()


def answered(events: Iterator[Event]) -> tuple[list[Event], Answer]:
    seen = list(events)
    assert isinstance(seen[-1], Complete)
    return seen, seen[-1].answer


def test_two_methods_side_by_side_and_what_was_asked(assistant: Assistant) -> None:
    seen, answer = answered(
        assistant.ask("Compare ALBERT and ELECTRA: what does each of them change in pre-training?")
    )
    assert isinstance(next(e for e in seen if isinstance(e, TableFound | TextSoFar)), TableFound)
    assert answer.table is not None
    assert [column.name for column in answer.table.columns] == ["ALBERT", "ELECTRA"]
    cited = {number for claim in answer.claims for number in claim.citations}
    assert cited == {1, 2}
    assert all(claim.verdict == "supported" for claim in answer.claims)


def test_a_summary_says_the_method_and_quotes_the_results(assistant: Assistant) -> None:
    _, answer = answered(assistant.ask("Summarise the paper on NeRF."))
    text = answer.answer
    assert "radiance field" in text
    assert "31.01" in text
    assert all(claim.verdict == "supported" for claim in answer.claims)
