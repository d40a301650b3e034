"""The commands `axedrez admin …`."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.cli.parameters import DatabaseUrl, Json, Lang, Language, Whom

admin = typer.Typer(rich_markup_mode=None)
school = typer.Typer(rich_markup_mode=None)
rating = typer.Typer(rich_markup_mode=None)
person = typer.Typer(rich_markup_mode=None)
admin.add_typer(school, name="class")
admin.add_typer(rating, name="ratings")
admin.add_typer(person, name="person")


@admin.command("people")
def people_command(
    words: Annotated[str, typer.Argument(metavar="WORDS")],
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Find people."""
    from axedrez.cli import admin as people

    people.find(database_url, words, lang.value, as_json)


@admin.command("reports")
def reports_command(database_url: DatabaseUrl = None, lang: Language = Lang.en, as_json: Json = False) -> None:
    """List the open reports."""
    from axedrez.cli import admin as people

    people.list_reports(database_url, lang.value, as_json)


@admin.command("settle")
def settle_command(
    report: Annotated[str, typer.Argument(metavar="ID")], database_url: DatabaseUrl = None, lang: Language = Lang.en
) -> None:
    """Close a report."""
    from axedrez.cli import admin as people

    people.settle(database_url, report, lang.value)


@admin.command("ban")
def ban_command(
    whom: Whom,
    days: Annotated[int, typer.Option("--days", min=1, max=36_500)] = 7,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Ban a person for some days."""
    from axedrez.cli import admin as people

    people.ban(database_url, whom, days, lang.value)


@admin.command("unban")
def unban_command(whom: Whom, database_url: DatabaseUrl = None, lang: Language = Lang.en) -> None:
    """End a ban."""
    from axedrez.cli import admin as people

    people.unban(database_url, whom, lang.value)


@admin.command("rename")
def rename_command(
    whom: Whom,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Change the name that others see."""
    from axedrez.cli import admin as people

    people.rename(database_url, whom, name, lang.value)


@admin.command("bot")
def mark_bot_command(whom: Whom, database_url: DatabaseUrl = None, lang: Language = Lang.en) -> None:
    """Mark an account as a bot."""
    from axedrez.cli import admin as people

    people.mark_bot(database_url, whom, lang.value)


@admin.command("recovery")
def recovery_command(
    login: Annotated[str, typer.Argument(metavar="LOGIN")],
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Create a code for a new password."""
    from axedrez.cli import admin as people

    people.recovery(database_url, login, lang.value, as_json)


@school.command("erase")
def erase_class_command(
    which: Annotated[str, typer.Argument(metavar="NAME-OR-ID")],
    yes: Annotated[bool, typer.Option("--yes", show_default=False)] = False,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Erase a class with its pupils and their data."""
    from axedrez.cli import admin as people

    people.erase_class(database_url, which, yes, lang.value)


@rating.command("recount")
def recount_command(database_url: DatabaseUrl = None, lang: Language = Lang.en, as_json: Json = False) -> None:
    """Rate all rated games again, and correct what differs."""
    from axedrez.cli import admin_ratings

    admin_ratings.recount(database_url, lang.value, as_json)


@rating.command("flags")
def flags_command(
    days: Annotated[int, typer.Option("--days", min=1, max=36_500)] = 90,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """List signs of ratings that were moved on purpose."""
    from axedrez.cli import admin_ratings

    admin_ratings.flags(database_url, days, lang.value, as_json)


@admin.command("end")
def end_command(
    game: Annotated[str, typer.Argument(metavar="GAME")], database_url: DatabaseUrl = None, lang: Language = Lang.en
) -> None:
    """End a game without a result."""
    from axedrez.cli import admin as people

    people.end(database_url, game, lang.value)


@person.command("erase")
def erase_person_command(
    whom: Whom,
    yes: Annotated[bool, typer.Option("--yes", show_default=False)] = False,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Erase a person with all that is theirs."""
    from axedrez.cli import admin as people

    people.erase(database_url, whom, yes, lang.value)


@admin.command("retention")
def retention_command(
    apply: Annotated[bool, typer.Option("--apply", show_default=False)] = False,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Show what is kept for how long, and what is due to be deleted."""
    from axedrez.cli import admin_retention

    admin_retention.retention(database_url, apply, lang.value, as_json)
