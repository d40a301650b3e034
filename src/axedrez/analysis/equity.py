"""Equities of games of dice: what positions, turns and throws are worth, and the chances behind it.

Points are those of the sheet's scoring, before the cube. A family whose games are judged so supplies an
`EquityAnalyst`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from axedrez.core.contract import OwnPosition
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.player import Stop

if TYPE_CHECKING:
    from axedrez.analysis.cube import CubeVerdict, CubeWindow, ResignationVerdict

DEFAULT_TURNS = 5
"""So many of the best turns are shown side by side."""


class Chances(msgspec.Struct, frozen=True):
    """The chances of a side, nested as players of backgammon give them.

    `win` counts every win, `win_gammon` gammons and backgammons, `win_backgammon` these alone; the same for losses.
    `drawn`: of no winner (G-45).
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float
    drawn: float = 0.0

    @property
    def lose(self) -> float:
        """The chance of a loss of any kind."""
        return 1.0 - self.win - self.drawn

    def turned(self) -> Chances:
        """The chances of the other side."""
        return Chances(
            self.lose, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon, self.drawn
        )  # fmt: skip


class Estimate(msgspec.Struct, frozen=True):
    """The cubeless equity of a side in points, and its chances."""

    equity: float
    chances: Chances


class RatedTurn(msgspec.Struct, frozen=True):
    """A turn, in the letters of English, and what it is worth to the side that plays it, judged at `ply`."""

    move: str
    estimate: Estimate
    ply: int


class RatedThrow(msgspec.Struct, frozen=True):
    """A throw (`52`), its probability, and the best turn with it."""

    dice: str
    probability: float
    best: RatedTurn


class EquityAnalyst(Protocol):
    """Judges positions of a family of games of dice. A module of the family is one; thread-safe.

    `ply`: how many throws the judgement looks ahead of the turn, 0: none. Soon after `stop` is set the answer comes
    with less `ply`.
    """

    def estimate(self, position: OwnPosition, ply: int = 0, stop: Stop | None = None) -> Estimate:
        """What a position before a throw is worth to the side that throws. Also where the game is over."""

    def turns(
        self,
        position: OwnPosition,
        ply: int = 0,
        most: int | None = DEFAULT_TURNS,
        also: str | None = None,
        stop: Stop | None = None,
    ) -> tuple[RatedTurn, ...]:
        """The best turns with the throw of a position, best first; with `also` that turn too, wherever it ranks.

        A turn that stands for others with the same end has the text of `legal_moves`. Raises `ValueError` where no
        turn is to be played, `IllegalMove` or `TextError` where `also` is none.
        """

    def throws(self, position: OwnPosition, ply: int = 0, stop: Stop | None = None) -> tuple[RatedThrow, ...]:
        """The 21 throws of a position before a throw, largest first (66, 65 …); none where the game is over."""

    def cube(self, position: OwnPosition, state: MatchState, ply: int = 0, stop: Stop | None = None) -> CubeVerdict:
        """The cube before a throw, for the side that throws, in a match that stands so (G-43)."""

    def cube_window(self, position: OwnPosition, state: MatchState) -> CubeWindow:
        """Where decisions about the cube turn at this score, in games like that of the position."""

    def resignation(self, position: OwnPosition, state: MatchState, side: Side, points: int) -> ResignationVerdict:
        """A resignation for `points`, before the cube, offered to `side`, whoever is to play (G-44)."""
