"""Why a move is refused, with the clause and the pieces that show it (T-3)."""

from __future__ import annotations

import numpy as np

from axedrez.chess.kernel import layout
from axedrez.chess.position import castling_rights
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.moves import PASS_TEXT, ChessMove
from axedrez.chess.position.setup import hand_of
from axedrez.chess.sheet import geometry
from axedrez.core.errors import IllegalMove
from axedrez.core.sides import Side
from axedrez.core.steps import Refusal


def is_uci(text: str) -> bool:
    """Whether a text has the form of a UCI move, a drop or a pass."""
    if text == PASS_TEXT:
        return True
    squares = [text[2:]] if text[1:2] == "@" and text[0].isascii() and text[0].isupper() else [text[:2], text[2:4]]
    try:
        for square in squares:
            geometry.square_number(square)
    except ValueError:
        return False
    return len(text) == 4 or (len(text) == 5 and text[4].isascii() and text[4].islower())


def pseudo_legal(position: BasePosition) -> list[ChessMove]:
    """What the pieces could do if the safety of royal pieces and the duty to capture did not matter."""
    buffer = np.empty(int(layout.MAX_MOVES), np.uint64)
    count = position.game.kernel.pseudo_legal_moves(position.raw, position.game.compiled, buffer)
    return [position.game.moves[code] for code in buffer[:count].tolist()]


def tries(position: BasePosition) -> tuple[Refusal, ...]:
    """The moves that a piece reaches but another rule forbids, the king's safety above all."""
    if position.is_chance() or is_over(position):
        return ()
    legal = {id(move) for move in position.legal_moves()}  # each is made once
    found = []
    for move in pseudo_legal(position):
        if id(move) not in legal and not move.passes:
            refusal = _forbidden(position, move)
            found.append(Refusal(move.uci, *move.places, refusal.reason, refusal.clause, refusal.places))
    return tuple(found)


def is_over(position: BasePosition) -> bool:
    """Whether a goal has ended the game in this position (M-5)."""
    return bool(position.raw[int(layout.OVER)])


def _forbidden(position: BasePosition, move: ChessMove) -> IllegalMove:
    """Why a pseudo-legal move is not legal."""
    sheet = position.game.sheet
    unsafe = _unsafe(position, move)
    if unsafe is not None:
        return unsafe
    captors = tuple(geometry.square_name(other.origin) for other in position.legal_moves() if not other.special)
    clause = sheet.capture.clause or position.game.clause("mandatory")
    return IllegalMove("must_capture", clause=clause, places=tuple(dict.fromkeys(captors)))


def _shown(position: BasePosition) -> list[str]:
    """The letters of the kinds that the dice show."""
    dice, sheet = int(position.raw[int(layout.DICE)]), position.game.sheet
    return [sheet.pieces[sheet.dice.faces[face - 1]].letter for face in (dice >> 4, dice & 15)]


def _against_the_dice(position: BasePosition, letter: str) -> IllegalMove | None:
    """The refusal of a kind of piece that the dice do not show (M-12)."""
    game = position.game
    if game.sheet.dice.mode == "none" or letter in _shown(position):
        return None
    shown = ", ".join(dict.fromkeys(_shown(position)))
    return IllegalMove("not_with_these_dice", clause=game.clause("dice"), piece=letter, shown=shown)


def _royals(position: BasePosition, side: Side) -> list[int]:
    """The squares of a side's royal pieces."""
    state: list[int] = position.raw.tolist()
    return geometry.squares(position.game.bits(state, position.game.royals) & state[side])


def _attackers(position: BasePosition, square: int, side: Side) -> list[int]:
    kernel = position.game.kernel
    return geometry.squares(int(kernel.attacking_pieces(position.raw, position.game.compiled, square, int(side))))


