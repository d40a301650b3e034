"""The commands `axedrez engines …`."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.cli.parameters import Json, Lang, Language, Name

engines = typer.Typer(rich_markup_mode=None)


@engines.command("add")
def add_command(
    name: Name,
    command: Annotated[str, typer.Argument(metavar="COMMAND")],
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Add an engine and find out which rulebooks it plays."""
    from axedrez.cli import engines as external

    external.add(name, command, option or [], lang.value, as_json)


@engines.command("list")
def list_command(lang: Language = Lang.en, as_json: Json = False) -> None:
    """List the engines."""
    from axedrez.cli import engines as external

    external.show(lang.value, as_json)


@engines.command("remove")
def remove_command(name: Name, lang: Language = Lang.en) -> None:
    """Remove an engine."""
    from axedrez.cli import engines as external

    external.remove(name, lang.value)


@engines.command("test")
def examine_command(name: Name, lang: Language = Lang.en, as_json: Json = False) -> None:
    """Find out again which rulebooks an engine plays."""
    from axedrez.cli import engines as external

    external.test(name, lang.value, as_json)
