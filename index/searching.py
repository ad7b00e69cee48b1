"""Searching vectors under a filter: what Chroma can decide it decides, the rest is sifted here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from index.exact_search import Vector
from index.filters import PaperFilter
from index.paper_records import filterable
from index.papers import Passage
from index.stored import StoredPaper
from index.vector_store import StoredPassage, VectorStore, Where

# Up to so many papers, or venues, are named to Chroma one by one.
_NAMED = 500

_Item = TypeVar("_Item")
_Kept = TypeVar("_Kept")


def search_papers(
    vectors: VectorStore,
    held: Mapping[str, StoredPaper],
    vector: Vector,
    k: int,
    where: PaperFilter | None,
) -> list[tuple[str, float]]:
    """Ids of the `k` nearest papers that the filter lets through, with their similarity."""
    allowed = _allowed(held, where)

    def keep(paper_id: str) -> str | None:
        return paper_id if paper_id in allowed else None

    return _sifted(
        lambda n, condition: vectors.nearest_papers(vector, n, condition),
        keep,
        k if len(allowed) else 0,
        _condition(allowed, where),
    )


def search_passages(
    vectors: VectorStore,
    held: Mapping[str, StoredPaper],
    vector: Vector,
    k: int,
    where: PaperFilter | None,
) -> list[tuple[Passage, float]]:
    """The `k` nearest passages of papers that the filter lets through, with their similarity."""
    allowed = _allowed(held, where)

    def keep(found: StoredPassage) -> Passage | None:
        each = allowed.get(found.paper_id)
        # While a paper is being replaced the passages of its other version are there too.
        if each is None or each.version != found.content_hash:
            return None
        text = each.paper.abstract[found.start : found.end]
        return Passage(found.passage_id, found.paper_id, found.start, found.end, text)

    return _sifted(
        lambda n, condition: vectors.nearest_passages(vector, n, condition),
        keep,
        k if len(allowed) else 0,
        _condition(allowed, where),
    )


def _sifted(
    search: Callable[[int, Where | None], list[tuple[_Item, float]]],
    keep: Callable[[_Item], _Kept | None],
    k: int,
    condition: Where | None,
) -> list[tuple[_Kept, float]]:
    """The `k` best that are kept: more are asked for as long as too few are."""
    asked = k
    while asked:
        found = search(asked, condition)
        kept = [(out, score) for item, score in found if (out := keep(item)) is not None]
        if len(kept) >= k or len(found) < asked:
            return kept[:k]
        asked *= 4
    return []


def _allowed(
    held: Mapping[str, StoredPaper], where: PaperFilter | None
) -> Mapping[str, StoredPaper]:
    if where is None:
        return held
    return {paper_id: each for paper_id, each in list(held.items()) if where.matches(each.paper)}


def _condition(allowed: Mapping[str, StoredPaper], where: PaperFilter | None) -> Where | None:
    """What Chroma is told: the papers by name where they are few, else what it can compare."""
    if where is None:
        return None
    if len(allowed) <= _NAMED:
        return {"paper_id": {"$in": sorted(allowed)}}
    conditions: list[Where] = []
    if where.year_from is not None:
        conditions.append({"year": {"$gte": where.year_from}})
    if where.year_to is not None:
        conditions.append({"year": {"$lte": where.year_to}})
    venues = {filterable(each.paper).get("venue") for each in allowed.values()}
    if where.venues and len(venues) <= _NAMED:
        conditions.append({"venue": {"$in": sorted(venues, key=str)}})
    return {"$and": conditions} if len(conditions) > 1 else next(iter(conditions), None)
