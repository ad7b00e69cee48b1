"""What came of a question: shared by the tests of answering."""

from __future__ import annotations

from collections.abc import Iterator

from rag.answers import Answer
from rag.events import Complete, Event


def all_of(events: Iterator[Event]) -> tuple[list[Event], Answer]:
    seen = list(events)
    assert isinstance(seen[-1], Complete), seen[-1]
    return seen, seen[-1].answer
