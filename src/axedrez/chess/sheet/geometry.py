"""Squares, directions and what a sheet's pieces reach on an empty board. Plain Python, run once for each sheet."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import gcd
from typing import NamedTuple

from axedrez.chess.sheet import betza
from axedrez.chess.sheet.schema import ChessSheet, Piece

FILES = "abcdefgh"
MAX_LINE_CLASSES = 8

Step = tuple[int, int]
"""Files to the right and ranks ahead."""


def square_name(square: int) -> str:
    """0 … 63 → `a1` … `h8`."""
    return f"{FILES[square & 7]}{(square >> 3) + 1}"


def square_number(name: str) -> int:
    """`a1` … `h8` → 0 … 63; raises `ValueError` for anything else."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        raise ValueError(name)
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def squares(bits: int) -> list[int]:
    """The squares of a bitboard, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def placement(board: str) -> dict[int, str]:
    """The pieces of the first field of a FEN that is known to be sound: square → letter, lowest square first."""
    placed: dict[int, str] = {}
    for rank, row in enumerate(reversed(board.partition("[")[0].split("/"))):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            elif sign != "~":
                placed[file + 8 * rank] = sign
                file += 1
    return dict(sorted(placed.items()))


def board_mask(sheet: ChessSheet) -> int:
    """The squares that exist (M-1), as a bitboard."""
    return _mask(sheet.board.files, sheet.board.ranks, tuple(sheet.board.holes))


@lru_cache(maxsize=1024)
def _mask(files: int, ranks: int, holes: tuple[str, ...]) -> int:
    mask = sum(1 << (file + 8 * rank) for rank in range(ranks) for file in range(files))
    for hole in holes:
        mask &= ~(1 << square_number(hole))
    return mask


def shifted(square: int, step: tuple[int, int], board: int) -> int | None:
    """The square a step (files, ranks) away, or None if it does not exist."""
    file, rank = (square & 7) + step[0], (square >> 3) + step[1]
    if 0 <= file < 8 and 0 <= rank < 8 and board >> (file + 8 * rank) & 1:
        return file + 8 * rank
    return None


def ray(square: int, step: tuple[int, int], board: int) -> int:
    """The squares from `square` (not included) along a step to the edge, as a bitboard."""
    bits = 0
    following = shifted(square, step, board)
    while following is not None:
        bits |= 1 << following
        following = shifted(following, step, board)
    return bits


def rank_mask(sheet: ChessSheet, side: int, ranks: tuple[int, ...]) -> int:
    """The squares of ranks (from 1) seen by a side, as a bitboard."""
    rows = [rank - 1 if side == 0 else sheet.board.ranks - rank for rank in ranks if rank <= sheet.board.ranks]
    return sum(0xFF << 8 * row for row in set(rows)) & board_mask(sheet)


def zone(sheet: ChessSheet, side: int, piece: str | None = None) -> int:
    """Where a kind of piece promotes (M-8), seen by a side; without a kind, the last rank. A bitboard."""
    promotion = sheet.promotion.get(piece) if piece is not None else None
    ranks = promotion.ranks if promotion else ()
    return rank_mask(sheet, side, ranks or (sheet.board.ranks,))


def arrival(sheet: ChessSheet, side: int) -> int:
    """Where the runners of a side win (M-5): their region, or else the last rank. A bitboard."""
    region = sum(1 << square_number(square) for square in sheet.goal.runner_region)
    return region & board_mask(sheet) if region else zone(sheet, side)


class Movement(NamedTuple):
    """How a piece that is no pawn moves: its leaps, and the line classes it slides along.

    A line class is a set of directions, closed under reflection, such as those of the rook.
    """

    leaps: tuple[tuple[int, int], ...]
    lines: tuple[tuple[tuple[int, int], ...], ...]


def movement(piece: Piece) -> Movement | None:
    """The movement of a piece made of whole classes of leaps and endless lines; None for any other piece."""
    ways = betza.parse(piece.movement)
    if not all(way.moves and way.captures and not way.lame and not way.hop and way.limit < 2 for way in ways):
        return None
    lines: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    leaps = []
    for way in ways:
        if way.limit == 0:
            lines.setdefault(tuple(sorted(map(abs, way.step))), []).append(way.step)
        else:
            leaps.append(way.step)
    for steps in (*lines.values(), leaps):
        if any(set(betza.reflections(step)) - set(steps) for step in steps):
            return None
    covered = {step for line in lines.values() for step in line}
    return Movement(
        tuple(step for step in leaps if step not in covered), tuple(tuple(sorted(line)) for line in lines.values())
    )


def fast(sheet: ChessSheet) -> bool:
    """Whether the kernel's fast path plays a sheet that is free of faults (docs/decisions/0004-modified-sheets.md)."""
    plain = (
        len(sheet.royal.pieces) == 1
        and sheet.royal.parry
        and sheet.royal.give_check
        and sheet.goal.win == ("checkmate",)
        and not (sheet.capture.mandatory or sheet.capture.own or sheet.capture.explosion or sheet.capture.hand)
        and sheet.turn.moves == 1
        and sheet.turn.passing == "never"
        and sheet.dice.mode == "none"
        and sheet.start.shuffle == "none"
        and not sheet.start.setup
        and sheet.castling.mode != "960"
        and not sheet.pawn.sideways
        and sheet.pawn.en_passant_ranks is None
        and all(rank + 2 < sheet.board.ranks for rank in sheet.pawn.double_step_ranks)
        and all(
            promotion.ranks in ((), (sheet.board.ranks,)) and promotion.optional == (name != sheet.pawn.piece)
            for name, promotion in sheet.promotion.items()
        )
    )
    return plain and _fast_start(sheet) and _fast_pieces(sheet)


