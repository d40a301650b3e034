"""The instruction that finds the sums of a network which go on, beside its twin."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from axedrez import jit
from axedrez.jit_types import U64, Floats, Number


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
