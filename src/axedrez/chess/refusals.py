"""Why a move is refused, with the clause and the pieces that show it (T-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from axedrez.chess import geometry
from axedrez.chess.kernel import entry, layout
from axedrez.chess.moves import ChessMove
from axedrez.core.errors import IllegalMove
from axedrez.core.sides import Side
from axedrez.core.steps import Refusal

if TYPE_CHECKING:
    from axedrez.chess.position import ChessPosition


def is_uci(text: str) -> bool:
    """Whether a text has the form of a UCI move."""
    try:
        geometry.square_number(text[:2])
        geometry.square_number(text[2:4])
    except ValueError:
        return False
    return len(text) == 4 or (len(text) == 5 and text[4].isascii() and text[4].islower())


def pseudo_legal(position: ChessPosition) -> list[ChessMove]:
    """What the pieces could do if the king's safety did not matter."""
    buffer = np.empty(int(layout.MAX_MOVES), np.uint64)
    count = entry.pseudo_legal_moves(position.state, position.game.tables, buffer)
    return [position.game.moves[code] for code in buffer[:count].tolist()]


def tries(position: ChessPosition) -> tuple[Refusal, ...]:
    """The moves that a piece reaches but the king's safety forbids."""
    legal = set(position.legal_moves())
    found = []
    for move in pseudo_legal(position):
        if move not in legal:
            refusal = _unsafe(position, move)
            origin, target = geometry.square_name(move.origin), geometry.square_name(move.target)
            found.append(Refusal(move.uci, origin, target, refusal.reason, refusal.clause, refusal.places))
    return tuple(found)


def _unsafe(position: ChessPosition, move: ChessMove) -> IllegalMove:
    """Why a pseudo-legal move is not legal: who attacks the king."""
    game, sheet = position.game, position.game.sheet
    opponent = int(position.turn.opponent)

    def attackers(of: ChessPosition, square: int) -> list[int]:
        return geometry.squares(int(entry.attacking_pieces(of.state, game.tables, square, opponent)))

    if move.castles:
        way = 1 if move.target > move.origin else -1
        for reason, square in (
            ("castling_in_check", move.origin),
            ("castling_through_check", move.origin + way),
            ("castling_into_check", move.target),
        ):
            if found := attackers(position, square):
                return _illegal(position, reason, sheet.castling.clause, found)
    before = position.checkers()
    after = position.play_unchecked(move)
    royal = int(after.state[int(layout.TYPES) + game.types[sheet.pieces[sheet.royal.piece].letter]])
    king = int(royal & int(after.state[int(position.turn)])).bit_length() - 1
    found = attackers(after, king)
    reason = "check_not_answered" if before and move.origin != position.king() else "king_in_check"
    return _illegal(position, reason, game.clause(reason), found)


def _illegal(position: ChessPosition, reason: str, clause: str | None, squares: list[int]) -> IllegalMove:
    places = tuple(geometry.square_name(square) for square in squares)
    return IllegalMove(reason, clause=clause, places=places)


def explain(position: ChessPosition, uci: str) -> IllegalMove:
    """Why the move that `uci` writes is not legal here."""
    game, sheet = position.game, position.game.sheet
    origin, target = geometry.square_number(uci[:2]), geometry.square_number(uci[2:4])
    letters = position.letters()
    letter = letters.get(origin)
    if letter is None:
        return IllegalMove("empty_square", clause=game.clause("own_piece"), square=uci[:2])
    if letter.isupper() != (position.turn is Side.WHITE):
        return IllegalMove("not_your_piece", clause=game.clause("own_piece"), square=uci[:2])
    there = letters.get(target)
    if there is not None and there.isupper() == letter.isupper() and origin != target:
        own_there = IllegalMove("own_piece_there", clause=game.clause("own_piece"), square=uci[2:4])
        return _castling(position, origin, target) or own_there
    candidates = [move for move in pseudo_legal(position) if move.uci[:4] == uci[:4]]
    for move in candidates:
        if move.uci == uci:
            return _unsafe(position, move)
    piece = game.pieces[letter.upper()]
    promotion = next((p for name, p in sheet.promotion.items() if sheet.pieces[name] is piece), None)
    clause = promotion.clause if promotion else piece.clause
    if candidates:
        reason = "promotion_choice" if candidates[0].becomes else "promotion_none"
        return IllegalMove(reason, clause=clause, square=uci[2:4])
    if castling := _castling(position, origin, target):
        return castling
    return IllegalMove("piece_cannot", clause=piece.clause, square=uci[2:4], piece=letter.upper())


def _castling(position: ChessPosition, origin: int, target: int) -> IllegalMove | None:
    """Why a king may not castle, if that is what was tried (C-14)."""
    sheet = position.game.sheet
    for castling in position.game.castlings.values():
        if (castling.side, castling.king_from, castling.king_to) == (int(position.turn), origin, target):
            if origin != position.king():
                return None
            if not int(position.state[int(layout.RIGHTS)]) >> castling.rook_from & 1:
                return IllegalMove("castling_lost", clause=sheet.castling.clause)
            return IllegalMove("castling_blocked", clause=sheet.castling.clause)
    return None


def arrives_to_promote(position: ChessPosition, move: ChessMove) -> bool:
    """Whether the player chooses what stands on the target: a promotion, or the rook's of T-4 left undone."""
    if move.becomes:
        return True
    return any(
        other.becomes for other in position.legal_moves() if (other.origin, other.target) == (move.origin, move.target)
    )