def _unsafe(position: BasePosition, move: ChessMove) -> IllegalMove | None:
    """How a move endangers a royal piece of its own side, or attacks one where that is not allowed."""
    game, sheet, side = position.game, position.game.sheet, position.side
    if not sheet.royal.parry:
        return None
    if move.castles and (refusal := _castling_unsafe(position, move)):
        return refusal
    after = position.play_unchecked(move)
    origins, left = _royals(position, side), _royals(after, side)
    if len(left) < len(origins):
        clause = sheet.capture.clause or game.clause("explosion")
        return IllegalMove("blows_up_own_royal", clause=clause, square=geometry.square_name(move.target))
    found = [square for royal in left for square in _attackers(after, royal, side.opponent)]
    if found:
        answers = move.origin not in origins and position.checkers()
        reason = "check_not_answered" if answers else "king_in_check"
        return _illegal(reason, game.clause(reason), found)
    if not sheet.royal.give_check:
        given = [square for royal in _royals(after, side.opponent) for square in _attackers(after, royal, side)]
        if given:
            return _illegal("gives_check", game.clause("give_check"), given)
    return None


def _castling_unsafe(position: BasePosition, move: ChessMove) -> IllegalMove | None:
    """The first attacked square on the way of a castling royal piece (C-14)."""
    sheet = position.game.sheet
    goal = _castled_to(position, move)
    way = 1 if goal > move.origin else -1
    for square in range(move.origin, goal + way, way):
        if square == goal and sheet.castling.mode == "960":
            break  # judged once both pieces have arrived
        if found := _attackers(position, square, position.side.opponent):
            arrives = "castling_into_check" if square == goal else "castling_through_check"
            reason = "castling_in_check" if square == move.origin else arrives
            return _illegal(reason, sheet.castling.clause, found)
    return None


def _castled_to(position: BasePosition, move: ChessMove) -> int:
    """Where the royal piece of a castling arrives."""
    castling = position.game.sheet.castling
    if castling.mode != "960":
        return move.target
    return (move.origin & 56) + geometry.FILES.index(castling.files[move.target > move.origin])


def _illegal(reason: str, clause: str | None, squares: list[int]) -> IllegalMove:
    return IllegalMove(reason, clause=clause, places=tuple(geometry.square_name(square) for square in squares))


def explain(position: BasePosition, uci: str) -> IllegalMove:
    """Why the move that `uci` writes is not legal here."""
    game, sheet = position.game, position.game.sheet
    if is_over(position):
        return IllegalMove("position_over")
    for move in pseudo_legal(position):
        if move.uci == uci and not move.passes:
            return _forbidden(position, move)
    if uci == PASS_TEXT:
        return _pass(position)
    if "@" in uci:
        return _drop(position, uci[0], geometry.square_number(uci[2:]))
    origin, target = geometry.square_number(uci[:2]), geometry.square_number(uci[2:4])
    letters = position.letters()
    letter = letters.get(origin)
    if letter is None:
        return IllegalMove("empty_square", clause=game.clause("own_piece"), square=uci[:2])
    if letter.isupper() != (position.side is Side.WHITE):
        return IllegalMove("not_your_piece", clause=game.clause("own_piece"), square=uci[:2])
    if sheet.start.setup and held(position):
        return IllegalMove("place_first", clause=game.clause("drop"), pieces=", ".join(sorted(set(held(position)))))
    if refusal := _against_the_dice(position, letter.upper()):
        return refusal
    there = letters.get(target)
    if there is not None and there.isupper() == letter.isupper() and origin != target:
        own_there = IllegalMove("own_piece_there", clause=game.clause("own_piece"), square=uci[2:4])
        return _castling_lost(position, origin, target) or own_there
    piece = game.pieces[letter.upper()]
    promotion = next((p for name, p in sheet.promotion.items() if sheet.pieces[name] is piece), None)
    clause = promotion.clause if promotion else piece.clause
    if candidates := [move for move in pseudo_legal(position) if move.uci[:4] == uci[:4]]:
        reason = "promotion_choice" if candidates[0].becomes else "promotion_none"
        return IllegalMove(reason, clause=clause, square=uci[2:4])
    if lost := _castling_lost(position, origin, target):
        return lost
    if there is not None and sheet.capture.explosion and letter.upper() in game.royals:
        clause = sheet.capture.clause or game.clause("explosion")
        return IllegalMove("royal_may_not_capture", clause=clause, square=uci[2:4])
    return IllegalMove("piece_cannot", clause=piece.clause, square=uci[2:4], piece=letter.upper())


