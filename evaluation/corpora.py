"""The papers and questions to measure on: the examples, and public sets in folders of their own.

| folder | set | files |
|---|---|---|
| `scifact`, `cranfield`, any other | a test collection of BEIR (https://github.com/beir-cellar/beir) | `corpus.jsonl`, `queries*.jsonl`, `qrels*.tsv` (or `qrels/*.tsv`) |
| `csfcube` | CSFCube (https://github.com/iesl/CSFCube) | `corpus.jsonl` (the abstracts with labelled sentences), `*background*.json`, `*method*.json`, `*result*.json` |
| `pubmedqa` | PubMedQA (https://pubmedqa.github.io) | `*.jsonl` of `{"id", "question", "abstract", "long_answer", "decision"}`, or its own `ori_pqal.json` |

Every file may be packed with gzip.
"""  # noqa: E501 (rows of a table)

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bibtexparser.entrypoint import parse_file

from index.cleaning import clean
from index.intake import paper_from
from index.papers import Paper, Record, normalise
from index.readers.registry import read

ROOT = Path(__file__).parents[1]
EXAMPLES = ("landmark-papers.bib", "untitled-abstracts.txt")
FACETS = ("background", "method", "result")

Json = dict[str, Any]
Decision = Literal["yes", "no", "maybe"]


@dataclass(frozen=True, slots=True)
class Query:
    """A question and the grade of each paper that is relevant to it.

    `among` names the papers that were judged, where only those are to be ranked.
    """

    text: str
    grades: dict[str, float]
    among: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """Questions over papers. Collections of one `library` are about the same papers."""

    name: str
    library: str
    papers: list[Paper]
    queries: list[Query]


@dataclass(frozen=True, slots=True)
class Decided:
    """A question that is answered by yes, no or maybe, and the paper that answers it.

    `conclusion` is what its abstract ends with, where the set leaves that out of it.
    """

    question: str
    paper: Paper
    decision: Decision
    conclusion: str = ""


def collections_in(data: Path | None) -> Iterator[Collection]:
    """Questions over the examples, and every test collection in the folders of `data`."""
    papers = list(example_papers())
    for name in ("paraphrases", "spellings"):
        queries = list(example_questions(papers, name))
        yield Collection(f"examples, {name}", "examples", papers, queries)
    for folder in sorted(data.iterdir()) if data else ():
        if folder.name == "csfcube":
            yield from csfcube(folder)
        elif folder.is_dir() and _find(folder, "corpus*", "queries*", "qrels*"):
            yield beir(folder)


def example_papers() -> Iterator[Paper]:
    """The papers of the example files."""
    for name in EXAMPLES:
        for item in read(ROOT / "examples" / name):
            if isinstance(item, Record):
                yield paper_from(item)


def example_questions(papers: list[Paper], name: str) -> Iterator[Query]:
    """The questions of `evaluation/NAME.jsonl`: `{"question", "gold"}`, gold being one key or more.

    A key is that of a BibTeX entry, or the first 60 characters of an untitled abstract.
    """
    keys = _ids_by_key(papers)
    for asked in lines_of(ROOT / "evaluation" / f"{name}.jsonl"):
        gold = asked["gold"] if isinstance(asked["gold"], list) else [asked["gold"]]
        yield Query(asked["question"], {keys[key]: 1.0 for key in gold})


def example_decisions(papers: list[Paper]) -> Iterator[Decided]:
    """Questions over the examples that are answered by yes or no (`evaluation/yes_no.jsonl`)."""
    keys = _ids_by_key(papers)
    by_id = {paper.paper_id: paper for paper in papers}
    for row in lines_of(ROOT / "evaluation" / "yes_no.jsonl"):
        yield Decided(row["question"], by_id[keys[row["gold"]]], row["decision"])


def _ids_by_key(papers: list[Paper]) -> dict[str, str]:
    keys = {paper.abstract[:60]: paper.paper_id for paper in papers}
    titles = {normalise(paper.title): paper.paper_id for paper in papers if paper.title}
    for entry in parse_file(str(ROOT / "examples" / "landmark-papers.bib")).entries:
        keys[entry.key] = titles[normalise(clean(re.sub("[{}]", "", str(entry["title"]))))]
    return keys


