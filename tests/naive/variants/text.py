"""Position texts of the slow twin, as decision 0004 writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.naive.board import SIDES, WHITE, Square, owner, piece_of, square_name, square_of
from tests.naive.variants.position import Position, Right
from tests.naive.variants.rules import Rules


def start(rules: Rules) -> Position:
    shuffled = rules.sheet.start.shuffle != "none"
    return read(rules, rules.sheet.start.fen + " shuffle=wb" * shuffled)


def read(rules: Rules, text: str) -> Position:
    """Read a text that is known to be good; what it leaves out is as at the beginning of a game."""
    sheet = rules.sheet
    placement, turn, rights, passed, *rest = text.split()
    said = dict(field.split("=") for field in rest if "=" in field)
    left = next((field for field in rest if "+" in field), f"{sheet.goal.checks}+{sheet.goal.checks}")
    half, full = (*(int(field) for field in rest if field.isdigit()), 0, 1)[:2]
    placement, _, hand = placement.rstrip("]").partition("[")
    board, promoted = _board(rules, placement)
    position = Position(
        rules,
        board,
        turn,
        promoted=promoted,
        hand="".join(sorted(hand)),
        en_passant=None if passed == "-" else square_of(passed),
        halfmove=half,
        fullmove=full,
        checks=(int(left[0]), int(left[2])),
        moves=int(said.get("moves", rules.turn_length(turn, full))),
        dice=said.get("dice", "-") if sheet.dice.mode != "none" else "",
        shuffle=said.get("shuffle", ""),
    )
    return replace(position, rights=frozenset() if position.shuffle else frozenset(rights_of(position, rights)))


def _board(rules: Rules, placement: str) -> tuple[dict[Square, str], frozenset[Square]]:
    board: dict[Square, str] = {}
    promoted = set()
    for row, signs in enumerate(placement.split("/")):
        file, rank = 0, rules.sheet.board.ranks - 1 - row
        for sign in signs:
            if sign == "~":
                promoted.add((file - 1, rank))
            elif sign.isdigit():
                file += int(sign)
            else:
                board[file, rank] = sign
                file += 1
    return board, frozenset(promoted)


def rights_of(position: Position, letters: str) -> Iterator[Right]:
    """M-10: classic castling is that of the start position; any other one follows the pieces."""
    mode = position.rules.sheet.castling.mode
    if mode == "off":
        return
    home = start_without_rights(position.rules) if mode == "classic" else position
    for letter in letters.replace("-", ""):
        side = owner(letter)
        royals = royal_homes(home, side)
        for royal in royals:
            partners = castling_partners(home, side, royal)
            if letter.upper() in "KQ":
                towards = [square for square in partners if (square[0] > royal[0]) == (letter.upper() == "K")]
                towards.sort(reverse=letter.upper() == "K")
            else:
                towards = [square for square in partners if square[0] == "abcdefgh".index(letter.lower())]
            for partner in towards[:1]:
                yield Right(side, royal, partner)


def start_without_rights(rules: Rules) -> Position:
    board, _ = _board(rules, rules.sheet.start.fen.split()[0].partition("[")[0])
    return Position(rules, board, WHITE)


def royal_homes(position: Position, side: str) -> list[Square]:
    """The royal piece of the first rank, or the only one."""
    home = 0 if side == WHITE else position.rules.sheet.board.ranks - 1
    royals = position.royals(side)
    return [square for square in royals if square[1] == home] or royals[:1]


def castling_partners(position: Position, side: str, royal: Square) -> list[Square]:
    partner = piece_of(position.rules.letter(position.rules.sheet.castling.partner), side)
    return [square for square, piece in position.board.items() if piece == partner and square[1] == royal[1]]


def write(position: Position) -> str:
    """The text of a position; an en passant square only where a capture there is legal."""
    sheet = position.rules.sheet
    rows = []
    for rank in reversed(range(sheet.board.ranks)):
        row = ""
        for file in range(sheet.board.files):
            row += position.board.get((file, rank), ".") + "~" * ((file, rank) in position.promoted)
        for length in range(8, 0, -1):
            row = row.replace("." * length, str(length))
        rows.append(row)
    placement = "/".join(rows)
    if sheet.capture.hand or sheet.start.setup:
        placement += f"[{hand_text(position)}]"
    passed = position.legal_en_passant()
    fields = [placement, position.turn, rights_text(position) or "-", square_name(passed) if passed else "-"]
    if "checks" in sheet.goal.win:
        fields.append(f"{position.checks[0]}+{position.checks[1]}")
    fields += [str(position.halfmove), str(position.fullmove)]
    if sheet.turn.moves != 1:
        fields.append(f"moves={position.moves}")
    if sheet.dice.mode != "none":
        fields.append(f"dice={position.dice}")
    if position.shuffle:
        fields.append(f"shuffle={position.shuffle}")
    return " ".join(fields)


def hand_text(position: Position) -> str:
    letters = (piece_of(letter, side) for side in SIDES for letter in position.rules.order)
    return "".join(letter * position.hand.count(letter) for letter in letters)


def rights_text(position: Position) -> str:
    """KQkq, and the letter of the file for a partner that is not the outermost one; before chance has arranged all of
    the pieces, those that the start promises.
    """
    text = ""
    sheet = position.rules.sheet
    if position.shuffle and sheet.castling.mode != "off":
        return str(sheet.start.fen.split()[2]).replace("-", "")
    for side in SIDES:
        own = (right for right in position.rights if right.side == side)
        for right in sorted(own, key=lambda right: -right.partner[0]):
            kingside = right.partner[0] > right.royal[0]
            beyond = [
                square
                for square in castling_partners(position, side, right.royal)
                if (square[0] > right.partner[0] if kingside else square[0] < right.partner[0])
            ]
            outermost = not beyond or position.rules.sheet.castling.mode == "classic"
            letter = ("K" if kingside else "Q") if outermost else "ABCDEFGH"[right.partner[0]]
            text += piece_of(letter, side)
    return text
