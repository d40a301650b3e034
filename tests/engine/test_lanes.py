"""The instructions that compute a network, beside their twins."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from axedrez import jit
from axedrez.jit_types import U64, Floats, Number, Numbers


def lanes(numbers: Floats, at: Number) -> U64:
    found: U64 = jit.positive_lanes(numbers, at)
    return found


@pytest.mark.parametrize("at", [0, 1, 64, 70])
def test_lanes_above_nothing(at: int) -> None:
    rng = np.random.default_rng(at)
    numbers = rng.normal(0, 1, 134).astype(np.float32)
    numbers[::7] = 0
    numbers[3::11] = -0.0
    wanted = sum(1 << lane for lane in range(64) if numbers[at + lane] > 0)
    assert int(numba.njit(lanes)(numbers, at)) == wanted
    assert int(jit._positive_lanes_python(numbers, at)) == wanted


def rows_added(out: Floats, start: Floats, matrix: Floats, rows: Numbers, factors: Floats, count: Number) -> None:
    jit.weighted_rows(out, start, matrix, rows, factors, count)


@pytest.mark.parametrize("width", [1, 8, 13, 64, 200])
@pytest.mark.parametrize("count", [0, 1, 7])
def test_rows_of_a_matrix_added_by_their_factors(width: int, count: int) -> None:
    rng = np.random.default_rng(width)
    matrix, start, factors = (rng.normal(0, 1, size).astype(np.float32) for size in (20 * width, width, 9))
    rows = rng.integers(0, 20, 9)
    wanted = start.astype(np.float64)
    for row, factor in zip(rows[:count].tolist(), factors[:count].tolist(), strict=True):
        wanted += factor * matrix[row * width : (row + 1) * width].astype(np.float64)
    for act in numba.njit(rows_added), jit._weighted_rows_python:
        out = np.full(width, np.nan, np.float32)
        act(out, start, matrix, rows, factors, count)
        assert np.allclose(out, wanted, atol=1e-5)
