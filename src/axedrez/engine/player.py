"""Computer players: what the rest of the house asks of them, at eight levels."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

from axedrez.core import History, Move, Position, Side
from axedrez.core.match_state import MatchState
from axedrez.engine.levels import FULL, MOST_CLOCKED_MS, MOST_MS, USUAL, Level, level_of

if TYPE_CHECKING:
    from axedrez.chess.engine.searcher import Limits, Stop
    from axedrez.chess.position import ChessPosition
    from axedrez.engine.cube import Outlook
    from axedrez.engine.time_budget import Budget
    from axedrez.tables.position import TablesPosition

_CONTENT_AT_FIRST = -60
_CONTENT_PER_QUIET_PLY = 2
_CONTENT_AT_MOST = 25
_ABOUT_EQUAL = 30
_CONSIDERED_NODES = 50_000


def choose(
    position: Position,
    history: History,
    *,
    level: int = USUAL,
    time_ms: int | None = None,
    clock: Budget | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    seed: int | None = None,
) -> Move:
    """The move that a computer player plays.

    `time_ms` and `nodes` are the most it may spend, less than its level would; `clock` is what its clock gives it for
    this move. With `nodes` time plays no part, so that the same position, history, level, nodes and `seed` (of the
    errors of its level) give the same move. Soon after `stop` (a `threading.Event`, say) is set the best move so far
    comes back. Raises `ValueError` for a position without legal moves or a level that is none, `TypeError` for a game
    of a family that has no computer player. Games of dice take no time worth the name: there only `level` and `seed`
    play a part.
    """
    strength = level_of(level)
    if (dice := _tables(position)) is not None:
        from axedrez.tables import engine

        return engine.choose(dice, level=level, seed=seed)
    board = _chess(position)
    moves = board.legal_moves()
    if not moves:
        raise ValueError("no legal move")
    if len(moves) == 1:
        return moves[0]
    # The kernels are loaded when somebody first plays, not when the house is opened.
    from axedrez.chess.engine import handicap, root_scores

    limits = _limits(strength, nodes, time_ms, clock, margin=handicap.reach(strength))
    paced = clock if nodes is None else None
    found = root_scores.gather(board, history, limits, glance=strength.haste > 0, clock=paced, stop=stop)
    forcing = handicap.forcing_moves(board) if strength.haste or strength.error else frozenset()
    return board.game.moves[handicap.pick(found, strength, forcing, random.Random(seed))]


def accepts_draw(position: Position, history: History, *, side: Side | None = None, level: int = USUAL) -> bool:
    """Whether `side` (the player to move by default) is content with an end without a winner now.

    More readily the longer nothing has happened; a draw that can be claimed is taken unless there is something to win.
    Never in games of dice, where there is no draw.
    """
    if _tables(position) is not None:
        return False
    board = _chess(position)
    if not board.legal_moves():
        return False
    from axedrez.chess.engine import searcher

    thought = searcher.ponder(board, history, _limits(level_of(level), _CONSIDERED_NODES))
    score = thought.score if side in (None, board.turn) else -thought.score
    if board.claims(history):
        return score <= _ABOUT_EQUAL
    return score <= min(_CONTENT_AT_MOST, _CONTENT_AT_FIRST + _CONTENT_PER_QUIET_PLY * thought.quiet_plies)


def wants_claim(position: Position, history: History, *, level: int = FULL) -> bool:
    """Whether the player to move may claim a draw and does well to (T-8)."""
    return bool(position.claims(history)) and accepts_draw(position, history, level=level)


def doubles(position: Position, state: MatchState, *, side: Side) -> bool:
    """Whether `side`, which is about to throw and may, does well to double (G-43)."""
    from axedrez.engine import cube

    return cube.doubles(_outlook(position, side), state, side)


def takes(position: Position, state: MatchState, *, side: Side) -> bool:
    """Whether `side` does well to take the double that it is offered (G-43)."""
    from axedrez.engine import cube

    return cube.takes(_outlook(position, side), state, side)


def accepts_resignation(position: Position, state: MatchState, *, side: Side, points: int) -> bool:
    """Whether `side` gets no less by a resignation for `points`, times the cube, than by playing on (G-44)."""
    from axedrez.engine import cube

    return cube.accepts_resignation(_outlook(position, side), state, side, points)


def _outlook(position: Position, side: Side) -> Outlook:
    from axedrez.tables import engine

    if (dice := _tables(position)) is None:
        raise TypeError(f"no cube and no stakes in {position.game.name}")
    return engine.outlook(dice, side)


def _tables(position: Position) -> TablesPosition | None:
    """The position if it is one of the tables family: a family is loaded only by its own games."""
    if "axedrez.tables.position" not in sys.modules:
        return None
    from axedrez.tables.position import TablesPosition

    return position if isinstance(position, TablesPosition) else None


def _chess(position: Position) -> ChessPosition:
    from axedrez.chess.position import ChessPosition

    if not isinstance(position, ChessPosition):
        raise TypeError(f"no computer player for {position.game.name}")
    return position


def _limits(
    level: Level, nodes: int | None, time_ms: int | None = None, clock: Budget | None = None, margin: int = 0
) -> Limits:
    from axedrez.chess.engine.searcher import Limits

    most_ms = MOST_MS if clock is None else min(clock.hard_ms, MOST_CLOCKED_MS)
    if time_ms is not None:
        most_ms = max(1, min(time_ms, most_ms))
    most_nodes = level.nodes if nodes is None else max(1, min(nodes, level.nodes or nodes))
    return Limits(level.depth, most_nodes, 0 if nodes is not None else most_ms, margin)
