"""What a player thinks of every move, first at a glance and then with each ply that it looks further."""

from __future__ import annotations

import time
from typing import NamedTuple

from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.searcher import Limits, Search, Table
from axedrez.chess.position import ChessPosition
from axedrez.core.history import History
from axedrez.engine.player import Stop
from axedrez.engine.time_budget import Budget, Pace

WON = int(layout.WON)
"""A score from here on is the end of the game, seen ahead; one that no search has found lies as far below 0."""


class Impressions(NamedTuple):
    """The scores of all moves, by code, in every view: what the last one shows is the most that was seen.

    `best` is the code of the move that the search plays.
    """

    views: tuple[dict[int, int], ...]
    best: int


def gather(
    position: ChessPosition,
    history: History,
    limits: Limits,
    *,
    glance: bool = False,
    clock: Budget | None = None,
    stop: Stop | None = None,
) -> Impressions:
    """Search a position that has a legal move. Safe in threads; other threads run meanwhile.

    With `glance` the first view is that of the board as each move leaves it, before any answer. With a `clock` the
    search ends sooner where the best move stands.
    """
    searcher.prepare(position)
    views = [_glance(position, history)] if glance else []
    search = Search(position.game, _table(limits))
    search.begin(position, history, nodes=limits.nodes, margin=limits.margin)
    pace = Pace(clock) if clock is not None else None
    began = time.monotonic()
    score = None
    depth = 0
    with searcher.watch([search], limits.time_ms, stop):
        while depth < min(limits.depth, searcher.DEEPEST):
            score = search.iterate(depth + 1, about=score)
            if search.aborted:
                break
            depth += 1
            views.append(dict(zip(search.moves(), search.scores(), strict=True)))
            if searcher.is_proved(score, depth):
                break
            seen = score if abs(score) < WON else None
            if pace is not None and pace.enough(1000 * (time.monotonic() - began), search.best, seen):
                break
    return Impressions(tuple(views), search.best)


def _table(limits: Limits) -> Table:
    """A table that suits the number of positions to be met."""
    return Table(1 << max(8, min(18, (limits.nodes or 1 << 20).bit_length() - 2)))


def _glance(position: ChessPosition, history: History) -> dict[int, int]:
    search = Search(position.game, Table(1))
    search.begin(position, history, margin=2 * WON, plain=True)
    search.iterate(1)
    return dict(zip(search.moves(), search.scores(), strict=True))
