import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from index.errors import ModelMissingError
from index.minilm import SentenceTransformerEmbedder
from index.weights import MINILM_SHA256

SHORT = "Sparse attention reads fewer tokens."
MIDDLE = "Pruning removes weights that matter little; accuracy barely moves. " * 6
LONG = "\n".join(
    f"Fact {i}: model {i % 7} gains {i / 10} points on task {i % 11}." for i in range(90)
)


@pytest.fixture(scope="module")
def minilm() -> SentenceTransformerEmbedder:
    return SentenceTransformerEmbedder()


@pytest.mark.real_models
def test_the_default_is_the_published_model(minilm: SentenceTransformerEmbedder) -> None:
    assert (minilm.name, minilm.digest) == ("all-MiniLM-L6-v2", MINILM_SHA256)
    assert minilm.dimension == 384


@pytest.mark.real_models
def test_vectors_are_those_of_sentence_transformers(minilm: SentenceTransformerEmbedder) -> None:
    from sentence_transformers import SentenceTransformer

    from index.weights import minilm_folder

    reference = SentenceTransformer(str(minilm_folder()), device="cpu").encode([SHORT, MIDDLE])
    for expected, encoding in zip(reference, minilm.encode([SHORT, MIDDLE]), strict=True):
        np.testing.assert_allclose(encoding.vector, expected, atol=2e-6)


@pytest.mark.real_models
def test_half_precision_is_nearly_the_same(minilm: SentenceTransformerEmbedder) -> None:
    texts = [SHORT, MIDDLE, LONG]
    half = SentenceTransformerEmbedder(half=True)
    assert half.digest == minilm.digest
    for exact, near in zip(minilm.encode(texts), half.encode(texts), strict=True):
        assert near.vector.dtype == near.token_vectors.dtype == np.float32
        assert exact.vector @ near.vector > 0.999
        assert ((exact.token_vectors * near.token_vectors).sum(axis=1) > 0.99).all()


@pytest.mark.real_models
def test_torch_is_left_as_it_was(minilm: SentenceTransformerEmbedder) -> None:
    import torch

    before = torch.get_float32_matmul_precision(), torch.get_num_threads()
    minilm.encode([SHORT])
    minilm.encode([MIDDLE] * 100)
    assert (torch.get_float32_matmul_precision(), torch.get_num_threads()) == before


@pytest.mark.real_models
def test_cores_side_by_side_give_what_one_gives(
    minilm: SentenceTransformerEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    texts = [f"{MIDDLE} {SHORT * (n % 5)} {n}" for n in range(40)]
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    one = minilm.encode(texts)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 3)
    for alone, beside in zip(one, SentenceTransformerEmbedder().encode(texts), strict=True):
        np.testing.assert_allclose(beside.vector, alone.vector, atol=1e-6)
        np.testing.assert_allclose(beside.token_vectors, alone.token_vectors, atol=1e-5)


@pytest.mark.real_models
def test_spans_locate_tokens_in_the_text(minilm: SentenceTransformerEmbedder) -> None:
    (encoding,) = minilm.encode(["Näive GPT-4o\nbeats 3.5%."])
    words = ["Näive GPT-4o\nbeats 3.5%."[a:b] for a, b in encoding.token_spans]
    assert "".join(words) == "NäiveGPT-4obeats3.5%."
    assert encoding.token_vectors.shape == (len(words), 384)
    np.testing.assert_allclose(np.linalg.norm(encoding.token_vectors, axis=1), 1, atol=1e-5)


@pytest.mark.real_models
def test_long_texts_are_read_to_the_end(minilm: SentenceTransformerEmbedder) -> None:
    (encoding,) = minilm.encode([LONG])
    spans = encoding.token_spans
    assert len(spans) > 1_000
    assert (spans[1:, 0] >= spans[:-1, 1]).all(), "the pieces overlap, what they give does not"
    assert "".join(LONG[a:b] for a, b in spans) == "".join(LONG.split())
    assert np.linalg.norm(encoding.vector) == pytest.approx(1, abs=1e-5)
    # What stands at the end, far past one pass's reach, can be found.
    question, last = minilm.encode(["Fact 88", "Fact 89: model 5 gains 8.9 points on task 1."])
    end = encoding.pooled(LONG.index("Fact 89"), len(LONG))
    assert end @ last.vector > end @ question.vector


@pytest.mark.real_models
def test_order_and_company_change_nothing(minilm: SentenceTransformerEmbedder) -> None:
    together = minilm.encode([LONG, SHORT, "", MIDDLE, SHORT])
    for text, encoding in zip([LONG, SHORT, "", MIDDLE, SHORT], together, strict=True):
        (alone,) = minilm.encode([text])
        np.testing.assert_allclose(encoding.vector, alone.vector, atol=1e-5)
        np.testing.assert_array_equal(encoding.token_spans, alone.token_spans)
    assert together[2].token_vectors.shape == (0, 384)
    assert minilm.encode([]) == []
    (odd,) = minilm.encode(["caf\udce9 au lait"])
    assert odd.token_spans[-1][1] == len("caf\udce9 au lait")


def test_no_model_in_the_folder(tmp_path: Path) -> None:
    embedder = SentenceTransformerEmbedder(tmp_path)
    with pytest.raises(ModelMissingError):
        _ = embedder.digest


@pytest.mark.real_models
def test_a_broken_model_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelMissingError) as caught:
        SentenceTransformerEmbedder(tmp_path).encode(["text"])
    assert str(tmp_path) in caught.value.message
    assert caught.value.remedy


def test_importing_it_does_not_import_torch() -> None:
    code = "import sys, index.minilm; sys.exit('torch' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    assert (
        subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
    )
