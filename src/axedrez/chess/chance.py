"""What chance decides in chess: the dice of dice chess (M-12) and the arrangement of the first rank (M-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from axedrez.chess.fairy import betza
from axedrez.chess.kernel import layout
from axedrez.chess.notation.castling_rights import partner_of
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.errors import TextError

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame
    from axedrez.chess.position import State

_DICE, _ARRANGE, _OVER = (int(word) for word in (layout.DICE, layout.ARRANGE, layout.OVER))


class Arrangement(NamedTuple):
    """A row of pieces in White's letters, file a first; `str` is the row."""

    row: str

    def __str__(self) -> str:
        return self.row


Outcome = Roll | Arrangement


def is_due(state: State, game: ChessGame) -> bool:
    """Whether chance acts in a position."""
    thrown = game.sheet.dice.mode == "none" or state[_DICE]
    return not state[_OVER] and bool(state[_ARRANGE] or not thrown)


def outcomes(state: State, game: ChessGame) -> Sequence[tuple[Outcome, float]]:
    """What can happen, with probabilities; nothing where a player is to move."""
    if not is_due(state, game):
        return ()
    if state[_ARRANGE]:
        return [(row, 1 / len(game.arrangements)) for row in game.arrangements]
    return ROLLS


def parse(text: str, state: State, game: ChessGame) -> Outcome:
    """Read the outcome that is due, `52` or `RNBQKBNR`. Raises `TextError`."""
    if not state[_ARRANGE]:
        return Roll.parse(text)
    row = Arrangement(text)
    if row not in game.arrangements:
        raise TextError("arrangement", value=text[:20], example=game.arrangements[0])
    return row


def after(state: State, game: ChessGame, outcome: Outcome) -> State:
    """The state after an outcome that is possible there."""
    if isinstance(outcome, Roll):
        result = state.copy()
        result[_DICE] = outcome.high << 4 | outcome.low
        game.kernel.settle(result, game.tables)
        return result
    pending = int(state[_ARRANGE])
    sides = [0, 1] if game.sheet.start.mirrored else [0 if pending & 1 else 1]
    pieces = game.pieces_of(state)
    for side in sides:
        pending &= ~(1 << side)
        pieces |= zip(_squares(game, side), outcome.row.lower() if side else outcome.row, strict=True)
    # Nothing else has happened yet.
    rights = game.begin.rights
    if not pending:
        rights = "".join(right for right in rights if partner_of(right, pieces, game) is not None)
    return game.begin._replace(pieces=pieces, rights=rights, arrange=pending).position(game).raw


def arrangements(game: ChessGame) -> tuple[Arrangement, ...]:
    """All rows that chance may draw, in alphabetical order; equal pieces are not told apart."""
    sheet = game.sheet
    squares = _squares(game, 0)
    rows = _orders(Counter(game.begin.pieces[square] for square in squares))
    if sheet.start.shuffle == "chess960":
        diagonal = set(betza.parse("B"))
        bishops = {p.letter for p in sheet.pieces.values() if set(betza.parse(p.movement)) == diagonal}
        frame = game.royals + sheet.pieces[sheet.castling.partner].letter

        def is_sound(row: str) -> bool:
            shades = {square & 1 for square, letter in zip(squares, row, strict=True) if letter in bishops}
            return len(shades) == 2 and [letter for letter in row if letter in frame][1] in game.royals

        rows = filter(is_sound, rows)
    return tuple(map(Arrangement, rows))


def _squares(game: ChessGame, side: int) -> list[int]:
    """Where the pieces of a side stand that chance arranges, file a first: those of White's first rank, mirrored."""
    first = sorted(square for square, letter in game.begin.pieces.items() if square < 8 and letter.isupper())
    return [square + 8 * (game.sheet.board.ranks - 1) * side for square in first]


def _orders(left: Counter[str]) -> Iterator[str]:
    """All different orders of a multiset of letters, in alphabetical order."""
    if not left.total():
        yield ""
    for letter in sorted(letter for letter in left if left[letter]):
        rest = left.copy()
        rest[letter] -= 1
        yield from (letter + order for order in _orders(rest))
