"""How games end."""

from __future__ import annotations

from typing import Literal, NamedTuple

from axedrez.core.sides import Side

Result = Literal["1-0", "0-1", "1/2-1/2", "*"]


class Points(NamedTuple):
    """What each player scores for the game (T-5 for chess)."""

    white: float
    black: float


class Outcome(NamedTuple):
    """The end of a game.

    `result` is `1-0`, `0-1`, `1/2-1/2` or `*` (ended without a result); `reason` a stable identifier such as
    `checkmate` or `repetition`; `clause` the number of the clause that ends it; `points` is None for `*`.
    """

    result: Result
    reason: str
    clause: str | None
    points: Points | None

    @property
    def winner(self) -> Side | None:
        """The winner, or None."""
        return {"1-0": Side.WHITE, "0-1": Side.BLACK}.get(self.result)


class Claim(NamedTuple):
    """An end that the player to move may claim now, and does not happen by itself."""

    reason: str
    clause: str | None