def held(position: BasePosition) -> str:
    """The upper-case letters of the pieces in the hand of the side to move."""
    hand = hand_of([int(word) for word in position.raw], position.game)
    return "".join(letter.upper() for letter in hand if letter.isupper() == (position.side is Side.WHITE))


def _pass(position: BasePosition) -> IllegalMove:
    """Why the player may not pass (M-4)."""
    game, sheet = position.game, position.game.sheet
    passing = sheet.turn.passing
    clause = game.clause("turn" if passing == "never" and sheet.dice.mode == "none" else "passing")
    if passing == "never" and sheet.dice.mode == "none":
        return IllegalMove("pass_never", clause=clause)
    if checkers := position.checkers():
        return _illegal("pass_in_check", clause, checkers)
    return IllegalMove("pass_with_moves", clause=clause)


def _drop(position: BasePosition, letter: str, target: int) -> IllegalMove:
    """Why the player may not drop a piece (M-7, M-3)."""
    game, sheet, name = position.game, position.game.sheet, geometry.square_name(target)
    clause = game.clause("drop") or sheet.capture.clause
    if not game.has_hands:
        return IllegalMove("drop_never", clause=clause)
    if letter not in held(position):
        return IllegalMove("drop_not_held", clause=clause, piece=letter)
    if target in position.letters():
        return IllegalMove("drop_occupied", clause=clause, square=name)
    if refusal := _against_the_dice(position, letter):
        return refusal
    return IllegalMove("drop_rank", clause=clause, piece=letter, square=name)


def castling(position: BasePosition, long: bool) -> IllegalMove:
    """Why a player may not castle to one side, said without squares (`O-O`)."""
    game, side = position.game, int(position.side)
    clause = game.sheet.castling.clause
    if game.sheet.castling.mode == "960":
        pieces = position.letters()
        royal = castling_rights.home(pieces, game, side)
        partner = castling_rights.partner_of(("q" if long else "k") if side else ("Q" if long else "K"), pieces, game)
        if royal is None or partner is None:
            return IllegalMove("castling_none" if game.begin.rights == "" else "castling_lost", clause=clause)
        return explain(position, geometry.square_name(royal) + geometry.square_name(partner))
    right = "Q" if long else "K"
    found = game.castlings.get(right.lower() if side else right)
    if found is None:
        return IllegalMove("castling_none", clause=clause)
    if found.king_from != position.king():
        return IllegalMove("castling_lost", clause=clause)
    return explain(position, geometry.square_name(found.king_from) + geometry.square_name(found.king_to))


def _castling_lost(position: BasePosition, origin: int, target: int) -> IllegalMove | None:
    """Why a royal piece may not castle, if that is what was tried (C-14)."""
    game, clause = position.game, position.game.sheet.castling.clause
    open_rights = int(position.raw[int(layout.RIGHTS)])
    if game.sheet.castling.mode == "960":
        pieces, side = position.letters(), int(position.side)
        if castling_rights.home(pieces, game, side) == origin and target in castling_rights.partners(
            pieces, game, side
        ):
            return IllegalMove("castling_blocked" if open_rights >> target & 1 else "castling_lost", clause=clause)
        return None
    for found in game.castlings.values():
        if (found.side, found.king_from, found.king_to) == (int(position.side), origin, target):
            if origin != position.king():
                return None
            lost = not open_rights >> found.rook_from & 1
            return IllegalMove("castling_lost" if lost else "castling_blocked", clause=clause)
    return None
