"""What compressing token vectors costs: `python -m evaluation.token_compression [FOLDER]`.

Papers are ranked by standardised scores of whole-text vectors and BM25; of the best 30, MaxSim
over token vectors is added, for several ways of keeping those. Questions and papers are the
examples', or those of a test collection (`evaluation/corpora.py`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evaluation.corpora import Query, beir, collections_in
from evaluation.retrieval import quality_of
from index.compression import compress, project, restore
from index.embedding import Encoding
from index.keywords import KeywordIndex
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper

RERANKED = 30

Floats = NDArray[np.float32]
# How a question's token vectors are prepared, and how a paper's are kept.
Way = tuple[Callable[[Floats], Floats], Callable[[Floats], Floats]]


def main() -> None:
    """Print a table: one line for each way to keep token vectors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    options = parser.parse_args()
    collection = beir(options.folder) if options.folder else next(collections_in(None))
    papers, queries = collection.papers, collection.queries
    embedder = SentenceTransformerEmbedder()
    encodings = embedder.encode([paper.text for paper in papers])
    asked = dict(
        zip([q.text for q in queries], embedder.encode([q.text for q in queries]), strict=True)
    )
    proposed = _proposals(papers, encodings, queries, asked)
    print(f"{len(queries)} questions over {len(papers)} papers\n")
    print("| token vectors | bytes a token | first | MRR | nDCG@10 |")
    print("|---|---:|---:|---:|---:|")
    for name, (size, way) in _ways(encodings).items():
        search = _reranking(way, papers, encodings, asked, proposed)
        rows = [quality_of(search(query.text), query) for query in queries]
        first, mrr, ndcg = np.mean([(row.first, row.mrr, row.ndcg_10) for row in rows], axis=0)
        print(f"| {name} | {size} | {first:.3f} | {mrr:.3f} | {ndcg:.3f} |")


def _ways(encodings: list[Encoding]) -> dict[str, tuple[int, Way | None]]:
    dimension = encodings[0].token_vectors.shape[1]
    ways: dict[str, tuple[int, Way | None]] = {
        "none": (0, None),
        f"{dimension} × float32": (4 * dimension, (_same, _same)),
        f"{dimension} × int8": (dimension, (_same, _rounded)),
        "as libraries keep them": (
            compress(encodings[0].token_vectors)[0].shape[1],
            (project, lambda tokens: restore(*compress(tokens))),
        ),
    }
    sample = np.concatenate([each.token_vectors for each in encodings[::7]])
    directions = np.linalg.eigh(sample.T @ sample)[1][:, ::-1].astype(np.float32)
    for kept in (192, 128, 96, 64):
        ways[f"{kept} × int8, principal directions"] = (kept, _onto(directions[:, :kept]))
    random = np.linalg.qr(np.random.default_rng(0).normal(size=(dimension, dimension)))[0]
    for kept in (192, 96, 64, 32):
        onto = random[:, :kept].astype(np.float32)
        ways[f"{kept} × int8, random directions"] = (kept, _onto(onto))
    return ways


def _same(tokens: Floats) -> Floats:
    return tokens


def _onto(basis: Floats) -> Way:
    def reduced(tokens: Floats) -> Floats:
        onto = tokens @ basis
        lengths = np.maximum(np.linalg.norm(onto, axis=1, keepdims=True), 1e-12)
        return np.asarray(onto / lengths, dtype=np.float32)

    return reduced, lambda tokens: _rounded(reduced(tokens))


def _rounded(tokens: Floats) -> Floats:
    scales = np.maximum(np.abs(tokens).max(axis=1, keepdims=True, initial=0) / 127, 1e-12)
    return np.asarray(np.rint(tokens / scales) * scales, dtype=np.float32)


def _proposals(
    papers: list[Paper],
    encodings: list[Encoding],
    queries: list[Query],
    asked: dict[str, Encoding],
) -> dict[str, tuple[list[int], Floats]]:
    """For each question the papers to rank again, as positions, and their scores so far."""
    positions = {paper.paper_id: n for n, paper in enumerate(papers)}
    keywords = KeywordIndex.build(list(positions), [paper.text for paper in papers])
    vectors = np.stack([each.vector for each in encodings])
    found = {}
    for query in queries:
        bm25 = np.zeros(len(papers), dtype=np.float32)
        for paper_id, score in keywords.search(query.text, len(papers)):
            bm25[positions[paper_id]] = score
        scores = _standard(vectors @ asked[query.text].vector) + _standard(bm25)
        best = np.argsort(-scores, kind="stable")[:RERANKED]
        found[query.text] = (best.tolist(), scores[best])
    return found


def _reranking(
    way: Way | None,
    papers: list[Paper],
    encodings: list[Encoding],
    asked: dict[str, Encoding],
    proposed: dict[str, tuple[list[int], Floats]],
) -> Callable[[str], list[str]]:
    def search(query: str) -> list[str]:
        places, scores = proposed[query]
        if way is not None:
            question = way[0](asked[query].token_vectors)
            matches = np.array(list(_matches(question, way, encodings, places)), np.float32)
            scores = scores + _standard(matches)
        return [papers[places[n]].paper_id for n in np.argsort(-scores, kind="stable")]

    return search


def _matches(
    question: Floats, way: Way, encodings: list[Encoding], places: list[int]
) -> Iterator[float]:
    for place in places:
        tokens = way[1](encodings[place].token_vectors)
        yield float((question @ tokens.T).max(axis=1).mean()) if len(tokens) else 0.0


def _standard(values: Floats) -> Floats:
    deviation = float(values.std())
    return (values - values.mean()) / deviation if deviation > 1e-9 else np.zeros_like(values)


if __name__ == "__main__":
    main()
