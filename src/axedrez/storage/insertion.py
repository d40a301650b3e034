"""Insertions that leave out rows that are there already, in both kinds of database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_new(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> Any:
    """An INSERT of those rows whose keys are new."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).values(rows).on_conflict_do_nothing()
