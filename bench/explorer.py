"""Measures the explorer: `script/bench explorer [--games N …] [FILE.pgn …]`.

Imports made-up games (`explorer_games.py`; 50,000 to 400,000 unless others are named, as in `--games 1000000`), or the
games of files, and tells for each: games a second, memory, size on disk, and how long questions take, at
positions as they come up on an analysis board. Beside it python-chess reads a part of the same file, SCID (`tkscid`,
where it is installed) imports it and searches, and `--stores` tells how the same positions fare in an SQLite table.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import chess.pgn
import numpy as np

from axedrez import load
from axedrez.core import Position
from axedrez.explorer import positions
from axedrez.explorer.collection import Collection
from axedrez.explorer.importing import import_file
from axedrez.explorer.query import Filter, by_material, explore
from bench import explorer_games

USUAL = (50_000, 100_000, 200_000, 400_000)
QUESTIONS = 2000
DEEPEST = 30
READ = 2000
MATERIALS = ("KRPkrp", "KRkr", "KQk", "KPPkp", "KBNk")
FILTERS = {
    "all games": Filter(),
    "rating and years": Filter(rating=(2000, 2400), years=(1990, 2010)),
    "a player": Filter(player="Dom"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="PGN files to measure with")
    parser.add_argument("--games", type=int, nargs="*", help="how many games to make up")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--stores", action="store_true", help="compare with a table of SQLite")
    parser.add_argument("--short", action="store_true", help="2,000 games, as the tests run it")
    arguments = parser.parse_args()
    sizes = arguments.games if arguments.games is not None else () if arguments.files else USUAL
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for games in (2000,) if arguments.short else sizes:
            file = folder / "made.pgn"
            plies = explorer_games.write_file(file, games)
            print(f"\n{games} made-up games, {plies / games:.0f} moves of both sides in each, {_mib(file)} MiB of PGN")
            measure(file, folder, arguments)
        for file in arguments.files:
            print(f"\n{file.name}, {_mib(file)} MiB of PGN")
            measure(file, folder, arguments)


def measure(file: Path, folder: Path, arguments: argparse.Namespace) -> None:
    """All figures of a file."""
    place = folder / "collection"
    shutil.rmtree(place, ignore_errors=True)
    began, used = time.perf_counter(), _processor_seconds()
    report = import_file(file, place, arguments.processes, threading.Event(), lambda _: None, lambda _: None)
    seconds, used = time.perf_counter() - began, _processor_seconds() - used
    here, others = (
        resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(
        f"  import: {report.kept} games in {seconds:.1f} s, {report.kept / seconds:.0f} a second with "
        f"{arguments.processes} processes ({used:.1f} s of the processors); "
        f"{report.duplicates} repeated, {report.faults} unreadable; "
        f"memory {here:.0f} MiB, of a reader {others:.0f} MiB"
    )
    size = sum(each.stat().st_size for each in place.rglob("*") if each.is_file())
    with closing(Collection(place)) as collection:
        totals = collection.totals()
        print(
            f"  disk: {size / 2**20:.0f} MiB, {size / max(1, totals.games):.0f} bytes a game, "
            f"{totals.postings} positions"
        )
        ask(collection)
    with open(file, encoding="utf-8", errors="replace") as stream:
        count, read = 0, time.perf_counter()
        while count < READ and chess.pgn.read_game(stream) is not None:
            count += 1
        rate = count / (time.perf_counter() - read)
    print(f"  python-chess reads {rate:.0f} games a second with one process ({count} games measured)")
    scid(file, folder)
    if arguments.stores:
        stores(place, folder)


def ask(collection: Collection) -> None:
    """How long questions take."""
    asked = walks(collection)
    start = load("clasico").start()
    explore(collection, start, Filter(), "en")
    for name, wanted in FILTERS.items():
        _tell(name, [_seconds(partial(explore, collection, position, wanted, "en")) for position in asked])
        own = []
        for _ in range(20):
            collection.view().kept.clear()  # as if nobody had asked before
            own.append(_seconds(partial(explore, collection, start, wanted, "en")))
        wall, used = (1000 * statistics.median(column) for column in zip(*own, strict=True))
        print(f"    the start position, asked for the first time: {wall:.1f} ms ({used:.1f} ms of the processor)")
    rules = load("clasico")
    _tell(
        "material",
        [_seconds(partial(by_material, collection, rules, text, Filter())) for text in MATERIALS * 20],
    )


def walks(collection: Collection) -> list[Position]:
    """Positions as they come up: games are walked through from their beginning, to different depths."""
    source = random.Random(3)
    total = collection.totals().games
    found: list[Position] = []
    while len(found) < QUESTIONS:
        record = collection.game(source.randrange(total))
        position = record.start
        for move in record.moves()[: source.randrange(DEEPEST)]:
            found.append(position)
            position = position.play_unchecked(move)
    return found[:QUESTIONS]


def scid(file: Path, folder: Path) -> None:
    """SCID's times for the same file, without its window."""
    tkscid = shutil.which("tkscid") or shutil.which("/usr/games/tkscid")
    if tkscid is None:
        print("  SCID is not installed (apt-get install scid)")
        return
    script, base = folder / "scid.tcl", folder / "scid"
    for old in folder.glob("scid.s?4"):
        old.unlink()
    script.write_text(
        f"""proc progressCallBack args {{}}
set begun [clock milliseconds]
set base [sc_base create SCID4 {base}]
sc_base import $base {file}
puts "imported [sc_base numGames $base] [expr {{[clock milliseconds] - $begun}}]"
foreach fen {{{{rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1}}
    {{rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2}}}} {{
    sc_game startBoard $fen
    set begun [clock microseconds]
    catch {{sc_search board RESET E 0 0}}
    puts "searched [expr {{[clock microseconds] - $begun}}]"
}}
"""
    )
    done = subprocess.run([tkscid, str(script)], capture_output=True, text=True, timeout=600, check=False)
    for line in done.stdout.splitlines():
        if line.startswith("imported"):
            _, games, ms = line.split()
            size = sum(each.stat().st_size for each in folder.glob("scid.s?4"))
            print(
                f"  SCID imports {games} games in {int(ms) / 1000:.1f} s, one process, no index; {size / 2**20:.0f} MiB"
            )
        elif line.startswith("searched"):
            print(f"    and searches a position in {int(line.split()[1]) / 1000:.1f} ms")


