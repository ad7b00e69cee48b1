"""Three made-up papers, and a question asked of a scripted model about them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from index.library import Library
from index.papers import Paper
from rag.answering import Assistant
from rag.answers import Answer
from rag.conversations import Conversation
from rag.events import Complete
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

GEYSER = Paper(
    paper_id="aaaa000000000001",
    label="Geyser",
    abstract=(
        "Training on long sequences needs much memory. We propose Geyser, an optimizer that "
        "keeps gradients in eight bits. On Stanford Cars it reaches 91.4% accuracy with 3.2 "
        "times less memory. Its convergence is proven for convex losses only."
    ),
)
LANTERN = Paper(
    paper_id="aaaa000000000002",
    label="Lantern",
    abstract=(
        "Radiologists mark tumours by hand. Lantern is a segmentation network for tumours in "
        "ultrasound images that learns from sketches. It needs 40 labelled images and is "
        "available at https://github.com/lantern/lantern."
    ),
)
QUARRY = Paper(
    paper_id="aaaa000000000003",
    label="Quarry",
    abstract=(
        "Search engines miss documents that use other words. Quarry expands every document "
        "with questions that it answers. Recall rises from 61% to 74% on legal cases."
    ),
)


@contextmanager
def toy_library(folder: Path) -> Iterator[Library]:
    """A library of the three."""
    with Library.open(folder, FakeEmbedder()) as opened:
        opened.add([GEYSER, LANTERN, QUARRY])
        yield opened


def ask(
    library: Library, model: ScriptedModel, question: str, conversation: Conversation | None = None
) -> Answer:
    *_, last = Assistant(library, model).ask(question, conversation)
    assert isinstance(last, Complete)
    return last.answer
