"""What the other side would do if it were its move."""

from __future__ import annotations

from axedrez.chess.position import ChessPosition
from axedrez.core import AxedrezError


def passed(position: ChessPosition) -> ChessPosition | None:
    """The position with the other side to move.

    None where that cannot be: the player is in check, the game is over, or turns are not of one move without dice.
    """
    sheet = position.game.sheet
    if sheet.turn.moves != 1 or sheet.dice.mode != "none" or position.checkers() or position.is_chance():
        return None
    if position.outcome() is not None:
        return None
    board, side, castling, _, *rest = position.text().split(" ")
    turned = " ".join([board, "w" if side == "b" else "b", castling, "-", *rest])
    try:
        found = position.game.parse(turned)
    except AxedrezError:
        return None
    return found if found.outcome() is None and found.legal_moves() else None
