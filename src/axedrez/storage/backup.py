"""Backup of a whole database to one file, and restoring it into a database of either kind."""

from __future__ import annotations

import base64
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, LargeBinary, MetaData, Table, delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from axedrez.core import AxedrezError
from axedrez.storage.archive import ArchiveTable, ArchiveWriter, contents, new_archive, verified
from axedrez.storage.database import (
    changing,
    database_url,
    is_known,
    migrate,
    new_engine,
    revision_of,
    shown_url,
    snapshot,
)

FETCHED = 100
"""Rows that are read at a time: some hold a megabyte."""

RUNNING_MS = 5_000
"""A server has run so recently if it is one that runs: servers write every second that they do."""

MADE_WITH_THE_TABLES = frozenset({"alembic_version", "explorer_scan", "notice_scan", "pulse", "rating_scan"})
"""Tables that have rows before anybody has done anything."""


def _verbatim(value: Any) -> Any:
    """JSON as the database has it, in text: it is neither parsed nor written anew."""
    return value if isinstance(value, str | None) else msgspec.json.encode(value).decode()


VERBATIM = {"json_serializer": _verbatim, "json_deserializer": _verbatim}


class Copied(NamedTuple):
    """What was copied: the revision of the tables, when the backup was made (ms), and how many rows each table has."""

    schema: str
    made_at: int
    rows: dict[str, int]


async def back_up(url: str, path: Path) -> Copied:
    """Write one state of the database to a file, while servers go on; an older database stays as it is.

    Raises AxedrezError: `cli_unwritable`, `database_newer`, and those of a database that cannot be opened.
    """
    engine = new_engine(database_url(url), **VERBATIM)
    now = time.time_ns() // 1_000_000
    try:
        async with snapshot(engine) as connection:
            schema = await connection.run_sync(revision_of)
            shown = shown_url(engine.url)
            if schema is None:
                raise AxedrezError("database_foreign", url=shown)
            if not is_known(schema):
                raise AxedrezError("database_newer", url=shown, version=schema)
            tables = MetaData()
            await connection.run_sync(tables.reflect)
            with new_archive(path, schema, now) as archive:
                for table in tables.sorted_tables:
                    if table.name != "alembic_version":
                        await _write_table(connection, table, archive)
    finally:
        await engine.dispose()
    return Copied(schema, now, archive.rows)


async def restore(url: str, path: Path, *, replace: bool) -> Copied:
    """Fill a database from a backup, as a whole or not at all; with `replace` all that it holds is deleted.

    Raises AxedrezError: `cli_file`, `backup_foreign`, `backup_damaged`, `backup_newer`, `database_foreign`,
    `database_full`, `database_served`, and those of a database that cannot be opened.
    """
    header, rows = verified(path)
    if not is_known(header.schema):
        raise AxedrezError("backup_newer", file=str(path), version=header.schema)
    engine = new_engine(database_url(url), **VERBATIM)
    try:
        async with changing(engine) as connection:
            await connection.run_sync(_clear, replace)
            await connection.run_sync(migrate, header.schema)
            await connection.run_sync(_fill, path)
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()
    return Copied(header.schema, header.made_at, rows)


async def _write_table(connection: AsyncConnection, table: Table, archive: ArchiveWriter) -> None:
    archive.table(str(table.name), [str(column.name) for column in table.columns])
    rows = await connection.stream(select(table).execution_options(yield_per=FETCHED))
    async for row in rows:
        archive.row(list(row))


def _clear(connection: Connection, replace: bool) -> None:
    """Drop all tables, if that is allowed."""
    tables = MetaData()
    tables.reflect(connection)
    shown = shown_url(connection.engine.url)
    if not tables.tables:
        return
    if revision_of(connection) is None:
        raise AxedrezError("database_foreign", url=shown)
    if "nodes" in tables.tables:
        seen = connection.scalar(select(func.max(tables.tables["nodes"].c.at))) or 0
        if abs(time.time_ns() // 1_000_000 - seen) < RUNNING_MS:
            raise AxedrezError("database_served", url=shown)
    others = (table for name, table in tables.tables.items() if name not in MADE_WITH_THE_TABLES)
    if not replace and any(connection.execute(select(table).limit(1)).first() is not None for table in others):
        raise AxedrezError("database_full", url=shown)
    tables.drop_all(connection)


def _fill(connection: Connection, path: Path) -> None:
    """Write the rows of a verified archive into new tables."""
    tables = MetaData()
    tables.reflect(connection)
    for table in reversed(tables.sorted_tables):
        if table.name != "alembic_version":
            connection.execute(delete(table))
    for each in contents(path):
        if isinstance(each, ArchiveTable):
            table, columns = tables.tables[each.name], each.columns
            binary = [isinstance(table.c[name].type, LargeBinary) for name in columns]
            continue
        if any(binary):
            each = [[_bytes(value) if raw else value for value, raw in zip(row, binary, strict=True)] for row in each]
        connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in each])
    if connection.dialect.name == "postgresql":
        for table in tables.sorted_tables:
            _count_on(connection, table)


def _count_on(connection: Connection, table: Table) -> None:
    """Let the sequences of a table go on after the rows that were written with their numbers (PostgreSQL)."""
    for column in table.columns:
        if column.server_default is not None and "nextval(" in str(getattr(column.server_default, "arg", "")):
            own = {"table": table.name, "column": column.name}
            last = connection.scalar(select(func.max(column))) or 0
            number = text("SELECT setval(pg_get_serial_sequence(:table, :column), :following, false)")
            connection.execute(number, {**own, "following": last + 1})


def _bytes(value: str | None) -> bytes | None:
    return None if value is None else base64.b64decode(value)
