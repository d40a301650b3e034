"""FEN, the position text of the chess family: strict reading, exact writing.

Six fields, and where the sheet needs them hands, checks to give, moves left, dice and what chance has still to arrange
(docs/decisions/0004-modified-sheets.md).
"""

from __future__ import annotations

import re

from axedrez.chess.kernel import layout
from axedrez.chess.position import castling_rights
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.rules import ChessRules, FenFields
from axedrez.chess.position.setup import hand_of, standing_goal
from axedrez.chess.sheet import geometry
from axedrez.core.dice import Roll
from axedrez.core.errors import TextError
from axedrez.core.sides import Side

MAX_LENGTH = 300
MAX_COUNTER = 9999
_DIGITS = "123456789"
_EMPTY = re.compile("1+")
_WINNERS = {"w": 1, "b": 2, "-": 3}


def parse(text: str, game: ChessRules) -> FenFields:
    """Read a FEN of four (counters 0 1) or six fields and what the sheet adds. Raises `TextError`, a named reason."""
    fields = text.split(" ") if len(text) <= MAX_LENGTH else []
    said: dict[str, str] = {}
    while fields and "=" in fields[-1]:
        name, _, value = fields.pop().partition("=")
        if name in said or name not in game.extras:
            raise TextError("fen_extra", value=name[:20], valid=", ".join(game.extras) or "-")
        said[name] = value
    checks = None
    if len(fields) in (5, 7) and "checks" in game.sheet.goal.win:
        # Some programs write the checks that have been given, at the end.
        given = fields[-1].startswith("+")
        checks = _checks(fields.pop(-1 if given else 4), game, given=given)
    if len(fields) not in (4, 6) or not all(fields):
        raise TextError("fen_fields", count=len(fields), limit=MAX_LENGTH)
    board, side, castling, en_passant = fields[:4]
    if side not in ("w", "b"):
        raise TextError("fen_side", value=side[:20])
    square = None
    if en_passant != "-":
        try:
            square = geometry.square_number(en_passant)
        except ValueError:
            raise TextError("fen_en_passant", value=en_passant[:20]) from None
    counters = [0, 1]
    for index, (value, least) in enumerate(zip(fields[4:], (0, 1), strict=False)):
        if not (value.isascii() and value.isdigit()) or not least <= int(value[:9]) <= MAX_COUNTER:
            raise TextError("fen_counter", value=value[:20], least=least, most=MAX_COUNTER)
        counters[index] = int(value)
    board, hand = _hand(board, game)
    pieces, promoted = _board(board, game)
    return FenFields(
        pieces,
        Side.WHITE if side == "w" else Side.BLACK,
        _castling(castling, game),
        square,
        halfmove=counters[0],
        fullmove=counters[1],
        hand=hand,
        promoted=promoted,
        checks=checks,
        moves=_moves(said["moves"]) if "moves" in said else None,
        dice=Roll.parse(said["dice"]) if said.get("dice", "-") != "-" else None,
        arrange=_arrange(said["shuffle"], game) if "shuffle" in said else 0,
        over=_over(said["over"]) if "over" in said else 0,
    )


def _castling(text: str, game: ChessRules) -> str:
    signs = "KQkq" if game.sheet.castling.mode != "960" else "KQABCDEFGHkqabcdefgh"
    ordered = "".join(sign for sign in signs if sign in text)
    sound = text == ordered if signs == "KQkq" else sorted(text) == sorted(ordered)
    if text != "-" and (not text or not sound):
        raise TextError("fen_castling", value=text[:20])
    return text.strip("-")


def _checks(text: str, game: ChessRules, *, given: bool) -> tuple[int, int]:
    most = game.sheet.goal.checks
    first, sign, second = text.removeprefix("+" if given else "").partition("+")
    if not sign or not all(len(part) == 1 and part in "0123456789" and int(part) <= most for part in (first, second)):
        raise TextError("fen_checks", value=text[:20], limit=most)
    return (most - int(first), most - int(second)) if given else (int(first), int(second))


