"""The commands `axedrez library …`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from axedrez.cli.parameters import InputFile, Json, Lang, Language, Name, Options, PositionText, Processes
from axedrez.core import AxedrezError

collections = typer.Typer(rich_markup_mode=None)


class ResultWord(StrEnum):
    """The results that games are filtered by."""

    white = "1-0"
    black = "0-1"
    draw = "1/2-1/2"


class ColourWord(StrEnum):
    """The side of the player that games are filtered by."""

    white = "white"
    black = "black"


@collections.command("import")
def import_command(
    file: InputFile,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME")] = None,
    processes: Processes = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Import a file of games into a collection."""
    from axedrez.cli import library

    return library.take(file, name, processes, lang.value, as_json)


@collections.command("list")
def list_command(lang: Language = Lang.en, as_json: Json = False) -> None:
    """List the collections."""
    from axedrez.cli import library

    library.show_all(lang.value, as_json)


@collections.command("remove")
def remove_command(name: Name, lang: Language = Lang.en) -> None:
    """Delete a collection."""
    from axedrez.cli import library

    library.remove(name, lang.value)


@collections.command("show")
def show_command(
    name: Name,
    position: PositionText = None,
    rulebook: Annotated[str, typer.Option("--rulebook", metavar="RULEBOOK")] = "",
    move: Annotated[list[str] | None, typer.Option("--move", metavar="MOVE")] = None,
    material: Annotated[str | None, typer.Option("--material", metavar="KRPkrp")] = None,
    player: Annotated[str, typer.Option("--player", metavar="NAME")] = "",
    colour: Annotated[ColourWord | None, typer.Option("--colour")] = None,
    result: Annotated[ResultWord | None, typer.Option("--result")] = None,
    rating_from: Annotated[int | None, typer.Option("--rating-from", min=0, max=5000)] = None,
    rating_to: Annotated[int | None, typer.Option("--rating-to", min=0, max=5000)] = None,
    year_from: Annotated[int | None, typer.Option("--year-from", min=0, max=9999)] = None,
    year_to: Annotated[int | None, typer.Option("--year-to", min=0, max=9999)] = None,
    games: Annotated[int, typer.Option("--games", min=0, max=1000)] = 8,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Say which moves were played in a position."""
    from axedrez.cli import library
    from axedrez.explorer.query import Filter

    if colour is not None and not player.strip():
        raise AxedrezError("explorer_colour")
    wanted = Filter(
        player,
        colour.value if colour is not None else None,
        (rating_from, rating_to),
        (year_from, year_to),
        result.value if result is not None else None,
    )
    asked = library.Asked(rulebook, option or [], position, move or [], material, wanted, games)
    library.show(name, asked, lang.value, as_json)


@collections.command("game")
def game_command(
    name: Name,
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=0, max=2**32 - 1)],
    lang: Language = Lang.en,
) -> None:
    """Write a game of a collection."""
    from axedrez.cli import library

    library.write(name, number)
