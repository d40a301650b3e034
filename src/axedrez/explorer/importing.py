"""Importing a file of games into a collection: in several processes, in bounded memory, and so that it can go on.

Every few ten thousand games what was read is stored in one transaction, with the place in the file: whatever ends the
import leaves a collection that can be asked, and the next import of the same file goes on from there.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from axedrez import gamefiles
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.game_record import FileFault
from axedrez.explorer import positions, store
from axedrez.explorer.batch import Batch
from axedrez.explorer.chunks import Part, parts
from axedrez.explorer.collection import GAMES_FILE, RUNS_FOLDER
from axedrez.explorer.positions import Postings
from axedrez.explorer.reading import quick_reader, read_all, read_part
from axedrez.explorer.store import Source
from axedrez.processes import Pool

RUN = 2_500_000
"""So many postings are sorted and stored at once: about 100 MB."""
MAX_RUNS = 64
"""So many runs are merged even while the import goes on."""
AT_ONCE = 200
"""Games of a file that is read in one go, between two looks at Ctrl-C."""
SMALL = 1 << 22
"""Bytes that are read before other processes would have started."""
_HEAD = 1 << 16


class Progress(NamedTuple):
    """How far an import is: `done` of `total` bytes (0: unknown), and the games so far."""

    done: int
    total: int
    games: int


class Report(NamedTuple):
    """What an import did.

    `resumed`: it went on from where an earlier one had been ended; `complete`: it came to the end of the file. `kept` …
    `passed` count from the beginning of the file.
    """

    kept: int
    duplicates: int
    faults: int
    passed: int
    resumed: bool
    complete: bool


class _Import:
    """An import that is under way."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, source: Source) -> None:
        self.folder = folder / RUNS_FOLDER
        self.connection = connection
        self.writer = store.GameWriter(connection)
        self.state = source
        self.batches: list[Batch] = []
        self.waiting = 0

    def take(self, batch: Batch, state: Source) -> None:
        """Add what was read up to a place; it is stored as soon as it is enough."""
        self.batches.append(batch)
        self.waiting += len(batch.keys)
        self.state = state
        if self.waiting >= RUN:
            self.store()

    def store(self) -> None:
        """Store what is waiting, and how far the file has come, in one transaction."""
        batches, self.batches, self.waiting = self.batches, [], 0
        digests = np.concatenate([np.empty(0, np.uint64), *(batch.digests for batch in batches)])
        new = self.writer.new(digests)
        kept = np.split(new, np.cumsum([len(batch.digests) for batch in batches])[:-1]) if batches else []
        postings = positions.ordered(_postings(batches, kept, self.writer.count))
        count = int(new.sum())
        state = self.state
        self.state = state = state._replace(kept=state.kept + count, duplicates=state.duplicates + len(digests) - count)
        number = self._number()
        if postings.total:
            positions.write_run(self.folder / str(number), postings)
        with _transaction(self.connection):
            if count:
                self.writer.add(batches, kept)
            if postings.total:
                self.connection.execute("INSERT INTO runs VALUES (?, ?)", (number, postings.total))
            store.note(self.connection, state)
        if len(self._runs()) >= MAX_RUNS:
            self.merge()

    def merge(self) -> None:
        """Make one run of all."""
        runs = self._runs()
        if len(runs) < 2:
            return
        number = self._number()
        positions.merge_runs([self.folder / str(run) for run in runs], self.folder / str(number))
        with _transaction(self.connection):
            total = self.connection.execute("SELECT sum(postings) FROM runs").fetchone()[0]
            self.connection.execute("DELETE FROM runs")
            self.connection.execute("INSERT INTO runs VALUES (?, ?)", (number, total))
        for run in runs:
            positions.remove_run(self.folder / str(run))

    def clean(self) -> None:
        """Remove the runs that an import has left which was killed before they were part of the collection."""
        known = {str(run) for run in self._runs()}
        for folder in self.folder.glob("*"):
            if folder.name not in known:
                positions.remove_run(folder)

    def _runs(self) -> list[int]:
        return [row[0] for row in self.connection.execute("SELECT id FROM runs ORDER BY id")]

    def _number(self) -> int:
        return max(self._runs(), default=0) + 1


