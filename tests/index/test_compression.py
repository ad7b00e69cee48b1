import numpy as np
import pytest

from index.compression import DIMENSION, compress, project, restore


def unit(rows: int, dimension: int, seed: int = 0) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(rows, dimension))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


@pytest.mark.parametrize("dimension", [384, 768, 1024])
def test_angles_survive(dimension: int) -> None:
    vectors = unit(200, dimension)
    near = vectors + 0.5 * unit(200, dimension, seed=1)
    near /= np.linalg.norm(near, axis=1, keepdims=True)
    true = (vectors * near).sum(axis=1)
    kept = (project(vectors) * restore(*compress(near.astype(np.float32)))).sum(axis=1)
    assert np.abs(kept - true).max() < 0.15
    assert abs(float((kept - true).mean())) < 0.02
    others = restore(*compress(vectors[1:])) @ project(vectors[:1])[0]
    assert others.max() < kept.min(), "what was near is still nearer than what was not"


def test_small_vectors_keep_all_dimensions() -> None:
    vectors = unit(50, 32)
    np.testing.assert_array_equal(project(vectors), vectors)
    np.testing.assert_allclose(restore(*compress(vectors)), vectors, atol=0.004)


def test_the_basis_is_the_same_everywhere() -> None:
    """A library may be read on another machine: these numbers must never change."""
    row = project(np.eye(384, dtype=np.float32)[:1] + 0.01)[0]
    assert row.shape == (DIMENSION,)
    assert np.linalg.norm(row) == pytest.approx(1, abs=1e-6)
    np.testing.assert_allclose(row[:4], [0.112304, 0.095928, -0.096609, 0.072081], atol=1e-5)


def test_no_tokens() -> None:
    matrix, scales = compress(np.zeros((0, 384), dtype=np.float32))
    assert restore(matrix, scales).shape == (0, DIMENSION)


def test_a_vector_of_nothing_stays_nothing() -> None:
    assert not restore(*compress(np.zeros((2, 384), dtype=np.float32))).any()
