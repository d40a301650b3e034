"""Contradictions of a chess sheet that its types cannot see, each reported by field (M-1 … M-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from axedrez.chess.compile import goal_checks, start_checks
from axedrez.chess.compile.arrays import CompiledCastling
from axedrez.chess.kernel.layout import MAX_TYPES
from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.schema import Capture, Castling, ChessSheet
from axedrez.core.errors import SheetError, TextError
from axedrez.rulesheet.validation import Fault, fault

PAWN_MOVEMENT = "fmWfcF"


def check(sheet: ChessSheet) -> None:
    """Raises `SheetError` with every contradiction found; those between sound parts only once the parts are sound."""
    faults = [*_pieces(sheet), *_references(sheet), *_promotions(sheet), *_board(sheet)]
    faults = faults or [*start_checks.faults(sheet)]
    faults = faults or [*_parts(sheet), *goal_checks.faults(sheet)]
    if faults:
        raise SheetError(sheet.id, faults)


def check_castlings(sheet: ChessSheet, castlings: Iterable[CompiledCastling], board: int) -> None:
    """Raises `SheetError` if castling (C-14) would put a piece beside the board."""
    for castling in castlings:
        ranks = {square >> 3 for square in castling[1:]}
        if len(ranks) > 1 or not all(square >= 0 and board >> square & 1 for square in castling[1:]):
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
    for name, piece in sheet.pieces.items():
        valid = PAWN_MOVEMENT if name == sheet.pawn.piece else betza.VALID
        try:
            betza.parse(piece.movement)
        except TextError:
            yield fault(f"pieces.{name}.movement", piece.movement, valid, "sheet_movement")
            continue
        if name == sheet.pawn.piece and piece.movement != PAWN_MOVEMENT:
            yield fault(f"pieces.{name}.movement", piece.movement, valid, "sheet_movement")


def _references(sheet: ChessSheet) -> Iterator[Fault]:
    """Fields that name a piece must name one of the sheet, and a list none twice."""
    names = ", ".join(sheet.pieces)
    if sheet.pawn.piece and sheet.pawn.piece not in sheet.pieces:
        yield fault("pawn.piece", sheet.pawn.piece, f'{names}, ""')
    # What a sheet leaves at its default may name a piece that it does not have, where nothing comes of it.
    used = sheet.castling.mode != "off" or sheet.castling.partner != Castling().partner
    if used and sheet.castling.partner not in sheet.pieces:
        yield fault("castling.partner", sheet.castling.partner, f'{names}; castling.mode = "off"')
    lists = {
        "royal.pieces": sheet.royal.pieces,
        "goal.runners": sheet.goal.runners,
        "goal.extinct": sheet.goal.extinct,
        "capture.no_drop_ranks": tuple(sheet.capture.no_drop_ranks),
    }
    if sheet.capture.explosion or sheet.capture.blast_proof != Capture().blast_proof:
        lists["capture.blast_proof"] = sheet.capture.blast_proof
    for field, pieces in lists.items():
        if set(pieces) - set(sheet.pieces) or len(set(pieces)) < len(pieces):
            yield fault(field, pieces, names)
    if sheet.dice.faces and (set(sheet.dice.faces) - set(sheet.pieces) or len(sheet.dice.faces) != 6):
        yield fault("dice.faces", sheet.dice.faces, f"6 x ({names})")
    if sheet.pawn.piece and sheet.pawn.piece in sheet.royal.pieces:
        yield fault("royal.pieces", sheet.royal.pieces, f"!= pawn.piece: {names}")
    if len(set(sheet.goal.win)) < len(sheet.goal.win):
        yield fault("goal.win", sheet.goal.win, list(dict.fromkeys(sheet.goal.win)))


def _promotions(sheet: ChessSheet) -> Iterator[Fault]:
    pawn, royals = sheet.pawn.piece, sheet.royal.pieces
    # A royal piece more would make it unclear what is to be parried, or which loss ends the game.
    barred = royals if sheet.royal.parry or "capture-royal" in sheet.goal.win else ()
    for name, promotion in sheet.promotion.items():
        field = f"promotion.{name}"
        if name not in sheet.pieces or name in royals:
            yield fault(field, name, ", ".join(n for n in sheet.pieces if n not in royals))
        valid = [n for n in sheet.pieces if n not in (*barred, pawn, name)]
        if not promotion.into or len(set(promotion.into)) < len(promotion.into) or set(promotion.into) - set(valid):
            yield fault(f"{field}.into", promotion.into, valid)
        if promotion.without is not None and promotion.without not in sheet.pieces:
            yield fault(f"{field}.without", promotion.without, ", ".join(sheet.pieces))
        last = sheet.board.ranks
        if any(rank > last for rank in promotion.ranks):
            yield fault(f"{field}.ranks", promotion.ranks, f"1..{last}")
        if name == pawn and promotion.ranks and last not in promotion.ranks:
            yield fault(f"{field}.ranks", promotion.ranks, f"[..., {last}]")
        if name == pawn and promotion.optional:
            yield fault(f"{field}.optional", True, "false")
        if name == pawn and promotion.without is not None:
            yield fault(f"{field}.without", promotion.without, "-")
    if pawn and pawn in sheet.pieces and pawn not in sheet.promotion:
        yield fault(f"promotion.{pawn}", None, "{into = [...]}", "sheet_missing")


def _board(sheet: ChessSheet) -> Iterator[Fault]:
    board, pawn, capture = sheet.board, sheet.pawn, sheet.capture
    corner = f"{geometry.FILES[board.files - 1]}{board.ranks}"
    for field, squares in (
        ("board.holes", board.holes),
        ("goal.region", sheet.goal.region),
        ("goal.runner_region", sheet.goal.runner_region),
    ):
        for square in squares:
            if square[0] > corner[0] or square[1] > corner[1]:
                yield fault(field, square, f"a1..{corner}")
    for rank in pawn.double_step_ranks:
        if rank > board.ranks - 2:
            yield fault("pawn.double_step_ranks", rank, f"1..{board.ranks - 2}")
    if pawn.en_passant_ranks is not None and set(pawn.en_passant_ranks) - set(pawn.double_step_ranks):
        yield fault("pawn.en_passant_ranks", pawn.en_passant_ranks, f"pawn.double_step_ranks: {pawn.double_step_ranks}")
    for name, ranks in capture.no_drop_ranks.items():
        if any(rank > board.ranks for rank in ranks):
            yield fault(f"capture.no_drop_ranks.{name}", ranks, f"1..{board.ranks}")
    if any(rank > board.ranks for rank in sheet.start.setup_ranks):
        yield fault("start.setup_ranks", sheet.start.setup_ranks, f"1..{board.ranks}")


def _parts(sheet: ChessSheet) -> Iterator[Fault]:
    """Values that exclude each other."""
    royal, capture, turn, castling = sheet.royal, sheet.capture, sheet.turn, sheet.castling

    def needs(field: str, value: object, condition: str, holds: bool) -> Iterator[Fault]:
        if not holds:
            yield fault(field, value, condition, "sheet_needs")

    if not royal.pieces:
        yield from needs("royal.pieces", [], "royal.parry = false", not royal.parry)
    if not royal.give_check:
        yield from needs("royal.give_check", False, "royal.parry = true", royal.parry)
    if capture.explosion:
        yield from needs("capture.explosion", True, "capture.own = false", not capture.own)
        yield from needs("capture.explosion", True, "capture.hand = false", not capture.hand)
        ends = not royal.parry or "capture-royal" in sheet.goal.win
        yield from needs("capture.explosion", True, 'goal.win = ["capture-royal", ...] | royal.parry = false', ends)
    if capture.hand:
        yield from needs("capture.hand", True, "start.setup = false", not sheet.start.setup)
        demoting = [name for name, promotion in sheet.promotion.items() if promotion.demotes]
        for name in demoting[1:]:
            yield from needs("capture.hand", True, f"promotion.{name}.demotes = false", False)
    if sheet.dice.mode != "none":
        yield from needs("dice.mode", sheet.dice.mode, "royal.parry = false", not royal.parry)
        yield from needs("dice.mode", sheet.dice.mode, "turn.moves = 1", turn.moves == 1)
        yield from needs("dice.mode", sheet.dice.mode, 'turn.passing = "never"', turn.passing == "never")
        yield from needs("dice.mode", sheet.dice.mode, "dice.faces = [6 x ...]", bool(sheet.dice.faces))
    if turn.moves == "progressive":
        yield from needs("turn.moves", turn.moves, "start.fen: w", sheet.start.fen.split(" ")[1] == "w")
    if castling.mode != "off":
        yield from needs("castling.mode", castling.mode, "royal.pieces = [1]", len(royal.pieces) == 1)
        partner_moves = castling.partner not in (*royal.pieces, sheet.pawn.piece)
        yield from needs("castling.partner", castling.partner, "!= royal.pieces, pawn.piece", partner_moves)
        yield from needs("castling.mode", castling.mode, "start.setup = false", not sheet.start.setup)
    if castling.mode == "960" or castling.files != Castling().files:
        yield from _castling_files(sheet)


def _castling_files(sheet: ChessSheet) -> Iterator[Fault]:
    """The squares where castling puts the two pieces exist."""
    left, right = (geometry.FILES.index(file) for file in sheet.castling.files)
    board = geometry.board_mask(sheet)
    files = {left, left + 1, right - 1, right}
    home = [8 * rank + file for rank in (0, sheet.board.ranks - 1) for file in files]
    if not left < right < sheet.board.files or not all(board >> square & 1 for square in home):
        yield fault("castling.files", sheet.castling.files, f'["a".."{geometry.FILES[sheet.board.files - 2]}", ...]')
