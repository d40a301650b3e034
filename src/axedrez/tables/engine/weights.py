"""The weights of the evaluation of the tables family, derived from a rule sheet."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.core.derived import once_a_game
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.bearing_off import dice_to_bear_off
from axedrez.tables.engine.kernel import layout
from axedrez.tables.engine.reach import Reach, reach
from axedrez.tables.kernel.layout import BAR
from axedrez.tables.sheet.schema import Piece

Weights = npt.NDArray[np.float64]

_DIE = 3.5  # pips of a die on average
_TURN = 49 / 6  # pips of a roll on average, doubles counted twice
_OUTSIDE = 6  # as long as one piece is outside the castle nothing leaves: some dice are wasted on the last step
MAX_TABLE = 100_000
"""With more ways of standing than these, the pawns of the castle are reckoned by pips."""
_DOUBLES = 1 / 6  # of all rolls


def weights(ruleset: Ruleset) -> Weights:
    """The array `layout` tells of, in pips."""
    rules = ruleset.rules
    castle = rules.race.castle
    pawns = ruleset.army.count(rules.pieces[rules.pawn].letter)
    by_table = rules.race.exact and comb(pawns + castle, castle) <= MAX_TABLE
    bearoff = dice_to_bear_off(pawns, castle) if by_table else ()
    out = np.zeros(layout.BEAROFF + len(bearoff))
    out[layout.HAS_BEAROFF] = by_table
    for k in range(1, 16):
        for n in range(layout.SPAN):
            out[layout.CHOOSE + k * layout.SPAN + n] = comb(n, k)
    out[layout.BEAROFF :] = np.array(bearoff) * _DIE
    for number, (name, piece) in enumerate(rules.pieces.items()):
        for distance in range(1, BAR + 1):
            at = number * layout.SPAN + distance
            out[layout.COST + at] = _cost(piece, distance, castle, by_table and name == rules.pawn)
            out[layout.LAG + at] = _lag(piece, distance)
    out[layout.HOME_KING] = 12
    out[layout.EXPOSURE] = 1
    out[layout.PROMISE] = 0.15
    out[layout.INDIRECT] = 0.6
    out[layout.BARRED] = 4
    out[layout.PUSHED] = 4
    out[layout.BLOCK] = 0.35
    out[layout.IDLE] = _TURN
    out[layout.LATE] = 0.8
    out[layout.LOCK] = 4
    out[layout.DEADLOCK] = 80
    return out


def _cost(piece: Piece, distance: int, castle: int, by_table: bool) -> float:
    """The pips that the way home takes, and the way off the board for pieces that no bearoff table covers."""
    if by_table or not piece.bears_off:
        return distance - castle + _OUTSIDE if distance > castle else 0.0
    if piece.pace == "one-point":
        return _DIE * distance
    return float(distance)


def _lag(piece: Piece, distance: int) -> float:
    """The pips rolled while a piece that may not move with every die goes its way off the board."""
    if not (piece.bears_off and piece.moves):
        return 0
    moves = piece.moves + _DOUBLES * (max(piece.moves, piece.moves_on_doubles) - piece.moves)
    each = 1 if piece.pace == "one-point" else _DIE
    return distance / each / moves * _TURN


class Parameters(NamedTuple):
    """What the evaluation reads beside the rules (`kernel.layout`)."""

    weights: Weights
    reach: Reach


@once_a_game
def parameters(ruleset: Ruleset) -> Parameters:
    """The weights and the reach of a ruleset."""
    return Parameters(weights(ruleset), reach(ruleset))
