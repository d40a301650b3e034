"""Whole games of the tables family, as game files hold them: throws, turns, the cube, offers and the result.

The formats are in `files_text` (ours, for every game) and `files_mat` (backgammon matches).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.outcome import Outcome, Points
from axedrez.core.sides import Side
from axedrez.messages import sentence
from axedrez.tables.moves import Roll, Turn

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame
    from axedrez.tables.position import TablesPosition

OfferWord = Literal["double", "resignation"]
LARGEST_CUBE = 64


class Played(NamedTuple):
    """A throw and the turn that was played with it."""

    side: Side
    roll: Roll
    turn: Turn


class Offered(NamedTuple):
    """`value`: what the cube would show, or the points of a resignation before the cube."""

    side: Side
    offer: OfferWord
    value: int


class Answered(NamedTuple):
    """The answer of the other side to the offer before."""

    side: Side
    accepted: bool


Entry = Played | Offered | Answered


class GameRecord(NamedTuple):
    """A game with what a file tells about it.

    `headers`: further facts by name (`White`, `Black`, `Event`, `Date` …); `first`: the colour of the match's first
    player in this game; `length`, `number` and `score` (of White and Black before the game) place it in its match, of
    length 0 for a single game. `outcome` is None for a game that has not ended; its points are multiplied by the cube.
    """

    game: TablesGame
    headers: dict[str, str]
    start: TablesPosition
    entries: tuple[Entry, ...]
    outcome: Outcome | None
    first: Side = Side.WHITE
    length: int = 0
    number: int = 1
    score: tuple[int, int] = (0, 0)


class Course:
    """A game as it is being read: every entry is checked against the rules. Methods raise `TextError`."""

    def __init__(self, start: TablesPosition) -> None:
        self.start = start
        self.position = start
        self.entries: list[Entry] = []
        self.cube = 1
        self.owner: Side | None = None
        self.standing: Offered | None = None
        self.outcome = start.outcome()

    def _expect(self, side: Side, *, answer: bool = False) -> None:
        if self.outcome is not None:
            raise TextError("tables_file_over")
        waits_for = self.standing.side.opponent if self.standing else self.position.side
        if side is not waits_for or answer != (self.standing is not None):
            raise TextError("tables_file_turn")

    def thrown(self, side: Side, roll: Roll) -> TablesPosition:
        """The position in which the throw is to be played."""
        self._expect(side)
        if self.position.dice is None:
            return self.position.play(roll)
        if self.position.dice != roll:
            raise TextError("tables_file_turn")
        return self.position

    def play(self, side: Side, roll: Roll, turn: Turn) -> None:
        """A turn that is legal in `thrown(side, roll)`."""
        self.position = self.thrown(side, roll).play_unchecked(turn)
        self.entries.append(Played(side, roll, turn))
        self.outcome = self._multiplied(self.position.outcome())

    def offer(self, side: Side, offer: OfferWord, value: int) -> None:
        """A double before the throw, or a resignation, also out of turn."""
        if offer == "double":
            self._expect(side)
            allowed = self.position.dice is None and self.owner in (None, side) and self.cube < LARGEST_CUBE
            if not allowed or value != 2 * self.cube:
                raise TextError("tables_file_double", value=value)
        else:
            if self.outcome is not None or self.standing is not None:
                raise TextError("tables_file_turn")
            if value not in self.position.stakes(side):
                raise TextError("tables_file_stake", value=value)
        self.standing = Offered(side, offer, value)
        self.entries.append(self.standing)

    def answer(self, side: Side, accepted: bool) -> None:
        """The answer to the offer that stands."""
        self._expect(side, answer=True)
        assert self.standing is not None
        by, offer, value = self.standing
        self.standing = None
        self.entries.append(Answered(side, accepted))
        if offer == "double" and accepted:
            self.cube, self.owner = value, side
        elif offer == "double":
            self.outcome = self._multiplied(self.position.verdict("passed", side))
        elif accepted:
            points = Points(0, value) if by is Side.WHITE else Points(value, 0)
            self.outcome = self._multiplied(self.position.verdict("resignation", by)._replace(points=points))

    def finish(self, reason: str, loser: Side | None) -> None:
        """An end that no entry brings about: `time`, `aborted`, `cap`."""
        if self.outcome is not None or self.standing is not None:
            raise TextError("tables_file_over")
        self.outcome = self._multiplied(self.position.verdict(reason, loser))

    def _multiplied(self, outcome: Outcome | None) -> Outcome | None:
        if outcome is None or outcome.points is None:
            return outcome
        return outcome._replace(points=Points(*(int(points) * self.cube for points in outcome.points)))

    def record(self, headers: dict[str, str]) -> GameRecord:
        """What has been read so far."""
        return GameRecord(self.position.game, headers, self.start, tuple(self.entries), self.outcome)


def at_line(number: int, fault: AxedrezError, lang: str) -> TextError:
    """A fault with its place in the file."""
    return TextError("tables_file", line=number, fault=sentence(fault, lang))


def side_of(letter: str) -> Side:
    """`w` or `b`."""
    return Side.WHITE if letter == "w" else Side.BLACK


def letter_of(side: Side) -> str:
    """`w` or `b`."""
    return "w" if side is Side.WHITE else "b"
