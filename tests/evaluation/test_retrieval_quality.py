from __future__ import annotations

from pathlib import Path

import pytest

from evaluation import retrieval
from evaluation.corpora import Collection, Query
from evaluation.intervals import mean, resampled
from evaluation.retrieval import quality_of
from evaluation.setup import Setup
from index.papers import Paper
from tests.fake_embedder import FakeEmbedder

PAPERS = [
    Paper("1", "Boats", "Boats sail on the river."),
    Paper("2", "Clocks", "Clocks show the hour."),
    Paper("3", "Geese", "Geese fly south."),
]


def test_quality_of_a_ranking() -> None:
    query = Query("q", {"a": 2.0, "b": 1.0, "c": 0.0})
    best = quality_of(["a", "b", "c"], query)
    assert (best.first, best.recall_3, best.mrr, best.ndcg_10) == (1.0, 1.0, 1.0, 1.0)
    worse = quality_of(["c", "b", "x", "a"], query)
    assert (worse.first, worse.recall_3, worse.recall_10, worse.mrr) == (0.0, 0.5, 1.0, 0.5)
    assert worse.ndcg_10 == pytest.approx((1 / 1.585 + 3 / 2.3219) / (3 + 1 / 1.585), abs=1e-3)
    assert quality_of([], query).ndcg_10 == 0.0


def test_an_interval_holds_the_mean_and_narrows_with_more_values() -> None:
    few, many = mean([0.0, 1.0] * 5), mean([0.0, 1.0] * 500)
    assert few.low <= few.value <= few.high
    assert few.value == many.value == 0.5
    assert many.high - many.low < few.high - few.low
    assert mean([0.0, 1.0] * 5) == few
    low, high = resampled(lambda drawn: float(drawn.mean()), [0.0] * 100)
    assert low < 49.5 < high
    with pytest.raises(ValueError, match="nothing"):
        mean([])


def test_every_ranking_is_measured_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = [Query("Which boats sail?", {"1": 1.0}), Query("geese", {"3": 1.0})]
    embedder = FakeEmbedder()
    monkeypatch.setattr(retrieval, "SentenceTransformerEmbedder", lambda: embedder)
    monkeypatch.setattr(
        retrieval, "collections_in", lambda _data: [Collection("toy", "toy", PAPERS, queries)]
    )
    setup = Setup(None, tmp_path)
    report = retrieval.measure(setup)
    assert [f["collection"] for f in report.figures] == ["toy"]
    assert set(report.figures[0]["rankings"]) == {"dense", "BM25", "reciprocal rank fusion", "ours"}
    assert report.figures[0]["rankings"]["ours"]["first"]["value"] == 1.0
    assert "| ours | 1.000 |" in report.markdown
    encoded = len(embedder.encoded)
    assert retrieval.measure(setup) == report
    assert len(embedder.encoded) == encoded
    report.write(tmp_path)
    assert (tmp_path / "retrieval.json").exists()
