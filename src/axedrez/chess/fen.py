"""FEN, the position text of the chess family: strict reading, exact writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axedrez.chess import geometry
from axedrez.chess.kernel import layout
from axedrez.chess.setup import Setup
from axedrez.core.errors import TextError
from axedrez.core.sides import Side

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame
    from axedrez.chess.position import ChessPosition

MAX_LENGTH = 200
MAX_COUNTER = 9999
_DIGITS = "123456789"


def parse(text: str, game: ChessGame) -> Setup:
    """Read a FEN of four (counters 0 1) or six fields. Raises `TextError` with a named reason."""
    fields = text.split(" ") if len(text) <= MAX_LENGTH else []
    if len(fields) not in (4, 6) or not all(fields):
        raise TextError("fen_fields", count=len(fields))
    board, side, rights, en_passant = fields[:4]
    if side not in ("w", "b"):
        raise TextError("fen_side", value=side)
    if rights != "-" and (not rights or rights != "".join(sign for sign in "KQkq" if sign in rights)):
        raise TextError("fen_castling", value=rights)
    square = None
    if en_passant != "-":
        try:
            square = geometry.square_number(en_passant)
        except ValueError:
            raise TextError("fen_en_passant", value=en_passant) from None
    counters = [0, 1]
    for index, (value, least) in enumerate(zip(fields[4:], (0, 1), strict=False)):
        if not (value.isascii() and value.isdigit()) or not least <= int(value[:9]) <= MAX_COUNTER:
            raise TextError("fen_counter", value=value, least=least, most=MAX_COUNTER)
        counters[index] = int(value)
    turn = Side.WHITE if side == "w" else Side.BLACK
    return Setup(_board(board, game), turn, rights.strip("-"), square, *counters)


def _board(text: str, game: ChessGame) -> dict[int, str]:
    rows = text.split("/")
    size = game.sheet.board
    if len(rows) != size.ranks:
        raise TextError("fen_ranks", count=len(rows), ranks=size.ranks)
    pieces: dict[int, str] = {}
    for rank, row in zip(reversed(range(size.ranks)), rows, strict=True):
        file = 0
        previous_digit = False
        for sign in row:
            if sign in _DIGITS:
                if previous_digit:
                    raise TextError("fen_width", rank=rank + 1, files=size.files)
                file += int(sign)
                previous_digit = True
                continue
            previous_digit = False
            if not sign.isascii() or sign.upper() not in game.types:
                raise TextError("fen_letter", value=sign, valid="".join(game.types))
            square = file + 8 * rank
            if file >= size.files or not game.board >> square & 1:
                raise TextError("fen_width", rank=rank + 1, files=size.files)
            pieces[square] = sign
            file += 1
        if file != size.files:
            raise TextError("fen_width", rank=rank + 1, files=size.files)
    return pieces


def write(position: ChessPosition) -> str:
    """The six fields; en passant only where it can legally be taken."""
    game, state = position.game, position.state
    letters = position.letters()
    rows = []
    for rank in reversed(range(game.sheet.board.ranks)):
        row, empty = "", 0
        for file in range(game.sheet.board.files):
            letter = letters.get(file + 8 * rank)
            if letter is None:
                empty += 1
            else:
                row += (str(empty) if empty else "") + letter
                empty = 0
        rows.append(row + (str(empty) if empty else ""))
    rights = int(state[int(layout.RIGHTS)])
    castling = "".join(letter for letter, castling in game.castlings.items() if rights >> castling.rook_from & 1)
    passed = int(state[int(layout.EP)])
    en_passant = geometry.square_name(passed.bit_length() - 1) if passed else "-"
    return (
        f"{'/'.join(rows)} {'w' if position.turn is Side.WHITE else 'b'} {castling or '-'} {en_passant} "
        f"{int(state[int(layout.HALFMOVE)])} {int(state[int(layout.FULLMOVE)])}"
    )
