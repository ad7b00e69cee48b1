"""The facets of the papers of a library: worked out once, then taken from the shelf."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from index.derived import DerivedStore
from index.library import Library
from index.papers import Paper
from rag.facets import ASPECTS, RECIPE, Facets, facets_of

_FILE = "facets.sqlite"
_BATCH = 64


class Shelf:
    """Facets of the papers of one library, kept in its folder."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._store = DerivedStore(library.folder / _FILE, RECIPE)

    def facets(self, papers: Sequence[Paper]) -> list[Facets]:
        """The facets of papers, in their order; those not on the shelf yet are put there."""
        versions = {paper.paper_id: paper.content_hash for paper in papers}
        kept = self._store.get(versions)
        facets = {
            paper.paper_id: _read(kept[paper.paper_id])
            if paper.paper_id in kept
            else facets_of(paper)
            for paper in papers
        }
        if len(kept) < len(versions):
            self._store.put(
                (paper_id, version, _written(facets[paper_id]))
                for paper_id, version in versions.items()
                if paper_id not in kept
            )
        return [facets[paper.paper_id] for paper in papers]

    def prepare(self) -> Iterator[int]:
        """Work out what is missing for the whole library, batch by batch.

        Yields how many papers are dealt with so far, those that were on the shelf already
        included. Stopped half-way, it goes on from there the next time.
        """
        papers = list(self._library.papers())
        self._store.drop_but(paper.paper_id for paper in papers)
        for start in range(0, len(papers), _BATCH):
            batch = papers[start : start + _BATCH]
            self.facets(batch)
            yield start + len(batch)


def _written(facets: Facets) -> str:
    return json.dumps(dict(facets))


def _read(data: str) -> Facets:
    read = json.loads(data)
    return {
        aspect: tuple((start, end) for start, end in read[aspect])
        for aspect in ASPECTS
        if aspect in read
    }
