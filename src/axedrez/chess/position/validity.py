"""Whether a position as somebody wrote it can stand in a game at all; each refusal names its reason."""

from __future__ import annotations

from collections import Counter

from axedrez.chess.position.rules import ChessRules, FenFields
from axedrez.chess.sheet import geometry
from axedrez.core.errors import TextError
from axedrez.core.sides import Side

_SIDES = (Side.WHITE, Side.BLACK)


def check_armies(setup: FenFields, game: ChessRules) -> None:
    """Raises `TextError` if there are royal pieces, pieces or pawns too many or too few, or pawns where none can be."""
    armies = {side: setup.army(side) for side in _SIDES}
    for side in _SIDES:
        _check_royals(armies[side], game, side)
    # Captured pieces that change side are bounded together only.
    groups = [_SIDES] if game.sheet.capture.hand else [(side,) for side in _SIDES]
    for group in groups:
        army, first = ("".join(part[side] for side in group) for part in (armies, game.armies))
        word = group[0].word if len(group) == 1 else "both"
        if len(army) > len(first):
            raise TextError("position_pieces", side=word, count=len(army), limit=len(first))
        pawns, limit = (part.count(game.pawn) if game.pawn else 0 for part in (army, first))
        if pawns > limit:
            raise TextError("position_pawns", side=word, count=pawns, limit=limit)
    for square, letter in setup.pieces.items():
        if letter.upper() == game.pawn and not game.pawn_squares[not letter.isupper()] >> square & 1:
            raise TextError("position_pawn_rank", square=geometry.square_name(square))


def _check_royals(army: str, game: ChessRules, side: Side) -> None:
    """As many royal pieces as at the start; fewer where they can be lost, more where they can be won."""
    sheet = game.sheet
    count, first = sum(map(army.count, game.royals)), game.royal_counts[side]
    can_lose = not sheet.royal.parry or sheet.capture.explosion
    can_win = not sheet.royal.parry and (
        sheet.capture.hand or any(set(rule.into) & set(sheet.royal.pieces) for rule in sheet.promotion.values())
    )
    if (count < first and not can_lose) or (count > first and not can_win):
        if first == 1 and len(game.royals) == 1:
            letter = game.royals if side is Side.WHITE else game.royals.lower()
            raise TextError("position_kings", side=side.word, letter=letter, count=count)
        valid = f"{0 if can_lose else first}..{'' if can_win else first}" if can_lose or can_win else str(first)
        raise TextError("position_royals", side=side.word, count=count, valid=valid)


def check_extras(setup: FenFields, game: ChessRules) -> None:
    """Raises `TextError` for checks, moves left, a hand or a shuffle that no game can have."""
    if setup.checks == (0, 0):
        raise TextError("position_checks")
    length = game.turn_length(setup.side, setup.fullmove)
    if setup.moves is not None and not 1 <= setup.moves <= length:
        raise TextError("position_moves", value=setup.moves, limit=length)
    if setup.hand and game.sheet.royal.parry and not game.sheet.start.setup:
        held = next((letter for letter in setup.hand if letter.upper() in game.royals), None)
        if held is not None:
            raise TextError("position_hand", letter=held)
    most = max(Counter(setup.hand).values(), default=0)
    if most > 255:  # a byte each in the state
        raise TextError("position_hand", letter=Counter(setup.hand).most_common(1)[0][0])
    if setup.arrange:
        _check_shuffle(setup, game)


def _check_shuffle(setup: FenFields, game: ChessRules) -> None:
    """What chance is still to arrange stands as at the start, and so does everything else."""
    begin = game.begin
    pieces, row = dict(setup.pieces), begin.pieces
    if setup.arrange == 2:
        white = [square for square, letter in row.items() if square < 8 and letter.isupper()]
        drawn = "".join(pieces.get(square, "") for square in white)
        if (drawn,) not in game.arrangements:
            raise TextError("position_shuffle")
        pieces |= {square: row[square] for square in white}
    if (pieces, *setup[1:6]) != (row, *begin[1:6]):
        raise TextError("position_shuffle")


def check_en_passant(setup: FenFields, game: ChessRules, middle: bool) -> None:
    """Raises `TextError` unless the square has just been passed by a double step of the opponent (C-12).

    `middle`: the side to move has already moved in this turn.
    """
    sheet, square = game.sheet, setup.en_passant
    assert square is not None
    opponent = setup.side.opponent
    back = -8 if setup.side is Side.BLACK else 8
    origin, landed = square + back, square - back
    ranks = sheet.pawn.double_step_ranks
    if sheet.pawn.en_passant_ranks is not None:
        ranks = tuple(rank for rank in ranks if rank in sheet.pawn.en_passant_ranks)
    sound = (
        bool(game.pawn)
        and sheet.pawn.en_passant
        and not middle
        and 0 <= origin < 64
        and geometry.rank_mask(sheet, opponent, ranks) >> origin & 1
        and setup.pieces.get(landed) == (game.pawn if setup.side is Side.BLACK else game.pawn.lower())
        and square not in setup.pieces
        and origin not in setup.pieces
        and not geometry.zone(sheet, opponent, sheet.pawn.piece) >> landed & 1
    )
    if not sound:
        raise TextError("position_en_passant", square=geometry.square_name(square))
