from __future__ import annotations

from pathlib import Path

import pytest

from index.errors import ModelMissingError
from rag.entailment import CrossEncoderEntailment, Weights
from rag.odds import odds_of
from tests.tiny_cross_encoder import tiny

PREMISE, CLAIM = "boats sail", "clocks tick"


def test_labels_are_told_by_their_names(tmp_path: Path) -> None:
    orders = (
        ("contradiction", "entailment", "neutral"),
        ("ENTAILMENT", "NEUTRAL", "CONTRADICTION"),
    )
    read = []
    for number, labels in enumerate(orders):
        (folder := tmp_path / str(number)).mkdir()
        read.append(CrossEncoderEntailment(str(tiny(folder, labels))).read(PREMISE, CLAIM))
    first, second = read
    # The weights are the same, so the first number is a contradiction here and entailment there.
    assert first.contradicted == pytest.approx(second.entailed)
    assert first.entailed != pytest.approx(first.contradicted)
    assert 0 < first.entailed + first.contradicted < 1


def test_a_single_number_tells_support(tmp_path: Path) -> None:
    model = CrossEncoderEntailment(str(tiny(tmp_path, 1)))
    read = model.read(PREMISE, CLAIM)
    assert 0 < read.entailed < 1
    assert read.contradicted == 0
    assert read != model.read(PREMISE, "sail sail")


def test_labels_without_entailment_are_refused(tmp_path: Path) -> None:
    model = CrossEncoderEntailment(str(tiny(tmp_path, ("negative", "positive"))))
    with pytest.raises(ModelMissingError, match="negative, positive"):
        model.read(PREMISE, CLAIM)


def test_a_checker_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match="The checker model"):
        CrossEncoderEntailment(str(tmp_path / "none")).read(PREMISE, CLAIM)


def test_two_confidences_are_joined_by_their_odds() -> None:
    even = Weights(0.5, 0.5, 0.0)
    assert even.join(0.9, 0.9) == pytest.approx(0.9)
    assert even.join(0.9, 0.1) == pytest.approx(0.5)
    assert Weights(1.0, 0.0, 0.0).join(0.7, 0.01) == pytest.approx(0.7)
    assert 0 < Weights(1.0, 1.0, 0.0).join(1.0, 1.0) < 1
    assert odds_of(0.5) == pytest.approx(0.0)


def test_weights_are_the_same_after_they_were_written_and_read() -> None:
    weights = Weights(0.75, 0.25, -0.5)
    assert Weights.from_metadata(weights.as_metadata()) == weights