def import_file(
    file: Path,
    folder: Path,
    processes: int,
    stop: threading.Event,
    told: Callable[[Progress], None],
    fault: Callable[[FileFault], None],
) -> Report:
    """Import a file into the collection in `folder`, which is made if there is none.

    When `stop` is set, what was read so far is stored, and the report says that it is not complete. `told` is called
    with the progress, `fault` with every game that could not be read. Raises `AxedrezError` for a file that cannot be
    read, and a collection that cannot be written or that another import is writing.
    """
    try:
        size, head = file.stat().st_size, _head(file)
    except (OSError, ValueError):
        raise TextError("cli_file", name=str(file)[:200]) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder), closing(store.connect(folder / GAMES_FILE, create=True)) as connection:
            if store.version(connection) != store.FORMAT:
                raise AxedrezError("collection_version", name=folder.name[:80])
            before = store.source(connection, file.name, size, head)
            resumed = before.done > 0 and not before.finished
            source = before if resumed else Source(file.name, size, head)
            work = _Import(folder, connection, source)
            work.clean()
            complete = _read(work, file, processes, stop, told, fault)
            work.state = work.state._replace(finished=complete)
            work.store()
            work.merge()
            state = work.state
    except (OSError, sqlite3.Error) as problem:
        raise AxedrezError("collection_unwritable", name=folder.name[:80], fault=str(problem)[:200]) from None
    return Report(state.kept, state.duplicates, state.faults, state.passed, resumed, complete)


def _read(
    work: _Import,
    file: Path,
    processes: int,
    stop: threading.Event,
    told: Callable[[Progress], None],
    fault: Callable[[FileFault], None],
) -> bool:
    """Read the file to its end, or until `stop`; whether it came to the end."""
    for size, done, line, batch in _batches(work.state, file, processes, stop):
        for each in batch.faults:
            fault(each)
        state = work.state
        work.take(
            batch,
            state._replace(
                done=done, line=line, faults=state.faults + len(batch.faults), passed=state.passed + batch.passed
            ),
        )
        waiting = sum(len(each.rows) for each in work.batches)
        told(Progress(done if size else 0, size, work.state.kept + work.state.duplicates + waiting))
        if stop.is_set():
            return bool(size) and done >= size
    return not stop.is_set()


def _batches(state: Source, file: Path, processes: int, stop: threading.Event) -> Iterator[tuple[int, int, int, Batch]]:
    """The games of a file from where it was left: its size, how far it has been read, the line, and a batch."""
    with gamefiles.GameFile.opened(file) as games:
        if quick_reader(games.format.name) is None or not _is_bytes(file):
            for count, batch in read_all(games, AT_ONCE, state.done):
                yield 0, count, 0, batch
            return
    pool = Pool(processes, "collection_died")
    with closing(pool), open(file, "rb") as stream:
        pieces = parts(stream, state.done, state.line)
        is_small = state.size - state.done <= SMALL
        found = _here(pieces, stop) if is_small else pool.map(read_part, pieces, stop, in_order=True)
        for part, batch in found:
            yield state.size, *part.after, batch


def _here(pieces: Iterator[Part], stop: threading.Event) -> Iterator[tuple[Part, Batch]]:
    """Read the parts in this process."""
    for part in pieces:
        batch = read_part(part, stop)
        if batch is None:
            return
        yield part, batch


def _postings(batches: list[Batch], kept: list[NDArray[np.bool_]], first: int) -> Postings:
    """The postings of the games that are kept, which are numbered from `first` on."""
    keys, games, choices = [np.empty(0, np.uint64)], [np.empty(0, np.uint32)], [np.empty(0, np.uint16)]
    for batch, keep in zip(batches, kept, strict=True):
        lengths = np.diff(batch.ends, prepend=0)
        wanted = np.repeat(keep, lengths)
        numbers = first + np.cumsum(keep) - 1
        keys.append(batch.keys[wanted])
        choices.append(batch.choices[wanted])
        games.append(np.repeat(numbers, lengths)[wanted].astype(np.uint32))
        first += int(keep.sum())
    return Postings(np.concatenate(keys), np.concatenate(games), np.concatenate(choices))


def _head(file: Path) -> str:
    """What tells a file from another one of the same name and size."""
    with open(file, "rb") as stream:
        return hashlib.sha256(stream.read(_HEAD)).hexdigest()


def _is_bytes(file: Path) -> bool:
    """Whether the signs of a file are bytes, which can be cut anywhere."""
    with open(file, "rb") as stream:
        head = stream.read(4)
    return 0 not in head and not head.startswith((b"\xff\xfe", b"\xfe\xff"))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """The right to write to a collection, which one process has at a time. Raises `AxedrezError` if another has it."""
    with closing(sqlite3.connect(folder / "lock.db", timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise AxedrezError("collection_busy", name=folder.name[:80]) from None
        yield


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
