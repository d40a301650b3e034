"""The errors of weaker levels: those of a shallower search rather than random ones."""

from __future__ import annotations

import random
from collections.abc import Container

from axedrez.chess.engine.root_scores import WON, RootScores
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.engine.levels import Level

_AT_STAKE_CP, _MAX_AT_STAKE_CP = 200, 1000
_FORCING = 0.5


def reach(level: Level) -> int:
    """The margin in centipawns within which a worse move may be taken for the best one."""
    return 6 * level.error


def pick(found: RootScores, level: Level, forcing: Container[int], rng: random.Random) -> int:
    """The code of the move that seems best at a level.

    Each move gets its score of the last iteration, or, with probability `oversight` for every step back, of an earlier
    one: so what only the last ply shows is overlooked most often, and what is on the board hardly ever. The larger the
    difference that a step back would hide, the less likely it is. A normal error of `error` centipawns is added.
    Captures, promotions and checks (`forcing`) are easier to see: there both are half as likely, or as large.
    """
    if not found.by_depth or not (level.oversight or level.error):
        return found.best
    best, most = found.best, None
    for code in sorted(found.by_depth[-1]):
        ease = _FORCING if code in forcing else 1.0
        score = _seen(found, code, level.oversight * ease, rng)
        error = rng.gauss(0, level.error * ease)
        seems = score + error if abs(score) < WON else score
        if most is None or seems > most:
            best, most = code, seems
    return best


def _seen(found: RootScores, code: int, oversight: float, rng: random.Random) -> int:
    """The score of a move in the iteration that was picked for it."""
    by_depth = found.by_depth
    at = len(by_depth) - 1
    while at:
        hidden = min(abs(by_depth[at][code] - by_depth[at - 1][code]), _MAX_AT_STAKE_CP)
        if rng.random() >= oversight / (1 + hidden / _AT_STAKE_CP):
            break
        at -= 1
    return by_depth[at][code]


def forcing_moves(position: ChessPosition) -> frozenset[int]:
    """The codes of the moves that capture, promote or give check."""
    pieces = position.letters()
    return frozenset(
        int(move.code)
        for move in position.legal_moves()
        if (move.target in pieces and not move.special) or move.becomes or _gives_check(position, move)
    )


def _gives_check(position: ChessPosition, move: ChessMove) -> bool:
    after = position.play_unchecked(move)
    return after.side is not position.side and bool(after.checkers())
