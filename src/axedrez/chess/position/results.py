"""What the moves of a position lead to, all of them found in one call of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from axedrez.chess.kernel import layout
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.steps import Effect

_ROW, _MAX_MOVES, _MAX_WORDS = int(layout.ROW), int(layout.MAX_MOVES), 65


class Result(NamedTuple):
    """A legal move: the kind of the piece on its origin (upper case), `+`, `#` or nothing, and the squares it changes.

    The origin of a castling or a drop may be any square.
    """

    move: ChessMove
    letter: str
    sign: str
    effects: tuple[Effect, ...]


def of(position: BasePosition, moves: Sequence[ChessMove]) -> list[Result]:
    """The results of some legal moves, in their order."""
    game = position.game
    found = np.empty(_MAX_WORDS * len(moves), np.uint64)
    codes = np.array([move.code for move in moves], np.uint64)
    after, replies = np.zeros(_ROW, np.uint64), np.empty(_MAX_MOVES, np.uint64)
    size = game.kernel.changes(position.raw, game.compiled, codes, len(moves), after, replies, found)
    words = found[:size].tolist()
    results = []
    at = 0
    for move in moves:
        heading = words[at]
        end = at + 1 + (heading & 255)
        letter, sign = game.letters.get(heading >> 16 & 15, ""), ""
        if heading >> 8 & 3:
            # Where chance acts next, an answer is still to come.
            mated = heading >> 8 & 2 and not position.play_unchecked(move).is_chance()
            sign = "#" if mated else "+"
        results.append(Result(move, letter, sign, tuple([game.effects[word] for word in words[at + 1 : end]])))
        at = end
    return results
