"""Answers without a language model: the papers' own sentences that match the question best."""

from __future__ import annotations

from collections.abc import Generator

from rag.events import Event, Progress, TextSoFar
from rag.sentences import nearest_sentences
from rag.turns import Draft, Statement, Turn, quotation

# A paper whose words match the question's less than this is no answer to it, and a second paper
# is quoted beside the first only where it matches nearly as well. Set by eye, not yet measured.
LEAST_MATCH = 0.45
NEARLY = 0.97
MOST_SENTENCES = 3
# A sentence less than this share as near to the question as the nearest adds nothing.
WORTH_IT = 0.7


def extract(turn: Turn) -> Generator[Event, None, Draft]:
    """Quote the best sentences of the best papers."""
    yield Progress("reading", "choosing sentences")
    embedder = turn.library.embedder
    best = turn.candidates[0].match if turn.candidates else 0.0
    near = tuple(candidate.paper for candidate in turn.candidates[:3])
    if best < LEAST_MATCH:
        return Draft(near=near)
    found: list[tuple[float, Statement]] = []
    for candidate in turn.candidates[:MOST_SENTENCES]:
        if candidate.match >= NEARLY * best:
            paper = candidate.paper
            for closeness, *span in nearest_sentences(embedder, paper, turn.given):
                found.append((closeness, quotation(paper, *span)))
    found.sort(key=lambda pair: -pair[0])
    statements = tuple(
        statement
        for closeness, statement in found[:MOST_SENTENCES]
        if closeness >= WORTH_IT * found[0][0]
    )
    turn.meter.first_word()
    yield TextSoFar("\n\n".join(statement.text for statement in statements))
    return Draft(statements, near=near)
