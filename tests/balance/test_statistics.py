"""Estimates against values worked out by hand or published (Newcombe 1998, Statistics in Medicine 17, 857 and 873)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from axedrez.balance import statistics
from axedrez.balance.statistics import Estimate


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    found = statistics.share(successes, trials)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((successes / trials, low, high), abs=5e-5)
    mirrored = statistics.share(trials - successes, trials)
    assert mirrored is not None
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_nothing_has_no_estimate() -> None:
    assert statistics.share(0, 0) is None
    assert statistics.mean([]) is None
    assert statistics.entropy([]) is None
    assert statistics.mean([7]) == Estimate(7)


def test_mean() -> None:
    found = statistics.mean([1, 2, 3, 4])
    assert found is not None
    # The deviation of the sample is √(5/3), the standard error half of it.
    assert (found.value, found.high) == pytest.approx((2.5, 2.5 + 1.959964 * math.sqrt(5 / 3) / 2))


def test_ratio_takes_each_game_as_one() -> None:
    found = statistics.ratio([1, 2, 6], [10, 20, 30])
    assert found is not None
    # Residuals −0.5, −1, 1.5 of the ratio 0.15: √(3/2 · 3.5) / 60.
    assert (found.value, found.low) == pytest.approx((0.15, 0.15 - 1.959964 * math.sqrt(1.5 * 3.5) / 60))


def test_difference_of_shares() -> None:
    first, second = statistics.share(48, 80), statistics.share(56, 70)
    assert first is not None
    assert second is not None
    found = statistics.difference(first, second)
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_difference_of_means_is_the_usual_one() -> None:
    found = statistics.difference(Estimate(10, 7, 13), Estimate(20, 16, 24))
    assert (found.value, found.low, found.high) == pytest.approx((10, 5, 15))
    assert statistics.difference(Estimate(1), Estimate(3, 2, 4)) == Estimate(2)


def test_entropy() -> None:
    found = statistics.entropy("aabc")
    assert found is not None
    # 1.5 bits and the correction for two kinds more than one; Σ p log² p − 1.5² = 0.25.
    value = 1.5 + 2 / (8 * math.log(2))
    assert (found.value, found.high) == pytest.approx((value, value + 1.959964 * 0.25))
    assert statistics.entropy("aaaa") == Estimate(0)
    all_differ = statistics.entropy("abcd")
    assert all_differ is not None
    assert (all_differ.low, all_differ.high) == (None, None)


FEATURES = np.array([[0.0]] * 4 + [[1.0]] * 4)
RESULTS = np.array([1.0, 0, 0, 0, 1, 1, 1, 0])
VARIANCE = 1 / (4 * 3 / 16) * 8 / 7  # of the logit of one of four, by the sandwich


def test_logistic_regression_on_one_switch() -> None:
    """Two groups of four, won once and three times: the logits are −ln 3 and ln 3."""
    fit = statistics.logistic(FEATURES, RESULTS, np.ones(8), range(8))
    assert fit.coefficients == pytest.approx((-math.log(3), 2 * math.log(3)))
    assert (fit.covariance[0][0], fit.covariance[1][1]) == pytest.approx((VARIANCE, 2 * VARIANCE))


def test_observations_of_a_game_count_once() -> None:
    """Each observation twice with half the weight, in one group: nothing is known that was not before."""
    twice = statistics.logistic(
        np.repeat(FEATURES, 2, axis=0), np.repeat(RESULTS, 2), np.full(16, 0.5), np.repeat(range(8), 2).tolist()
    )
    once = statistics.logistic(FEATURES, RESULTS, np.ones(8), range(8))
    assert twice.coefficients == pytest.approx(once.coefficients)
    assert np.array(twice.covariance) == pytest.approx(np.array(once.covariance))


def test_a_prior_keeps_a_feature_that_decides_everything_finite() -> None:
    decisive = np.array([0.0] * 4 + [1.0] * 4)
    fit = statistics.logistic(FEATURES, decisive, np.ones(8), range(8), prior=0.25)
    assert 2 < fit.coefficients[1] < 8
    assert all(math.isfinite(value) for row in fit.covariance for value in row)


def test_ratio_of_coefficients() -> None:
    fit = statistics.Fit((0.0, 3.0, 2.0), ((0, 0, 0), (0, 0.09, 0), (0, 0, 0.04)))
    found = fit.over(1, 2)
    # The variance of a/b of independent a and b: (a/b)² (0.09/9 + 0.04/4).
    assert (found.value, found.high) == pytest.approx((1.5, 1.5 + 1.959964 * 1.5 * math.sqrt(0.02)))
    assert fit.over(2, 2) == Estimate(1, 1, 1)
