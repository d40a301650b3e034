"""What every entrant did in every round, and the points that unplayed rounds count for (C.07, article 16)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from axedrez.core.sides import Side
from axedrez.tournaments.field import Bye, Field


class Line(NamedTuple):
    """A round of an entrant.

    `opponent`: also where the game was forfeited. `met`: a game took place. `worth_win`: as many points as for a win.
    `is_voluntary`: an unplayed round of the entrant's own will, that is one that was not won without playing.
    `part`: what the entrant got (`1`, `1/2`, `0`, `+`, `-`), empty without an opponent. `has_elected`: the entrant was
    there to play.
    """

    round: int
    opponent: int | None
    side: Side | None
    tenths: int
    met: bool
    is_voluntary: bool
    part: str
    worth_win: bool
    is_pairing_bye: bool

    @property
    def has_elected(self) -> bool:
        """Whether the entrant was there to play, or would have won by staying away."""
        return self.met or self.is_pairing_bye or self.worth_win


class Ledger:
    """The rounds that are over, by entrant. `is_round_robin`: who plays whom was known before."""

    def __init__(self, field: Field, is_round_robin: bool = False) -> None:
        """Rounds count up to the first one where a game goes on."""
        over = next((index for index, each in enumerate(field.rounds) if not each.is_over), len(field.rounds))
        self.field = field
        self.table = field.table
        self.is_round_robin = is_round_robin
        self.rounds = over
        self.total = max(field.total, len(field.rounds))
        self.numbers = tuple(entrant.number for entrant in field.entrants)
        self.ratings = {entrant.number: entrant.rating or None for entrant in field.entrants}
        self.lines = self._lines()

    def _lines(self) -> dict[int, list[Line]]:
        table = self.table
        absent = [self._without(index, None, table.zero_bye) for index in range(1, self.rounds + 1)]
        lines = {number: list(absent) for number in self.numbers}
        for index, played in enumerate(self.field.rounds[: self.rounds], 1):
            for bye in played.byes:
                lines[bye.number][index - 1] = self._without(index, bye, table.of(bye, bye.number))
            for pairing in played.pairings:
                both = ((pairing.white, pairing.black, Side.WHITE), (pairing.black, pairing.white, Side.BLACK))
                for (number, opponent, side), part in zip(both, pairing.parts, strict=True):
                    tenths = table.of(pairing, number)
                    lines[number][index - 1] = Line(
                        index, opponent, side, tenths, pairing.is_played, part == "-", part, tenths >= table.win, False
                    )
        return lines

    def _without(self, index: int, bye: Bye | None, tenths: int) -> Line:
        kind = bye.kind if bye else "zero"
        voluntary = kind in ("half", "zero")
        return Line(index, None, None, tenths, False, voluntary, "", tenths >= self.table.win, kind == "pairing")

    @cached_property
    def tenths(self) -> dict[int, int]:
        """The points of everybody."""
        return {number: sum(line.tenths for line in lines) for number, lines in self.lines.items()}

    @cached_property
    def last_paired(self) -> dict[int, int]:
        """The last round in which somebody had an opponent or the bye of an odd number; 0 for none."""
        return {
            number: max((line.round for line in lines if line.opponent or line.is_pairing_bye), default=0)
            for number, lines in self.lines.items()
        }

    def adjusted(self, fore: bool = False) -> dict[int, int]:
        """What everybody's points are worth to opponents.

        Rounds that somebody chose not to play any more, at the end, count as draws (16.3.2). `fore`: so do the games of
        the last round.
        """
        return {number: self._adjusted(number, fore) for number in self.numbers}

    def own(self, number: int, fore: bool = False) -> int:
        """The points that stand for the opponent in an unplayed round (16.4), before they are limited."""
        return self.tenths[number] + (self._fore(number) if fore else 0)

    def _adjusted(self, number: int, fore: bool) -> int:
        lines = self.lines[number]
        last = max((line.round for line in lines if not line.is_voluntary), default=0)
        if fore and self.last_paired[number] == self.total:
            last = self.total
        unplayed = self.table.zero_bye if self.is_round_robin else self.table.draw
        points = sum(line.tenths if line.round <= last or line.opponent else unplayed for line in lines)
        return points + (self._fore(number) if fore else 0)

    def _fore(self, number: int) -> int:
        """What somebody's points change by if the game of the last round is a draw."""
        if self.rounds != self.total or not self.lines[number]:
            return 0
        line = self.lines[number][-1]
        return self.table.draw - line.tenths if line.opponent else 0
