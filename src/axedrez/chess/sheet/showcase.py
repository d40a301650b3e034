"""What menus show of a game of chess: its start, and what a variant is about."""

from __future__ import annotations

from axedrez.chess.sheet.schema import ChessSheet, Goal, Pawn
from axedrez.core.picture import Picture, Theme

_KNOWN = frozenset(("K", "Q", "R", "B", "N", "fmWfcF"))
"""How the pieces of chess move, in Betza notation."""
_ARMY = "RNBQKBNR"


def picture(sheet: ChessSheet) -> Picture:
    """The start position, as the sheet writes it."""
    glyphs = {piece.letter: piece.glyph for piece in sheet.pieces.values()}
    return Picture("grid", sheet.start.fen, glyphs, sheet.board.files, sheet.board.ranks, sheet.board.holes)


def theme(sheet: ChessSheet) -> Theme:
    """The most striking difference of a sheet from chess as everybody knows it."""
    goal, capture = sheet.goal, sheet.capture
    if sheet.dice.mode != "none" or sheet.turn.moves != 1:
        return "turns"
    moving = {piece.movement for piece in sheet.pieces.values()}
    royal = {sheet.pieces[name].movement for name in sheet.royal.pieces}
    if (
        not moving <= _KNOWN
        or not royal <= {"K"}
        or (sheet.board.files, sheet.board.ranks, sheet.board.holes) != (8, 8, ())
    ):
        return "pieces"
    if capture.explosion or capture.hand or capture.own:
        return "moves"
    if goal.win != Goal().win:
        return "goal"
    if sheet.start.shuffle != "none" or sheet.start.setup or not _is_usual(sheet.start.fen):
        return "start"
    if capture.mandatory or sheet.castling.mode == "off" or sheet.pawn.double_step_ranks != Pawn().double_step_ranks:
        return "moves"
    return "other"


def _is_usual(fen: str) -> bool:
    rows = fen.split()[0].split("/")
    return rows[-1] == _ARMY and rows[0] == _ARMY.lower()
