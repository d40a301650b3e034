"""Estimates with 95% confidence intervals (docs/balance.md describes each method)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

Z = 1.959963984540054
"""The normal quantile of intervals that hold in 95 of 100 samples."""
_ITERATIONS = 100
_CLOSE = 1e-10

Floats = npt.NDArray[np.float64]


class Estimate(msgspec.Struct, frozen=True):
    """A value with the bounds of its interval; None where the sample is too small."""

    value: float
    low: float | None = None
    high: float | None = None


def around(value: float, error: float | None, least: float = -math.inf) -> Estimate:
    """The normal interval of a value with its standard error, cut off at `least`."""
    if error is None:
        return Estimate(value)
    return Estimate(value, max(least, value - Z * error), value + Z * error)


def share(successes: float, trials: int) -> Estimate | None:
    """Wilson's score interval of a share; `successes` may be halves (draws). None without trials."""
    if not trials:
        return None
    p, squared = successes / trials, Z * Z
    centre = (p + squared / (2 * trials)) / (1 + squared / trials)
    half = Z / (1 + squared / trials) * math.sqrt(p * (1 - p) / trials + squared / (4 * trials * trials))
    return Estimate(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)))


def mean(values: Sequence[float]) -> Estimate | None:
    """The mean; None for an empty sample."""
    return ratio(values, [1] * len(values))


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate | None:
    """The sum of `parts` over that of `wholes`, one of each per game; games are independent, their turns are not.

    The standard error is that of the linearized ratio; if no part is negative, neither is the interval. None if the
    wholes add up to 0.
    """
    total, n = float(sum(wholes)), len(parts)
    if total <= 0:
        return None
    value = sum(parts) / total
    if n < 2:
        return Estimate(value)
    squares = sum((part - value * whole) ** 2 for part, whole in zip(parts, wholes, strict=True))
    return around(value, math.sqrt(n / (n - 1) * squares) / total, 0.0 if min(parts) >= 0 else -math.inf)


def entropy(outcomes: Iterable[Hashable]) -> Estimate | None:
    """Shannon entropy in bits, with the Miller–Madow correction; None for an empty sample.

    No interval if all counts are equal: the estimated variance is then 0, which says nothing about the error.
    """
    counts = list(Counter(outcomes).values())
    n = sum(counts)
    if n == 0:
        return None
    plain = -sum(count / n * math.log2(count / n) for count in counts)
    variance = sum(count / n * math.log2(count / n) ** 2 for count in counts) - plain * plain
    corrected = plain + (len(counts) - 1) / (2 * n * math.log(2))
    error = math.sqrt(variance / n) if len(set(counts)) > 1 else None
    return around(corrected, error, least=0.0)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """`second` minus `first`, of independent samples, from the bounds of both (Newcombe's method).

    For symmetric intervals this is the usual interval of a difference of means.
    """
    value = second.value - first.value
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(value)
    below = math.hypot(second.value - second.low, first.high - first.value)
    above = math.hypot(second.high - second.value, first.value - first.low)
    return Estimate(value, value - below, value + above)


class Fit(msgspec.Struct, frozen=True):
    """Coefficients of a logistic regression, the intercept first, and their covariance matrix."""

    coefficients: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def estimate(self, number: int) -> Estimate:
        """A coefficient."""
        return around(self.coefficients[number], math.sqrt(self.covariance[number][number]))

    def over(self, number: int, unit: int) -> Estimate:
        """A coefficient in units of another one (delta method)."""
        a, b = self.coefficients[number], self.coefficients[unit]
        if number == unit:
            return Estimate(1.0, 1.0, 1.0)
        va, vb, both = self.covariance[number][number], self.covariance[unit][unit], self.covariance[number][unit]
        return around(a / b, math.sqrt(max(0.0, va - 2 * a / b * both + (a / b) ** 2 * vb)) / abs(b))


def logistic(features: Floats, results: Floats, weights: Floats, groups: Sequence[int], prior: float = 0.0) -> Fit:
    """Regress results between 0 and 1 on features (a row for each observation) with weights.

    Observations of one group (a game) are correlated: the covariance is cluster-robust (sandwich). `prior` is the
    precision of a normal prior around 0 for every coefficient but the intercept: it keeps the fit finite where a
    feature separates all games.
    """
    design = np.column_stack([np.ones(len(results)), features])
    penalty = np.diag([0.0] + [prior] * (design.shape[1] - 1))
    beta = np.zeros(design.shape[1])
    for _ in range(_ITERATIONS):
        probabilities = _sigmoid(design @ beta)
        gradient = design.T @ (weights * (results - probabilities)) - penalty @ beta
        hessian = (design * (weights * probabilities * (1 - probabilities))[:, None]).T @ design + penalty
        step = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        step /= max(1.0, float(np.abs(step).max()))  # damped: far from the maximum a Newton step overshoots
        beta += step
        if np.abs(step).max() < _CLOSE:
            break
    probabilities = _sigmoid(design @ beta)
    hessian = (design * (weights * probabilities * (1 - probabilities))[:, None]).T @ design + penalty
    scores = np.zeros((len(set(groups)), design.shape[1]))
    numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    np.add.at(scores, [numbers[group] for group in groups], design * (weights * (results - probabilities))[:, None])
    bread = np.linalg.pinv(hessian)
    covariance = bread @ scores.T @ scores @ bread * len(scores) / max(1, len(scores) - 1)
    return Fit(tuple(beta.tolist()), tuple(map(tuple, covariance.tolist())))


def _sigmoid(x: Floats) -> Floats:
    return np.asarray(0.5 * (1 + np.tanh(x / 2)), np.float64)
