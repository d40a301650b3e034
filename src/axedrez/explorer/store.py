"""The games of a collection on the disk: an SQLite file with their headers and moves, and columns to filter by."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from axedrez.explorer.batch import Batch, GameRow

FORMAT = 1
"""Of the files, the hashes of positions and the order of legal moves: other ones mean nothing to this program."""

_MAX_KNOWN = 200_000
_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE sheets (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, sheet BLOB NOT NULL);
CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, event INTEGER NOT NULL, site INTEGER NOT NULL, round INTEGER NOT NULL, date TEXT NOT NULL,
    extra TEXT NOT NULL, start TEXT NOT NULL, moves BLOB NOT NULL
);
CREATE TABLE columns (
    first INTEGER PRIMARY KEY, sheet BLOB NOT NULL, result BLOB NOT NULL, white_rating BLOB NOT NULL,
    black_rating BLOB NOT NULL, year BLOB NOT NULL, plies BLOB NOT NULL, white BLOB NOT NULL, black BLOB NOT NULL,
    digest BLOB NOT NULL
);
CREATE TABLE runs (id INTEGER PRIMARY KEY, postings INTEGER NOT NULL);
CREATE TABLE sources (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL, head TEXT NOT NULL, done INTEGER NOT NULL,
    line INTEGER NOT NULL, finished INTEGER NOT NULL, kept INTEGER NOT NULL, duplicates INTEGER NOT NULL,
    faults INTEGER NOT NULL, passed INTEGER NOT NULL, UNIQUE (name, size, head)
);
"""


class Columns(NamedTuple):
    """Facts of all games, one entry for each: game n is entry n. 0 stands for an unknown rating or year."""

    sheet: NDArray[np.uint16]
    result: NDArray[np.uint8]
    white_rating: NDArray[np.uint16]
    black_rating: NDArray[np.uint16]
    year: NDArray[np.uint16]
    plies: NDArray[np.uint32]
    white: NDArray[np.uint32]
    black: NDArray[np.uint32]
    digest: NDArray[np.uint64]

    @property
    def total(self) -> int:
        """How many games there are."""
        return len(self.result)


_TYPES = (np.uint16, np.uint8, np.uint16, np.uint16, np.uint16, np.uint32, np.uint32, np.uint32, np.uint64)


class Source(NamedTuple):
    """How far a file has been imported: `done` bytes (or games, of a file that is read in one go) and `line` lines."""

    name: str
    size: int
    head: str
    done: int = 0
    line: int = 0
    finished: bool = False
    kept: int = 0
    duplicates: int = 0
    faults: int = 0
    passed: int = 0


