"""The moves of a line with the positions around them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.core.sides import Side


class Played(NamedTuple):
    """A move of the line: the positions before and after it, and what the other side lost by it."""

    before: ChessPosition
    move: ChessMove
    after: ChessPosition
    captures: str

    @property
    def mover(self) -> str:
        """The letter of the piece that moves, upper case; `""` for a drop or a pass."""
        return "" if self.move.special and not self.move.castles else self.before.letters()[self.move.origin].upper()

    @property
    def is_quiet(self) -> bool:
        """Whether it captures nothing, gives no check, and is no promotion."""
        return not (self.captures or self.move.becomes or self.gives_check)

    @property
    def gives_check(self) -> bool:
        """Whether the other side is in check after it."""
        return self.after.side != self.before.side and bool(self.after.checkers())


def played(position: ChessPosition, moves: list[ChessMove]) -> list[Played]:
    """The moves of a line, each with its positions."""
    found = []
    for move in moves:
        after = position.play_unchecked(move)
        found.append(Played(position, move, after, _lost(position, after)))
        position = after
    return found


def _lost(before: ChessPosition, after: ChessPosition) -> str:
    """The letters, upper case, that the side that does not move has no more."""
    theirs = before.side.opponent
    counts = [Counter(army(position, theirs)) for position in (before, after)]
    return "".join(sorted((counts[0] - counts[1]).elements())).upper()


def army(position: ChessPosition, side: Side) -> list[str]:
    """The letters of a side's pieces on the board."""
    return [letter for letter in position.letters().values() if letter.islower() == (side is Side.BLACK)]
