"""From a question in its conversation to the papers that are read for it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from index.filters import PaperFilter
from index.library import Library
from rag.choosing import READ_AT_MOST
from rag.conversations import Conversation
from rag.following import Resolved, resolve
from rag.questions import Question
from rag.retrieval import Candidate, Retriever

if TYPE_CHECKING:
    from rag.kinds import Kind

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
    if resolved.kind:
        question = dataclasses.replace(question, kind=cast("Kind", resolved.kind))
    if not resolved.focus:
        if resolved.perhaps and question.kind == "fact":
            candidates = _with_one_of(resolved.perhaps, text, candidates, retriever, where)
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


def _with_one_of(
    perhaps: tuple[str, ...],
    text: str,
    candidates: list[Candidate],
    retriever: Retriever,
    where: PaperFilter | None,
) -> list[Candidate]:
    """The candidates, with the paper just spoken of among those that are read, as the last."""
    if not {c.paper.paper_id for c in candidates[:READ_AT_MOST]}.isdisjoint(perhaps):
        return candidates
    more = retriever.search(text, limit=SOURCES, where=where, also=perhaps[:1])
    spoken_of = [c for c in more if c.paper.paper_id == perhaps[0]]
    others = [c for c in more if c.paper.paper_id != perhaps[0]]
    return others[: READ_AT_MOST - 1] + spoken_of + others[READ_AT_MOST - 1 :]


def _within(where: PaperFilter | None, focus: tuple[str, ...]) -> frozenset[str]:
    """The papers in focus that a filter on papers lets through."""
    chosen = where.paper_ids if where is not None else None
    return frozenset(focus) if chosen is None else chosen.intersection(focus)
