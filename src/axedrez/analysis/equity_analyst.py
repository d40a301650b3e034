"""The interface that a family of games of dice implements so that its positions can be judged in points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from axedrez.analysis.cube import CubeVerdict, CubeWindow, ResignationVerdict
from axedrez.analysis.equity import (
    DEFAULT_ROLLOUT,
    DEFAULT_TURNS,
    Estimate,
    RatedRoll,
    RatedTurn,
    Reason,
    RolledOut,
    RolloutOptions,
    RollWorth,
)
from axedrez.core.contract import OwnGame, OwnPosition
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.player import Stop

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class PositionWithIds(Protocol):
    """A position of a game of dice, which other programs know by ids."""

    def ids(self, match: MatchState | None = None) -> dict[str, str]:
        """Its ids by their names, in a match that stands so. Raises `TextError` for a match that cannot be."""


class EquityAnalyst(Protocol):
    """Judges positions of a family of games of dice. A module of the family is one; thread-safe.

    `ply`: how many rolls the judgement looks ahead of the turn, 0: none, at most `MAX_PLY`. Soon after `stop` is set
    the answer comes with less `ply`. `state`: of the match at whose score it judges (G-43), the cube not turned any
    more; None: in points.
    """

    def estimate(
        self, position: OwnPosition, ply: int = 0, stop: Stop | None = None, state: MatchState | None = None
    ) -> Estimate:
        """What a position before a roll is worth to the side that rolls. Also where the game is over."""

    def equities(self, positions: Sequence[OwnPosition], ply: int = 0) -> npt.NDArray[np.float64]:
        """What positions of a game that are not over are worth in points to the sides whose turn it is.

        As `estimate` says; with a roll, as the best of `turns`. At 0-ply a network judges all with the same roll, or
        none, in one call.
        """

    def turns(
        self,
        position: OwnPosition,
        ply: int = 0,
        most: int | None = DEFAULT_TURNS,
        also: str | None = None,
        stop: Stop | None = None,
        state: MatchState | None = None,
    ) -> tuple[RatedTurn, ...]:
        """The best turns with the roll of a position, best first; with `also` that turn too, wherever it ranks.

        A turn that stands for others with the same end has the text of `legal_moves`. Raises `ValueError` where no
        turn is to be played, `IllegalMove` or `TextError` where `also` is none.
        """

    def rolls(
        self, position: OwnPosition, ply: int = 0, stop: Stop | None = None, state: MatchState | None = None
    ) -> tuple[RatedRoll, ...]:
        """The 21 rolls of a position before a roll, largest first (66, 65 …), all with the same look ahead.

        None where the game is over. Once `stop` is set, what was found with one ply less; none if not even 0-ply was.
        """

    def roll_worths(self, position: OwnPosition) -> tuple[RollWorth, ...]:
        """The same in points at 0-ply without the turns, much sooner."""

    def usual_points(self, game: OwnGame) -> float:
        """The mean number of points by which a game between equals is decided."""

    def usual_ply(self, game: OwnGame) -> int:
        """How far the turns of a whole game are judged ahead, unless told otherwise: it takes a few seconds."""

    def version(self, game: OwnGame) -> str:
        """A text that changes whenever what this analyst finds for a game may have changed."""

    def rollout(
        self,
        position: OwnPosition,
        move: str | None = None,
        options: RolloutOptions = DEFAULT_ROLLOUT,
        report: Callable[[RolledOut], None] | None = None,
        stop: Stop | None = None,
    ) -> RolledOut:
        """What a position before a roll is worth, or the end of the turn `move` with the roll of a position.

        `report` hears of it now and then, and at the end. Soon after `stop` is set what has been found comes back.
        The result depends on the options alone, not on time. Raises `ValueError` where there is a roll and no `move`,
        or a `move` and no roll, `IllegalMove` or `TextError` where `move` is none.
        """

    def reasons(self, position: OwnPosition, played: str, better: str) -> tuple[Reason, ...]:
        """Why the turn `played` is worse than `better` with the roll of a position, the most telling reason first.

        Each is read off the positions after the two turns and speaks for `better`; none where none is seen. Raises
        `IllegalMove` or `TextError` where one of them is no turn.
        """

    def cube(self, position: OwnPosition, state: MatchState, ply: int = 0, stop: Stop | None = None) -> CubeVerdict:
        """The cube before a roll, for the side that rolls, in a match that stands so (G-43)."""

    def cubes(
        self, position: OwnPosition, states: Sequence[MatchState], ply: int = 0, stop: Stop | None = None
    ) -> tuple[CubeVerdict, ...]:
        """The same in each of several matches, in little more time."""

    def cube_window(self, position: OwnPosition, state: MatchState) -> CubeWindow:
        """Where decisions about the cube turn at this score, in games like that of the position."""

    def resignation(self, position: OwnPosition, state: MatchState, side: Side, points: int) -> ResignationVerdict:
        """A resignation for `points`, before the cube, offered to `side`, whoever is to play (G-44)."""
