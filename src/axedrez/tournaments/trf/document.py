"""What a tournament report file holds: the field and all that is told about the tournament."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from axedrez.tournaments.field import Bye, ByeKind, Field
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
    """A team and its players by number, in the order of the boards."""

    number: int
    name: str
    players: tuple[int, ...]


class TournamentFile(msgspec.Struct, frozen=True):
    """A tournament with its name and heading."""

    field: Field
    name: str = ""
    heading: Heading = Heading()
    tie_breaks: tuple[str, ...] = ()
    asked: dict[int, tuple[Bye, ...]] = {}
    """By round: byes of rounds that have not been paired yet."""
    teams: tuple[Team, ...] = ()
    others: tuple[str, ...] = ()
    """Lines with records that are not read here; they are written again."""
