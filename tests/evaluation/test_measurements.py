"""Every measurement over toy data, with a model that says what it is told to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluation import __main__ as command
from evaluation import abstention, answers, cost, setup, yes_no
from evaluation.corpora import Decided
from evaluation.setup import Setup
from evaluation.yes_no import after_examples, thresholds
from index.papers import Paper
from tests.fake_embedder import FakeEmbedder
from tests.scripted_model import ScriptedModel

PAPERS = [
    Paper("1", "Heron", "Heron counts birds in marshes. It misses 4% of the birds.", title="Heron"),
    Paper("2", "Otter", "Otter maps rivers from the air. Each map takes nine minutes."),
]
QUESTIONS = [
    {
        "id": "f1",
        "kind": "fact",
        "turns": ["How many birds does Heron miss?"],
        "gold": ["misses 4%"],
        "facts": [["4%"]],
        "forbidden": [],
        "answerable": True,
    },
    {
        "id": "u1",
        "kind": "unanswerable",
        "turns": ["What does Heron cost in marshes?"],
        "gold": [],
        "facts": [],
        "forbidden": [],
        "answerable": False,
    },
]


def told(_name: str = "") -> ScriptedModel:
    return ScriptedModel(
        write=lambda prompt: "Heron misses 4% of the birds.",
        odds=lambda prompt: -3.0 if "cost" in prompt else 4.0,
    )


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    for module in (answers, yes_no):
        monkeypatch.setattr(module, "SentenceTransformerEmbedder", FakeEmbedder)
    for module in (setup, cost):
        monkeypatch.setattr(module, "load", told)
    for module in (answers, abstention):
        monkeypatch.setattr(module, "question_sets", lambda _setup: [("toy", QUESTIONS, PAPERS)])
    data = tmp_path / "data"
    data.mkdir()
    return Setup(data, tmp_path / "results", sample=10)


def write(path: Path, *rows: dict[str, Any]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_answers_are_scored_and_what_the_model_said_is_kept(
    toy: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = answers.measure(toy)
    rows = {row["kind"]: row for row in report.figures["toy"]}
    assert rows["fact"]["right"] == 1.0
    assert rows["unanswerable"]["right"] == 1.0
    monkeypatch.setattr(setup, "load", lambda _name: pytest.fail("loaded again"))
    assert answers.measure(toy) == report


def test_a_lower_threshold_answers_more_and_is_right_less_often(toy: Setup) -> None:
    points = abstention.measure(toy).figures["trade-off"]["toy"]
    assert [point["threshold"] for point in points] == sorted(p["threshold"] for p in points)
    assert sum(point["in use"] for point in points) == 1
    assert points[0]["unanswerable answered"] == 1.0
    assert points[-1]["unanswerable answered"] == 0.0
    assert points[0]["right when answered"] < points[-1]["right when answered"] == 1.0


def test_log_odds_tell_claims_with_evidence_from_those_without(toy: Setup) -> None:
    assert toy.data
    write(
        toy.data / "scifact" / "claims.jsonl",
        {"claim": "Herons fly.", "cited_doc_ids": [1], "evidence": [{"doc_id": 1}]},
        {"claim": "Herons cost much.", "cited_doc_ids": [1], "evidence": []},
    )
    write(
        toy.data / "scifact" / "corpus.jsonl",
        {"_id": 1, "title": "Herons", "text": "They fly."},
    )
    figures = abstention.measure(toy).figures["telling"]["SciFact claims"]
    assert figures["area under the curve"] == 1.0
    assert figures["answerable"] == 1


def test_mtrag_leaves_out_small_talk_and_what_is_half_answered(tmp_path: Path) -> None:
    turn = {"speaker": "user", "text": "And the river?"}
    row = {"task_id": "t", "contexts": [{"text": "Wide."}], "input": [turn]}
    write(
        tmp_path / "tasks.jsonl",
        {**row, "answerability": ["ANSWERABLE"]},
        {**row, "answerability": ["UNANSWERABLE"]},
        {**row, "answerability": ["PARTIAL"]},
        {**row, "answerability": ["CONVERSATIONAL"]},
        {**row, "answerability": ["ANSWERABLE"], "contexts": []},
    )
    found = list(abstention.mtrag_tasks(tmp_path / "tasks.jsonl"))
    assert [asked.answerable for asked in found] == [True, False]


def test_yes_or_no_is_decided_from_the_abstract_and_from_what_is_found(
    toy: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert toy.data
    asked = [Decided("Does it cost?", PAPERS[0], "no"), Decided("Does it fly?", PAPERS[0], "yes")]
    monkeypatch.setattr(yes_no, "example_decisions", lambda _papers: asked * 4)
    monkeypatch.setattr(yes_no, "example_papers", lambda: PAPERS)
    write(
        toy.data / "pubmedqa" / "dev.jsonl",
        {
            "id": "1",
            "question": "Do birds fly?",
            "abstract": "They do.",
            "long_answer": "Birds fly.",
            "decision": "yes",
        },
        {"id": "2", "question": "Does it cost?", "abstract": "It is free.", "decision": "no"},
    )
    rows = yes_no.measure(toy).figures
    assert [(row["set"], row["read"]) for row in rows] == [
        ("examples", "its abstract"),
        ("examples", "the first found"),
        ("PubMedQA", "its abstract"),
        ("PubMedQA", "the first found"),
        ("PubMedQA", "the end of its abstract"),
        ("PubMedQA", "the end of its abstract, with the conclusion"),
    ]
    assert rows[0]["yes against no, area under the curve"] == 1.0
    assert rows[0]["most frequent answer"] == 0.5
    assert rows[0]["right abstract"] == 1.0


def test_made_up_examples_come_before_what_is_asked() -> None:
    system, *earlier, asked = after_examples("They do.", "Do birds fly?")
    assert system.role == "system"
    assert {message.content for message in earlier[1::2]} == {"Yes", "No", "Maybe"}
    assert "They do." in asked.content
    assert "Do birds fly?" in asked.content


def test_the_thresholds_are_those_that_are_right_most_often() -> None:
    odds = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    truth = np.array(["no", "no", "maybe", "yes", "yes"])
    low, high = thresholds(odds, truth)
    assert -1.0 < low <= 0.0 < high <= 1.0


def test_costs_are_medians_of_each_kind(toy: Setup) -> None:
    figures = cost.measure(Setup(None, toy.results, sample=1)).figures
    assert set(figures["kinds"]) == {"fact", "follow-up", "summary", "compare"}
    assert figures["kinds"]["fact"]["questions"] == 1
    assert figures["peak memory, GB"] > 0


def test_the_command_writes_data_and_tables(
    toy: Setup, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["evaluation", "answers", "--results", str(toy.results)])
    assert command.main() == 0
    assert "| fact | 1 |" in capsys.readouterr().out
    assert json.loads((toy.results / "answers.json").read_text())["toy"]
