"""What endgame tables tell, in every family that has them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from axedrez.core.contract import Move, Position

Verdict = Literal["win", "draw", "loss"]


class EndgameResult(NamedTuple):
    """A position under best play, for the player to move.

    `plies`: moves of both sides to the end of the game, 0 where it is over, None for a draw. `best`: the moves that
    keep the outcome, and win as fast, or lose as late, as can be.
    """

    outcome: Verdict
    plies: int | None
    best: tuple[Move, ...]


class SideCounts(NamedTuple):
    """Positions of a table with the same player to move, by what they are for that player."""

    won: int
    drawn: int
    lost: int


class EndgameTable(NamedTuple):
    """A table. `longest` is a position with the longest win, None where nobody wins; `stored` its bytes on disk."""

    pieces: str
    white: SideCounts
    black: SideCounts
    longest: Position | None
    plies: int | None
    stored: int | None
