"""Bootstrap intervals (Efron 1979), with a fixed seed: the same figures give the same interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def mean(values: Sequence[float]) -> Mean:
    """The mean of values that were drawn independently, one a question.

    The mean of paired differences tells whether one way is better than another. Raises
    `ValueError` for no values.
    """
    if not values:
        raise ValueError("There is no mean of nothing.")
    array = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(0).integers(0, len(array), size=(RESAMPLES, len(array)))
    low, high = np.quantile(array[drawn].mean(axis=1), (0.025, 0.975))
    return Mean(float(array.mean()), float(low), float(high))


def resampled(
    measure: Callable[[NDArray[np.intp]], float], values: Sequence[float] | NDArray[np.float64]
) -> tuple[float, float]:
    """The bounds of the 95 % interval of any figure, from the places of drawn values."""
    random = np.random.default_rng(0)
    count = len(values)
    drawn = [measure(random.integers(0, count, count)) for _ in range(RESAMPLES)]
    low, high = np.nanquantile(drawn, (0.025, 0.975))
    return float(low), float(high)