def beir(folder: Path) -> Collection:
    """A test collection: its documents, and its queries that have a relevant document."""
    corpus, queries, judgements = (
        _required(folder, name) for name in ("corpus*", "queries*", "qrels*")
    )
    if judgements.is_dir():
        judgements = _required(judgements, "*.tsv")
    return Collection(
        folder.name,
        folder.name,
        list(beir_papers(corpus)),
        list(beir_queries(queries, judgements)),
    )


def beir_papers(path: Path) -> Iterator[Paper]:
    """The documents of a corpus file that have a text."""
    for document in lines_of(path):
        text = document.get("text") or document.get("abstract") or ""
        abstract = " ".join(text) if isinstance(text, list) else str(text)
        title = document.get("title") or None
        if abstract.strip():
            name = str(document.get("_id", document.get("paper_id")))
            yield Paper(paper_id=name, label=title or abstract[:60], abstract=abstract, title=title)


def beir_queries(queries: Path, judgements: Path) -> Iterator[Query]:
    """The queries that have a relevant document."""
    grades: dict[str, dict[str, float]] = {}
    for line in text_of(judgements).splitlines():
        query_id, document_id, grade = line.split("\t")[:3]
        if grade.strip().lstrip("-").isdigit():
            grades.setdefault(query_id, {})[document_id] = float(grade)
    for query in lines_of(queries):
        judged = grades.get(str(query["_id"]))
        if judged and any(grade > 0 for grade in judged.values()):
            yield Query(query["text"], judged)


def csfcube(folder: Path) -> Iterator[Collection]:
    """Papers alike in background, method or result, one collection a facet.

    A query is the sentences of one paper that are of the facet; the papers judged for it are
    ranked, as the set's authors do.
    """
    corpus = _required(folder, "*corpus*", "abstracts*")
    papers = list(beir_papers(corpus))
    rows = {str(row["paper_id"]): row for row in lines_of(corpus)}
    for facet in FACETS:
        judged = json.loads(text_of(_required(folder, f"*{facet}*.json*")))
        queries = []
        for paper_id, pool in judged.items():
            grades = {
                str(candidate): float(grade)
                for candidate, grade in zip(pool["cands"], pool["relevance_adju"], strict=True)
            }
            grades.pop(str(paper_id), None)
            if any(grades.values()):
                text = _of_facet(rows[str(paper_id)], facet)
                queries.append(Query(text, grades, frozenset(grades)))
        yield Collection(f"csfcube, {facet}", "csfcube", papers, queries)


def _of_facet(row: Json, facet: str) -> str:
    """The sentences of a facet; objectives count as background. All where none is labelled."""
    wanted = {f"{facet}_label"} | ({"objective_label"} if facet == "background" else set())
    labelled = zip(row["abstract"], row["pred_labels"], strict=True)
    chosen = [sentence for sentence, label in labelled if label in wanted]
    return " ".join(chosen or row["abstract"])


def pubmedqa(folder: Path) -> list[Decided]:
    """Questions with the abstract that decides them, and apart from it its conclusion."""
    path = _required(folder, "*.jsonl*", "ori_pqal.json*")
    if "jsonl" in path.name:
        rows = list(lines_of(path))
    else:
        rows = [
            {
                "id": name,
                "question": row["QUESTION"],
                "abstract": " ".join(row["CONTEXTS"]),
                "long_answer": row["LONG_ANSWER"],
                "decision": row["final_decision"],
            }
            for name, row in json.loads(text_of(path)).items()
        ]
    return [
        Decided(
            row["question"],
            Paper(str(row["id"]), row["abstract"][:60], row["abstract"]),
            row["decision"],
            row.get("long_answer", ""),
        )
        for row in rows
    ]


def lines_of(path: Path) -> Iterator[Json]:
    """The objects of a file of JSON lines, packed or not."""
    for line in text_of(path).split("\n"):
        if line.strip():
            yield json.loads(line)


def text_of(path: Path) -> str:
    """A text file, packed or not."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")


def _find(folder: Path, *patterns: str) -> list[Path]:
    """The first match of each pattern; empty where one has none."""
    found = [next(iter(sorted(folder.glob(pattern))), None) for pattern in patterns]
    return [path for path in found if path] if all(found) else []


def _required(folder: Path, *patterns: str) -> Path:
    for pattern in patterns:
        if found := _find(folder, pattern):
            return found[0]
    raise FileNotFoundError(f"{folder} has no file {' or '.join(patterns)}.")
