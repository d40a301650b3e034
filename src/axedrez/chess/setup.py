"""A position as anybody may write it down, and the step from there to a valid one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from axedrez.chess import geometry
from axedrez.chess.kernel import entry, layout
from axedrez.core.errors import TextError
from axedrez.core.sides import Side

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame
    from axedrez.chess.position import ChessPosition


class Setup(NamedTuple):
    """The parts of a FEN, read but not yet checked against the rules.

    `pieces`: square → letter (upper case is White's); `rights`: a subset of `KQkq`; `en_passant`: a square or None.
    """

    pieces: dict[int, str]
    side: Side
    rights: str
    en_passant: int | None
    halfmove: int
    fullmove: int

    def position(self, game: ChessGame) -> ChessPosition:
        """The valid position. Raises `TextError` naming the first reason why it is none."""
        _check_armies(self, game)
        state = np.zeros(int(layout.ROW), np.uint64)
        for square, letter in self.pieces.items():
            bit = np.uint64(1 << square)
            state[0 if letter.isupper() else 1] |= bit
            state[int(layout.TYPES) + game.types[letter.upper()]] |= bit
        state[int(layout.STM)] = int(self.side)
        state[int(layout.HALFMOVE)] = self.halfmove
        state[int(layout.FULLMOVE)] = self.fullmove
        state[int(layout.RIGHTS)] = sum(1 << square for square in _rooks_with_rights(self, game))
        if entry.opponent_is_attacked(state, game.tables):
            raise TextError("position_opponent_in_check")
        if self.en_passant is not None:
            _check_en_passant(self, game)
            state[int(layout.EP)] = state[int(layout.PASSED)] = 1 << self.en_passant
        entry.settle(state, game.tables)
        return game.position(state)


def _check_armies(setup: Setup, game: ChessGame) -> None:
    sheet = game.sheet
    royal = sheet.pieces[sheet.royal.piece].letter
    pawn = sheet.pieces[sheet.pawn.piece].letter if sheet.pawn.piece else ""
    letters = list(setup.pieces.values())
    for side, own in ((Side.WHITE, str.isupper), (Side.BLACK, str.islower)):
        army = [letter.upper() for letter in letters if own(letter)]
        if army.count(royal) != 1:
            letter = royal if side is Side.WHITE else royal.lower()
            raise TextError("position_kings", side=side.word, letter=letter, count=army.count(royal))
        if game.armies and len(army) > len(game.armies[side]):
            raise TextError("position_pieces", side=side.word, count=len(army), limit=len(game.armies[side]))
        if pawn and game.armies and army.count(pawn) > game.armies[side].count(pawn):
            limit = game.armies[side].count(pawn)
            raise TextError("position_pawns", side=side.word, count=army.count(pawn), limit=limit)
    for square, letter in setup.pieces.items():
        if letter.upper() == pawn and (geometry.zone(sheet, 0) | geometry.zone(sheet, 1)) >> square & 1:
            raise TextError("position_pawn_rank", square=geometry.square_name(square))


def _rooks_with_rights(setup: Setup, game: ChessGame) -> list[int]:
    royal = game.sheet.pieces[game.sheet.royal.piece].letter
    partner = game.sheet.pieces[game.sheet.castling.partner].letter if game.castlings else ""
    rooks = []
    for letter in setup.rights:
        castling = game.castlings.get(letter)
        case = str.upper if letter.isupper() else str.lower
        if (
            castling is None
            or setup.pieces.get(castling.king_from) != case(royal)
            or setup.pieces.get(castling.rook_from) != case(partner)
        ):
            raise TextError("position_castling", right=letter)
        rooks.append(castling.rook_from)
    return rooks


def _check_en_passant(setup: Setup, game: ChessGame) -> None:
    """The square must be the one just passed by a double step of the opponent (C-12)."""
    square = setup.en_passant
    assert square is not None
    pawn = game.sheet.pieces[game.sheet.pawn.piece].letter if game.sheet.pawn.piece else ""
    back = -8 if setup.side is Side.BLACK else 8
    origin, landed = square + back, square - back
    sound = (
        game.sheet.pawn.en_passant
        and 0 <= origin < 64
        and int(game.tables[int(layout.DOUBLE_FROM) + setup.side.opponent]) >> origin & 1
        and setup.pieces.get(landed) == (pawn if setup.side is Side.BLACK else pawn.lower())
        and square not in setup.pieces
        and origin not in setup.pieces
    )
    if not sound:
        raise TextError("position_en_passant", square=geometry.square_name(square))
