"""The commands about reports of FIDE's format."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from axedrez.cli.commands.at_place import at_place
from axedrez.cli.commands.tournament import Player, tournaments
from axedrez.cli.parameters import InputFile, Lang, Language
from axedrez.tournaments.format_names import ImportedFormat

if TYPE_CHECKING:
    from axedrez.cli.tournament_place import Place


class SexWord(StrEnum):
    """As reports have it."""

    m = "m"
    w = "w"


Text = typer.Option(metavar="TEXT", show_default=False)
Day = typer.Option(metavar="YYYY/MM/DD", show_default=False)


@tournaments.command("import")
def import_command(
    file: InputFile,
    report: Annotated[str, typer.Argument(metavar="REPORT.trf")],
    rulebook: Annotated[str, typer.Option("--rulebook", metavar="RULEBOOK")],
    title: Annotated[str, typer.Option("--title", metavar="TITLE", show_default=False)] = "",
    format_: Annotated[ImportedFormat | None, typer.Option("--format")] = None,
    lang: Language = Lang.en,
) -> None:
    """Make a tournament of a report."""
    from axedrez.cli import tournament_reports

    tournament_reports.import_report(file, report, rulebook, title, format_, lang.value)


@tournaments.command("heading")
@at_place
def heading_command(
    at: Place,
    city: Annotated[str | None, Text] = None,
    federation: Annotated[str | None, typer.Option("--federation", metavar="FED", show_default=False)] = None,
    start: Annotated[str | None, Day] = None,
    end: Annotated[str | None, Day] = None,
    kind: Annotated[str | None, Text] = None,
    chief_arbiter: Annotated[str | None, Text] = None,
    deputies: Annotated[list[str] | None, typer.Option("--deputies", metavar="NAME", show_default=False)] = None,
    time_control: Annotated[str | None, Text] = None,
    dates: Annotated[list[str] | None, typer.Option("--dates", metavar="YY/MM/DD", show_default=False)] = None,
    lang: Language = Lang.en,
) -> None:
    """Say what a federation wants to know of the tournament."""
    from axedrez.cli import tournament_reports

    given = {
        "city": city,
        "federation": federation,
        "start": start,
        "end": end,
        "kind": kind,
        "chief_arbiter": chief_arbiter,
        "deputies": deputies or None,
        "time_control": time_control,
        "dates": dates or None,
    }
    tournament_reports.set_heading(at, given, lang.value)


@tournaments.command("player")
@at_place
def player_command(
    at: Place,
    player: Player,
    title: Annotated[str | None, Text] = None,
    federation: Annotated[str | None, typer.Option("--federation", metavar="FED", show_default=False)] = None,
    fide_id: Annotated[int | None, typer.Option("--fide-id", min=1, max=99_999_999_999)] = None,
    birth: Annotated[str | None, Day] = None,
    sex: Annotated[SexWord | None, typer.Option("--sex")] = None,
    lang: Language = Lang.en,
) -> None:
    """Say what a federation knows of a player."""
    from axedrez.cli import tournament_reports

    given = {
        "title": title,
        "federation": federation,
        "fide_id": fide_id,
        "birth": birth,
        "sex": sex.value if sex is not None else None,
    }
    tournament_reports.set_person(at, player, given, lang.value)
