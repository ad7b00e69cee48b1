from __future__ import annotations

from pathlib import Path

import pytest

from index.errors import ModelMissingError
from rag.reranking import CrossEncoderReranker
from tests.tiny_cross_encoder import tiny


def test_a_cross_encoder_in_a_folder_scores_each_text(tmp_path: Path) -> None:
    reranker = CrossEncoderReranker(str(tiny(tmp_path, labels=1)))
    scores = reranker.scores("boats sail", ["boats sail", "clocks tick", "boats sail"])
    assert scores.shape == (3,)
    assert scores[0] == pytest.approx(scores[2])
    assert scores[0] != pytest.approx(scores[1])


def test_a_model_that_does_not_rank_is_refused(tmp_path: Path) -> None:
    reranker = CrossEncoderReranker(str(tiny(tmp_path, labels=3)))
    with pytest.raises(ModelMissingError, match="3 numbers"):
        reranker.scores("boats", ["sail"])


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    reranker = CrossEncoderReranker(str(tmp_path / "none"))
    with pytest.raises(ModelMissingError, match="none"):
        reranker.scores("boats", ["sail"])
