"""What a tournament report file holds: the field and all that is told about the tournament."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from axedrez.tournaments.field import Bye, ByeKind, Field, PointTable
from axedrez.tournaments.heading import Heading

Version: TypeAlias = Literal["16", "26"]

LETTER_OF_BYE: dict[ByeKind, str] = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}
BYE_OF_LETTER: dict[str, ByeKind] = {letter: kind for kind, letter in LETTER_OF_BYE.items()}

GAMES = 89
"""Where the first round begins in a line of a player, counted from 0; each round takes `ROUND` columns."""
ROUND = 10

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


class Matches(msgspec.Struct, frozen=True):
    """How teams meet: on so many `boards`, what a match is worth, and by round which team had no opponent, 0 for none.

    The team that is named first has white on the first board, and the colours alternate.
    """

    boards: int = 0
    table: PointTable = PointTable()
    byes: tuple[int, ...] = ()


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
