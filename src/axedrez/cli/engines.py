"""The forms of `axedrez engines`; what they do is in `engine_list`."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.cli.parameters import Json, Lang, Language

engines = typer.Typer(rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="NAME")]


@engines.command("add")
def add_command(
    engine_name: Name,
    engine_command: Annotated[str, typer.Argument(metavar="COMMAND")],
    engine_option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Name an engine and find out what it plays."""
    from axedrez.cli import engine_list

    engine_list.add(engine_name, engine_command, engine_option or [], lang.value, as_json)


@engines.command("list")
def list_command(lang: Language = Lang.en, as_json: Json = False) -> None:
    """List the engines."""
    from axedrez.cli import engine_list

    engine_list.show(lang.value, as_json)


@engines.command("remove")
def remove_command(engine_name: Name, lang: Language = Lang.en) -> None:
    """Forget an engine."""
    from axedrez.cli import engine_list

    engine_list.remove(engine_name, lang.value)


@engines.command("test")
def examine_command(engine_name: Name, lang: Language = Lang.en, as_json: Json = False) -> None:
    """Find out again what an engine plays."""
    from axedrez.cli import engine_list

    engine_list.test(engine_name, lang.value, as_json)
