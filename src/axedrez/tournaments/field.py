"""What is known of a tournament when a round is paired or players are ranked: entrants, rounds, points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from axedrez.core.sides import Side

PairingResult = Literal["1-0", "1/2-1/2", "0-1", "+--", "--+", "---", "0-0", "1/2-0", "0-1/2"]
"""How a pairing ended: played, or with `+` and `-` forfeited; the last three are what an arbiter decided."""

ByeKind = Literal["pairing", "full", "half", "zero"]
"""Why somebody does not play in a round: nobody was left (`pairing`), or they asked for a bye of so many points."""

FORFEITS: frozenset[PairingResult] = frozenset(("+--", "--+", "---"))


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part, or a team. `number`: the starting rank, from 1; it never changes."""

    number: int
    name: str
    rating: int | None = None
    title: str = ""
    federation: str = ""
    fide_id: int | None = None
    birth: str = ""
    sex: Literal["", "m", "w"] = ""


class Pairing(msgspec.Struct, frozen=True):
    """Two entrants, by number, and how it ended.

    `margin`: points of the game where a game counts more than once. `boards`: in a match of teams, the results of its
    boards, each from the view of the player with white: the first team on the first board, the other on the next.
    """

    white: int
    black: int
    result: PairingResult | None = None
    margin: int = 1
    boards: tuple[PairingResult, ...] = ()

    def __contains__(self, number: int) -> bool:
        return number in (self.white, self.black)

    @property
    def is_played(self) -> bool:
        """Whether a game took place and has ended."""
        return self.result is not None and self.result not in FORFEITS

    @property
    def parts(self) -> tuple[str, str]:
        """What white and what black got: `1`, `1/2`, `0`, `+` or `-`; nothing while the game goes on."""
        if self.result is None:
            return ("", "")
        if self.result in FORFEITS:
            return (self.result[0], self.result[2])
        ours, _, theirs = self.result.partition("-")
        return (ours, theirs)


class Bye(msgspec.Struct, frozen=True):
    """An entrant who does not play in a round."""

    number: int
    kind: ByeKind


class Round(msgspec.Struct, frozen=True):
    """A round: pairings in the order of their boards, and byes. Whoever is in neither was absent, for no points."""

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()

    def of(self, number: int) -> Pairing | Bye | None:
        """What an entrant did in this round."""
        return next((each for each in self.pairings if number in each), None) or next(
            (each for each in self.byes if each.number == number), None
        )

    def by_number(self) -> dict[int, Pairing | Bye]:
        """What everybody did in this round."""
        found: dict[int, Pairing | Bye] = {bye.number: bye for bye in self.byes}
        for pairing in self.pairings:
            found[pairing.white] = found[pairing.black] = pairing
        return found

    @property
    def is_over(self) -> bool:
        """Whether every pairing has a result."""
        return all(pairing.result is not None for pairing in self.pairings)


class PointTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a result is worth, in tenths of a point. `by_margin`: wins and losses count times the margin of the game."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0
    pairing_bye: int = 10
    full_bye: int = 10
    half_bye: int = 5
    zero_bye: int = 0
    by_margin: bool = False

    def of(self, done: Pairing | Bye | None, number: int) -> int:
        """The tenths that an entrant gets for a round; 0 while the game goes on."""
        if done is None:
            return self.zero_bye
        if isinstance(done, Bye):
            return {
                "pairing": self.pairing_bye,
                "full": self.full_bye,
                "half": self.half_bye,
                "zero": self.zero_bye,
            }[done.kind]
        if done.result is None:
            return 0
        ours = done.parts[number != done.white]
        times = done.margin if self.by_margin else 1
        return {
            "1": self.win * times,
            "1/2": self.draw,
            "0": self.loss * times,
            "+": self.forfeit_win,
            "-": self.forfeit_loss,
        }[ours]


class Meeting(NamedTuple):
    """A round as one entrant saw it. `opponent` and `side` are None for a bye and for an absence."""

    round: int
    opponent: int | None
    side: Side | None
    tenths: int
    done: Pairing | Bye | None


class Field(msgspec.Struct, frozen=True):
    """The entrants of a tournament, in the order of their numbers, with the rounds so far.

    `total`: how many rounds are planned; `first`: the colour of entrant 1 in the first round; `forbidden`: pairs of
    numbers that are not to meet; `accelerated`: by round, from 1, the virtual tenths that entrants have while it is
    paired. For teams: how many `boards` a match has, and what they are worth in `board_table`.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    table: PointTable = PointTable()
    total: int = 9
    first: Literal["white", "black"] = "white"
    forbidden: frozenset[tuple[int, int]] = frozenset()
    accelerated: dict[int, dict[int, int]] = {}
    boards: int = 0
    board_table: PointTable = PointTable()

    def meetings(self, number: int) -> Iterator[Meeting]:
        """The rounds of an entrant."""
        for index, played in enumerate(self.rounds, 1):
            done = played.of(number)
            tenths = self.table.of(done, number)
            if isinstance(done, Pairing):
                is_white = number == done.white
                yield Meeting(
                    index, done.black if is_white else done.white, Side.WHITE if is_white else Side.BLACK, tenths, done
                )
            else:
                yield Meeting(index, None, None, tenths, done)

    def tenths(self, number: int) -> int:
        """The points of an entrant, in tenths."""
        return sum(meeting.tenths for meeting in self.meetings(number))

    def all_tenths(self) -> dict[int, int]:
        """The points of all entrants, by number; the same as `tenths`, but each round is gone through once."""
        done = [played.by_number() for played in self.rounds]
        numbers = [entrant.number for entrant in self.entrants]
        return {number: sum(self.table.of(each.get(number), number) for each in done) for number in numbers}
