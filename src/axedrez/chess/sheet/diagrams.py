"""Where each kind of piece goes on the empty board, for a drawing (M-2, M-9)."""

from __future__ import annotations

from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.diagram import Diagram


def of(sheet: ChessSheet) -> list[Diagram]:
    """One diagram for each kind of piece, in the order of the sheet."""
    return [_diagram(sheet, name) for name in sheet.pieces]


def _diagram(sheet: ChessSheet, name: str) -> Diagram:
    pawn = name == sheet.pawn.piece
    board = geometry.board_mask(sheet)
    rank = min(sheet.pawn.double_step_ranks, default=2) - 1 if pawn else (sheet.board.ranks - 1) // 2
    origin = _nearest(board, (sheet.board.files - 1) // 2, rank)
    found: dict[str, set[int]] = {"moves": set(), "captures": set(), "hurdles": set()}
    for way in ways(sheet, name, (origin >> 3) + 1):
        squares = line(board, origin, way)
        if way.hop:
            found["hurdles"].update(squares[1:])
            continue
        if way.moves:
            found["moves"].update(squares)
        if way.captures:
            found["captures"].update(squares)
    named = {kind: [geometry.square_name(square) for square in sorted(squares)] for kind, squares in found.items()}
    return Diagram(name, sheet.pieces[name].letter, geometry.square_name(origin), **named)


def ways(sheet: ChessSheet, name: str, rank: int) -> list[betza.Way]:
    """How a kind of piece moves from a rank (from 1, seen by its owner), the pawn's own ways included (M-9)."""
    found = list(betza.parse(sheet.pieces[name].movement))
    if name != sheet.pawn.piece:
        return found
    if rank in sheet.pawn.double_step_ranks:
        found.append(betza.Way((0, 1), 2, True, False))
    if sheet.pawn.sideways:
        found += [betza.Way((x, 0), 1, True, False) for x in (-1, 1)]
    return found


def _nearest(board: int, file: int, rank: int) -> int:
    """The square of the board nearest to a place in its middle."""
    squares = geometry.squares(board)
    return min(squares, key=lambda square: (abs((square & 7) - file) + abs((square >> 3) - rank), square))


def line(board: int, origin: int, way: betza.Way) -> list[int]:
    """The squares that a way leads to, the nearest first; holes stop it."""
    file, rank = origin & 7, origin >> 3
    found: list[int] = []
    while way.limit == 0 or len(found) < way.limit:
        if way.lame and not all(_exists(board, file + x, rank + y) for x, y in betza.passed(way.step)):
            break
        file, rank = file + way.step[0], rank + way.step[1]
        if not _exists(board, file, rank):
            break
        found.append(8 * rank + file)
    return found


def _exists(board: int, file: int, rank: int) -> bool:
    return 0 <= file < 8 and 0 <= rank < 8 and bool(board >> (8 * rank + file) & 1)
