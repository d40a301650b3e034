"""A searcher with a memory: what analysis, UCI and computer players work with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from axedrez.chess.game import ChessGame
from axedrez.chess.moves import ChessMove
from axedrez.chess.position import ChessPosition
from axedrez.core.history import History
from axedrez.search import thinking
from axedrez.search.kernel import layout
from axedrez.search.thinking import Stop

_DEEPEST = int(layout.MAX_PLY) - 1
_MATE, _WON = int(layout.MATE), int(layout.WON)
_ALL_EXACT = 2 * _MATE


class Score(NamedTuple):
    """What a position is worth to the player to move: centipawns, or moves to mate (negative: being mated)."""

    cp: int | None
    mate: int | None = None


class Info(NamedTuple):
    """What one finished iteration found: the `multipv`-th best line.

    `bound` is "exact", "lower" or "upper"; `hashfull` the share of the table in use, per mille.
    """

    multipv: int
    depth: int
    seldepth: int
    score: Score
    bound: str
    nodes: int
    time_ms: int
    hashfull: int
    pv: tuple[ChessMove, ...]


class Limits(NamedTuple):
    """Where a search ends: plies, nodes, milliseconds, a mate in so many moves (0: no limit).

    The best `lines` are told apart; only `moves` are looked at, if there are any.
    """

    depth: int = 0
    nodes: int = 0
    time_ms: int = 0
    mate: int = 0
    lines: int = 1
    moves: tuple[ChessMove, ...] = ()


class Outcome(NamedTuple):
    """The move to play, the answer that is expected, and the best lines of the last finished iteration."""

    best: ChessMove
    ponder: ChessMove | None
    lines: tuple[Info, ...]
    depth: int
    nodes: int


class Engine:
    """Searches positions of one game. One search at a time; safe to stop from another thread."""

    def __init__(self, game: ChessGame, *, hash_mb: int = 16, threads: int = 1) -> None:
        self.game = game

    def new_game(self) -> None:
        """Forget everything."""

    def think(
        self,
        position: ChessPosition,
        history: History,
        limits: Limits,
        *,
        stop: Stop | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Outcome:
        """Search `position`; `on_info` hears of each line of each finished iteration.

        Ends soon after `stop` is set. Raises `ValueError` for a position without legal moves.
        """
        allowed = _allowed(position, limits.moves)
        since = time.monotonic()
        lines: tuple[Info, ...] = ()
        nodes = depth = 0
        best = allowed[0]
        exact = _ALL_EXACT if limits.lines > 1 or limits.moves else 0
        while depth < (limits.depth or _DEEPEST):
            left = limits.time_ms - int(1000 * (time.monotonic() - since)) if limits.time_ms else 0
            if left < 0 or (limits.nodes and nodes >= limits.nodes) or (stop is not None and stop.is_set()):
                break
            spent = thinking.Limits(depth + 1, limits.nodes and limits.nodes - nodes, max(left, 0), exact)
            thought = thinking.ponder(position, history, spent, stop)
            nodes += thought.nodes
            if thought.depth <= depth:
                break
            depth = thought.depth
            elapsed = int(1000 * (time.monotonic() - since))
            ranking = [(self.game.moves[code], score) for code, score in thought.ranking]
            ranking = [(move, score) for move, score in ranking if move in allowed][: limits.lines]
            lines = tuple(
                Info(number, depth, depth, _score(score), "exact", nodes, elapsed, 0, (move,))
                for number, (move, score) in enumerate(ranking, 1)
            )
            best = ranking[0][0]
            if on_info is not None:
                for info in lines:
                    on_info(info)
            mate = lines[0].score.mate
            if thought.decided or (mate is not None and 0 < mate <= limits.mate):
                break
        return Outcome(best, None, lines, depth, nodes)


def _allowed(position: ChessPosition, moves: Sequence[ChessMove]) -> list[ChessMove]:
    legal = position.legal_moves()
    if not legal:
        raise ValueError("no legal move")
    return [move for move in legal if move in moves] or list(legal)


def _score(score: int) -> Score:
    if abs(score) < _WON:
        return Score(score)
    plies = _MATE - abs(score)
    return Score(None, (plies + 1) // 2 if score > 0 else -(plies // 2))
