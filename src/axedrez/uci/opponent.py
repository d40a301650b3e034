"""An external UCI engine as the computer player of a game (`axedrez.engine.player.ComputerPlayer`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from axedrez.chess.engine import player
from axedrez.chess.engine.engine import Limits
from axedrez.chess.position.game import ChessPosition
from axedrez.core import History, Move, Position, Side
from axedrez.core.match_state import MatchState
from axedrez.engine.levels import USUAL
from axedrez.engine.player import Stop
from axedrez.engine.time_budget import Budget
from axedrez.uci.external_engine import ExternalEngine, MovesFrom

USUAL_MS = 1000


class Opponent:
    """Plays the engine's moves; offers, which UCI does not have, are answered by our player.

    `played`, if set, returns the position where the game began, and its moves.
    """

    def __init__(self, engine: ExternalEngine) -> None:
        self._engine = engine
        self.played: Callable[[], tuple[Position, Sequence[Move]]] | None = None

    def choose(
        self,
        position: Position,
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
        """The engine's move, after a second or the time that its clock allows. Raises `EngineFault`."""
        assert isinstance(position, ChessPosition)
        begin, moves = self.played() if self.played is not None else (position, ())
        assert isinstance(begin, ChessPosition)
        limits = Limits(time_ms=USUAL_MS if clock is None else min(clock.soft_ms, USUAL_MS))
        return self._engine.think(position, history, limits, stop=stop, played=MovesFrom(begin, moves)).best

    def accepts_draw(
        self, position: Position, history: History, *, side: Side | None = None, level: int = USUAL
    ) -> bool:
        """Whether `side` agrees to a draw."""
        assert isinstance(position, ChessPosition)
        return player.accepts_draw(position, history, side=side, level=level)
