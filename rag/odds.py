"""Confidences and the logarithms of their odds."""

from __future__ import annotations

import numpy as np


def odds_of(confidence: float) -> float:
    """The logarithm of the odds of a confidence, which is kept away from 0 and 1."""
    clipped = min(max(confidence, 1e-4), 1 - 1e-4)
    return float(np.log(clipped / (1 - clipped)))


def confidence_of(odds: float) -> float:
    """The confidence, 0 to 1, with these odds (their logarithm)."""
    return float(1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0))))
