"""Computer players: what the rest of the house asks of them, at three levels."""

from __future__ import annotations

import math
import random
import sys
from typing import TYPE_CHECKING, NamedTuple

from axedrez.core import History, Move, Position, Side
from axedrez.core.match_state import MatchState

if TYPE_CHECKING:
    from axedrez.chess.position import ChessPosition
    from axedrez.search.cube import Outlook
    from axedrez.search.thinking import Stop, Thought
    from axedrez.tables.position import TablesPosition

_CONTENT_AT_FIRST = -60
_CONTENT_PER_QUIET_PLY = 2
_CONTENT_AT_MOST = 25
_ABOUT_EQUAL = 15
_CONSIDERED_NODES = 50_000


class Level(NamedTuple):
    """How hard a computer player tries.

    It looks `depth` plies ahead (captures further) and stops after `nodes` positions (0: no limit) or `time_ms`. Among
    moves less than `margin` centipawns worse than the best it draws lots, `temperature` centipawns being worth a
    factor e in the odds.
    """

    depth: int
    nodes: int
    time_ms: int
    margin: int
    temperature: int


LEVELS = {
    1: Level(depth=1, nodes=20_000, time_ms=500, margin=160, temperature=60),
    2: Level(depth=4, nodes=100_000, time_ms=1000, margin=16, temperature=8),
    3: Level(depth=90, nodes=0, time_ms=1000, margin=0, temperature=0),
}


def choose(
    position: Position,
    history: History,
    *,
    level: int = 2,
    time_ms: int | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    seed: int | None = None,
) -> Move:
    """The move that a computer player plays.

    `time_ms` and `nodes` are the most it may spend, less than its level would; with `nodes` time plays no part, so that
    the same position, history, level, nodes and `seed` (of the lots that levels 1 and 2 draw) give the same move. Soon
    after `stop` (a `threading.Event`, say) is set the best move so far comes back. Raises `ValueError` for a position
    without legal moves or a level that is none, `TypeError` for a game of a family that has no computer player.
    Games of dice take no time worth the name: there only `level` and `seed` play a part.
    """
    strength = _level(level)
    if (dice := _tables(position)) is not None:
        from axedrez.search import tables

        return tables.choose(dice, level=level, seed=seed)
    board = _chess(position)
    moves = board.legal_moves()
    if not moves:
        raise ValueError("no legal move")
    if len(moves) == 1:
        return moves[0]
    thought = _think(board, history, strength, time_ms, nodes, stop)
    return board.game.moves[_pick(thought, strength, random.Random(seed))]


def accepts_draw(position: Position, history: History, *, side: Side | None = None, level: int = 2) -> bool:
    """Whether `side` (the player to move by default) is content with an end without a winner now.

    More readily the longer nothing has happened; a draw that can be claimed is taken unless there is something to win.
    Never in games of dice, where there is no draw.
    """
    if _tables(position) is not None:
        return False
    board = _chess(position)
    if not board.legal_moves():
        return False
    strength = _level(level)
    thought = _think(board, history, strength, None, _CONSIDERED_NODES, None)
    score = thought.score if side in (None, board.turn) else -thought.score
    if board.claims(history):
        return score <= _ABOUT_EQUAL
    return score <= min(_CONTENT_AT_MOST, _CONTENT_AT_FIRST + _CONTENT_PER_QUIET_PLY * thought.quiet_plies)


def wants_claim(position: Position, history: History, *, level: int = 3) -> bool:
    """Whether the player to move may claim a draw and does well to (T-8)."""
    return bool(position.claims(history)) and accepts_draw(position, history, level=level)


def doubles(position: Position, state: MatchState, *, side: Side) -> bool:
    """Whether `side`, which is about to throw and may, does well to double (G-43)."""
    from axedrez.search import cube

    return cube.doubles(_outlook(position, side), state, side)


def takes(position: Position, state: MatchState, *, side: Side) -> bool:
    """Whether `side` does well to take the double that it is offered (G-43)."""
    from axedrez.search import cube

    return cube.takes(_outlook(position, side), state, side)


def accepts_resignation(position: Position, state: MatchState, *, side: Side, points: int) -> bool:
    """Whether `side` gets no less by a resignation for `points`, times the cube, than by playing on (G-44)."""
    from axedrez.search import cube

    return cube.accepts_resignation(_outlook(position, side), state, side, points)


def _outlook(position: Position, side: Side) -> Outlook:
    from axedrez.search import tables

    if (dice := _tables(position)) is None:
        raise TypeError(f"no cube and no stakes in {position.game.name}")
    return tables.outlook(dice, side)


def _level(level: int) -> Level:
    try:
        return LEVELS[level]
    except KeyError:
        raise ValueError(f"level {level}: {', '.join(map(str, LEVELS))}") from None


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


def _think(
    position: ChessPosition,
    history: History,
    level: Level,
    time_ms: int | None,
    nodes: int | None,
    stop: Stop | None,
) -> Thought:
    # The kernels are loaded when somebody first plays, not when the house is opened.
    from axedrez.search import thinking

    most_time = level.time_ms if time_ms is None else max(1, min(time_ms, level.time_ms))
    most_nodes = level.nodes if nodes is None else max(1, min(nodes, level.nodes or nodes))
    limits = thinking.Limits(
        depth=level.depth, nodes=most_nodes, time_ms=0 if nodes is not None else most_time, margin=level.margin
    )
    return thinking.ponder(position, history, limits, stop)


def _pick(thought: Thought, level: Level, lots: random.Random) -> int:
    """One of the moves near the best, by lot; the best where the level makes no mistakes on purpose."""
    near = [(code, score) for code, score in thought.ranking if thought.score - score < level.margin]
    # Of the ways to win or to hold out only the best will do.
    if not thought.depth or len(near) < 2 or thought.decided:
        return thought.best
    odds = [math.exp((score - thought.score) / level.temperature) for _, score in near]
    return lots.choices([code for code, _ in near], odds)[0]
