"""The scores of all root moves, by static evaluation first and then after each iteration."""

from __future__ import annotations

import time
from typing import NamedTuple

from axedrez.chess.endgames.tables import Loaded
from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.searcher import Search, SearchLimits, TranspositionTable
from axedrez.chess.position.game import ChessPosition
from axedrez.core.history import History
from axedrez.engine.player import Stop
from axedrez.engine.time_budget import Budget, Pace

WON = int(layout.WON)
"""A score from here on is the end of the game, seen ahead; one that no search has found lies as far below 0."""


class RootScores(NamedTuple):
    """The scores of all root moves, by code, at each depth, deepest last; `best` is the code of the best move."""

    by_depth: tuple[dict[int, int], ...]
    best: int


def score_moves(
    position: ChessPosition,
    history: History,
    limits: SearchLimits,
    *,
    static: bool = False,
    endgames: Loaded | None = None,
    clock: Budget | None = None,
    stop: Stop | None = None,
) -> RootScores:
    """Search a position that has a legal move. Thread-safe; releases the GIL.

    With `static` the first entry is the static evaluation after each move. With a `clock` the search ends sooner if
    the best move is stable. `endgames`: as in `Search.begin`.
    """
    searcher.prepare(position)
    by_depth = [_static_scores(position, history)] if static else []
    search = Search(position.game, TranspositionTable.for_nodes(limits.nodes))
    search.begin(position, history, nodes=limits.nodes, margin=limits.margin, endgames=endgames)
    pace = Pace(clock) if clock is not None else None
    began = time.monotonic()
    with searcher.watch([search], limits.time_ms, stop):
        for iteration in searcher.deepen(search, limits.depth):
            if not iteration.complete:
                break
            by_depth.append(dict(zip(search.moves(), search.scores(), strict=True)))
            score = iteration.score
            if searcher.is_proved(score, iteration.depth):
                break
            seen = score if abs(score) < WON else None
            if pace is not None and pace.enough(1000 * (time.monotonic() - began), search.best, seen):
                break
    return RootScores(tuple(by_depth), search.best)


def _static_scores(position: ChessPosition, history: History) -> dict[int, int]:
    search = Search(position.game, TranspositionTable(1))
    search.begin(position, history, margin=2 * WON, plain=True)
    search.iterate(1)
    return dict(zip(search.moves(), search.scores(), strict=True))
