"""Arguments and options of the commands, and the values that they take."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from axedrez.analysis.equity import MAX_HORIZON, MAX_PLY, MAX_TRIALS
from axedrez.engine.levels import FULL, WEAKEST


class Lang(StrEnum):
    """The languages of `--lang`."""

    en = "en"
    es = "es"


class Accepted(StrEnum):
    """Whose invitations `bot` accepts."""

    everybody = "everybody"
    people = "people"
    bots = "bots"


class Seats(StrEnum):
    """Where the computer sits in `play`."""

    none = "none"
    white = "white"
    black = "black"
    both = "both"


RANGE: dict[str, dict[str, Any]] = {
    "depth": {"min": 0, "max": 40},
    "threads": {"min": 1, "max": 256},
    "level": {"min": WEAKEST, "max": FULL},
    "bot_games": {"min": 1, "max": 64},
    "movetime": {"min": 1, "max": 600_000},
    "port": {"min": 0, "max": 65535},
    "games": {"min": 1, "max": 100_000},
    "learn_games": {"min": 1, "max": 10**12},
    "match_games": {"min": 2, "max": 100_000},
    "minutes": {"min": 0, "max": 10**6},
    "arena_minutes": {"min": 1, "max": 1440},
    "round_days": {"min": 1, "max": 90},
    "boards": {"min": 0, "max": 20},
    "nodes": {"min": 1, "max": 10_000_000},
    "processes": {"min": 1, "max": 256},
    "workers": {"min": 1, "max": 256},
    "seed": {"min": 0, "max": 2**63 - 1},
    "number": {"min": 1, "max": 100_000},
    "plies": {"min": 0, "max": 60},
    "ply": {"min": 0, "max": MAX_PLY},
    "turns": {"min": 1, "max": 1000},
    "rollout": {"min": 1, "max": MAX_TRIALS},
    "rollout_ply": {"min": 0, "max": MAX_PLY},
    "horizon": {"min": 0, "max": MAX_HORIZON},
    "time_ms": {"min": 0, "max": 600_000},
    "exercises": {"min": 1, "max": 5000},
    "exercise_seed": {"min": 0, "max": 1_000_000},
    "players": {"min": 2, "max": 2000},
    "rounds": {"min": 1, "max": 99},
    "round_number": {"min": 1, "max": 998},
    "bye_round": {"min": 1, "max": 998},
    "board": {"min": 1, "max": 30_000},
    "pairing_games": {"min": 1, "max": 24},
    "first_places": {"min": 1, "max": 500},
    "margin": {"min": 1, "max": 192},
    "days": {"min": 1, "max": 36_500},
    "examples": {"min": 0, "max": 1000},
    "game_number": {"min": 0, "max": 2**32 - 1},
    "least_rating": {"min": 0, "max": 5000},
    "most_rating": {"min": 0, "max": 5000},
    "first_year": {"min": 0, "max": 9999},
    "last_year": {"min": 0, "max": 9999},
}

Language = Annotated[Lang, typer.Option("--lang")]
Json = Annotated[bool, typer.Option("--json", show_default=False)]
DatabaseUrl = Annotated[
    str | None, typer.Option("--database", "--database-url", metavar="URL", envvar="AXEDREZ_DATABASE")
]
Rulebook = Annotated[str, typer.Argument(metavar="RULEBOOK")]
PositionText = Annotated[str | None, typer.Option("--position", metavar="TEXT")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="PATH=VALUE")]
Whom = Annotated[str, typer.Argument(metavar="LOGIN|ID")]
EngineName = Annotated[str, typer.Argument(metavar="NAME")]
