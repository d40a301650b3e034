"""Opening a database: SQLite by default, PostgreSQL by URL; the migrations run first."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from axedrez import places
from axedrez.core import AxedrezError
from axedrez.storage.away import CONNECT_S, DatabaseAway, tell_apart
from axedrez.storage.writers import Writer
from axedrez.storage.writers.fair_lock import FairLock
from axedrez.storage.writers.sqlite import GroupedWriter

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
WAITING = {"timeout": 30}
"""How long a writer waits for another one, in seconds (SQLite)."""

CONNECTING = {"connect_args": {"timeout": CONNECT_S}, "pool_pre_ping": True, "pool_timeout": 10}
"""PostgreSQL: so many seconds for a connection, and for one's turn to have one. Who waits for longer is refused."""

DECODING: dict[str, Any] = {"json_deserializer": msgspec.json.decode}
"""Columns of JSON, in a third of the time."""

RETRY_S = 0.01

WRITING = {"sqlite_begin": "BEGIN IMMEDIATE"}
"""Execution options of a connection that will write: SQLite takes its lock at once, so none fails half-way."""

MIGRATION_LOCK = 0x61786564
"""Any number that is ours (PostgreSQL)."""


class _Newer(Exception):
    """The tables are of an unknown, newer version."""


def default_url() -> str:
    """The user's own database: a file in the data directory, which is created."""
    folder = places.data()
    folder.mkdir(parents=True, exist_ok=True)
    _close_to_others(folder, 0o700)
    return f"sqlite+aiosqlite:///{folder / 'axedrez.db'}"


def database_url(text: str) -> URL:
    """A database URL with the driver that we use. Raises AxedrezError (`database_url`) for any other database."""
    try:
        url = make_url(text)
    except ArgumentError as fault:
        raise AxedrezError("database_url", url=text) from fault
    backend = url.drivername.partition("+")[0]
    if backend not in DRIVERS or (backend == "sqlite" and url.database in (None, "", ":memory:")):
        raise AxedrezError("database_url", url=text)
    return url.set(drivername=DRIVERS[backend])


def shown_url(url: URL) -> str:
    """A database URL as people write it: without the driver, and without the password."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


async def open_database(text: str) -> AsyncEngine:
    """Connect and bring the tables up to date.

    Raises AxedrezError (`database_url`, `database_unavailable`, `database_newer`).
    """
    engine = new_engine(database_url(text))
    try:
        async with changing(engine) as connection:
            await connection.run_sync(migrate)
    except AxedrezError:
        await engine.dispose()
        raise
    return engine


def new_engine(url: URL, **options: Any) -> AsyncEngine:
    """An engine with our settings; `options` are more of SQLAlchemy's."""
    sqlite = url.get_backend_name() == "sqlite"
    # A connection that a restart of PostgreSQL has cut is replaced before it is used.
    known = {**DECODING, **({"connect_args": WAITING} if sqlite else CONNECTING), **options}
    engine = create_async_engine(url, **known)
    if sqlite:
        _prepare_sqlite(engine.sync_engine)
    else:
        tell_apart(engine.sync_engine)
    return engine


@asynccontextmanager
async def changing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that may change the tables themselves; others wait for it.

    Raises AxedrezError (`database_unavailable`, `database_newer`).
    """
    with _told(engine.url):
        if engine.dialect.name == "sqlite":
            _keep_private(engine.url)
            _probe(engine.url)
        async with engine.connect() as connection:
            await connection.execution_options(**WRITING)
            async with connection.begin():
                if engine.dialect.name != "sqlite":  # it holds the lock now: one server migrates, the others wait
                    await connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                yield connection


@asynccontextmanager
async def snapshot(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that sees one state of the whole database, and changes nothing; nobody waits for it.

    Raises AxedrezError (`database_unavailable`).
    """
    with _told(engine.url):
        if engine.dialect.name == "sqlite":
            os.stat(engine.url.database or "")  # a file that is not there would be made
            _probe(engine.url)
        async with engine.connect() as connection:
            if engine.dialect.name != "sqlite":
                await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            async with connection.begin():
                yield connection


