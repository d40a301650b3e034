"""What a tournament report file holds: the field and all that is told about the tournament."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from axedrez.tournaments.field import Bye, ByeKind, Field, PairingResult, PointTable
from axedrez.tournaments.heading import Heading

Version: TypeAlias = Literal["16", "26"]

LETTER_OF_BYE: dict[ByeKind, str] = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}
BYE_OF_LETTER: dict[str, ByeKind] = {letter: kind for kind, letter in LETTER_OF_BYE.items()}

GAMES = 89
"""Where the first round begins in a line of a player, counted from 0; each round takes `ROUND` columns."""
ROUND = 10

WITHDRAWN = "### axedrez: withdrawn"
"""A comment of ours with the numbers of players of teams: record 240 tells of whole teams."""
BY_MARGIN = "### axedrez: games count times their margin"
"""A comment of ours; TRF itself can only say what each game was worth (record 299)."""


class Team(msgspec.Struct, frozen=True):
    """A team and its players by number, in the order of the boards.

    In tenths, the points of its matches and those of its boards; `place`: in the standings, 0 where nobody tells.
    """

    number: int
    name: str
    players: tuple[int, ...]
    match_tenths: int = 0
    board_tenths: int = 0
    place: int = 0


MATCH_POINTS = PointTable(win=20, draw=10, forfeit_win=20, pairing_bye=20, full_bye=20, half_bye=10)
"""What a match is worth where a file does not say it."""


class LineUp(msgspec.Struct, frozen=True):
    """Who played for a team in a round, board by board, 0 for nobody: record 300."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


class ForfeitedMatch(msgspec.Struct, frozen=True):
    """A match in which no game was played: record 330."""

    round: int
    white: int
    black: int
    result: PairingResult


class Matches(msgspec.Struct, frozen=True):
    """How teams meet: on so many `boards`, what a match is worth, and by round which team had no opponent, 0 for none.

    The team that is named first has white on the first board, and the colours alternate. `bye_tenths`: what a team
    without opponent got on all boards. `line_ups`: those that do not follow from the order of the team. `withdrawn`:
    the numbers of players who play no more.
    """

    boards: int = 0
    table: PointTable = MATCH_POINTS
    byes: tuple[int, ...] = ()
    bye_tenths: int = 0
    line_ups: tuple[LineUp, ...] = ()
    forfeits: tuple[ForfeitedMatch, ...] = ()
    withdrawn: tuple[int, ...] = ()


class TournamentFile(msgspec.Struct, frozen=True):
    """A tournament with its name and heading."""

    field: Field
    name: str = ""
    heading: Heading = Heading()
    tie_breaks: tuple[str, ...] = ()
    asked: dict[int, tuple[Bye, ...]] = {}
    """By round: byes of rounds that have not been paired yet."""
    teams: tuple[Team, ...] = ()
    matches: Matches | None = None
    others: tuple[str, ...] = ()
    """Lines with records that are not read here; they are written again."""
