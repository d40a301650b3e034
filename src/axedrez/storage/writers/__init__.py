"""Writing to the database: the interface of the writers for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

Result = TypeVar("Result")


class Batch(msgspec.Struct, frozen=True):
    """The rows that a command appends to the log of `game`, if its last event is still number `expected_seq`.

    `summary` holds the columns of the game's row that follow from its events, `seq` among them; `events` are rows, and
    so is `command`, if there is one to be stored.
    """

    game: str
    expected_seq: int
    summary: dict[str, Any]
    events: list[dict[str, Any]]
    command: dict[str, Any] | None


class ClashError(Exception):
    """A row with this key exists; nothing was written."""


class Writer(Protocol):
    """Writes to a database; on the disk when a method returns."""

    async def append(self, batch: Batch) -> bool:
        """Write a batch; False, and nothing is written, if the log has grown. Raises `ClashError`."""

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Carry out `work` as one transaction; if it raises, nothing of it is written."""

    async def close(self) -> None:
        """Finish pending writes."""