@contextmanager
def _told(url: URL) -> Iterator[None]:
    shown = shown_url(url)
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, DatabaseAway) as fault:
        raise AxedrezError("database_unavailable", url=shown, cause=_first_line(fault)) from fault
    except _Newer as fault:
        raise AxedrezError("database_newer", url=shown, version=str(fault)) from None


async def open_writer(engine: AsyncEngine) -> Writer:
    """The writer for the database of `engine`."""
    if engine.dialect.name == "postgresql":
        from axedrez.storage.writers.postgres import PostgresWriter  # its driver is an extra

        return await PostgresWriter.open(engine)
    return GroupedWriter(writing_engine(engine.url), lock_of(engine.url))


class Writing:
    """Begins transactions that write; at an SQLite file one after another."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(**WRITING)
        self._lock = lock_of(engine.url) if engine.dialect.name == "sqlite" else None

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, as that of an engine."""
        async with self._lock.in_loop() if self._lock else nullcontext(), self._engine.begin() as connection:
            yield connection


_LOCKS: WeakValueDictionary[str, FairLock] = WeakValueDictionary()


def lock_of(url: URL) -> FairLock:
    """The lock of an SQLite file: the same for all who write to it in this process."""
    return _LOCKS.setdefault(url.database or "", FairLock())


def writing_engine(url: URL) -> Engine:
    """A separate engine for writing to an SQLite file."""
    engine = create_engine(url.set(drivername="sqlite"), connect_args=WAITING, execution_options=WRITING, **DECODING)
    _prepare_sqlite(engine)
    return engine


def _prepare_sqlite(engine: Engine) -> None:
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _keep_private(url: URL) -> None:
    """Restrict the file to this user: it holds chats and the servers' secrets."""
    if url.database is None or url.database.startswith("file:"):
        return
    file = Path(url.database)
    with suppress(FileExistsError):  # its journals get the rights of the file
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for each in (file, *(file.with_name(f"{file.name}-{journal}") for journal in ("wal", "shm", "journal"))):
        _close_to_others(each, 0o600)


def _close_to_others(path: Path, mode: int) -> None:
    with suppress(FileNotFoundError, PermissionError):  # no journal, or a file of another user
        if (found := stat.S_IMODE(path.stat().st_mode)) & ~mode:
            path.chmod(found & mode)


def _probe(url: URL) -> None:
    # The asynchronous driver leaves a thread behind when it cannot open a file.
    latest = time.monotonic() + WAITING["timeout"]
    with closing(sqlite3.connect(url.database or ":memory:", timeout=WAITING["timeout"])) as connection:
        # Changing the journal mode does not wait for another connection that does so: retry.
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                    raise
            time.sleep(RETRY_S)


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables to a revision. Raises AxedrezError (`database_newer`) inside of `changing`."""
    found = revision_of(connection)
    if found is not None and not is_known(found):
        raise _Newer(found)
    scripts, config = _scripts(), _config()
    config.attributes["connection"] = connection
    # What alembic's command does, which would read all the scripts anew.
    with EnvironmentContext(config, scripts, fn=lambda known, _: scripts._upgrade_revs(revision, known)):
        scripts.run_env()


def revision_of(connection: Connection) -> str | None:
    """The revision of the tables; None where there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str) -> bool:
    """Whether this program knows a revision of the tables."""
    return revision in {script.revision for script in _scripts().walk_revisions()}


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "axedrez.storage:migrations")
    return config


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Transactions are begun by `_begin_sqlite`, not by the driver, which would leave table changes outside them.
    connection.isolation_level = None
    cursor = connection.cursor()
    # The journal is copied into the file by `GroupedWriter`, beside the writing.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=0"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))


def _first_line(fault: BaseException) -> str:
    cause = getattr(fault, "orig", None) or fault
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return str(cause).partition("\n")[0]
