"""Arguments and options that several commands have, and the values that they take."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from axedrez.analysis.equity import MAX_PLY
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


MAX_NODES = 10_000_000

Rulebook = Annotated[str, typer.Argument(metavar="RULEBOOK")]
InputFile = Annotated[str, typer.Argument(metavar="FILE")]
Whom = Annotated[str, typer.Argument(metavar="LOGIN|ID")]
Name = Annotated[str, typer.Argument(metavar="NAME")]

Language = Annotated[Lang, typer.Option("--lang")]
Json = Annotated[bool, typer.Option("--json", show_default=False)]
DatabaseUrl = Annotated[
    str | None, typer.Option("--database", "--database-url", metavar="URL", envvar="AXEDREZ_DATABASE")
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535)]
PositionText = Annotated[str | None, typer.Option("--position", metavar="TEXT")]
Dice = Annotated[str | None, typer.Option("--dice", metavar="52")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="PATH=VALUE")]
IgnoreUnknown = Annotated[bool, typer.Option("--ignore-unknown")]
Level = Annotated[int, typer.Option("--level", min=WEAKEST, max=FULL)]
Ply = Annotated[int | None, typer.Option("--ply", min=0, max=MAX_PLY)]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1)]
Processes = Annotated[int | None, typer.Option("--processes", min=1, max=256)]
Cluster = Annotated[bool, typer.Option("--cluster")]
