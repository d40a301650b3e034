"""What a decision needs to know besides the record and the command."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.match.dice import Seeds
from axedrez.match.seats import NO_SEATS, Seats


class DecisionContext(NamedTuple):
    """When somebody decides, and what is known of them.

    `now`: ms since the epoch. `may`: the sides that the sender may act for. `seeds`: the server's seed and the game's
    id. `lag_ms`: the measured network lag of the sender. `left`: the sides whose players have left. `down_ms`: how long
    no server ran since the last event. `ends`: the sender may end the game at any time, without a result.
    """

    now: int
    may: Seats
    seeds: Seeds | None = None
    lag_ms: int = 0
    left: Seats = NO_SEATS
    down_ms: int = 0
    ends: bool = False
