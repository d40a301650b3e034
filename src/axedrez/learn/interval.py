"""How sure the mean of a match is."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt


def interval(points: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Mean of games that are in pairs, and half of its 95 % interval.

    The pairs are independent, the games of one are not. Without bound where there is one pair.
    """
    means = points.reshape(-1, 2).mean(axis=1)
    half = 1.96 * float(means.std(ddof=1)) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return float(means.mean()), half
