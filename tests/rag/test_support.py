from __future__ import annotations

import numpy as np
import pytest

from rag.alignment import align
from rag.contradictions import contradictions_of
from rag.sources import read_source
from rag.support import PAIR, Head, Measured, Tree, default_head, measure
from tests.fake_embedder import FakeEmbedder

ABSTRACT = "We present TinySort. It needs no index and is 4.8 times faster than MergeKit."


def measured(claim: str) -> Measured:
    source = read_source(FakeEmbedder(), ABSTRACT, None)
    alignment = align(FakeEmbedder(), claim, "", source)
    return measure(alignment, contradictions_of(alignment))


def test_the_head_weighs_exactly_what_is_measured() -> None:
    found = measured("TinySort is fast.")
    assert set(default_head().names) == {*found.numbers, PAIR}
    assert found.pair.ndim == 1


@pytest.mark.parametrize(
    "reason",
    ["unknown_number", "unknown_name", "negation", "direction", "comparison", "overstated"],
)
def test_a_reason_against_a_claim_never_raises_its_score(reason: str) -> None:
    head = default_head()
    chance = np.random.default_rng(1)
    for _ in range(200):
        numbers = {name: float(chance.random()) for name in head.names if name != PAIR}
        pair = np.zeros(len(head.pair) - 1, np.float32)
        without = head.score(Measured({**numbers, reason: 0.0}, pair))
        assert head.score(Measured({**numbers, reason: 1.0}, pair)) <= without + 1e-9


def test_a_head_adds_up_its_trees() -> None:
    tree = Tree((0, -1, -1), (0.5, 0.0, 0.0), (1, 0, 0), (2, 0, 0), (0.0, -1.0, 2.0))
    other = Tree((1, -1, -1), (3.0, 0.0, 0.0), (1, 0, 0), (2, 0, 0), (0.0, 0.25, 0.75))
    head = Head(("a", PAIR), np.array([2.0, 1.0], np.float32), (tree, other), 2.0, -1.0)
    high = Measured({"a": 0.6}, np.array([1.5], np.float32))
    low = Measured({"a": 0.5}, np.array([1.0], np.float32))
    assert head.raw(high) == pytest.approx(2.75)
    assert head.raw(low) == pytest.approx(-0.75)
    assert head.score(low) == pytest.approx(1 / (1 + np.exp(2.5)))


def test_the_source_s_own_words_are_fully_covered() -> None:
    found = measured("It needs no index and is 4.8 times faster than MergeKit.").numbers
    assert found["covered"] == pytest.approx(1.0)
    assert found["adjacent"] == pytest.approx(1.0)
    assert measured("Bananas ripen slowly in winter.").numbers["covered"] < 0.5
