"""Opening a database: SQLite by default, PostgreSQL by URL; the migrations run first."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from axedrez import places
from axedrez.core import AxedrezError
from axedrez.storage.away import CONNECT_S, DatabaseAway, tell_apart
from axedrez.storage.writers import Writer
from axedrez.storage.writers.sqlite import GroupedWriter

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
WAITING = {"timeout": 30}
"""How long a writer waits for another one, in seconds (SQLite)."""

CONNECTING = {"connect_args": {"timeout": CONNECT_S}, "pool_pre_ping": True, "pool_timeout": 10}
"""PostgreSQL: so many seconds for a connection, and for one's turn to have one. Who waits for longer is refused."""

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


async def open_database(text: str) -> AsyncEngine:
    """Connect and bring the tables up to date.

    Raises AxedrezError (`database_url`, `database_unavailable`, `database_newer`).
    """
    url = database_url(text)
    sqlite = url.get_backend_name() == "sqlite"
    # A connection that a restart of PostgreSQL has cut is replaced before it is used.
    engine = create_async_engine(url, **({"connect_args": WAITING} if sqlite else CONNECTING))
    if sqlite:
        _prepare_sqlite(engine.sync_engine)
    else:
        tell_apart(engine.sync_engine)
    try:
        if sqlite:
            _keep_private(url)
            _probe(url)
        async with engine.connect() as connection:
            await connection.execution_options(**WRITING)
            async with connection.begin():
                if not sqlite:  # it holds the lock now: one server migrates, the others wait
                    await connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                await connection.run_sync(_migrate)
    except (SQLAlchemyError, sqlite3.Error, OSError, DatabaseAway) as fault:
        await engine.dispose()
        shown = url.render_as_string(hide_password=True)
        raise AxedrezError("database_unavailable", url=shown, cause=_first_line(fault)) from fault
    except _Newer as fault:
        await engine.dispose()
        raise AxedrezError("database_newer", url=url.render_as_string(hide_password=True), version=str(fault)) from None
    return engine


async def open_writer(engine: AsyncEngine) -> Writer:
    """The writer for the database of `engine`."""
    if engine.dialect.name == "postgresql":
        from axedrez.storage.writers.postgres import PostgresWriter  # its driver is an extra

        return await PostgresWriter.open(engine)
    return GroupedWriter(writing_engine(engine.url))


def writing_engine(url: URL) -> Engine:
    """A separate engine for writing to an SQLite file."""
    engine = create_engine(url.set(drivername="sqlite"), connect_args=WAITING, execution_options=WRITING)
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


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "axedrez.storage:migrations")
    config.attributes["connection"] = connection
    found, known = MigrationContext.configure(connection).get_current_revision(), ScriptDirectory.from_config(config)
    if found is not None and found not in {script.revision for script in known.walk_revisions()}:
        raise _Newer(found)
    command.upgrade(config, "head")


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
    return str(cause).partition("\n")[0]
