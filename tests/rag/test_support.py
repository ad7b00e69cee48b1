from __future__ import annotations

import pytest

from rag.alignment import align
from rag.contradictions import contradictions_of
from rag.sources import read_source
from rag.support import Head, default_head, measure
from tests.fake_embedder import FakeEmbedder

ABSTRACT = "We present TinySort. It needs no index and is 4.8 times faster than MergeKit."


def measured(claim: str) -> dict[str, float]:
    source = read_source(FakeEmbedder(), ABSTRACT, None)
    alignment = align(FakeEmbedder(), claim, "", source)
    return measure(alignment, contradictions_of(alignment))


def test_the_head_weighs_exactly_what_is_measured() -> None:
    assert set(default_head().weights) == set(measured("TinySort is fast."))


def test_more_support_never_lowers_the_score() -> None:
    head = default_head()
    for name in ("covered", "anywhere", "together", "context", "adjacent", "pooled"):
        assert head.weights[name] > 0
    for name in ("unknown_number", "unknown_name", "negation", "direction", "comparison"):
        assert head.weights[name] < 0


def test_a_head_adds_up_its_weights() -> None:
    head = Head(1.0, {"a": 2.0, "b": -0.5})
    assert head.logit({"a": 1.0, "b": 4.0}) == pytest.approx(1.0)
    assert head.score({"a": -0.5, "b": 0.0}) == pytest.approx(0.5)
    assert head.score({"a": -1e9, "b": 0.0}) == pytest.approx(0.0)


def test_the_source_s_own_words_are_fully_covered() -> None:
    found = measured("It needs no index and is 4.8 times faster than MergeKit.")
    assert found["covered"] == pytest.approx(1.0)
    assert found["adjacent"] == pytest.approx(1.0)
    other = measured("Bananas ripen slowly in winter.")
    assert other["covered"] < 0.5
