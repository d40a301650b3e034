"""The definitions of the commands that print a tournament; their implementations are in `tournament_paper`."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from axedrez.cli.parameters import RANGE, Lang, Language
from axedrez.cli.tournament import RoundNumber, TournamentPath, tournaments

__all__ = ["tournaments"]

Fonts = Annotated[list[Path] | None, typer.Option("--font", metavar="FILE")]


class SheetWord(StrEnum):
    """What can be printed of a tournament."""

    pairings = "pairings"
    slips = "slips"
    standings = "standings"
    crosstable = "crosstable"


@tournaments.command("print")
def print_command(
    tournament_path: TournamentPath,
    printed_sheet: Annotated[SheetWord, typer.Option("--what")],
    sheet_out: Annotated[Path, typer.Option("--out", metavar="FILE.pdf")],
    round_number: RoundNumber = None,
    print_fonts: Fonts = None,
    lang: Language = Lang.en,
) -> None:
    """Write a sheet as PDF."""
    from axedrez.cli import tournament_paper

    tournament_paper.write_sheet(
        tournament_path, printed_sheet.value, sheet_out, round_number, print_fonts or [], lang.value
    )


@tournaments.command("certificates")
def certificates_command(
    tournament_path: TournamentPath,
    certificates_out: Annotated[Path, typer.Option("--out", metavar="FOLDER|FILE.pdf")],
    first_places: Annotated[int, typer.Option("--first", **RANGE["first_places"])] = 3,
    all_places: Annotated[bool, typer.Option("--all", show_default=False)] = False,
    organizer_name: Annotated[str, typer.Option("--organizer", metavar="NAME")] = "",
    printed_date: Annotated[datetime | None, typer.Option("--date", formats=["%Y-%m-%d"], metavar="DATE")] = None,
    print_fonts: Fonts = None,
    lang: Language = Lang.en,
) -> None:
    """Write certificates as PDF."""
    from axedrez.cli import tournament_paper

    tournament_paper.write_certificates(
        tournament_path,
        certificates_out,
        None if all_places else first_places,
        organizer_name,
        printed_date.date() if printed_date is not None else None,
        print_fonts or [],
        lang.value,
    )
