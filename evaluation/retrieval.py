"""How well papers are found: dense, BM25, reciprocal rank fusion of the two, and ours.

    python -m evaluation retrieval [--data DIR]

Over the examples: questions in other words than the abstracts (`paraphrases.jsonl`), and with
typing errors, abbreviations, quoted phrases, figures, one word or a whole page
(`spellings.jsonl`). Over `DIR`: every test collection in a folder of it (`evaluation/corpora.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from evaluation.corpora import Collection, Query, collections_in
from evaluation.intervals import Mean, mean
from evaluation.keeping import digest_of, digest_of_code
from evaluation.libraries import encoded
from evaluation.reporting import Report, table
from evaluation.setup import Setup
from index.embedding import Embedder
from index.filters import PaperFilter
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from rag.retrieval import Retriever
from ui.progress import counting

DEPTH = 100
# The constant of reciprocal rank fusion (Cormack et al. 2009).
RRF = 60
# After so many questions what was found is kept.
AT_A_TIME = 25
HEADER = ("ranking", "first", "recall@3", "recall@10", "recall@100", "MRR", "nDCG@10")

Search = Callable[[Query], list[str]]
Row = dict[str, float]


@dataclass(frozen=True, slots=True)
class Quality:
    """How well one question's papers were ranked, or means over questions.

    `first` is 1 where the first paper is relevant.
    """

    first: float
    recall_3: float
    recall_10: float
    recall_100: float
    mrr: float
    ndcg_10: float


def measure(setup: Setup) -> Report:
    """Rank the papers of every collection in all ways."""
    embedder = SentenceTransformerEmbedder()
    figures = []
    for collection in collections_in(setup.data):
        rows = _ranked(collection, embedder, setup)
        figures.append(
            {
                "collection": collection.name,
                "papers": len(collection.papers),
                "questions": len(collection.queries),
                "rankings": {name: _means(found) for name, found in rows.items()},
                "ours above, nDCG@10": {
                    name: asdict(_gain(rows["ours"], found))
                    for name, found in rows.items()
                    if name != "ours"
                },
            }
        )
    return Report("retrieval", figures, as_markdown(figures))


def _means(rows: list[Row]) -> dict[str, Any]:
    return {f.name: asdict(mean([row[f.name] for row in rows])) for f in fields(Quality)}


def _gain(ours: list[Row], others: list[Row]) -> Mean:
    pairs = zip(ours, others, strict=True)
    return mean([one["ndcg_10"] - other["ndcg_10"] for one, other in pairs])


def _ranked(collection: Collection, embedder: Embedder, setup: Setup) -> dict[str, list[Row]]:
    """The quality of each question in each ranking; kept where nothing it depends on changed."""
    texts = digest_of([[p.paper_id, p.text] for p in collection.papers])
    common = [texts, embedder.digest, digest_of_code("evaluation.retrieval")]
    kept = setup.kept("retrieval")
    ranked: dict[str, list[Row]] = {}
    with ExitStack() as stack:

        @cache
        def rankings() -> dict[str, Search]:
            place = encoded(collection.library, collection.papers, setup.results, embedder)
            return _rankings(stack.enter_context(place))

        with counting(f"Ranking {collection.name}", len(collection.queries)) as advance:
            for start in range(0, len(collection.queries), AT_A_TIME):
                part = collection.queries[start : start + AT_A_TIME]
                asked = [[q.text, sorted(q.grades.items()), sorted(q.among or ())] for q in part]

                def rank(part: list[Query] = part) -> dict[str, list[Row]]:
                    return {
                        name: [asdict(quality_of(search(query), query)) for query in part]
                        for name, search in rankings().items()
                    }

                for name, rows in kept.get([digest_of(asked), *common], rank).items():
                    ranked.setdefault(name, []).extend(rows)
                advance(len(part))
    return ranked


def quality_of(ranked: list[str], query: Query) -> Quality:
    """Score one ranking."""
    relevant = {paper_id for paper_id, grade in query.grades.items() if grade > 0}
    ranks = [rank for rank, paper_id in enumerate(ranked) if paper_id in relevant]
    gains = [2 ** query.grades.get(paper_id, 0.0) - 1 for paper_id in ranked[:10]]
    ideal = sorted((2**grade - 1 for grade in query.grades.values()), reverse=True)[:10]
    return Quality(
        first=float(bool(ranks) and ranks[0] == 0),
        recall_3=sum(rank < 3 for rank in ranks) / len(relevant),
        recall_10=sum(rank < 10 for rank in ranks) / len(relevant),
        recall_100=sum(rank < 100 for rank in ranks) / len(relevant),
        mrr=1 / (ranks[0] + 1) if ranks else 0.0,
        ndcg_10=_discounted(gains) / _discounted(ideal),
    )


def _discounted(gains: list[float]) -> float:
    return sum(gain / float(np.log2(rank + 2)) for rank, gain in enumerate(gains))


def _rankings(library: Library) -> dict[str, Search]:
    retriever = Retriever(library)

    def where(query: Query) -> PaperFilter | None:
        return None if query.among is None else PaperFilter(paper_ids=query.among)

    def dense(query: Query) -> list[str]:
        vector = library.embedder.encode([query.text])[0].vector
        return [paper_id for paper_id, _ in library.nearest_papers(vector, DEPTH, where(query))]

    def keywords(query: Query) -> list[str]:
        found = library.keyword_search(query.text, DEPTH, where(query))
        return [paper_id for paper_id, _ in found]

    def fused(query: Query) -> list[str]:
        scores: dict[str, float] = {}
        for ranking in (dense(query), keywords(query)):
            for rank, paper_id in enumerate(ranking, start=1):
                scores[paper_id] = scores.get(paper_id, 0.0) + 1 / (RRF + rank)
        return sorted(scores, key=lambda paper_id: -scores[paper_id])

    def ours(query: Query) -> list[str]:
        found = retriever.search(query.text, limit=DEPTH, where=where(query))
        return [candidate.paper.paper_id for candidate in found]

    return {"dense": dense, "BM25": keywords, "reciprocal rank fusion": fused, "ours": ours}


def as_markdown(figures: list[dict[str, Any]]) -> str:
    """The tables, one a collection."""
    parts = []
    for found in figures:
        rows = [
            [name, *(f"{quality[f.name]['value']:.3f}" for f in fields(Quality))]
            for name, quality in found["rankings"].items()
        ]
        above = "; ".join(
            f"above {name} by {Mean(**difference)}"
            for name, difference in found["ours above, nDCG@10"].items()
        )
        parts += [
            f"**{found['collection']}**: {found['questions']} questions over {found['papers']} "
            "papers\n",
            table(HEADER, rows),
            f"\nnDCG@10 of ours (95 %): {above}.\n",
        ]
    return "\n".join(parts)
