"""Insertions of many rows at once, and of those that are not there yet, in both kinds of database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects import postgresql, sqlite


def insert_all(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows, all of the same columns: texts and whole numbers, and objects in columns of JSON.

    SQLite gets them as one text: row by row it would wait for the interpreter's lock at each, for seconds when other
    threads want it, and every move behind these rows with it.
    """
    if not rows:
        return
    if connection.dialect.name != "sqlite":
        connection.execute(insert(table), rows)
        return
    names = tuple(rows[0])
    values = [[row[name] for name in names] for row in rows]
    connection.exec_driver_sql(_from_json(table.name, names), (msgspec.json.encode(values).decode(),))


@cache
def _from_json(table: str, names: tuple[str, ...]) -> str:
    columns = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(f"json_extract(value, '$[{index}]')" for index in range(len(names)))
    return f"INSERT INTO {table} ({columns}) SELECT {values} FROM json_each(?)"


def insert_new(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> Any:
    """An INSERT of those rows whose keys are new."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).values(rows).on_conflict_do_nothing()
