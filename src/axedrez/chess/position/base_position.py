"""A kernel row with its rules: the queries about a position that the kernel answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec
import numpy as np

from axedrez.chess.kernel import layout
from axedrez.chess.position import chance
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.position.rules import ChessRules, State
from axedrez.chess.sheet import geometry
from axedrez.core.arrays import frozen
from axedrez.core.sides import Side

_ROW = int(layout.ROW)
_MAX_MOVES = int(layout.MAX_MOVES)
_STM = int(layout.STM)
_HASH = int(layout.HASH)
_HALFMOVE = int(layout.HALFMOVE)
_FULLMOVE = int(layout.FULLMOVE)
_HAND = int(layout.HAND)
_TYPES = int(layout.TYPES)


class BasePosition(msgspec.Struct, eq=False, gc=False):
    """An immutable position as notation, endings and refusals take it; `ChessPosition` is the contract's.

    `raw` is the kernel's row, for kernels alone: they need an array that can be written to, and must not write to it.

    A server keeps a hundred thousand of them, and the garbage collector would hold everybody up while it looks at each.
    So it does not, and nothing that a position refers to, such as its game, may keep a position.
    """

    _game: ChessRules
    raw: State
    _legal: tuple[ChessMove, ...] | None = None
    _text: str | None = None

    @property
    def game(self) -> ChessRules:
        """The rules that it is a position of."""
        return self._game

    @property
    def state(self) -> State:
        """The kernel's row (`uint64`, `kernel/layout.py`); read-only."""
        return frozen(self.raw)

    @property
    def side(self) -> Side:
        """The player whose turn it is."""
        return Side.BLACK if self.raw[_STM] else Side.WHITE

    @property
    def turn(self) -> Side:
        """The side to move; chance where dice or an arrangement of the pieces are due (M-3, M-12)."""
        return Side.CHANCE if self.is_chance() else self.side

    def is_chance(self) -> bool:
        """Whether chance acts now."""
        return not self.game.fast and chance.is_due(self.raw, self.game)

    @property
    def ply(self) -> int:
        """Turns since the start, by the move number of the text and the side to move."""
        return 2 * (int(self.raw[_FULLMOVE]) - 1) + int(self.side)

    @property
    def reversible_plies(self) -> int:
        """Moves since the last capture or pawn move (C-24): the half-move clock of a FEN."""
        return int(self.raw[_HALFMOVE])

    @property
    def hash(self) -> int:
        """Equal for positions that the repetition rule takes as the same (C-22)."""
        return int(self.raw[_HASH])

    def legal_moves(self) -> Sequence[ChessMove]:
        """The legal moves, in the kernel's order."""
        legal = self._legal  # another thread may call `forget`
        if legal is None and self.is_chance():
            self._legal = legal = ()
        if legal is None:
            buffer = np.empty(_MAX_MOVES, np.uint64)
            count = self.game.kernel.legal_moves(self.raw, self.game.compiled, buffer)
            table = self.game.moves
            self._legal = legal = tuple([table[code] for code in buffer[:count].tolist()])
        return legal

    def forget(self) -> None:
        """See `Position`."""
        self._legal = self._text = None

    def play_unchecked(self, move: ChessMove | chance.Outcome) -> Self:
        """The position after a move that is known to be legal, or an outcome of chance that is possible."""
        if not isinstance(move, ChessMove):
            return type(self)(self.game, chance.after(self.raw, self.game, move))
        state = np.zeros(_ROW, np.uint64)  # positions compare by all its words
        self.game.kernel.after(self.raw, state, self.game.compiled, move.code)
        return type(self)(self.game, state)

    def chance_outcomes(self) -> Sequence[tuple[chance.Outcome, float]]:
        """The rolls of dice or the arrangements of the pieces where chance acts, with their probabilities."""
        return () if self.game.fast else chance.outcomes(self.raw, self.game)

    def letters(self) -> dict[int, str]:
        """The pieces by square; upper-case letters are White's."""
        return self.game.pieces_of(self.raw)

    def checkers(self) -> list[int]:
        """The squares of the pieces that give check to the side to move."""
        return geometry.squares(int(self.game.kernel.checking_pieces(self.raw, self.game.compiled)))

    def king(self) -> int:
        """The square of the royal piece of the side to move, the first of several; -1 for none."""
        royals = self.game.bits([int(word) for word in self.raw], self.game.royals) & int(self.raw[int(self.side)])
        return (royals & -royals).bit_length() - 1

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BasePosition)
            and self.raw[: layout.WRITTEN].tobytes() == other.raw[: layout.WRITTEN].tobytes()
            and self.raw[_HAND:].tobytes() == other.raw[_HAND:].tobytes()
            and (self.game is other.game or self.game.hash == other.game.hash)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other  # without it a struct would compare by identity

    def __hash__(self) -> int:
        return self.hash
