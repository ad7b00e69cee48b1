"""From a question in its conversation to the papers that are read for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from index.filters import PaperFilter
from index.library import Library
from rag.choosing import READ_AT_MOST
from rag.conversations import Conversation
from rag.following import Resolved, resolve
from rag.questions import Question
from rag.retrieval import MEANT, PROPOSED, Candidate, Retriever

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
        candidates: the papers, best first; those that it points at by number in its order.
        text: the question in English, as it is to be answered.
    """

    question: Question
    resolved: Resolved
    where: PaperFilter | None
    candidates: list[Candidate]
    text: str


def find(
    question: Question,
    text: str,
    conversation: Conversation,
    library: Library,
    retriever: Retriever,
    where: PaperFilter | None = None,
) -> Found:
    """Find papers for a question, `text` in English, as the next one of a conversation.

    One that is about papers spoken of is searched for twice, by itself and with what was said; the
    sum of both scores counts, and a word that points back counts as much as a name
    (docs/EVALUATION.md, "Follow-ups").
    """
    by_itself = retriever.search(text, limit=PROPOSED, where=where)
    resolved = resolve(question, text, conversation, library, by_itself[:SOURCES])
    if resolved.kind:
        question = dataclasses.replace(question, kind=cast("Kind", resolved.kind))
    if resolved.asked:
        text = resolved.asked
        by_itself = retriever.search(text, limit=PROPOSED, where=where)
    if not resolved.focus:
        candidates = by_itself[:SOURCES]
        if resolved.perhaps and question.kind == "fact":
            candidates = _with_one_of(resolved.perhaps, text, candidates, retriever, where)
        return Found(question, resolved, where, candidates, text)
    focus = resolved.focus
    if resolved.alone:
        where = dataclasses.replace(where or PaperFilter(), paper_ids=_within(where, focus))
        question = dataclasses.replace(question, leans=True)
    candidates = _summed(
        retriever.search(text, limit=PROPOSED, where=where, also=focus),
        retriever.search(f"{text} {resolved.query}", limit=PROPOSED, where=where, also=focus),
        dict.fromkeys(focus, MEANT if question.leans else 0.0),
    )
    if resolved.alone:
        candidates.sort(key=lambda c: focus.index(c.paper.paper_id))
    spoken_of = [c for c in candidates[SOURCES:] if c.paper.paper_id in focus][:SOURCES]
    kept = [*candidates[: SOURCES - len(spoken_of)], *spoken_of]
    return Found(question, resolved, where, kept, text)


def _summed(
    one: list[Candidate], other: list[Candidate], more: Mapping[str, float]
) -> list[Candidate]:
    """Candidates of two searches by the sum of their scores, best first; some are given more.

    One that a search did not find has the least score there.
    """
    scores = [{c.paper.paper_id: c.score for c in found} for found in (one, other)]
    least = [min(found.values(), default=0.0) for found in scores]
    papers = {c.paper.paper_id: c for c in (*other, *one)}
    summed = [
        dataclasses.replace(
            candidate,
            score=more.get(paper_id, 0.0)
            + sum(found.get(paper_id, low) for found, low in zip(scores, least, strict=True)),
        )
        for paper_id, candidate in papers.items()
    ]
    return sorted(summed, key=lambda candidate: -candidate.score)


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
