"""Random numbers of games in a kernel: SplitMix64 (Steele, Lea, Flood 2014). A state is used once, then increased."""

from __future__ import annotations

import numpy as np

from axedrez.jit import inlined
from axedrez.jit_types import U64, Number

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""What a state is increased by."""
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_UNIT = 1.0 / 4294967296.0


@inlined
def mixed(state: U64) -> U64:
    """The number drawn from a state."""
    z = state
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@inlined
def first_state(seed: U64, number: Number) -> U64:
    """The state that game `number` of a seed begins with."""
    return mixed(seed * GOLDEN + np.uint64(number)) + GOLDEN


@inlined
def below(state: U64, n: Number) -> Number:
    """A number from 0 to `n` - 1."""
    return np.int64(((mixed(state) >> _32) * np.uint64(n)) >> _32)


@inlined
def chance(state: U64) -> float:
    """A number from 0 (included) to 1 (not)."""
    return np.float64(mixed(state) >> _32) * _UNIT
