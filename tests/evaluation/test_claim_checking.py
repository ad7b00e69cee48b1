from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.checking import Checked, area_under_curve, as_markdown, quality_of
from evaluation.claim_sets import APART, LabelledClaim, example_papers, planted, written
from evaluation.planted_errors import (
    change_direction,
    change_negation,
    change_number,
    change_unit,
    swap_compared,
    swap_numbers,
)
from evaluation.train_checker import HAND, HEALTHVER, PLANTED, Training, as_json
from evaluation.train_reader import Opinions
from rag.checking import Check
from rag.support import PAIR, Measured, head_of


def test_each_error_changes_what_it_says() -> None:
    chooser = random.Random(0)
    wrong = change_number("It has 66 layers.", "It has 66 layers.", chooser)
    assert wrong is not None
    assert wrong != "It has 66 layers."
    assert "66" not in wrong
    assert change_unit("It gains 15% there.") == "It gains 15 times there."
    assert change_unit("Images of 256×256 pixels.") is None
    assert (
        swap_numbers("It has 3 layers of some sort and 7 heads.")
        == "It has 7 layers of some sort and 3 heads."
    )
    turned = change_direction("It increases speed.", chooser)
    assert turned in {"It decreases speed.", "It reduces speed."}
    assert change_negation("It works without labels.", chooser) == "It works with labels."
    assert change_negation("The method requires labels.", chooser) == (
        "The method does not require labels."
    )
    assert swap_compared("Alpha outperforms Beta on images.") == "Beta outperforms alpha on images."


def test_claims_by_hand_are_about_the_example_papers() -> None:
    papers = example_papers()
    claims = list(written(papers))
    assert len(claims) > 400
    assert {claim.label for claim in claims} == {"supported", "unsupported"}
    assert len({(claim.claim, claim.question, claim.abstract) for claim in claims}) == len(claims)


def test_planting_is_deterministic_and_labels_both_kinds() -> None:
    papers = example_papers()[:5]
    claims = list(planted(papers))
    assert claims == list(planted(papers))
    for claim in claims:
        assert (claim.label == "supported") == (claim.kind in {"verbatim", "reworded"})
        assert claim.claim in claim.abstract or claim.kind != "verbatim"


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2))
def test_the_area_is_the_share_of_pairs_in_order(rows: list[tuple[bool, int]]) -> None:
    truth = np.array([positive for positive, _ in rows])
    scores = np.array([float(score) for _, score in rows])
    pairs = [(p > n) + (p == n) / 2 for p in scores[truth] for n in scores[~truth]]
    area = area_under_curve(truth, scores)
    assert area == pytest.approx(np.mean(pairs)) if pairs else np.isnan(area)


def test_a_perfect_checker_has_perfect_figures() -> None:
    def checked(label: str, verdict: str, score: float) -> Checked:
        claim = LabelledClaim("c", "a", None, "", label, "k", "g")  # type: ignore[arg-type]
        return Checked(claim, Check(verdict, score), 0.002)  # type: ignore[arg-type]

    rows = [checked("supported", "supported", 0.9), checked("contradicted", "contradicted", 0.1)]
    quality = quality_of("toy", [*rows, checked("unsupported", "partly", 0.4)])
    assert (quality.auc, quality.macro_f1) == (1.0, 1.0)
    assert quality.milliseconds == pytest.approx(2.0)
    assert sum(bin_.claims for bin_ in quality.reliability) == 3
    assert "| supported | 1 | 1.000 | 1.000 | 1.000 |" in as_markdown(quality)


def toy_training(sets: tuple[str, ...]) -> Training:
    """Claims of which `telling` says, with some noise, whether they are supported."""
    chance = np.random.default_rng(0)
    supported = chance.random(600) < 0.4
    measured = [
        Measured(
            {"telling": float(yes) + chance.normal(0, 0.4), "noise": chance.normal()},
            np.array([float(yes) + chance.normal(0, 0.4), chance.normal()], np.float32),
        )
        for yes in supported
    ]
    claims = [
        LabelledClaim(
            f"claim {number}",
            "",
            None,
            "",
            "supported" if yes else "unsupported",
            "toy",
            f"group {number // 4}",
        )
        for number, yes in enumerate(supported)
    ]
    names = np.array([sets[number % len(sets)] for number in range(len(claims))])
    texts = [
        (f"{'so' if yes else 'not so'} {number % 7}", "so") for number, yes in enumerate(supported)
    ]
    return Training(claims, names, supported, measured, texts)


@pytest.mark.parametrize("sets", [(HAND, PLANTED), (HAND, PLANTED, HEALTHVER)])
def test_training_finds_what_matters(sets: tuple[str, ...]) -> None:
    training = toy_training(sets)
    head = training.head()
    assert (PAIR in head.names) == (HEALTHVER in sets)
    scores = np.array([head.score(measured) for measured in training.measured])
    assert area_under_curve(training.supported, scores) > 0.9
    sure = scores > 0.9
    assert training.supported[sure].mean() > 0.85


def test_a_head_is_the_same_after_it_was_written_and_read() -> None:
    training = toy_training((HAND, HEALTHVER))
    head = training.head({"group 0"})
    again = head_of(as_json(head))
    for measured in training.measured[:20]:
        assert again.score(measured) == pytest.approx(head.score(measured), abs=0.02)


def test_a_group_of_claims_is_left_out_as_a_whole_and_once() -> None:
    training = toy_training((HAND,))
    folds = training.folds()
    assert sorted(group for fold in folds for group in fold) == sorted(
        {claim.group for claim in training.claims}
    )


def test_what_tells_more_counts_more() -> None:
    chance = np.random.default_rng(0)
    supported = chance.random(400) < 0.5
    telling, guess = supported * 4.0 - 2.0 + chance.normal(0, 2, 400), chance.normal(0, 2, 400)
    folds = np.arange(400) % 5
    weights = Opinions(guess, telling, supported, folds).weights()
    assert weights.model > 5 * abs(weights.head)
    others = Opinions(telling, guess, supported, folds).weights(leave_out=0)
    assert others.head > 5 * abs(others.model)


def test_claims_kept_apart_are_about_papers_that_nothing_was_trained_on() -> None:
    papers = example_papers()
    apart = list(written(papers, APART))
    assert len(apart) > 150
    assert not {c.abstract for c in apart} & {c.abstract for c in written(papers)}
