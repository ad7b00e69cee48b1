"""Token vectors made small: fewer dimensions, one byte each.

Raw, the token vectors of one abstract take 380 kB; compressed, 32. What each step costs in
ranking quality is measured by `evaluation/token_compression.py`.
"""

from __future__ import annotations

import functools
import hashlib

import numpy as np
from numpy.typing import NDArray

DIMENSION = 128

# Recorded in a library's manifest: what was compressed in another way cannot be compared.
COMPRESSION = f"int8-random-{DIMENSION}-v1"


def project(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors in the reduced space, of unit length: shape (n, reduced dimension).

    A random projection keeps angles (Johnson and Lindenstrauss 1984), whatever the model and
    the field. Projecting onto the directions of most variance was no better: those are what
    all tokens share.
    """
    if vectors.shape[1] <= DIMENSION:
        return vectors
    reduced = vectors @ _basis(vectors.shape[1])
    lengths = np.linalg.norm(reduced, axis=1, keepdims=True)
    return np.asarray(reduced / np.maximum(lengths, 1e-12), dtype=np.float32)


def compress(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """A matrix of whole numbers from -127 to 127, and what to multiply each of its rows by."""
    reduced = project(vectors)
    scales = (np.abs(reduced).max(axis=1, initial=0) / 127).astype(np.float16)
    divisors = np.where(scales > 0, scales, 1).astype(np.float32)
    return np.rint(reduced / divisors[:, None]).clip(-127, 127).astype(np.int8), scales


def restore(matrix: NDArray[np.int8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    """The vectors in the reduced space, up to rounding."""
    return matrix.astype(np.float32) * scales.astype(np.float32)[:, None]


@functools.cache
def _basis(dimension: int) -> NDArray[np.float32]:
    """Orthonormal columns in random directions, the same ones on every machine.

    Signs from a hash, made orthogonal one after the other: a generator of random numbers, or a
    library's QR decomposition, may differ between versions.
    """
    size = DIMENSION * dimension
    bits = np.frombuffer(hashlib.shake_256(COMPRESSION.encode()).digest(size), np.uint8) & 1
    basis = bits.astype(np.float64).reshape(dimension, DIMENSION) * 2 - 1
    for column in range(DIMENSION):
        before = basis[:, :column]
        basis[:, column] -= before @ (before.T @ basis[:, column])
        basis[:, column] /= np.linalg.norm(basis[:, column])
    return basis.astype(np.float32)
