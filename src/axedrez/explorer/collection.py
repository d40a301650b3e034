"""A collection: a folder with the games and the index of their positions. Reading it."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from axedrez import library
from axedrez.core.contract import Game
from axedrez.core.errors import AxedrezError
from axedrez.core.game_record import GameRecord
from axedrez.core.outcome import Outcome, Points
from axedrez.explorer import positions, store
from axedrez.explorer.batch import RESULTS, unpacked
from axedrez.explorer.positions import Postings
from axedrez.explorer.traces import moves_of

GAMES_FILE = "games.db"
RUNS_FOLDER = "positions"
MAX_PLAYERS = 10_000
TOLD = "told"
"""The reason of an end of which only the result is kept."""


class View(NamedTuple):
    """What a collection holds at one time.

    `rank`: by what the games are named first, the strongest and then the latest; `kept`: answers to questions that took
    long, the latest last.
    """

    runs: tuple[Postings, ...]
    columns: store.Columns
    rank: NDArray[np.uint32]
    kept: OrderedDict[Hashable, Any]


class Totals(NamedTuple):
    """What a collection has in it; `size` in bytes on the disk."""

    games: int
    postings: int
    rulebooks: tuple[str, ...]
    size: int
    unfinished: tuple[str, ...]


class Collection:
    """A collection, open for reading, also while another process imports into it. Threads may share it."""

    def __init__(self, folder: Path) -> None:
        """Raises `AxedrezError` where there is no collection, or one of another version of this program."""
        self.folder = folder
        self.name = folder.name
        self._lock = threading.Lock()
        self._view: tuple[tuple[int, ...], View] | None = None
        try:
            self._file = (folder / GAMES_FILE).stat()
            self._connection = store.connect(folder / GAMES_FILE)
            version = store.version(self._connection)
        except (OSError, sqlite3.Error):
            raise AxedrezError("collection_unknown", name=self.name[:80]) from None
        if version != store.FORMAT:
            self._connection.close()
            raise AxedrezError("collection_version", name=self.name[:80])

    def close(self) -> None:
        """Close its files."""
        self._connection.close()

    def is_current(self) -> bool:
        """Whether it is still there, and not another one of the same name."""
        try:
            now = (self.folder / GAMES_FILE).stat()
        except OSError:
            return False
        return (now.st_ino, now.st_dev) == (self._file.st_ino, self._file.st_dev)

    def view(self) -> View:
        """What it holds now. Raises `AxedrezError` for files that cannot be read."""
        with self._lock:
            for last in (False, True):
                numbers = tuple(row[0] for row in self._connection.execute("SELECT id FROM runs ORDER BY id"))
                if self._view is not None and self._view[0] == numbers:
                    return self._view[1]
                try:
                    runs = [positions.open_run(self.folder / RUNS_FOLDER / str(number)) for number in numbers]
                except (OSError, ValueError):
                    if last:  # not merged in the meantime, but gone
                        raise AxedrezError("collection_broken", name=self.name[:80]) from None
                    continue
                columns = store.columns(self._connection)
                # Games in which both ratings are known come first.
                strength = columns.white_rating.astype(np.uint32) + columns.black_rating
                rank = strength * np.uint32(10_000) + columns.year
                kept: OrderedDict[Hashable, Any] = OrderedDict()
                self._view = numbers, View(tuple(run for run in runs if run.total), columns, rank, kept)
                return self._view[1]
        raise AssertionError

    def forget(self) -> None:
        """Drop what is kept in memory; it is read again when it is asked for."""
        with self._lock:
            self._view = None

    def totals(self) -> Totals:
        """What is in it."""
        with self._lock:
            games = self._connection.execute("SELECT max(id) FROM games").fetchone()[0]
            postings = self._connection.execute("SELECT sum(postings) FROM runs").fetchone()[0]
            names = self._connection.execute("SELECT DISTINCT name FROM sheets ORDER BY id").fetchall()
            unfinished = self._connection.execute("SELECT name FROM sources WHERE NOT finished ORDER BY id").fetchall()
        size = sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())
        return Totals(
            0 if games is None else games + 1,
            postings or 0,
            tuple(name for (name,) in names),
            size,
            tuple(name for (name,) in unfinished),
        )

    def players(self, name: str) -> NDArray[np.uint32]:
        """The numbers of the players whose names hold a text, without regard to case and accents."""
        wanted = store.folded(name)
        with self._lock:
            rows = self._connection.execute(
                "SELECT id FROM texts WHERE instr(folded, ?) > 0 LIMIT ?", (wanted, MAX_PLAYERS)
            ).fetchall()
        return np.array([row[0] for row in rows], np.uint32)

    def names(self, numbers: list[int]) -> dict[int, str]:
        """The names of players by their numbers."""
        places = ", ".join("?" * len(numbers))
        with self._lock:
            rows = self._connection.execute(f"SELECT id, text FROM texts WHERE id IN ({places})", numbers).fetchall()
        return dict(rows)

    def dates(self, numbers: list[int]) -> dict[int, tuple[str, str]]:
        """Date and event of some games."""
        places = ", ".join("?" * len(numbers))
        query = f"SELECT games.id, date, text FROM games JOIN texts ON texts.id = event WHERE games.id IN ({places})"
        with self._lock:
            return {number: (date, event) for number, date, event in self._connection.execute(query, numbers)}

    def game(self, number: int) -> GameRecord:
        """A game, with its headers and its moves. Raises `AxedrezError` where there is none of that number."""
        columns = self.view().columns
        with self._lock:
            row = self._connection.execute(
                "SELECT date, extra, start, moves, a.text, b.text, c.text FROM games JOIN texts a ON a.id = event "
                "JOIN texts b ON b.id = site JOIN texts c ON c.id = round WHERE games.id = ?",
                (number,),
            ).fetchone()
        if row is None or number >= columns.total:
            raise AxedrezError("collection_game", number=number, count=columns.total)
        date, extra, start, moves, event, site, turn = row
        names = self.names([int(columns.white[number]), int(columns.black[number])])
        headers = {"Event": event, "Site": site, "Date": date, "Round": turn}
        headers |= {"White": names[int(columns.white[number])], "Black": names[int(columns.black[number])]}
        headers = {name: value for name, value in headers.items() if value} | (json.loads(extra) if extra else {})
        rules = self._rules(int(columns.sheet[number]))
        begin = rules.parse(start) if start else rules.start()
        result = RESULTS[int(columns.result[number])]
        points = {"1-0": Points(1, 0), "0-1": Points(0, 1), "1/2-1/2": Points(0.5, 0.5)}.get(result)
        told = Outcome(result, TOLD, None, points) if points else None
        return GameRecord.from_moves(begin, moves_of(begin, unpacked(moves)), headers, told)

    def _rules(self, number: int) -> Game:
        with self._lock:
            row = self._connection.execute("SELECT hash, sheet FROM sheets WHERE id = ?", (number,)).fetchone()
        return _game(bytes(row[1]))


@lru_cache(maxsize=8)
def _game(sheet: bytes) -> Game:
    return library.from_data(msgspec.json.decode(sheet, type=dict[str, object]), is_stored=True)
