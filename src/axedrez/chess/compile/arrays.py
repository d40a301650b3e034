"""From a rule sheet to the table array that the kernels read (`layout.py`)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.compile.general import movements, write_general
from axedrez.chess.compile.lines import Writer, bits, write_slots
from axedrez.chess.kernel import layout
from axedrez.chess.sheet import geometry
from axedrez.chess.sheet.schema import ChessSheet, Piece
from axedrez.rulesheet.sheet import Words

Tables = npt.NDArray[np.uint64]

STALEMATE = {"draw": 0, "loss": 1, "win": 2}
INSUFFICIENT = {"off": 0, "listed": 1, "dead-position": 2, "cannot-force": 3}
_SEED = 1283


def type_numbers(sheet: ChessSheet) -> dict[str, int]:
    """The type number (1 …) of every piece id, in the order of the sheet."""
    return {name: number for number, name in enumerate(sheet.pieces, 1)}


class CompiledCastling(NamedTuple):
    """One castling: the side (0 White) and the squares of its two pieces."""

    side: int
    rook_from: int
    rook_to: int
    king_from: int
    king_to: int


def castlings(sheet: ChessSheet) -> dict[str, CompiledCastling]:
    """The castlings that the start position allows (C-14), by their FEN letter, in the order of the tables."""
    if sheet.castling.mode != "classic" or not sheet.royal.piece:
        return {}
    found: dict[str, CompiledCastling] = {}
    board, _, rights = sheet.start.fen.split()[:3]
    king_letter = sheet.pieces[sheet.royal.piece].letter
    rook_letter = sheet.pieces[sheet.castling.partner].letter
    placed = geometry.placement(board)
    for side, (king, rook) in enumerate(((king_letter, rook_letter), (king_letter.lower(), rook_letter.lower()))):
        home = [square for square, letter in placed.items() if letter == king]
        if len(home) != 1:
            continue
        rooks = [square for square, letter in placed.items() if letter == rook and square >> 3 == home[0] >> 3]
        for letter, candidates in (
            ("K", [s for s in rooks if s > home[0]][-1:]),
            ("Q", [s for s in rooks if s < home[0]][:1]),
        ):
            right = letter if side == 0 else letter.lower()
            if candidates and right in rights:
                way = 1 if letter == "K" else -1
                found[right] = CompiledCastling(side, candidates[0], home[0] + way, home[0], home[0] + 2 * way)
    return found


def compile_tables(sheet: ChessSheet) -> Tables:
    """The table array of a checked sheet."""
    fast = geometry.fast(sheet)
    out = Writer(layout.GENERAL if fast else layout.WAYS)
    numbers = type_numbers(sheet)
    board = geometry.board_mask(sheet)
    pawn = numbers.get(sheet.pawn.piece, layout.NO_PAWN)
    royal = numbers[sheet.royal.pieces[0]] if sheet.royal.pieces else 0
    out.put(len(numbers), layout.N_TYPES)
    out.put(royal, layout.ROYAL)
    out.put(pawn, layout.PAWN)
    out.put(board, layout.BOARD)
    _write_pawns(out, sheet, board, numbers)
    _write_promoters(out, sheet, numbers)
    if fast:
        slots, leapers = _write_leaps(out, sheet, board, numbers)
    else:
        moving = movements(sheet)
        slots, leapers = moving.slots, [name for name, ways in moving.leaps.items() if ways]
        write_general(out, sheet, board, numbers, moving)
    for index, name in enumerate(leapers):
        out.put(numbers[name], layout.LEAPERS, index)
    out.put(len(leapers), layout.N_LEAPERS)
    attacks = write_slots(out, {line: [numbers[name] for name in names] for line, names in slots.items()}, board)
    for slot, names in enumerate(slots.values()):
        if royal and royal in [numbers[name] for name in names]:
            out.add(1 << slot, layout.ROYAL_SLOTS)
    for number, castling in enumerate(castlings(sheet).values()):
        low, high = sorted((castling.rook_from, castling.king_from))
        path = {castling.rook_to, castling.king_to}
        empty = {*range(low + 1, high), *path} - {castling.king_from, castling.rook_from}
        for field, value in enumerate((*castling, bits(empty), bits(path))):
            out.put(value, layout.CASTLES, 8 * number, field)
    sides = [castling.side for castling in castlings(sheet).values()]
    for side in (0, 1):
        first = sides.index(side) if side in sides else 0
        out.put(first << 32 | first + sides.count(side), layout.CASTLINGS, side)
    draws = sheet.draws
    out.put(2 * draws.move_limit.moves if draws.move_limit.mode == "automatic" else 0, layout.MOVE_LIMIT)
    out.put(draws.repetition.count if draws.repetition.mode == "automatic" else 0, layout.REPETITION)
    out.put(STALEMATE[sheet.goal.stalemate], layout.STALEMATE)
    if orthodox_endings(sheet):
        out.put(INSUFFICIENT[insufficient(sheet)], layout.INSUFFICIENT)
        for names, place in zip(minors(sheet), (layout.KNIGHTS, layout.BISHOPS), strict=True):
            out.put(bits({numbers[name] for name in names}), place)
    _write_zobrist(out)
    return np.concatenate([np.array(out.words, np.uint64), np.array(attacks, np.uint64)])


def _write_leaps(
    out: Writer, sheet: ChessSheet, board: int, numbers: dict[str, int]
) -> tuple[dict[tuple[geometry.Step, ...], list[str]], list[str]]:
    """The leaps of all pieces but the pawn on the fast path; returns line classes with their pieces, and leapers."""
    slots: dict[tuple[geometry.Step, ...], list[str]] = {}
    leapers: list[str] = []
    for name, piece in sheet.pieces.items():
        if name == sheet.pawn.piece:
            continue
        way = geometry.movement(piece)
        assert way is not None, "else the sheet takes the general path"
        if way.leaps:
            leapers.append(name)
        for square in geometry.squares(board):
            targets = {geometry.shifted(square, step, board) for step in way.leaps} - {None}
            out.put(bits(targets), layout.LEAP, 64 * numbers[name], square)  # type: ignore[arg-type]
        for line in way.lines:
            slots.setdefault(line, []).append(name)
    return slots, leapers


def _write_pawns(out: Writer, sheet: ChessSheet, board: int, numbers: dict[str, int]) -> None:
    if not sheet.pawn.piece:
        return
    out.put(int(sheet.pawn.en_passant), layout.HAS_EP)
    for side in (0, 1):
        ahead = 1 if side == 0 else -1
        for square in geometry.squares(board):
            targets = {geometry.shifted(square, (x, ahead), board) for x in (-1, 1)} - {None}
            out.put(bits(targets), layout.PAWN_CAPTURES, 64 * side, square)  # type: ignore[arg-type]
        ranks = [rank - 1 if side == 0 else sheet.board.ranks - rank for rank in sheet.pawn.double_step_ranks]
        out.put(sum(0xFF << (8 * rank) for rank in ranks if rank >= 0) & board, layout.DOUBLE_FROM, side)
        out.put(geometry.zone(sheet, side, sheet.pawn.piece), layout.PAWN_ZONE, side)
    into = _promotion_set(sheet, sheet.pawn.piece, numbers)
    out.put(into, layout.PAWN_INTO)
    out.put(into.bit_count(), layout.N_PAWN_INTO)


def _promotion_set(sheet: ChessSheet, piece: str, numbers: dict[str, int]) -> int:
    promotion = sheet.promotion.get(piece)
    return bits({numbers[name] for name in promotion.into}) if promotion else 0


def _write_promoters(out: Writer, sheet: ChessSheet, numbers: dict[str, int]) -> None:
    promoters = [name for name in sheet.promotion if name != sheet.pawn.piece]
    out.put(len(promoters), layout.N_PROMOTERS)
    for index, name in enumerate(promoters):
        number = numbers[name]
        out.put(number, layout.PROMOTERS, index)
        out.put(_promotion_set(sheet, name, numbers), layout.PROMO_INTO, number)
        out.put(numbers.get(sheet.promotion[name].without or "", 0), layout.PROMO_WITHOUT, number)
        for side in (0, 1):
            out.put(geometry.zone(sheet, side, name), layout.PROMO_ZONE, 16 * side, number)


def orthodox_endings(sheet: ChessSheet) -> bool:
    """Whether what is known of orthodox endings holds: a king is to be mated, and material can only grow less.

    Where it does not, no material draws (C-23), and none is known to be too little to win (C-18).
    """
    if geometry.fast(sheet):
        return True
    board = sheet.start.fen.split(" ")[0]
    letter = sheet.pieces[sheet.royal.piece].letter if sheet.royal.piece else ""
    return (
        bool(letter)
        and board.count(letter) == board.count(letter.lower()) == 1
        and geometry.movement(sheet.pieces[sheet.royal.piece]) == _known("K")
        and sheet.royal.parry
        and sheet.royal.give_check
        and sheet.goal.win == ("checkmate",)
        and sheet.goal.stalemate == "draw"
        and not (sheet.capture.hand or sheet.capture.explosion or sheet.start.setup)
        and sheet.dice.mode == "none"
    )


def insufficient(sheet: ChessSheet) -> str:
    """What draws by its material. That mate cannot be forced is known only of orthodox moves, one in a turn."""
    level, capture = sheet.draws.insufficient_material, sheet.capture
    plain = sheet.turn.moves == 1 and sheet.turn.passing == "never" and not (capture.mandatory or capture.own)
    return level if plain or level != "cannot-force" else "dead-position"


def _known(movement: str) -> geometry.Movement | None:
    return geometry.movement(Piece(letter="X", names=Words(es="", en=""), movement=movement))


def minors(sheet: ChessSheet) -> tuple[list[str], list[str]]:
    """Which pieces are knights and bishops in the sense of C-23; none where the royal piece is not a king."""
    ways = {
        name: geometry.movement(piece)
        for name, piece in sheet.pieces.items()
        if name != sheet.pawn.piece and name not in sheet.promotion
    }
    if ways[sheet.royal.piece] != _known("K"):
        return [], []
    knights, bishops = ([name for name, way in ways.items() if way == _known(letter)] for letter in "NB")
    return knights, bishops


def _write_zobrist(out: Writer) -> None:
    """Random keys from a fixed seed: hashes are the same in every run, so they may be stored."""
    source = random.Random(_SEED)
    starts = (layout.ZOBRIST_PIECE, layout.ZOBRIST_EP, layout.ZOBRIST_RIGHTS, layout.ZOBRIST_STM)
    for start, end in pairwise([*map(int, starts), int(layout.ZOBRIST_STM) + 1]):
        for place in range(start, end):
            out.words[place] = source.getrandbits(64)
