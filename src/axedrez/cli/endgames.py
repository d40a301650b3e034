"""`axedrez endgames`: building exact tables, and looking positions up in them."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from axedrez import library
from axedrez.cli.output import print_json
from axedrez.cli.progress import progress
from axedrez.core import AxedrezError, Game, Position
from axedrez.core.endgames import EndgameTable
from axedrez.family import EndgameTables
from axedrez.messages import say


def tables_of(game: Game) -> EndgameTables:
    """The tables of a game. Raises `AxedrezError` for a game that they cannot hold."""
    endgames = library.family_of(game).endgames()
    if endgames is None:
        raise AxedrezError("endgame_family", name=game.name)
    return endgames.of(game)


def show(tables: EndgameTables, pieces: str | None, position: Position | None, lang: str, as_json: bool) -> None:
    """Print the tables of a material, or of that of a position, and what is known of the position.

    Raises `AxedrezError`.
    """
    if pieces is None:
        assert position is not None
        pieces = tables.material(position)
    with progress(say("cli.endgames.positions", lang, pieces=pieces)) as bar:
        tasks: dict[str, Any] = {}

        def told(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=total)
            bar.update(tasks[name], completed=done)

        built = tables.tables(pieces, told)
    if as_json:
        print_json(_json(tables, built, position, lang))
        return
    _show_tables(built, lang)
    if position is None:
        _show_longest(tables, built[-1], lang)
    else:
        _show_position(tables, position, lang)


def _json(tables: EndgameTables, built: list[EndgameTable], position: Position | None, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = {"tables": [_table_json(table) for table in built]}
    if position is None:
        longest = built[-1].longest
        return {**found, "line": [str(move) for move in tables.line(longest)] if longest is not None else []}
    result = tables.probe(position)
    assert result is not None
    return {
        **found,
        "position": position.text(),
        "outcome": result.outcome,
        "plies": result.plies,
        "best": [{"move": str(move), "san": position.notate(move, lang)} for move in result.best],
        "line": [str(move) for move in tables.line(position)],
    }


def _table_json(table: EndgameTable) -> dict[str, Any]:
    return {
        "pieces": table.pieces,
        "white": table.white._asdict(),
        "black": table.black._asdict(),
        "plies": table.plies,
        "longest": table.longest.text() if table.longest is not None else None,
        "stored": table.stored,
    }


def _show_tables(built: list[EndgameTable], lang: str) -> None:
    grid = Table(box=None, pad_edge=False, header_style="bold")
    names = ("pieces", "side", "won", "drawn", "lost", "plies", "file")
    for name in names:
        grid.add_column(say(f"cli.endgames.{name}", lang), justify="left" if name in ("pieces", "side") else "right")
    for table in built:
        longest = "–" if table.plies is None else str(table.plies)
        size = "–" if table.stored is None else f"{table.stored / 1024:.0f}"
        for side, counts, name, rest in (
            ("white", table.white, table.pieces, (longest, size)),
            ("black", table.black, "", ("", "")),
        ):
            grid.add_row(name, say(f"cli.endgames.{side}", lang), *map(str, counts), *rest)
    Console(highlight=False, file=sys.stdout).print(grid)


def _show_longest(tables: EndgameTables, table: EndgameTable, lang: str) -> None:
    if table.longest is None:
        print(say("cli.endgames.none", lang, pieces=table.pieces))
        return
    position = table.longest
    print(say("cli.endgames.longest", lang, pieces=table.pieces, plies=table.plies, position=position.text()))
    print(say("cli.endgames.line", lang, moves=_line(tables, position, lang)))


def _show_position(tables: EndgameTables, position: Position, lang: str) -> None:
    found = tables.probe(position)
    assert found is not None
    if found.plies == 0:
        print(say("cli.endgames.over", lang))
        return
    print(say(f"cli.endgames.{found.outcome}", lang, plies=found.plies))
    print(say("cli.endgames.best", lang, moves=" ".join(position.notate(move, lang) for move in found.best)))
    if found.plies:
        print(say("cli.endgames.line", lang, moves=_line(tables, position, lang)))


def _line(tables: EndgameTables, position: Position, lang: str) -> str:
    words = []
    for move in tables.line(position):
        words.append(position.notate(move, lang))
        position = position.play_unchecked(move)
    return " ".join(words)
