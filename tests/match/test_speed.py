"""The speed of a rated game, by its clock."""

from __future__ import annotations

import pytest

from axedrez.core import AxedrezError
from axedrez.match import (
    Bronstein,
    Byoyomi,
    Correspondence,
    Delay,
    Fischer,
    Speed,
    TimeAllowance,
    TimeControl,
    speed_of,
)
from axedrez.match.time_control import Periods

S = 1000


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (Fischer(60 * S), "bullet"),
        (Fischer(179 * S), "bullet"),
        (Fischer(180 * S), "blitz"),
        (Fischer(60 * S, 3 * S), "blitz"),  # 60 + 40 × 3
        (Delay(300 * S, 5 * S), "rapid"),  # 500
        (Bronstein(479 * S), "blitz"),
        (Fischer(600 * S, 5 * S), "rapid"),
        (Fischer(1500 * S), "classical"),
        (Byoyomi(3, 20 * S), "rapid"),  # 25 × 20
        (Byoyomi(1, 60 * S), "classical"),
        (Correspondence(1), "correspondence"),
    ],
)
def test_the_speed_of_a_clock(clock: TimeControl, speed: Speed) -> None:
    assert speed_of(clock) == speed


@pytest.mark.parametrize(
    "clock", [None, Fischer(60 * S, 0, TimeAllowance(30 * S)), Byoyomi(3, 20 * S, 0, Periods(1, 20 * S))]
)
def test_what_is_not_rated(clock: TimeControl | None) -> None:
    with pytest.raises(AxedrezError) as refusal:
        speed_of(clock)
    assert refusal.value.reason == ("rated_clock" if clock is None else "rated_unequal")
