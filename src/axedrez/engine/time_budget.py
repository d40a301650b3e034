"""Time management: the time for a move from the clock."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

_MOVES_LEFT = 30
_INCREMENT_SHARE = 0.75
_STRETCH = 4.0
_MAX_SHARE_OF_CLOCK = 0.6
_CHANGED, _STEADY, _SETTLING = 1.4, 0.55, 0.2
_WORRYING_CP = 30


class Budget(NamedTuple):
    """Milliseconds for a move: the soft limit that it should take, and the hard limit."""

    soft_ms: int
    hard_ms: int


def budget(left_ms: int, increment_ms: int = 0, moves_to_go: int = 0, overhead_ms: int = 0) -> Budget:
    """The time for a move of a player who has `left_ms`, and gets `increment_ms` after each move.

    `moves_to_go`: moves until more time comes (0: none does); `overhead_ms`: what passes on the way of each move.
    Both times are at least 1, and the second never reaches `left_ms` less the overhead, as long as that leaves any.
    """
    horizon = min(moves_to_go, _MOVES_LEFT) or _MOVES_LEFT
    usable = max(1.0, left_ms - overhead_ms)
    # Every move until then has the overhead, too.
    shared = max(0.0, left_ms - overhead_ms * horizon) / horizon + _INCREMENT_SHARE * increment_ms
    ceiling = usable * (0.9 if moves_to_go == 1 else _MAX_SHARE_OF_CLOCK)
    soft = min(shared, ceiling)
    return Budget(max(1, int(soft)), max(1, int(min(_STRETCH * soft, ceiling))))


class Pace:
    """Decides after each iteration of a search whether to start another one."""

    def __init__(self, time: Budget) -> None:
        self.time = time
        self._best: Hashable = None
        self._score: int | None = None
        self._factor = 1.0

    def enough(self, elapsed_ms: float, best: Hashable, score: int | None) -> bool:
        """Whether to stop after an iteration that found `best`, worth `score` centipawns (None: a mate is seen).

        The search gets more time if the best move changes or its score drops, and less if it is stable.
        """
        if best != self._best:
            self._factor = _CHANGED
        else:
            self._factor = max(_STEADY, self._factor - _SETTLING)
        worse = None not in (score, self._score) and (score or 0) < (self._score or 0) - _WORRYING_CP
        self._best, self._score = best, score
        # The next iteration takes about as long as all before it.
        return elapsed_ms >= 0.6 * self.time.soft_ms * (max(1.0, self._factor) if worse else self._factor)
