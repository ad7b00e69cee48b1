"""The model that reads a claim with its sentences, with the weights that it comes with."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.checking import area_under_curve
from evaluation.claim_sets import APART, example_papers, written
from evaluation.train_checker import measure_all
from index.minilm import SentenceTransformerEmbedder
from rag.claim_reader import ClaimReader

PREMISE = "The encoder is frozen, and a decoder of two layers is trained on masked words."

pytestmark = pytest.mark.real_models


@pytest.fixture(scope="module")
def reader() -> ClaimReader:
    return ClaimReader()


def test_of_claims_about_papers_that_it_never_saw_the_true_are_likelier(
    reader: ClaimReader,
) -> None:
    claims = list(written(example_papers(), APART))[::6]
    _, texts = measure_all(SentenceTransformerEmbedder(), claims)
    supported = np.array([claim.label == "supported" for claim in claims])
    entailed = np.array([reader.read(*pair).entailed for pair in texts])
    assert area_under_curve(supported, entailed) > 0.6


def test_what_is_read_is_read_the_same_again_and_told_as_shares(reader: ClaimReader) -> None:
    once = reader.read(PREMISE, "A decoder is trained.")
    assert reader.read(PREMISE, "A decoder is trained.") == once
    assert reader.read(PREMISE, "Bananas are grown in cold water.").entailed < once.entailed
    assert 0 < once.entailed + once.contradicted < 1
    assert reader.weights.model > 0


@pytest.mark.parametrize(("premise", "claim"), [("", "So."), ("So.", "word " * 500), ("x", "")])
def test_texts_of_any_length_can_be_read(reader: ClaimReader, premise: str, claim: str) -> None:
    assert 0 <= reader.read(premise, claim).entailed <= 1


def test_loading_it_writes_nothing_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    ClaimReader().read(PREMISE, "A decoder is trained.")
    written = capfd.readouterr()
    assert written.out + written.err == ""