def _moves(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise TextError("fen_moves", value=text[:20])
    return int(text)


def _arrange(text: str, game: ChessRules) -> int:
    valid = ("wb",) if game.sheet.start.mirrored else ("wb", "b")
    if text not in valid:
        raise TextError("fen_shuffle", value=text[:20], valid=", ".join(valid))
    return sum(1 << "wb".index(sign) for sign in text)


def _over(text: str) -> int:
    if text not in _WINNERS:
        raise TextError("fen_over", value=text[:20])
    return _WINNERS[text] | int(layout.PIECE_REACHES) << 4


def _hand(text: str, game: ChessRules) -> tuple[str, str]:
    """The board and what is written in brackets behind it; some programs write it as one more rank instead."""
    if game.has_hands and text.count("/") == game.sheet.board.ranks:
        text = "[".join(text.rsplit("/", 1)) + "]"
    board, bracket, hand = text.partition("[")
    if not bracket:
        return board, ""
    if not hand.endswith("]") or not game.has_hands:
        raise TextError("fen_hand" if game.has_hands else "fen_no_hand", value=f"[{hand}"[:20])
    for sign in hand[:-1]:
        if not sign.isascii() or sign.upper() not in game.types:
            raise TextError("fen_letter", value=sign, valid="".join(game.types))
    return board, hand[:-1]


def _board(text: str, game: ChessRules) -> tuple[dict[int, str], frozenset[int]]:
    rows = text.split("/")
    size = game.sheet.board
    if len(rows) != size.ranks:
        raise TextError("fen_ranks", count=len(rows), ranks=size.ranks)
    pieces: dict[int, str] = {}
    promoted: set[int] = set()
    for rank, row in zip(reversed(range(size.ranks)), rows, strict=True):
        file = 0
        previous = ""
        for sign in row:
            if sign in _DIGITS:
                if previous in _DIGITS and previous:
                    raise TextError("fen_width", rank=rank + 1, files=size.files)
                file += int(sign)
            elif sign == "~":
                if previous.upper() not in game.demoting or not previous:
                    raise TextError("fen_promoted", rank=rank + 1)
                promoted.add(file - 1 + 8 * rank)
            else:
                if not sign.isascii() or sign.upper() not in game.types:
                    raise TextError("fen_letter", value=sign, valid="".join(game.types))
                square = file + 8 * rank
                if file >= size.files or not game.board >> square & 1:
                    raise TextError("fen_width", rank=rank + 1, files=size.files)
                pieces[square] = sign
                file += 1
            previous = sign
        if file != size.files:
            raise TextError("fen_width", rank=rank + 1, files=size.files)
    return pieces, frozenset(promoted)


def write(position: BasePosition) -> str:
    """The text; en passant only where it can legally be taken."""
    game, state = position.game, [int(word) for word in position.raw]
    letters = position.letters()
    text = _rows(letters, state[int(layout.PROMOTED)], game)
    if game.has_hands:
        text += f"[{hand_of(state, game)}]"
    partners = geometry.squares(state[int(layout.RIGHTS)])
    arrange = state[int(layout.ARRANGE)]
    passed = state[int(layout.EP)]
    fields = [
        text,
        "b" if state[int(layout.STM)] else "w",
        castling_rights.write(partners, game.begin.pieces if arrange else letters, game),
        geometry.square_name(passed.bit_length() - 1) if passed else "-",
    ]
    if "checks" in game.sheet.goal.win:
        left = state[int(layout.CHECKS_LEFT)]
        fields.append(f"{left & 255}+{left >> 8}")
    fields += [str(state[int(layout.HALFMOVE)]), str(state[int(layout.FULLMOVE)])]
    if game.sheet.turn.moves != 1:
        fields.append(f"moves={state[int(layout.MOVES_LEFT)]}")
    if game.sheet.dice.mode != "none":
        dice = state[int(layout.DICE)]
        fields.append(f"dice={dice >> 4}{dice & 15}" if dice else "dice=-")
    if arrange:
        fields.append("shuffle=" + "".join(sign for bit, sign in enumerate("wb") if arrange >> bit & 1))
    over = state[int(layout.OVER)]
    if over and over != standing_goal(state, game):
        fields.append("over=" + next(sign for sign, value in _WINNERS.items() if value == over & 15))
    return " ".join(fields)


def _rows(letters: dict[int, str], promoted: int, game: ChessRules) -> str:
    cells = ["1"] * 64
    for square, letter in letters.items():
        cells[square] = letter + "~" if promoted >> square & 1 else letter
    files, ranks = game.sheet.board.files, game.sheet.board.ranks
    rows = "/".join("".join(cells[8 * rank : 8 * rank + files]) for rank in reversed(range(ranks)))
    return _EMPTY.sub(_count, rows)


def _count(empty: re.Match[str]) -> str:
    return str(len(empty[0]))
