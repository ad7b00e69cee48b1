from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from evaluation.corpora import (
    beir,
    collections_in,
    csfcube,
    example_papers,
    example_questions,
    pubmedqa,
)


def write(path: Path, *rows: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)


def test_the_questions_over_the_examples_have_papers() -> None:
    papers = list(example_papers())
    known = {paper.paper_id for paper in papers}
    for name, least in (("paraphrases", 110), ("spellings", 80)):
        questions = list(example_questions(papers, name))
        assert len(questions) >= least
        assert all(question.grades and set(question.grades) <= known for question in questions)


@pytest.mark.parametrize("judgements", ["qrels_dev.tsv", "qrels/test.tsv"])
def test_a_collection_of_beir_packed_or_not(tmp_path: Path, judgements: str) -> None:
    folder = tmp_path / "set"
    write(
        folder / "corpus.jsonl.gz",
        {"_id": "1", "title": "A", "text": "Boats sail."},
        {"_id": "2", "title": "", "text": "Clocks tick."},
        {"_id": "3", "title": "Empty", "text": " "},
    )
    write(
        folder / "queries_dev.jsonl",
        {"_id": "q", "text": "What sails?"},
        {"_id": "unjudged", "text": "What flies?"},
    )
    (folder / judgements).parent.mkdir(exist_ok=True)
    (folder / judgements).write_text("query-id\tcorpus-id\tscore\nq\t1\t2\nq\t2\t0\n")
    found = beir(folder)
    assert [(p.paper_id, p.title, p.abstract) for p in found.papers] == [
        ("1", "A", "Boats sail."),
        ("2", None, "Clocks tick."),
    ]
    assert [(q.text, q.grades) for q in found.queries] == [("What sails?", {"1": 2.0, "2": 0.0})]
    names = [collection.name for collection in collections_in(tmp_path)]
    assert names == ["examples, paraphrases", "examples, spellings", "set"]


def test_csfcube_asks_with_the_sentences_of_a_facet_among_judged_papers(tmp_path: Path) -> None:
    labels = ["objective_label", "method_label"]
    write(
        tmp_path / "corpus.jsonl",
        {"paper_id": "1", "title": "A", "abstract": ["Why.", "How."], "pred_labels": labels},
        {"paper_id": "2", "title": "B", "abstract": ["Why.", "How."], "pred_labels": labels},
    )
    for facet in ("background", "method", "result"):
        pool = {"1": {"cands": ["2", "1"], "relevance_adju": [2, 3]}}
        (tmp_path / f"test-{facet}.json").write_text(json.dumps(pool))
    texts = {c.name: c.queries[0] for c in csfcube(tmp_path)}
    assert texts["csfcube, background"].text == "Why."
    assert texts["csfcube, method"].text == "How."
    assert texts["csfcube, result"].text == "Why. How."
    assert texts["csfcube, method"].grades == {"2": 2.0}
    assert texts["csfcube, method"].among == frozenset(["2"])


def test_pubmedqa_in_lines_or_as_its_authors_publish_it(tmp_path: Path) -> None:
    lines, own = tmp_path / "lines", tmp_path / "own"
    row = {"id": "7", "question": "Does it?", "abstract": "It does. Yes.", "decision": "yes"}
    write(lines / "dev.jsonl.gz", {**row, "long_answer": "So it does."})
    published = {
        "7": {
            "QUESTION": "Does it?",
            "CONTEXTS": ["It does.", "Yes."],
            "LONG_ANSWER": "So it does.",
            "final_decision": "yes",
        }
    }
    own.mkdir()
    (own / "ori_pqal.json").write_text(json.dumps(published))
    assert pubmedqa(lines) == pubmedqa(own)
    assert pubmedqa(own)[0].paper.abstract == "It does. Yes."
    assert pubmedqa(own)[0].conclusion == "So it does."
