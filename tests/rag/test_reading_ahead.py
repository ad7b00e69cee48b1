"""While a question is typed the likeliest paper is read: the prompt of the question begins so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

GEYSER = Paper("aaaa000000000001", "Geyser", "Geyser keeps gradients in eight bits. It is fast.")
QUARRY = Paper("aaaa000000000002", "Quarry", "Quarry expands documents. Recall rises to 74%.")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path, FakeEmbedder()) as opened:
        opened.add([GEYSER, QUARRY])
        yield opened


def test_the_question_goes_on_where_reading_ahead_ended(library: Library) -> None:
    model = ScriptedModel(lambda prompt: "Recall rises to 74%.")
    assistant = Assistant(library, model)
    assistant.read_ahead("To what does recall rise")
    [read] = model.prompts
    assert "Recall rises to 74%" in read
    list(assistant.ask("To what does recall rise with Quarry?"))
    assert model.prompts[1].startswith(read)


@pytest.mark.parametrize(
    "text", ["", "召回率提高到多少", "Compare Geyser with Quarry", "?" * 5000, "thank you"]
)
def test_what_does_not_begin_with_one_paper_is_not_read_ahead(library: Library, text: str) -> None:
    model = ScriptedModel(lambda prompt: "")
    Assistant(library, model).read_ahead(text)
    assert model.prompts == []


def test_an_empty_library_and_no_model_have_nothing_to_read(tmp_path: Path) -> None:
    with Library.open(tmp_path, FakeEmbedder()) as empty:
        Assistant(empty, ScriptedModel(lambda prompt: "")).read_ahead("What is Geyser good for")
        empty.add([GEYSER])
        Assistant(empty, None).read_ahead("What is Geyser good for")