def _fast_start(sheet: ChessSheet) -> bool:
    """One royal piece a side that goes no two squares aside but in castling, and partners with nothing behind them.

    From a square behind, the castling would open a line towards the royal piece.
    """
    board, _, rights = sheet.start.fen.split(" ")[:3]
    royal = sheet.pieces[sheet.royal.piece].letter
    royal_ways = betza.parse(sheet.pieces[sheet.royal.piece].movement)
    if not board.count(royal) == board.count(royal.lower()) == 1:
        return False
    if sheet.castling.mode == "off":
        return True
    if any(way.step in ((2, 0), (1, 0)) and (way.limit != 1 or way.step == (2, 0)) for way in royal_ways):
        return False
    placed, existing = placement(board), board_mask(sheet)
    partner = sheet.pieces[sheet.castling.partner].letter
    for right in rights.strip("-"):
        case = str.upper if right.isupper() else str.lower
        home = next(square for square, letter in placed.items() if letter == case(royal))
        way = 1 if right in "Kk" else -1
        partners = [s for s, letter in placed.items() if letter == case(partner) and s >> 3 == home >> 3]
        outermost = max(partners, key=lambda square: way * square, default=home)
        if shifted(outermost, (way, 0), existing) is not None:
            return False
    return True


def _fast_pieces(sheet: ChessSheet) -> bool:
    """Whether the tables for leapers and line pieces hold all pieces; they know one way between two squares."""
    ways = [movement(piece) for name, piece in sheet.pieces.items() if name != sheet.pawn.piece]
    lines = {line for way in ways if way for line in way.lines}
    crossing = any(_directions(one) & _directions(other) for one, other in combinations(lines, 2))
    return all(ways) and len(lines) <= MAX_LINE_CLASSES and not crossing


def _directions(line: tuple[tuple[int, int], ...]) -> set[tuple[int, int]]:
    """Where steps point, whatever their length: `DD` crosses `R`."""
    return {(x // gcd(x, y), y // gcd(x, y)) for x, y in line}
