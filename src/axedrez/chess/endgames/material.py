"""The material of a table, `KRk` for king and rook against king, and the rules that no table can hold."""

from __future__ import annotations

from collections.abc import Iterable

from axedrez.chess.endgames.kernel import layout
from axedrez.chess.position.rules import ChessRules, FenFields
from axedrez.chess.position.validity import check_armies
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.sides import Side

MAX_POSITIONS = 1 << 26
"""Of one table; 5 pieces on a board of 32 squares, 4 on one of 64."""


def check_rules(game: ChessRules) -> None:
    """Raises `AxedrezError` naming the first rule of a sheet that a table cannot hold."""
    sheet = game.sheet
    refused = {
        "endgame_dice": sheet.dice.mode != "none",
        "endgame_turn": sheet.turn.moves != 1,
        "endgame_hand": game.has_hands,
        "endgame_checks": "checks" in sheet.goal.win,
    }
    for reason, holds in refused.items():
        if holds:
            raise AxedrezError(reason, name=game.name)


def parse(text: str, game: ChessRules) -> str:
    """The material of a text in the order of the sheet's pieces, White's first.

    Raises `TextError` for letters that are no pieces, and `AxedrezError` for material that no table holds.
    """
    unknown = next((letter for letter in text if letter.upper() not in game.pieces), None)
    if unknown is not None or not text:
        raise TextError("endgame_letter", letter=unknown or "", valid=" ".join(game.pieces))
    most = most_pieces(game)
    if len(text) > most:
        raise AxedrezError("endgame_pieces", count=len(text), limit=most, squares=game.board.bit_count())
    pieces = ordered(text, game)
    check_armies(FenFields({}, Side.WHITE, "", None, 0, 1, hand=pieces), game)
    if game.pawn and {game.pawn, game.pawn.lower()} <= set(pieces) and _en_passant(game):
        raise AxedrezError("endgame_en_passant", pieces=pieces)
    return pieces


def ordered(letters: Iterable[str], game: ChessRules) -> str:
    """Letters of both sides in the order of the sheet's pieces, White's first."""
    return "".join(sorted(letters, key=lambda letter: (letter.islower(), game.types[letter.upper()])))


def swapped(pieces: str, game: ChessRules) -> str:
    """The same material with colours swapped: `Kkr` for `KRk`."""
    return ordered(pieces.swapcase(), game)


def most_pieces(game: ChessRules) -> int:
    """How many pieces a table of this board may have."""
    squares, count = game.board.bit_count(), 1
    while count < layout.MAX_PIECES and 2 * squares ** (count + 1) <= MAX_POSITIONS:
        count += 1
    return count


def _en_passant(game: ChessRules) -> bool:
    pawn = game.sheet.pawn
    ranks = pawn.double_step_ranks if pawn.en_passant_ranks is None else pawn.en_passant_ranks
    return pawn.en_passant and bool(set(ranks) & set(pawn.double_step_ranks))
