"""The speeds of rated games, by the time that a player may expect to spend (docs/ratings.md)."""

from __future__ import annotations

from typing import Literal, get_args

from axedrez.core import AxedrezError
from axedrez.match.time_control import Byoyomi, Correspondence, TimeControl

Speed = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)

TURNS = 40
"""So many turns a player is expected to have; each may bring an increment, or take a delay."""
SLOW_TURNS = 25
"""So many of them are expected to take a whole period of byo-yomi."""

BOUNDS: tuple[tuple[Speed, int], ...] = (("bullet", 180), ("blitz", 480), ("rapid", 1500))
"""Games of a speed are expected to take less than so many seconds a player; what takes longer is classical."""


def speed_of(clock: TimeControl | None) -> Speed:
    """The speed of a rated game with this clock.

    Raises AxedrezError: `rated_clock` without a clock, `rated_unequal` where the players have unequal time.
    """
    if clock is None:
        raise AxedrezError("rated_clock")
    if isinstance(clock, Correspondence):
        return "correspondence"
    if clock.black is not None:
        raise AxedrezError("rated_unequal")
    if isinstance(clock, Byoyomi):
        expected = clock.initial_ms + SLOW_TURNS * clock.period_ms
    else:
        expected = clock.initial_ms + TURNS * clock.increment_ms
    return next((speed for speed, bound in BOUNDS if expected < bound * 1000), "classical")
