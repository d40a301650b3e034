"""When a training ends, and how far it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple


class State(NamedTuple):
    """How far it is: the share that is done, games, positions, games a second in this run, and the last loss."""

    share: float
    games: int
    positions: int
    rate: float
    loss: float


Report = Callable[[State], None]


class Pace:
    """A training ends after so many minutes or games, whichever comes first, or when `stop` is set.

    `games` are counted from the beginning of the training, of which `first` had been played before.
    """

    def __init__(self, minutes: float | None, games: int | None, first: int, stop: threading.Event) -> None:
        self._begun = time.monotonic()
        self._minutes = minutes
        self._games = games
        self._first = first
        self._stop = stop

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has ended it."""
        return self._stop.is_set()

    def is_over(self, games: int) -> bool:
        """Whether it ends, after so many games."""
        return self.is_stopped or self.share(games) >= 1.0

    def time_share(self) -> float:
        """The share of its time that has gone; 0 without a limit."""
        if self._minutes is None:
            return 0.0
        return min(1.0, (time.monotonic() - self._begun) / max(1e-9, 60 * self._minutes))

    def share(self, games: int) -> float:
        """The share that is done after so many games."""
        by_games = 0.0 if self._games is None else (games - self._first) / max(1, self._games - self._first)
        return min(1.0, max(self.time_share(), by_games))

    def state(self, games: int, positions: int, loss: float) -> State:
        """How far it is after so many games and positions."""
        rate = (games - self._first) / max(1e-9, time.monotonic() - self._begun)
        return State(self.share(games), games, positions, rate, loss)
