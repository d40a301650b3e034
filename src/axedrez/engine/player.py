"""The interface of computer players, for all families."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from axedrez.core import History, Move, Side
from axedrez.core.contract import OwnPosition
from axedrez.core.match_state import MatchState
from axedrez.engine.levels import USUAL
from axedrez.engine.time_budget import Budget


class Stop(Protocol):
    """A stop signal for a player; `threading.Event` is one."""

    def is_set(self) -> bool:
        """Whether to stop now."""


class ComputerPlayer(Protocol):
    """Chooses moves and answers offers. Modules of the families implement it; `axedrez.players` dispatches to them.

    Its functions may be called from any thread.
    """

    def choose(
        self,
        position: OwnPosition,
        history: History,
        *,
        level: int = USUAL,
        time_ms: int | None = None,
        clock: Budget | None = None,
        nodes: int | None = None,
        stop: Stop | None = None,
        seed: int | None = None,
        state: MatchState | None = None,
    ) -> Move:
        """The move to play.

        `state`: of the match and the cube, where the number of points counts; None: every point counts alike.
        `time_ms` and `nodes` are the most it may spend, less than its level would; `clock` is what its clock gives it
        for this move. With `nodes` time plays no part, so that the same position, history, level, nodes and `seed` (of
        the errors of its level) give the same move. Soon after `stop` is set the best move so far comes back.
        Raises `ValueError` for a position without legal moves or a level that is none.
        """

    def accepts_draw(
        self, position: OwnPosition, history: History, *, side: Side | None = None, level: int = USUAL
    ) -> bool:
        """Whether `side` (the player to move by default) is content with an end without a winner now."""


@runtime_checkable
class CubePlayer(ComputerPlayer, Protocol):
    """A player of games with a cube and stakes, who decides about both."""

    def doubles(self, position: OwnPosition, state: MatchState, *, side: Side) -> bool:
        """Whether `side`, which is about to roll and may, should double (G-43)."""

    def takes(self, position: OwnPosition, state: MatchState, *, side: Side) -> bool:
        """Whether `side` should take the double that it is offered; `state` is that before it (G-43)."""

    def beavers(self, position: OwnPosition, state: MatchState, *, side: Side) -> bool:
        """Whether `side`, which takes the double, should double again at once and keep the cube (G-43)."""

    def accepts_resignation(self, position: OwnPosition, state: MatchState, *, side: Side, points: int) -> bool:
        """Whether `side` gets no less by a resignation for `points`, times the cube, than by playing on (G-44)."""