def stores(place: Path, folder: Path) -> None:
    """The same postings in a table of SQLite, clustered by their key, written in order."""
    (run,) = (positions.open_run(each) for each in (place / "positions").iterdir())
    file = folder / "table.db"
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as table:
        table.execute(
            "CREATE TABLE p (key INTEGER, game INTEGER, choice INTEGER, PRIMARY KEY (key, game)) WITHOUT ROWID"
        )
        began = time.perf_counter()
        step = 1_000_000
        for first in range(0, run.total, step):
            span = slice(first, first + step)
            keys = (run.key[span] ^ np.uint64(1 << 63)).view(np.int64)
            table.executemany(
                "INSERT INTO p VALUES (?, ?, ?)",
                zip(keys.tolist(), run.game[span].tolist(), run.choice[span].tolist(), strict=True),
            )
        table.commit()
        written = time.perf_counter() - began
        keys = np.random.default_rng(1).choice(run.key, QUESTIONS)
        signed = (keys ^ np.uint64(1 << 63)).view(np.int64).tolist()

        def rows(key: int) -> list[Any]:
            return table.execute("SELECT game, choice FROM p WHERE key = ?", (key,)).fetchall()

        theirs = [_seconds(partial(rows, key)) for key in signed]
    ours = [_seconds(partial(positions.found, [run], key)) for key in keys.tolist()]
    arrays = sum(each.stat().st_size for each in (place / "positions").rglob("*.npy"))
    print(
        f"  {run.total} positions in a table of SQLite: {_mib(file)} MiB, written in {written:.1f} s; "
        f"arrays: {arrays / 2**20:.0f} MiB"
    )
    _tell("  SQLite", theirs)
    _tell("  arrays", ours)


class Took(NamedTuple):
    """Seconds on the clock, and of the processor."""

    wall: float
    processor: float


def _tell(name: str, times: list[Took]) -> None:
    wall, used = (sorted(column) for column in zip(*times, strict=True))
    p50, p99 = (1000 * wall[int(len(wall) * share)] for share in (0.5, 0.99))
    print(
        f"  {name}: p50 {p50:.2f} ms, p99 {p99:.2f} ms, longest {1000 * wall[-1]:.1f} ms; of the processor p99 "
        f"{1000 * used[int(len(used) * 0.99)]:.2f} ms ({len(wall)} questions)"
    )


def _seconds(work: Callable[[], object]) -> Took:
    began, used = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - began, time.process_time() - used)


def _processor_seconds() -> float:
    """What this process and those that it has ended have used: it hardly depends on what else runs."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _mib(file: Path) -> str:
    return f"{file.stat().st_size / 2**20:.0f}"


if __name__ == "__main__":
    main()
