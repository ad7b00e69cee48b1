"""How well papers are found: `python -m evaluation.retrieval`.

Without arguments: questions over the example papers, each in other words than the abstract
(`evaluation/paraphrases.jsonl`). With `--corpus`, `--queries` and `--judgements`: any test
collection in BEIR's files (https://github.com/beir-cellar/beir), such as SciFact.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bibtexparser.entrypoint import parse_file

from index.cleaning import clean
from index.intake import paper_from
from index.library import Library
from index.minilm import SentenceTransformerEmbedder
from index.papers import Paper, Record, normalise
from index.readers.registry import read
from rag.retrieval import Retriever

ROOT = Path(__file__).parents[1]
DEPTH = 100
# The constant of reciprocal rank fusion (Cormack et al. 2009).
RRF = 60

Search = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Query:
    """A question and the grade of each paper that is relevant to it."""

    text: str
    grades: dict[str, float]


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over queries."""

    name: str
    first: float
    recall_3: float
    recall_10: float
    mrr: float
    ndcg_10: float


def main() -> None:
    """Print a table: dense, BM25, reciprocal rank fusion of the two, and ours."""
    papers, queries = collection_from_arguments(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        embedder = SentenceTransformerEmbedder()
        with Library.open(Path(folder), embedder) as library:
            library.add(papers)
            print(f"{len(queries)} questions over {len(library)} papers\n")
            print("| ranking | first | recall@3 | recall@10 | MRR | nDCG@10 |")
            print("|---|---:|---:|---:|---:|---:|")
            for name, search in _rankings(library).items():
                quality = measure(name, search, queries)
                figures = (
                    quality.first,
                    quality.recall_3,
                    quality.recall_10,
                    quality.mrr,
                    quality.ndcg_10,
                )
                print(f"| {name} | {' | '.join(f'{figure:.3f}' for figure in figures)} |")


def collection_from_arguments(description: str | None) -> tuple[list[Paper], list[Query]]:
    """The papers and questions that the command line names: the examples, or files of BEIR's."""
    parser = argparse.ArgumentParser(description=description)
    for name in ("corpus", "queries", "judgements"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--first", type=int, help="only so many queries")
    options = parser.parse_args()
    if options.corpus:
        papers = list(beir_papers(options.corpus))
        queries = list(beir_queries(options.queries, options.judgements))
    else:
        papers = list(example_papers())
        queries = list(paraphrases(papers))
    return papers, queries[: options.first]


def measure(name: str, search: Search, queries: Iterable[Query]) -> Quality:
    """Run all queries and average."""
    rows = []
    for query in queries:
        ranked = search(query.text)
        relevant = {paper_id for paper_id, grade in query.grades.items() if grade > 0}
        ranks = [rank for rank, paper_id in enumerate(ranked) if paper_id in relevant]
        gains = [2 ** query.grades.get(paper_id, 0.0) - 1 for paper_id in ranked[:10]]
        ideal = sorted((2**grade - 1 for grade in query.grades.values()), reverse=True)[:10]
        rows.append(
            (
                float(bool(ranks) and ranks[0] == 0),
                sum(rank < 3 for rank in ranks) / len(relevant),
                sum(rank < 10 for rank in ranks) / len(relevant),
                1 / (ranks[0] + 1) if ranks else 0.0,
                _discounted(gains) / _discounted(ideal),
            )
        )
    first, recall_3, recall_10, mrr, ndcg = np.mean(rows, axis=0)
    return Quality(name, float(first), float(recall_3), float(recall_10), float(mrr), float(ndcg))


def _discounted(gains: list[float]) -> float:
    return sum(gain / float(np.log2(rank + 2)) for rank, gain in enumerate(gains))


def _rankings(library: Library) -> dict[str, Search]:
    retriever = Retriever(library)

    def dense(query: str) -> list[str]:
        vector = library.embedder.encode([query])[0].vector
        return [paper_id for paper_id, _ in library.nearest_papers(vector, DEPTH)]

    def keywords(query: str) -> list[str]:
        return [paper_id for paper_id, _ in library.keyword_search(query, DEPTH)]

    def fused(query: str) -> list[str]:
        scores: dict[str, float] = {}
        for ranking in (dense(query), keywords(query)):
            for rank, paper_id in enumerate(ranking, start=1):
                scores[paper_id] = scores.get(paper_id, 0.0) + 1 / (RRF + rank)
        return sorted(scores, key=lambda paper_id: -scores[paper_id])

    def ours(query: str) -> list[str]:
        return [candidate.paper.paper_id for candidate in retriever.search(query, limit=DEPTH)]

    return {"dense": dense, "BM25": keywords, "reciprocal rank fusion": fused, "ours": ours}


def example_papers() -> Iterator[Paper]:
    """The papers of the example files."""
    for name in ("landmark-papers.bib", "untitled-abstracts.txt"):
        for item in read(ROOT / "examples" / name):
            if isinstance(item, Record):
                yield paper_from(item)


def paraphrases(papers: list[Paper]) -> Iterator[Query]:
    """Questions over the example papers, in other words than theirs."""
    keys = _ids_by_key(papers)
    path = ROOT / "evaluation" / "paraphrases.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        asked = json.loads(line)
        yield Query(asked["question"], {keys[asked["gold"]]: 1.0})


def _ids_by_key(papers: list[Paper]) -> dict[str, str]:
    """Papers by BibTeX key, or by the first 60 characters of an untitled abstract."""
    keys = {paper.abstract[:60]: paper.paper_id for paper in papers}
    titles = {normalise(paper.title): paper.paper_id for paper in papers if paper.title}

    for entry in parse_file(str(ROOT / "examples" / "landmark-papers.bib")).entries:
        keys[entry.key] = titles[normalise(clean(re.sub("[{}]", "", str(entry["title"]))))]
    return keys


def _lines(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    yield from text.decode("utf-8").splitlines()


def beir_papers(path: Path) -> Iterator[Paper]:
    """The documents of a BEIR corpus file, packed or not."""
    for line in _lines(path):
        document = json.loads(line)
        name = str(document.get("_id", document.get("doc_id")))
        text = document.get("text") or document.get("abstract") or ""
        abstract = " ".join(text) if isinstance(text, list) else str(text)
        title = document.get("title") or None
        if abstract.strip():
            yield Paper(paper_id=name, label=title or abstract[:60], abstract=abstract, title=title)


def beir_queries(queries: Path, judgements: Path) -> Iterator[Query]:
    """The queries of BEIR's files that have a relevant document."""
    grades: dict[str, dict[str, float]] = {}
    for line in _lines(judgements):
        query_id, document_id, grade = line.split("\t")[:3]
        if grade.strip().lstrip("-").isdigit():
            grades.setdefault(query_id, {})[document_id] = float(grade)
    for line in _lines(queries):
        query = json.loads(line)
        judged = grades.get(str(query["_id"]))
        if judged and any(grade > 0 for grade in judged.values()):
            yield Query(query["text"], judged)


if __name__ == "__main__":
    main()
