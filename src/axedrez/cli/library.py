"""`axedrez library`: importing collections of games, and asking them."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from axedrez import gamefiles
from axedrez import library as rulebooks
from axedrez.cli import failures
from axedrez.cli.loading import load, stand
from axedrez.cli.output import print_json
from axedrez.cli.progress import interruptible
from axedrez.core import AxedrezError, Game, Position
from axedrez.core.game_record import FileFault
from axedrez.core.openings import Opening
from axedrez.explorer import importing, query, shelf
from axedrez.explorer.collection import Collection
from axedrez.explorer.importing import Report
from axedrez.explorer.query import ExampleGame, Filter, Found
from axedrez.messages import say
from axedrez.processes import usual_processes

MAX_TOLD = 100
"""So many games that could not be read are told; the others are counted."""
BAR = 24


class Asked(NamedTuple):
    """What is asked of a collection; without position and material it is the games of the filter."""

    rulebook: str
    options: list[str]
    position: str | None
    moves: list[str]
    material: str | None
    wanted: Filter
    examples: int


def take(file: str, name: str | None, processes: int | None, lang: str, as_json: bool) -> int:
    """Import a file; returns the exit status, 1 if games could not be read. Raises `AxedrezError`."""
    name = shelf.checked(name) if name is not None else shelf.suggested(file)
    faults = 0
    began = time.monotonic()

    def fault(found: FileFault) -> None:
        nonlocal faults
        faults += 1
        if faults <= MAX_TOLD:
            failures.tell(say("cli.library.fault", lang, line=found.line, fault=failures.words(found.error, lang)))

    console = Console(stderr=True)
    columns = (
        TextColumn(say("cli.library.importing", lang, name=name)),
        *(BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn()),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with interruptible() as stop, bar:
        task = bar.add_task("", total=None, rate="")
        first = None

        def told(progress: importing.Progress) -> None:
            nonlocal first
            first = progress.games if first is None else first
            a_second = round((progress.games - first) / max(0.1, time.monotonic() - began))
            rate = say("cli.library.rate", lang, games=progress.games, rate=a_second)
            bar.update(task, completed=progress.done, total=progress.total or None, rate=rate)

        report = importing.import_file(
            Path(file), shelf.home() / name, processes or usual_processes(), stop, told, fault
        )
    if as_json:
        print_json({"name": name, "seconds": round(time.monotonic() - began, 3), **report._asdict()})
    else:
        _tell(report, name, faults, lang)
    if not report.complete:
        return failures.INTERRUPTED
    return 1 if faults else 0


def _tell(report: Report, name: str, faults: int, lang: str) -> None:
    if faults > MAX_TOLD:
        failures.tell(say("cli.library.more_faults", lang, count=faults - MAX_TOLD))
    if report.resumed:
        print(say("cli.library.resumed", lang))
    print(say("cli.library.imported", lang, name=name, games=report.kept, duplicates=report.duplicates))
    if report.faults:
        print(say("cli.library.unread", lang, faults=report.faults))
    if not report.complete:
        print(say("cli.library.interrupted", lang))


def show_all(lang: str, as_json: bool) -> None:
    """List the collections."""
    listed = []
    for name in shelf.names():
        try:
            with closing(shelf.opened(name)) as collection:
                listed.append((name, collection.totals()))
        except AxedrezError as fault:
            failures.tell(failures.words(fault, lang))
    if as_json:
        print_json([{"name": name, **totals._asdict()} for name, totals in listed])
        return
    if not listed:
        print(say("cli.library.none", lang))
        return
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("name", "games", "positions", "size", "rulebooks"):
        numeric = column in ("games", "positions", "size")
        grid.add_column(say(f"cli.library.{column}", lang), justify="right" if numeric else "left")
    for name, totals in listed:
        size = f"{totals.size / 2**20:.1f}"
        unfinished = say("cli.library.unfinished", lang) if totals.unfinished else ""
        names = ", ".join(totals.rulebooks)
        grid.add_row(Text(name), str(totals.games), str(totals.postings), size, Text(f"{names} {unfinished}".strip()))
    Console(highlight=False, file=sys.stdout).print(grid)


def remove(name: str, lang: str) -> None:
    """Delete a collection. Raises `AxedrezError`."""
    shelf.remove(name)
    print(say("cli.library.removed", lang, name=name))


def write(name: str, number: int) -> None:
    """Print a game as a file holds it. Raises `AxedrezError`."""
    with closing(shelf.opened(name)) as collection:
        print(gamefiles.write_game(collection.game(number)), end="")


def show(name: str, asked: Asked, lang: str, as_json: bool) -> None:
    """Say what a collection knows of a position, a material or a player. Raises `AxedrezError`."""
    with closing(shelf.opened(name)) as collection:
        game = load(asked.rulebook or _rulebook(collection), asked.options)
        began = time.perf_counter()
        position, opening = None, None
        if asked.material is not None:
            if asked.position is not None or asked.moves:
                raise AxedrezError("explorer_one_question")
            found = query.by_material(collection, game, asked.material, asked.wanted, asked.examples)
        elif asked.position is None and not asked.moves and asked.wanted.player.strip():
            found = query.by_player(collection, asked.wanted, asked.examples)
        else:
            position = _position(game, asked, lang)
            found = query.explore(collection, position, asked.wanted, lang, asked.examples)
            opening = _opening(position)
        seconds = time.perf_counter() - began
    if as_json:
        print_json(_json(found, position, opening, seconds))
        return
    if opening is not None:
        print(f"{opening.code} {opening.name}")
    _show(found, lang)


def _rulebook(collection: Collection) -> str:
    names = collection.totals().rulebooks
    return names[0] if names else rulebooks.rulebooks()[0]


def _position(game: Game, asked: Asked, lang: str) -> Position:
    position = stand(game, asked.position, lang)
    for move in asked.moves:
        position = position.play(position.parse_move(move, lang))
    return position


def _opening(position: Position) -> Opening | None:
    openings = rulebooks.family_of(position.game).openings()
    return openings.name_of(position) if openings else None


def _json(found: Found, position: Position | None, opening: Opening | None, seconds: float) -> dict[str, Any]:
    return {
        "position": position.text() if position is not None else None,
        "opening": opening._asdict() if opening is not None else None,
        **found.counts._asdict(),
        "games": found.counts.games,
        "moves": [
            {
                "move": move.move,
                "notation": move.notation,
                "games": move.counts.games,
                **move.counts._asdict(),
                "rating": move.rating,
                "last_year": move.last_year,
            }
            for move in found.moves
        ],
        "examples": [example._asdict() for example in found.games],
        "ms": round(1000 * seconds, 2),
    }


def _show(found: Found, lang: str) -> None:
    console = Console(highlight=False, file=sys.stdout)
    console.print(Text(say("cli.library.games_found", lang, count=found.counts.games)))
    if found.moves:
        grid = Table(box=None, pad_edge=False, header_style="bold")
        for column in ("move", "games", "white", "draws", "black", "rating", "last"):
            grid.add_column(say(f"cli.library.{column}", lang), justify="left" if column == "move" else "right")
        for move in found.moves:
            shares = (move.counts.white, move.counts.draws, move.counts.black)
            known = max(1, sum(shares))
            grid.add_row(
                Text(move.notation),
                str(move.counts.games),
                *(f"{100 * share / known:.0f} %" for share in shares),
                str(move.rating or "–"),
                str(move.last_year or "–"),
            )
        console.print(grid)
    for example in found.games:
        console.print(Text(_line(example)))


def _line(game: ExampleGame) -> str:
    names = (
        f"{name or '?'}{f' ({rating})' if rating else ''}"
        for name, rating in ((game.white, game.white_rating), (game.black, game.black_rating))
    )
    date = game.date.replace(".??", "")
    return f"{game.number}: {' – '.join(names)}, {game.result}{f', {date}' if date else ''}"
