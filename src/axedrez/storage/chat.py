"""Chat lines of games, and reports to the administrators."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.decoding import plain
from axedrez.storage.schema import chat, reports
from axedrez.storage.writers import Writer

ChatRoom = Literal["players", "spectators"]


class ChatLine(msgspec.Struct, frozen=True):
    """A line of the chat. `preset` is one of the known sentences; `text` then is empty."""

    id: UUID
    game: UUID
    room: ChatRoom
    person: UUID
    name: str
    preset: str | None
    text: str
    at: int


class Report(msgspec.Struct, frozen=True):
    """A report by a person about another one, for the administrators."""

    id: UUID
    by: UUID
    about: UUID
    game: UUID | None
    text: str
    at: int
    settled_at: int | None = None


class ChatStore:
    """The tables of chat lines and reports. Every method is one transaction."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def add_line(self, line: ChatLine) -> bool:
        """Store a line. False if its id exists already."""
        return await self._add(chat, line)

    async def recent_lines(self, game: UUID, room: ChatRoom, limit: int) -> list[ChatLine]:
        """The last lines of a room, oldest first."""
        query = select(chat).where(chat.c.game == str(game), chat.c.room == room)
        rows = await self._read(query.order_by(chat.c.at.desc(), chat.c.id).limit(limit))
        return [msgspec.convert(row, ChatLine) for row in reversed(rows)]

    async def add_report(self, report: Report) -> bool:
        """Store a report. False if its id exists already."""
        return await self._add(reports, report)

    async def open_reports(self, limit: int) -> list[Report]:
        """The reports that are not settled, oldest first."""
        query = select(reports).where(reports.c.settled_at.is_(None)).order_by(reports.c.at, reports.c.id)
        return [msgspec.convert(row, Report) for row in await self._read(query.limit(limit))]

    async def settle_report(self, report: UUID, now: int) -> bool:
        """Mark a report as settled. False if there is no such open report."""
        here = (reports.c.id == str(report)) & reports.c.settled_at.is_(None)
        settled = update(reports).where(here).values(settled_at=now)
        return await self._writer.run(lambda connection: connection.execute(settled).rowcount == 1)

    async def _add(self, table: Any, value: msgspec.Struct) -> bool:
        try:
            row = insert(table).values(msgspec.to_builtins(value))
            await self._writer.run(lambda connection: connection.execute(row))
        except IntegrityError:
            return False
        return True

    async def _read(self, query: Any) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [plain(row) for row in rows]
