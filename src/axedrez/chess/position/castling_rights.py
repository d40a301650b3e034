"""Castling rights (M-10): what their letters mean in a position, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from axedrez.chess.position.rules import ChessRules

_FILES = "ABCDEFGH"


def home(pieces: Mapping[int, str], game: ChessRules, side: int) -> int | None:
    """Where the royal piece stands that may castle in a `960` sheet: the only one on its first rank."""
    rank = game.sheet.board.ranks - 1 if side else 0
    found = [s for s, letter in pieces.items() if s >> 3 == rank and _is(letter, game.royals, side)]
    return found[0] if len(found) == 1 else None


def partners(pieces: Mapping[int, str], game: ChessRules, side: int) -> list[int]:
    """The partners on the first rank, file a first."""
    rank = game.sheet.board.ranks - 1 if side else 0
    letter = game.sheet.pieces[game.sheet.castling.partner].letter
    return sorted(s for s, sign in pieces.items() if s >> 3 == rank and _is(sign, letter, side))


def partner_of(right: str, pieces: Mapping[int, str], game: ChessRules) -> int | None:
    """The square of the partner that a letter of the FEN names, with its royal piece at home; None if there is none.

    `K` and `Q` name the outermost partner on their side; in `960` sheets the letter of a file names any.
    """
    side = 0 if right.isupper() else 1
    if game.sheet.castling.mode == "classic":
        castling = game.castlings.get(right)
        if castling is None or not _is(pieces.get(castling.king_from, ""), game.royals, side):
            return None
        return castling.rook_from if castling.rook_from in partners(pieces, game, side) else None
    royal = home(pieces, game, side)
    if game.sheet.castling.mode == "off" or royal is None:
        return None
    found = partners(pieces, game, side)
    if right.upper() == "K":
        return next((square for square in reversed(found) if square > royal), None)
    if right.upper() == "Q":
        return next((square for square in found if square < royal), None)
    return next((square for square in found if _FILES[square & 7] == right.upper()), None)


def write(squares: Iterable[int], pieces: Mapping[int, str], game: ChessRules) -> str:
    """The rights of the partners on `squares`: White's first, those on the higher files first; `-` for none."""
    if game.sheet.castling.mode == "classic":
        kept = set(squares)
        return "".join(right for right, castling in game.castlings.items() if castling.rook_from in kept) or "-"
    text = ""
    for square in sorted(squares, key=lambda square: (square >> 3, -(square & 7))):
        side = 0 if pieces[square].isupper() else 1
        outermost = [right for right in "KQ" if partner_of(_case(right, side), pieces, game) == square]
        text += _case(outermost[0] if outermost else _FILES[square & 7], side)
    return text or "-"


def _is(sign: str, letters: str, side: int) -> bool:
    """Whether a piece of `side` is one of these."""
    return bool(sign) and sign.upper() in letters and sign.isupper() == (side == 0)


def _case(letter: str, side: int) -> str:
    return letter if side == 0 else letter.lower()
