"""Contradictions between the start position (M-3) and the rest of a chess sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.rulesheet.validation import Fault, fault


def faults(sheet: ChessSheet) -> Iterator[Fault]:
    """What is wrong; whether the FEN is a position of the game at all is seen when it is set up."""
    text, start, board = sheet.start.fen, sheet.start, sheet.board
    fields = text.split(" ")
    rows, _, hand = fields[0].partition("[")
    letters = {piece.letter for piece in sheet.pieces.values()}
    strange = {sign.upper() for sign in rows + hand if sign.isalpha()} - letters
    widths = [sum(int(sign) if sign in "12345678" else sign != "~" for sign in row) for row in rows.split("/")]
    if widths != [board.files] * board.ranks or len(fields) < 6 or strange:
        yield fault("start.fen", text, f"{board.files}x{board.ranks} FEN ({''.join(sorted(letters))})")
        return
    if sheet.turn.moves != 1 and fields[5] != "1":
        yield fault("start.fen", text, "... 0 1")
    if start.setup:
        yield from _setup(sheet, hand.rstrip("]"))
    if start.shuffle != "none":
        if start.setup:
            yield fault("start.shuffle", start.shuffle, "start.setup = false", "sheet_needs")
        else:
            yield from _shuffle(sheet)


def army(sheet: ChessSheet, side: int) -> Counter[str]:
    """The names of the kinds that a side has at the start, its hand included, with their numbers."""
    case = str.upper if side == 0 else str.lower
    field = sheet.start.fen.split(" ")[0]
    counts = {name: field.count(case(piece.letter)) for name, piece in sheet.pieces.items()}
    return Counter({name: count for name, count in counts.items() if count})


def held(sheet: ChessSheet) -> set[str]:
    """The names of the kinds that are in hand at the start."""
    hand = sheet.start.fen.split(" ")[0].partition("[")[2].upper()
    return {name for name, piece in sheet.pieces.items() if piece.letter in hand}


def _setup(sheet: ChessSheet, hand: str) -> Iterator[Fault]:
    """There is something to place, and room for it."""
    if not hand:
        yield fault("start.setup", True, 'start.fen = "...[KQRkqr] ..."', "sheet_needs")
    placed = geometry.placement(sheet.start.fen.split(" ")[0])
    for side in (0, 1):
        own = [letter for letter in hand if letter.isupper() == (side == 0)]
        home = geometry.rank_mask(sheet, side, sheet.start.setup_ranks) & ~sum(1 << square for square in placed)
        for letter in {"", *own}:
            name = next((n for n, piece in sheet.pieces.items() if piece.letter == letter.upper()), "")
            room = home & ~geometry.rank_mask(sheet, side, sheet.capture.no_drop_ranks.get(name, ()))
            if name and name == sheet.pawn.piece:
                room &= ~geometry.zone(sheet, side)
            if room.bit_count() < (own.count(letter) if letter else len(own)):
                yield fault("start.setup_ranks", sheet.start.setup_ranks, f">= {len(own)} x a1")
                return


def _shuffle(sheet: ChessSheet) -> Iterator[Fault]:
    """Both sides have the same pieces on the same files of their first ranks, and no order puts a side in check."""
    start = sheet.start
    placed = geometry.placement(start.fen.split(" ")[0])
    shift = 8 * (sheet.board.ranks - 1)
    white = {square: letter for square, letter in placed.items() if square < 8 and letter.isupper()}
    black = {
        square - shift: letter.upper() for square, letter in placed.items() if square >= shift and letter.islower()
    }
    if not white or white.keys() != black.keys() or Counter(white.values()) != Counter(black.values()):
        yield fault("start.shuffle", start.shuffle, 'start.fen = "rnbq.../.../RNBQ... ..."', "sheet_needs")
        return
    names = Counter({name: list(white.values()).count(piece.letter) for name, piece in sheet.pieces.items()})
    if start.shuffle == "chess960":
        bishops = [n for n, piece in sheet.pieces.items() if set(betza.parse(piece.movement)) == set(betza.parse("B"))]
        shades = Counter(square & 1 for square in white)
        royals, partners = (sum(names[n] for n in kinds) for kinds in (sheet.royal.pieces, [sheet.castling.partner]))
        if (royals, partners, sum(names[n] for n in bishops), len(shades)) != (1, 2, 2, 2):
            valid = f"1 royal.pieces, 2 castling.partner ({sheet.castling.partner}), 2 B"
            yield fault("start.shuffle", start.shuffle, valid, "sheet_needs")
    if sheet.royal.parry and any(names[name] for name in sheet.royal.pieces) and _reaches(sheet, placed, white, shift):
        yield fault("start.shuffle", start.shuffle, "none")


def _reaches(sheet: ChessSheet, placed: dict[int, str], row: dict[int, str], shift: int) -> bool:
    """Whether a piece of the first rank, on any of its squares, could capture one of the opponent's first rank."""
    arranged = {*row, *(square + shift for square in row)}
    kinds = {piece.letter: betza.parse(piece.movement) for piece in sheet.pieces.values()}
    for side, ahead in ((0, 1), (1, -1)):
        home, targets = (shift * side, shift * (1 - side))
        attackers = [(square + home, letter) for square in row for letter in set(row.values())]
        attackers += [
            (s, sign.upper()) for s, sign in placed.items() if s not in arranged and sign.isupper() == (side == 0)
        ]
        for square, letter in attackers:
            for way in kinds[letter]:
                ends = _captures(way, square, ahead, placed, geometry.board_mask(sheet))
                if any(end - targets in row for end in ends):
                    return True
    return False


def _captures(way: betza.Way, square: int, ahead: int, placed: dict[int, str], board: int) -> Iterator[int]:
    """Occupied squares that a way of moving ends on by capturing."""
    if not way.captures:
        return
    step = way.step[0], way.step[1] * ahead
    if way.lame and {geometry.shifted(square, part, board) for part in betza.passed(step)} & placed.keys():
        return
    hurdles, steps, at = 0, 0, geometry.shifted(square, step, board)
    while at is not None:
        steps += 1
        if at in placed:
            if not way.hop or hurdles == 1:
                yield at
                return
            hurdles += 1
        elif way.hop == "g" and hurdles:
            return
        if steps == way.limit:
            return
        at = geometry.shifted(at, step, board)
