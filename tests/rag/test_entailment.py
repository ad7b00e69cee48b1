from __future__ import annotations

from pathlib import Path

import pytest

from index.errors import ModelMissingError
from rag.entailment import CrossEncoderEntailment
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
