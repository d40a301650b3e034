"""The computer player of the chess family (`axedrez.engine.player.ComputerPlayer`)."""

from __future__ import annotations

import random

from axedrez.chess.engine import handicap, root_scores, searcher
from axedrez.chess.engine.known_endgames import Endgames
from axedrez.chess.engine.searcher import SearchLimits
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.history import History
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.engine.levels import MAX_CLOCKED_MS, MAX_MS, USUAL, Level, level_of
from axedrez.engine.player import Stop
from axedrez.engine.time_budget import Budget

_CONTENT_AT_FIRST = -60
_CONTENT_PER_QUIET_PLY = 2
_CONTENT_AT_MOST = 25
_ABOUT_EQUAL = 30
_CONSIDERED_NODES = 50_000


def choose(
    position: ChessPosition,
    history: History,
    *,
    level: int = USUAL,
    time_ms: int | None = None,
    clock: Budget | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    seed: int | None = None,
    state: MatchState | None = None,
) -> ChessMove:
    """See `ComputerPlayer`."""
    strength = level_of(level)
    moves = position.legal_moves()
    if not moves:
        raise ValueError("no legal move")
    if len(moves) == 1:
        return moves[0]
    below = None
    if not strength.oversight and not strength.error:
        known, below = Endgames.of_environment().ask(position)
        if known is not None and known.plies:
            return known.best[0]
    limits = _limits(strength, nodes, time_ms, clock, margin=handicap.reach(strength))
    paced = clock if nodes is None else None
    found = root_scores.score_moves(
        position, history, limits, static=strength.oversight > 0, endgames=below, clock=paced, stop=stop
    )
    forcing = handicap.forcing_moves(position) if strength.oversight or strength.error else frozenset()
    return position.game.moves[handicap.pick(found, strength, forcing, random.Random(seed))]


def accepts_draw(position: ChessPosition, history: History, *, side: Side | None = None, level: int = USUAL) -> bool:
    """See `ComputerPlayer`."""
    if not position.legal_moves():
        return False
    result = searcher.search(position, history, _limits(level_of(level), _CONSIDERED_NODES))
    score = result.score if side in (None, position.turn) else -result.score
    if position.claims(history):
        return score <= _ABOUT_EQUAL
    return score <= min(_CONTENT_AT_MOST, _CONTENT_AT_FIRST + _CONTENT_PER_QUIET_PLY * result.quiet_plies)


def _limits(
    level: Level, nodes: int | None, time_ms: int | None = None, clock: Budget | None = None, margin: int = 0
) -> SearchLimits:
    most_ms = MAX_MS if clock is None else min(clock.hard_ms, MAX_CLOCKED_MS)
    if time_ms is not None:
        most_ms = max(1, min(time_ms, most_ms))
    most_nodes = level.nodes if nodes is None else max(1, min(nodes, level.nodes or nodes))
    return SearchLimits(level.depth, most_nodes, 0 if nodes is not None else most_ms, margin)
