"""From a question in its conversation to the papers that are read for it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from index.filters import PaperFilter
from index.library import Library
from rag.conversations import Conversation
from rag.following import Resolved, resolve
from rag.questions import Question
from rag.retrieval import Candidate, Retriever

# How many papers are found for a question.
SOURCES = 8


@dataclass(frozen=True, slots=True)
class Found:
    """What a question means, and the papers found for it.

    Attributes:
        question: as understood; `leans` holds where it asks about papers that were shown.
        resolved: what it means in its conversation.
        where: the papers that it may be answered from.
        candidates: the papers, those that it points back to first, then the best first.
    """

    question: Question
    resolved: Resolved
    where: PaperFilter | None
    candidates: list[Candidate]


def find(
    question: Question,
    text: str,
    conversation: Conversation,
    library: Library,
    retriever: Retriever,
    where: PaperFilter | None = None,
) -> Found:
    """Find papers for a question, `text` in English, as the next one of a conversation."""
    candidates = retriever.search(text, limit=SOURCES, where=where)
    resolved = resolve(question, text, conversation, library, candidates)
    if not resolved.focus:
        return Found(question, resolved, where, candidates)
    if resolved.alone:
        where = dataclasses.replace(
            where or PaperFilter(), paper_ids=_within(where, resolved.focus)
        )
        question = dataclasses.replace(question, leans=True)
    query = f"{text} {resolved.query}".strip()
    candidates = retriever.search(query, limit=SOURCES, where=where, also=resolved.focus)
    places = {paper_id: place for place, paper_id in enumerate(resolved.focus)}
    candidates.sort(key=lambda c: places.get(c.paper.paper_id, len(places)))
    return Found(question, resolved, where, candidates)


def _within(where: PaperFilter | None, focus: tuple[str, ...]) -> frozenset[str]:
    """The papers in focus that a filter on papers lets through."""
    chosen = where.paper_ids if where is not None else None
    return frozenset(focus) if chosen is None else chosen.intersection(focus)
