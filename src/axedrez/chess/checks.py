"""Contradictions of a chess sheet that its types cannot see, each reported by field (M-1 … M-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd

from axedrez.chess import betza, geometry
from axedrez.chess.kernel.compile import Castling
from axedrez.chess.kernel.layout import MAX_TYPES
from axedrez.chess.sheet import ChessSheet
from axedrez.core.errors import SheetError, TextError
from axedrez.rulesheet.faults import Fault, fault

MAX_LINE_CLASSES = 8
PAWN_MOVEMENT = "fmWfcF"


def check(sheet: ChessSheet) -> None:
    """Raises `SheetError` with every contradiction found."""
    faults = [*_pieces(sheet), *_references(sheet), *_board(sheet)]
    if faults:
        raise SheetError(sheet.id, faults)


def check_castlings(sheet: ChessSheet, castlings: Iterable[Castling], board: int) -> None:
    """Raises `SheetError` if castling (C-14) would put a piece beside the board, or the rook is not the last square's.

    A rook with squares behind it could, by castling, open the line of a piece there towards its king.
    """
    for castling in castlings:
        ranks = {square >> 3 for square in castling[1:]}
        outwards = 1 if castling.rook_from > castling.king_from else -1
        behind = geometry.shifted(castling.rook_from, (outwards, 0), board)
        on_board = all(square >= 0 and board >> square & 1 for square in castling[1:])
        if len(ranks) > 1 or not on_board or behind is not None:
            raise SheetError(sheet.id, [fault("castling.mode", sheet.castling.mode, "off")])


def _pieces(sheet: ChessSheet) -> Iterator[Fault]:
    if not 2 <= len(sheet.pieces) <= MAX_TYPES:
        yield fault("pieces", len(sheet.pieces), f"2..{MAX_TYPES}")
    for attribute in ("letter", "letter_es"):
        seen: dict[str, str] = {}
        for name, piece in sheet.pieces.items():
            letter = getattr(piece, attribute) or piece.letter
            if letter in seen:
                yield fault(
                    f"pieces.{name}.{attribute}", letter, f"!= pieces.{seen[letter]}.{attribute}", "sheet_twice"
                )
            seen[letter] = name
    lines: dict[tuple[tuple[int, int], ...], str] = {}
    for name, piece in sheet.pieces.items():
        field = f"pieces.{name}.movement"
        try:
            betza.parse(piece.movement)
        except TextError:
            yield fault(field, piece.movement, "W F D N A H C Z G, K Q R B, NN, m, c, f", "sheet_movement")
            continue
        if name == sheet.pawn.piece:
            if piece.movement != PAWN_MOVEMENT:
                yield fault(field, piece.movement, PAWN_MOVEMENT, "sheet_movement")
            continue
        way = geometry.movement(piece)
        if way is None or not (way.leaps or way.lines):
            yield fault(field, piece.movement, "W F D N A H C Z G, K Q R B, NN", "sheet_movement")
        else:
            for line in way.lines:
                for other, owner in lines.items():
                    if line != other and _directions(line) & _directions(other):
                        yield fault(field, piece.movement, f"!= pieces.{owner}.movement", "sheet_movement")
                lines.setdefault(line, name)
    if len(lines) > MAX_LINE_CLASSES:
        yield fault("pieces", len(lines), f"<= {MAX_LINE_CLASSES}", "sheet_movement")


def _directions(line: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Where steps point, whatever their length: the kernel knows one way between two squares, so `DD` excludes `R`."""
    return {(x // gcd(x, y), y // gcd(x, y)) for x, y in line}


def _references(sheet: ChessSheet) -> Iterator[Fault]:
    """Fields that name a piece must name one of the sheet."""
    names = ", ".join(sheet.pieces)
    if sheet.royal.piece not in sheet.pieces:
        yield fault("royal.piece", sheet.royal.piece, names)
    if sheet.pawn.piece and sheet.pawn.piece not in sheet.pieces:
        yield fault("pawn.piece", sheet.pawn.piece, f'{names}, ""')
    if sheet.royal.piece == sheet.pawn.piece:
        yield fault("royal.piece", sheet.royal.piece, f"!= pawn.piece: {names}")
    if sheet.castling.mode != "off" and sheet.castling.partner not in sheet.pieces:
        yield fault("castling.partner", sheet.castling.partner, names)
    for name, promotion in sheet.promotion.items():
        field = f"promotion.{name}"
        if name not in sheet.pieces or name == sheet.royal.piece:
            yield fault(field, name, ", ".join(n for n in sheet.pieces if n != sheet.royal.piece))
        valid = [n for n in sheet.pieces if n not in (sheet.royal.piece, sheet.pawn.piece, name)]
        if not promotion.into or len(set(promotion.into)) < len(promotion.into) or set(promotion.into) - set(valid):
            yield fault(f"{field}.into", promotion.into, valid)
        if promotion.without is not None and promotion.without not in sheet.pieces:
            yield fault(f"{field}.without", promotion.without, names)
        if (name == sheet.pawn.piece) == promotion.optional:
            yield fault(f"{field}.optional", promotion.optional, str(not promotion.optional).lower())
        if name == sheet.pawn.piece and promotion.without is not None:
            yield fault(f"{field}.without", promotion.without, "-")
    if sheet.pawn.piece and sheet.pawn.piece in sheet.pieces and sheet.pawn.piece not in sheet.promotion:
        yield fault(f"promotion.{sheet.pawn.piece}", None, "{into = [...]}", "sheet_missing")


def _board(sheet: ChessSheet) -> Iterator[Fault]:
    board = sheet.board
    for hole in board.holes:
        if geometry.square_number(hole) & 7 >= board.files or geometry.square_number(hole) >> 3 >= board.ranks:
            yield fault("board.holes", hole, f"a1..{geometry.FILES[board.files - 1]}{board.ranks}")
    for rank in sheet.pawn.double_step_ranks:
        if rank > board.ranks - 2:
            yield fault("pawn.double_step_ranks", rank, f"1..{board.ranks - 2}")
    rows = sheet.start.fen.split(" ")[0].split("/")
    if len(rows) != board.ranks or len(sheet.start.fen.split(" ")) != 6:
        yield fault("start.fen", sheet.start.fen, f"{board.files}x{board.ranks} FEN")
