"""Claims with the abstract that they are about and what is true of them.

- Written by hand about the example papers: `evaluation/claims.jsonl`, and about other ones of them
  `evaluation/claims_apart.jsonl`, which nothing was trained on or tuned by. A line is
  `{"paper", "question", "claim", "kind"}`. `paper` is a piece of the abstract; `kind` is `true`
  or what is wrong: number, unit, name, negation, direction, content; another number of the
  abstract, or what it says of another method; swap (two things, each in the other's place);
  clause (what another clause says of something else); baseline (another rival); over-general.
- Made in code from any papers: `evaluation/planted_errors.py`.
- HealthVer (https://github.com/sarrouti/HealthVer, CSV with claim, evidence, label) and SciFact
  (https://github.com/allenai/scifact, JSONL of claims and of abstracts with their sentences).
"""

from __future__ import annotations

import csv
import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evaluation.planted_errors import plant
from index.cleaning import clean
from index.papers import Record
from index.readers.registry import read

ROOT = Path(__file__).parents[1]
APART = ROOT / "evaluation" / "claims_apart.jsonl"
EXAMPLES = ("landmark-papers.bib", "untitled-abstracts.txt")

Label = Literal["supported", "unsupported", "contradicted"]
Paper = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """One claim about one abstract; `group` keeps together what must not be split."""

    claim: str
    abstract: str
    title: str | None
    question: str
    label: Label
    kind: str
    group: str
    by_hand: bool = False


def example_papers() -> list[Paper]:
    """Title and abstract of each example paper."""
    return [
        (record.title, record.abstract)
        for name in EXAMPLES
        for record in read(ROOT / "examples" / name)
        if isinstance(record, Record)
    ]


def papers_of(path: Path, count: int, seed: int = 1) -> list[Paper]:
    """Title and abstract of so many papers of a JSON Lines file, drawn by chance."""
    rows = [json.loads(line) for line in _lines(path)]
    rows = [row for row in rows if row.get("abstract") and len(row["abstract"]) > 400]
    random.Random(seed).shuffle(rows)
    return [(row.get("title"), clean(row["abstract"])) for row in rows[:count]]


def written(papers: Sequence[Paper], path: Path | None = None) -> Iterator[LabelledClaim]:
    """The claims written by hand, with the papers that they are about."""
    for line in _lines(path or ROOT / "evaluation" / "claims.jsonl"):
        row = json.loads(line)
        title, abstract = next(paper for paper in papers if row["paper"] in paper[1])
        label: Label = "supported" if row["kind"] == "true" else "unsupported"
        yield LabelledClaim(
            row["claim"], abstract, title, row["question"], label, row["kind"], abstract, True
        )


def planted(papers: Sequence[Paper], *, per_paper: int = 3) -> Iterator[LabelledClaim]:
    """Sentences of the papers, reworded, with and without an error."""
    for planted_claim in plant(papers, per_paper=per_paper):
        yield LabelledClaim(
            planted_claim.claim,
            planted_claim.abstract,
            planted_claim.title,
            "",
            "supported" if planted_claim.supported else "unsupported",
            planted_claim.kind,
            planted_claim.abstract,
        )


def titles(papers: Sequence[Paper]) -> Iterator[LabelledClaim]:
    """Titles as claims about their own abstract, and about the next two papers'."""
    titled = [(title, abstract) for title, abstract in papers if title and title.count(" ") > 3]
    for index, (title, abstract) in enumerate(titled):
        yield LabelledClaim(title, abstract, None, "", "supported", "title", abstract)
        for step in (1, 2):
            other = titled[(index + step) % len(titled)][1]
            yield LabelledClaim(title, other, None, "", "unsupported", "other title", abstract)


_HEALTHVER: dict[str, Label] = {
    "Supports": "supported",
    "Neutral": "unsupported",
    "Refutes": "contradicted",
}
_SCIFACT: dict[str, Label] = {"SUPPORT": "supported", "CONTRADICT": "contradicted"}


def healthver(path: Path) -> Iterator[LabelledClaim]:
    """Health claims, each with a piece of evidence."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            label = _HEALTHVER[row["label"]]
            yield LabelledClaim(row["claim"], row["evidence"], None, "", label, label, row["claim"])


def scifact(claims: Path, corpus: Path) -> Iterator[LabelledClaim]:
    """Scientific claims, each with the abstracts that it cites; those without evidence too."""
    documents = {row["_id"]: row for row in map(json.loads, _lines(corpus))}
    for row in map(json.loads, _lines(claims)):
        labels = {str(found["doc_id"]): found["label"] for found in row["evidence"]}
        for number in map(str, row["cited_doc_ids"]):
            label = _SCIFACT.get(labels.get(number, ""), "unsupported")
            document = documents[number]
            yield LabelledClaim(
                row["claim"], document["text"], document["title"], "", label, label, row["claim"]
            )


def _lines(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    yield from (line for line in text.split("\n") if line.strip())
