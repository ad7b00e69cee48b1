"""Follow-up questions are read from their files and measured by the passages that answer them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.followups import BEFORE, HUMAN, LAST, OURS, _score, _scored, _ways, tasks_in
from index.library import Library
from tests.fake_embedder import FakeEmbedder

HERONS = {"document_id": "h", "text": "Herons live in marshes. They eat fish.", "title": "Herons"}
BOATS = {"document_id": "b", "text": "Boats carry freight along rivers."}
TEA = {"document_id": "t", "text": "Tea grows on hills in the rain."}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    def said(*texts: str) -> list[dict[str, str]]:
        speakers = ("user", "agent")
        return [{"speaker": speakers[n % 2], "text": text} for n, text in enumerate(texts)]

    tasks = [
        {
            "task_id": "c1<::>2",
            "contexts": [HERONS],
            "input": said("Where do herons live?", "Herons live in marshes.", "What do they eat?"),
        },
        {"task_id": "c1<::>1", "contexts": [HERONS], "input": said("Where do herons live?")},
        {
            "task_id": "c2<::>2",
            "contexts": [],
            "input": said("Who?", "I do not know.", "And where?"),
        },
        {"task_id": "c3<::>1", "contexts": [BOATS, TEA], "input": said("What do boats carry?")},
    ]
    rewrites = [
        {"_id": "c1<::>2", "text": "|user|: What do herons in marshes eat?"},
        {"_id": "d1<::>2", "text": "|user|: Which freight do boats carry?"},
    ]
    questions = [
        {"_id": "d1<::>1", "text": "|user|: Where do boats go?"},
        {"_id": "d1<::>2", "text": "|user|: Where do boats go?\n|user|: Which freight?"},
    ]
    for name, rows in (("tasks", tasks), ("rewrite", rewrites), ("questions", questions)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"x_{name}_dev.jsonl").write_text(text, "utf-8")
    return tmp_path


def test_only_last_questions_of_conversations_are_follow_ups(folder: Path) -> None:
    passages, tasks = tasks_in(folder)
    assert {passage.paper_id for passage in passages} == {"h", "b", "t"}
    assert [(task.task_id, task.question, task.rewrite, task.relevant) for task in tasks] == [
        ("c1<::>2", "What do they eat?", "What do herons in marshes eat?", frozenset({"h"})),
        ("d1<::>2", "Which freight?", "Which freight do boats carry?", frozenset()),
    ]
    assert tasks[0].earlier == (("Where do herons live?", "Herons live in marshes."),)
    assert tasks[1].earlier == (("Where do boats go?", ""),)


def test_every_way_is_measured_and_the_human_rewrite_is_its_own_measure(
    folder: Path, tmp_path: Path
) -> None:
    passages, tasks = tasks_in(folder)
    with Library.open(tmp_path / "library", FakeEmbedder()) as library:
        library.add(passages)
        ways = _ways(library)
        known, unknown = (_scored([task], ways) for task in tasks)
    assert set(known) == set(unknown) == {LAST, BEFORE, OURS, HUMAN}
    assert known[OURS][0].ndcg == 1.0
    assert unknown[HUMAN][0].ndcg == 1.0


def test_a_score_counts_places_and_what_is_missing() -> None:
    assert _score(["a", "b"], frozenset("a")).ndcg == 1.0
    second = _score(["x", "a"], frozenset("a"))
    assert 0.6 < second.ndcg < 0.7
    assert second.recall == 1.0
    assert _score(["a"], frozenset("ab")).recall == 0.5
    assert _score([], frozenset("a")).ndcg == 0.0
