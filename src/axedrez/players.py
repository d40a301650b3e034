"""The computer player of every game: each family's own, at the eight levels that they share.

This module is an `axedrez.engine.player.CubePlayer`. Importing it is cheap: kernels are loaded by the first search.
"""

from __future__ import annotations

from axedrez.core import Game, History, Move, Position, Side
from axedrez.core.match_state import MatchState
from axedrez.engine.levels import FULL, USUAL
from axedrez.engine.player import CubePlayer, Stop
from axedrez.engine.time_budget import Budget
from axedrez.library import family_of


def choose(
    position: Position,
    history: History | None = None,
    *,
    level: int = USUAL,
    time_ms: int | None = None,
    clock: Budget | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    seed: int | None = None,
    state: MatchState | None = None,
) -> Move:
    """The move that a computer player plays.

    `history`: the positions before this one, for rules that look back. `level`: 1, a beginner, to 8, full strength.
    `time_ms` and `nodes` are the most it may spend, less than its level would; `clock` is what its clock gives it for
    this move. With `nodes` time plays no part, so that the same position, history, level, nodes and `seed` (of the
    errors of its level) give the same move. Soon after `stop` (a `threading.Event`, say) is set the best move so far
    comes back. In games with dice only full strength looks ahead and takes time; `nodes` are positions that its network
    judges, and `state` is that of the match at whose score it plays.
    Raises `ValueError` for a position without legal moves or a level that is none.

    >>> import axedrez
    >>> mate = axedrez.load("clasico").parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    >>> str(choose(mate, level=8, nodes=2000))
    'a1a8'
    """
    player = family_of(position.game).player()
    return player.choose(
        position, history or History(), level=level, time_ms=time_ms, clock=clock, nodes=nodes, stop=stop, seed=seed,
        state=state,
    )  # fmt: skip


def accepts_draw(position: Position, history: History, *, side: Side | None = None, level: int = USUAL) -> bool:
    """Whether `side` (the player to move by default) is content with an end without a winner now.

    More readily the longer nothing has happened; a draw that can be claimed is taken unless there is something to win.
    Never in games of dice, where there is no draw.
    """
    return family_of(position.game).player().accepts_draw(position, history, side=side, level=level)


def wants_claim(position: Position, history: History, *, level: int = FULL) -> bool:
    """Whether the player to move may claim a draw and should (T-8)."""
    return bool(position.claims(history)) and accepts_draw(position, history, level=level)


def doubles(position: Position, state: MatchState, *, side: Side) -> bool:
    """Whether `side`, which is about to roll and may, should double (G-43).

    This and the three below raise `TypeError` for a game without cube and stakes.
    """
    return _cube_player(position.game).doubles(position, state, side=side)


def takes(position: Position, state: MatchState, *, side: Side) -> bool:
    """Whether `side` should take the double that it is offered; `state` is that before it (G-43)."""
    return _cube_player(position.game).takes(position, state, side=side)


def beavers(position: Position, state: MatchState, *, side: Side) -> bool:
    """Whether `side`, which takes the double, should double again at once and keep the cube (G-43)."""
    return _cube_player(position.game).beavers(position, state, side=side)


def accepts_resignation(position: Position, state: MatchState, *, side: Side, points: int) -> bool:
    """Whether `side` gets no less by a resignation for `points`, times the cube, than by playing on (G-44)."""
    return _cube_player(position.game).accepts_resignation(position, state, side=side, points=points)


def _cube_player(game: Game) -> CubePlayer:
    player = family_of(game).cube_player()
    if player is None:
        raise TypeError(f"no cube and no stakes in {game.name}")
    return player
