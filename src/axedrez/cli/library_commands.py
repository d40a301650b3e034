"""The definitions of the commands `axedrez library …`; their implementations are in `cli.library`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from axedrez.cli.parameters import RANGE, Json, Lang, Language, Options, PositionText
from axedrez.core import AxedrezError

collections = typer.Typer(rich_markup_mode=None)
Collection = Annotated[str, typer.Argument(metavar="NAME")]


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
    games_file: Annotated[str, typer.Argument(metavar="FILE")],
    collection_name: Annotated[str | None, typer.Option("--name", metavar="NAME")] = None,
    processes: Annotated[int | None, typer.Option("--processes", **RANGE["processes"])] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Import a file of games into a collection."""
    from axedrez.cli import library

    return library.take(games_file, collection_name, processes, lang.value, as_json)


@collections.command("list")
def list_command(lang: Language = Lang.en, as_json: Json = False) -> None:
    """List the collections."""
    from axedrez.cli import library

    library.show_all(lang.value, as_json)


@collections.command("remove")
def remove_command(collection: Collection, lang: Language = Lang.en) -> None:
    """Delete a collection."""
    from axedrez.cli import library

    library.remove(collection, lang.value)


@collections.command("show")
def show_command(
    collection: Collection,
    position: PositionText = None,
    rulebook: Annotated[str, typer.Option("--rulebook", metavar="RULEBOOK")] = "",
    played: Annotated[list[str] | None, typer.Option("--move", metavar="MOVE")] = None,
    material: Annotated[str | None, typer.Option("--material", metavar="KRPkrp")] = None,
    player: Annotated[str, typer.Option("--player", metavar="NAME")] = "",
    colour: Annotated[ColourWord | None, typer.Option("--colour")] = None,
    result: Annotated[ResultWord | None, typer.Option("--result")] = None,
    least_rating: Annotated[int | None, typer.Option("--rating-from", **RANGE["least_rating"])] = None,
    most_rating: Annotated[int | None, typer.Option("--rating-to", **RANGE["most_rating"])] = None,
    first_year: Annotated[int | None, typer.Option("--year-from", **RANGE["first_year"])] = None,
    last_year: Annotated[int | None, typer.Option("--year-to", **RANGE["last_year"])] = None,
    examples: Annotated[int, typer.Option("--games", **RANGE["examples"])] = 8,
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
        (least_rating, most_rating),
        (first_year, last_year),
        result.value if result is not None else None,
    )
    asked = library.Asked(rulebook, option or [], position, played or [], material, wanted, examples)
    library.show(collection, asked, lang.value, as_json)


@collections.command("game")
def game_command(
    collection: Collection,
    game_number: Annotated[int, typer.Argument(metavar="NUMBER", **RANGE["game_number"])],
    lang: Language = Lang.en,
) -> None:
    """Write a game of a collection."""
    from axedrez.cli import library

    library.write(collection, game_number)