def connect(file: Path, create: bool = False) -> sqlite3.Connection:
    """The database of a collection. Raises `sqlite3.Error`, also where there is none."""
    mode = "rwc" if create else "rw"
    connection = sqlite3.connect(
        f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=30, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA cache_size=-16000")
    if create and connection.execute("PRAGMA user_version").fetchone()[0] == 0:
        connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={FORMAT}; COMMIT;")
    return connection


def version(connection: sqlite3.Connection) -> int:
    """The format of a collection."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def columns(connection: sqlite3.Connection, after: int = 0) -> Columns:
    """The columns of the games from `after` on."""
    names = ", ".join(Columns._fields)
    rows = connection.execute(f"SELECT {names} FROM columns WHERE first >= ? ORDER BY first", (after,)).fetchall()
    parts = zip(*rows, strict=True) if rows else [()] * len(_TYPES)
    return Columns(*(np.frombuffer(b"".join(part), kind) for part, kind in zip(parts, _TYPES, strict=True)))


def folded(text: str) -> str:
    """A name for searching: without accents and capitals."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


class GameWriter:
    """Appends games to a database, inside transactions of the caller. `count`: the games that are stored."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._texts: dict[str, int] = {}
        known = columns(connection)
        self.count = known.total
        self._digests = np.sort(known.digest)
        found = connection.execute("SELECT hash, id FROM sheets")
        self._sheets: dict[str, int] = dict(found.fetchall())

    def new(self, digests: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which of several games are neither stored nor repeated among themselves."""
        at = np.searchsorted(self._digests, digests)
        at[at == len(self._digests)] = 0
        stored = self._digests[at] == digests if len(self._digests) else np.zeros(len(digests), np.bool_)
        first = np.zeros(len(digests), np.bool_)
        first[np.unique(digests, return_index=True)[1]] = True
        return first & ~stored

    def add(self, batches: Sequence[Batch], kept: Sequence[NDArray[np.bool_]]) -> None:
        """Store those games of some batches that are `kept`."""
        for batch in batches:
            for sheet_hash, (name, sheet) in batch.sheets.items():
                if sheet_hash not in self._sheets:
                    row = self._connection.execute(
                        "INSERT INTO sheets (hash, name, sheet) VALUES (?, ?, ?) RETURNING id",
                        (sheet_hash, name, sheet),
                    )
                    self._sheets[sheet_hash] = row.fetchone()[0]
        chosen = [
            (batch.rows[number], self._sheets[batch.sheet[number]])
            for batch, keep in zip(batches, kept, strict=True)
            for number in np.flatnonzero(keep)
        ]
        numbers = np.concatenate([batch.numbers[keep] for batch, keep in zip(batches, kept, strict=True)])
        digests = np.concatenate([batch.digests[keep] for batch, keep in zip(batches, kept, strict=True)])
        if not chosen:
            return
        self._know({name for row, _ in chosen for name in row.names})
        self._connection.executemany(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (self._game(self.count + number, row) for number, (row, _) in enumerate(chosen)),
        )
        result, white_rating, black_rating, year, plies = numbers.T
        values = (
            np.array([sheet for _, sheet in chosen]),
            *(result, white_rating, black_rating, year, plies),
            np.array([self._texts[row.names[0]] for row, _ in chosen]),
            np.array([self._texts[row.names[1]] for row, _ in chosen]),
            digests,
        )
        blobs = [value.astype(kind).tobytes() for value, kind in zip(values, _TYPES, strict=True)]
        places = ", ".join("?" * (1 + len(blobs)))
        self._connection.execute(f"INSERT INTO columns VALUES ({places})", (self.count, *blobs))
        self.count += len(chosen)
        self._digests = np.sort(np.concatenate((self._digests, digests)))

    def _game(self, number: int, row: GameRow) -> tuple[int, int, int, int, str, str, str, bytes]:
        event, site, turn = (self._texts[name] for name in row.names[2:])
        return number, event, site, turn, row.date, row.extra, row.start, row.moves

    def _know(self, names: Iterable[str]) -> None:
        """Give every text a number."""
        if len(self._texts) > _MAX_KNOWN:
            self._texts.clear()
        unknown = [(name, folded(name)) for name in sorted(names) if name not in self._texts]
        self._connection.executemany("INSERT OR IGNORE INTO texts (text, folded) VALUES (?, ?)", unknown)
        for name, _ in unknown:
            self._texts[name] = self._connection.execute("SELECT id FROM texts WHERE text = ?", (name,)).fetchone()[0]


def source(connection: sqlite3.Connection, name: str, size: int, head: str) -> Source:
    """How far a file has come, or the beginning."""
    fields = ", ".join(Source._fields)
    row = connection.execute(
        f"SELECT {fields} FROM sources WHERE name = ? AND size = ? AND head = ?", (name, size, head)
    ).fetchone()
    return Source(*row)._replace(finished=bool(row[5])) if row else Source(name, size, head)


def note(connection: sqlite3.Connection, state: Source) -> None:
    """Write down how far a file has come."""
    fields = ", ".join(Source._fields)
    changes = ", ".join(f"{field} = excluded.{field}" for field in Source._fields[3:])
    connection.execute(
        f"INSERT INTO sources ({fields}) VALUES ({', '.join('?' * len(state))}) "
        f"ON CONFLICT (name, size, head) DO UPDATE SET {changes}",
        state,
    )
