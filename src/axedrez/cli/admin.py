"""The forms of `axedrez admin`; what they do is in `administering`."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.cli.parameters import RANGE, DatabaseUrl, Json, Lang, Language

admin = typer.Typer(rich_markup_mode=None)

Whom = Annotated[str, typer.Argument(metavar="LOGIN|ID")]


@admin.command("people")
def people_command(
    words: Annotated[str, typer.Argument(metavar="WORDS")],
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Find people."""
    from axedrez.cli import administering

    administering.find(database_url, words, lang.value, as_json)


@admin.command("reports")
def reports_command(database_url: DatabaseUrl = None, lang: Language = Lang.en, as_json: Json = False) -> None:
    """List the open reports."""
    from axedrez.cli import administering

    administering.list_reports(database_url, lang.value, as_json)


@admin.command("settle")
def settle_command(
    report: Annotated[str, typer.Argument(metavar="ID")], database_url: DatabaseUrl = None, lang: Language = Lang.en
) -> None:
    """Close a report."""
    from axedrez.cli import administering

    administering.settle(database_url, report, lang.value)


@admin.command("ban")
def ban_command(
    whom: Whom,
    days: Annotated[int, typer.Option("--days", **RANGE["days"])] = 7,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Accept nothing of somebody for some days."""
    from axedrez.cli import administering

    administering.ban(database_url, whom, days, lang.value)


@admin.command("unban")
def unban_command(whom: Whom, database_url: DatabaseUrl = None, lang: Language = Lang.en) -> None:
    """End a ban."""
    from axedrez.cli import administering

    administering.unban(database_url, whom, lang.value)


@admin.command("rename")
def rename_command(
    whom: Whom,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Change the name that others see."""
    from axedrez.cli import administering

    administering.rename(database_url, whom, name, lang.value)


@admin.command("recovery")
def recovery_command(
    login: Annotated[str, typer.Argument(metavar="LOGIN")],
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Make a code for a new password."""
    from axedrez.cli import administering

    administering.recovery(database_url, login, lang.value, as_json)


@admin.command("end")
def end_command(
    game: Annotated[str, typer.Argument(metavar="GAME")], database_url: DatabaseUrl = None, lang: Language = Lang.en
) -> None:
    """End a game without a result."""
    from axedrez.cli import administering

    administering.end(database_url, game, lang.value)
