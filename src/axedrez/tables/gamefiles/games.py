"""Games of the tables family as they are read from files: every entry is checked against the rules.

The formats are in `text_format` (ours, for every game) and `mat` (backgammon matches).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from axedrez.core.dice import Roll
from axedrez.core.errors import TextError
from axedrez.core.game_record import Answered, Entry, Find, GameRecord, MatchPlace, Offered, OfferWord, Played
from axedrez.core.match_state import MAX_CUBE
from axedrez.core.outcome import Outcome, Points
from axedrez.core.scoring import counted
from axedrez.core.sides import Side
from axedrez.rulesheet import embedding
from axedrez.rulesheet.validation import to_sheet
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.sheet.schema import TablesSheet


def rules(headers: Mapping[str, str], name: str, options: Mapping[str, Any], find: Find) -> TablesGame:
    """The game that a file names, or whose sheet it carries. Raises `AxedrezError`."""
    game = embedding.rules(headers, lambda: find(name, options), lambda known: find(known, {}), _built)
    if not isinstance(game, TablesGame):
        raise TextError("file_rulebook", name=name[:40])
    return game


@lru_cache(maxsize=8)
def _built(packed: str) -> TablesGame:
    return TablesGame(to_sheet(embedding.unpacked(packed), TablesSheet, embedding.PIECE))


class Course:
    """A game as it is being read. Methods raise `TextError`."""

    def __init__(self, start: TablesPosition) -> None:
        self.start = start
        self.position = start
        self.entries: list[Entry] = []
        self.hanging = False
        self.cube = 1
        self.owner: Side | None = None
        self.standing: Offered | None = None
        self.outcome = start.outcome()

    def copy(self) -> Course:
        """The same game so far, to go on with in another way."""
        other = copy.copy(self)
        other.entries = list(self.entries)
        return other

    def under(self, game: TablesGame) -> Course:
        """The same game so far under rules by which it has the same turns, rolls and doubles."""
        other = Course(game.start())
        for entry in self.entries:
            match entry:
                case Played(side, Turn() as turn, roll):
                    other.play(side, Roll.parse(roll), turn)
                case Offered(side, offer, value):
                    other.offer(side, offer, value)
                case Answered(side, accepted):
                    other.answer(side, accepted)
        return other

    def standpoint(self) -> tuple[object, ...]:
        """The state that determines the rest of the game: courses with equal ones differ only in their past."""
        position = self.position
        return (position, self.hanging, self.cube, self.owner, self.standing, self.outcome)

    def _expect(self, side: Side) -> None:
        if self.outcome is not None or self.hanging:
            raise TextError("tables_file_over")
        if side is not self.position.side or self.standing is not None:
            raise TextError("tables_file_turn")

    def rolled(self, side: Side, roll: Roll) -> TablesPosition:
        """The position in which the roll is to be played."""
        self._expect(side)
        if self.position.dice is None:
            return self.position.play(roll)
        if self.position.dice != roll:
            raise TextError("tables_file_turn")
        return self.position

    def play(self, side: Side, roll: Roll, turn: Turn) -> None:
        """A turn that is legal in `rolled(side, roll)`."""
        self.position = self.rolled(side, roll).play_unchecked(turn)
        self.entries.append(Played(side, turn, str(roll)))
        self.outcome = self._multiplied(self.position.outcome())

    def hang(self, side: Side, roll: Roll) -> None:
        """A roll that is not played yet: only offers can follow."""
        self.rolled(side, roll)
        self.hanging = True
        self.entries.append(Played(side, None, str(roll)))

    def offer(self, side: Side, offer: OfferWord, value: int) -> None:
        """A double before the roll, or a resignation, also out of turn."""
        if offer == "double":
            if not self._beavers(side):
                self._expect(side)
            allowed = self.position.dice is None and self.owner in (None, side) and self.cube < MAX_CUBE
            if not allowed or value != 2 * self.cube:
                raise TextError("tables_file_double", value=value)
        else:
            if self.outcome is not None or self.standing is not None:
                raise TextError("tables_file_over")
            if value not in self.position.stakes(side):
                raise TextError("tables_file_stake", value=value)
        self.standing = Offered(side, offer, value)
        self.entries.append(self.standing)

    @property
    def is_beavered(self) -> bool:
        """Whether a beaver stands, which who doubled first can only take (G-43)."""
        match self.standing:
            case Offered(by, "double", _):
                return by is not self.position.side
        return False

    def _beavers(self, side: Side) -> bool:
        """Whether `side` may double again at once: it has just taken a double, where beavers are played (G-43)."""
        match self.entries[-2:]:
            case [Offered(by, "double", value), Answered(taker, True)]:
                return self.start.game.conduct.beavers and side is taker is by.opponent and value == self.cube
        return False

    def answer(self, side: Side, accepted: bool) -> None:
        """The answer to the pending offer."""
        if self.standing is None or side is self.standing.side:
            raise TextError("tables_file_turn")
        by, offer, value = self.standing
        self.standing = None
        self.entries.append(Answered(side, accepted))
        if offer == "double" and not accepted and by is not self.position.side:
            raise TextError("tables_file_double", value=value)
        if offer == "double" and accepted:
            # A double by the side that is not on roll is a beaver, which keeps the cube.
            self.cube, self.owner = value, side if by is self.position.side else by
        elif offer == "double":
            self.outcome = self._multiplied(self.position.verdict("passed", side))
        elif accepted:
            outcome = self.position.verdict("resignation", by)
            self.outcome = self._multiplied(outcome._replace(points=_points(by, value)))

    def finish(self, reason: str, loser: Side | None, points: int | None = None, lacking: int | None = None) -> None:
        """An end without an entry: `time`, `left`, `abandoned`, …, or a `resignation` for `points`.

        `points` are multiplied by the cube; `lacking` are those for which the whole match is given up.
        """
        if self.outcome is not None or self.standing is not None:
            raise TextError("tables_file_over")
        if loser is None and reason in ("resignation", "time", "left"):
            raise TextError("tables_file_result", right="1-0 | 0-1")
        outcome = self._multiplied(self.position.verdict(reason, loser))
        if reason == "resignation" and loser is not None:
            # What may be lost shrinks in the course of a game, and a resignation may have been offered before.
            stakes = [stake * self.cube for stake in self.start.stakes(loser)]
            if points is None or points not in (*stakes, lacking):
                raise TextError("tables_file_stake", value=points or 0)
            outcome = outcome and outcome._replace(points=_points(loser, points))
        self.outcome = outcome

    def _multiplied(self, outcome: Outcome | None) -> Outcome | None:
        return outcome and counted(outcome, self.position, self.cube, is_turned=self.owner is not None)

    def written(self, headers: dict[str, str], match: MatchPlace | None) -> GameRecord:
        """What has been read so far."""
        return GameRecord(self.start, tuple(self.entries), self.outcome, headers, match)


def _points(loser: Side, points: int) -> Points:
    return Points(0, points) if loser is Side.WHITE else Points(points, 0)
