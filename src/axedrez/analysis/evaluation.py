"""What the search says of one position: its best lines, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from axedrez.analysis.grades import expected
from axedrez.chess.engine.engine import Engine, EngineResult, Info, Limits
from axedrez.chess.game import ChessGame
from axedrez.chess.position import ChessPosition
from axedrez.core import History
from axedrez.engine.player import Stop

NODES = 100_000
LONGEST_LINE = 8
"""So many moves of a line are kept: what comes later is seldom right."""
LINES = 2
"""The best move and the next best, which tells whether the best is the only one."""


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How far each position is looked into: nodes, plies, milliseconds (0: no limit).

    Without time the same position gives the same answer everywhere.
    """

    nodes: int = NODES
    depth: int = 0
    time_ms: int = 0


class Line(msgspec.Struct, frozen=True):
    """Moves, and their score for the player who begins: centipawns or moves to mate, and the result to expect."""

    moves: tuple[str, ...]
    cp: int | None
    mate: int | None
    expected: float


class Evaluation(msgspec.Struct, frozen=True):
    """The best lines of a position, the best first, how deep they were looked into, and at how many positions."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int


class Searcher(Protocol):
    """What evaluations into positions: our own engine, or one of others (`axedrez.uci.external_engine`)."""

    def think(
        self,
        position: ChessPosition,
        history: History,
        limits: Limits,
        *,
        stop: Stop | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> EngineResult:
        """The best lines of a position; `on_info` hears of those of each iteration."""


def evaluate(
    position: ChessPosition,
    history: History,
    effort: Effort,
    move: str | None = None,
    stop: Stop | None = None,
    searcher: Searcher | None = None,
) -> Evaluation:
    """Evaluation into a position where a player has a legal move; with `move` only into that one.

    Without a `searcher` ours evaluations, which remembers nothing from one position to the next. Raises ValueError where
    there is no legal move, and what the searcher raises.
    """
    moves = () if move is None else tuple(each for each in position.legal_moves() if each.uci == move)
    lines = 1 if moves or len(position.legal_moves()) == 1 else LINES
    limits = Limits(effort.depth, effort.nodes, effort.time_ms, lines=lines, moves=moves)
    # Scores of different iterations cannot be compared: the lines are those of the last one that was finished.
    whole: dict[int, Info] = {}

    def hear(info: Info) -> None:
        if info.bound == "exact":
            whole[info.multipv] = info

    found = (searcher or Engine(position.game)).think(position, history, limits, stop=stop, on_info=hear)
    # Stopped before anything was known: the move that comes first, and no opinion.
    told = tuple(_line(whole[number], position.game) for number in sorted(whole)) or (
        Line((found.best.uci,), 0, None, 0.5),
    )
    return Evaluation(told, found.depth, found.nodes)


def _line(info: Info, game: ChessGame) -> Line:
    moves = tuple(move.uci for move in info.pv[:LONGEST_LINE])
    return Line(moves, info.score.cp, info.score.mate, expected(info.score, game))
