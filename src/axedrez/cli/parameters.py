"""Arguments and options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from axedrez.engine.levels import FULL, WEAKEST


class Lang(StrEnum):
    """The languages of `--lang`."""

    en = "en"
    es = "es"


RANGE: dict[str, dict[str, Any]] = {
    "depth": {"min": 0, "max": 40},
    "threads": {"min": 1, "max": 256},
    "level": {"min": WEAKEST, "max": FULL},
    "port": {"min": 0, "max": 65535},
    "games": {"min": 1, "max": 100_000},
    "nodes": {"min": 1, "max": 10_000_000},
    "processes": {"min": 1, "max": 256},
    "seed": {"min": 0, "max": 2**63 - 1},
    "number": {"min": 1, "max": 100_000},
    "plies": {"min": 0, "max": 60},
    "time_ms": {"min": 0, "max": 600_000},
    "days": {"min": 1, "max": 36_500},
}

Language = Annotated[Lang, typer.Option("--lang")]
Json = Annotated[bool, typer.Option("--json", show_default=False)]
DatabaseUrl = Annotated[
    str | None, typer.Option("--database", "--database-url", metavar="URL", envvar="AXEDREZ_DATABASE")
]
