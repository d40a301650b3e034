"""The commands that print a tournament."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from axedrez.cli.commands.tournament import Round, tournaments
from axedrez.cli.parameters import InputFile, Lang, Language

Fonts = Annotated[list[Path] | None, typer.Option("--font", metavar="FILE")]


class SheetWord(StrEnum):
    """What can be printed of a tournament."""

    pairings = "pairings"
    slips = "slips"
    standings = "standings"
    crosstable = "crosstable"


@tournaments.command("print")
def print_command(
    file: InputFile,
    what: Annotated[SheetWord, typer.Option("--what")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE.pdf")],
    round_: Round = None,
    font: Fonts = None,
    lang: Language = Lang.en,
) -> None:
    """Write a sheet as PDF."""
    from axedrez.cli import tournament_paper

    tournament_paper.write_sheet(file, what.value, out, round_, font or [], lang.value)


@tournaments.command("certificates")
def certificates_command(
    file: InputFile,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER|FILE.pdf")],
    first: Annotated[int, typer.Option("--first", min=1, max=500)] = 3,
    all_: Annotated[bool, typer.Option("--all", show_default=False)] = False,
    organizer: Annotated[str, typer.Option("--organizer", metavar="NAME")] = "",
    date: Annotated[datetime | None, typer.Option("--date", formats=["%Y-%m-%d"], metavar="DATE")] = None,
    font: Fonts = None,
    lang: Language = Lang.en,
) -> None:
    """Write certificates as PDF."""
    from axedrez.cli import tournament_paper

    tournament_paper.write_certificates(
        file,
        out,
        None if all_ else first,
        organizer,
        date.date() if date is not None else None,
        font or [],
        lang.value,
    )
