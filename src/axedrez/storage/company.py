"""Who is at a game, what is said there, and what is reported of people."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import Connection, RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.schema import chat, nodes, presence, reports
from axedrez.storage.writer import Writer

ChatRoom = Literal["players", "spectators"]

NO_SOCKET = UUID(int=0)
"""In place of a server: somebody who is there without a socket."""

SILENT_MS = 5000
"""A server that was not seen for longer is gone, and everybody who was there by it."""


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
    """What somebody says of somebody, for the administrators."""

    id: UUID
    by: UUID
    about: UUID
    game: UUID | None
    text: str
    at: int
    settled_at: int | None = None


class PresenceEntry(NamedTuple):
    """Somebody at a game by way of a server: until when, and when the server was seen last (None: it is gone)."""

    person: UUID
    left_at: int | None
    seen_at: int | None

    def is_here(self, now: int) -> bool:
        """Whether they are there at `now`."""
        return self.left_at is None and self.seen_at is not None and now - self.seen_at <= SILENT_MS

    @property
    def ended(self) -> int:
        """When they left, or their server was seen last; 0 if nobody knows."""
        return self.left_at if self.left_at is not None else self.seen_at or 0


Attendance = list[PresenceEntry]


def present(attendance: Attendance, now: int) -> frozenset[UUID]:
    """Everybody who is there."""
    return frozenset(stay.person for stay in attendance if stay.is_here(now))


def closed_since(attendance: Attendance, person: UUID, now: int) -> int | None:
    """Since when somebody is away who was there by a socket, and has closed it, or lost it, while its server ran.

    None for whoever is there, was never there by a socket, or was there until a server went away.
    """
    own = [stay for stay in attendance if stay.person == person]
    if not own or any(stay.is_here(now) for stay in own):
        return None
    return max(own, key=lambda stay: stay.ended).left_at


class Company:
    """The people around the games of a database. Every method is one transaction."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def say(self, line: ChatLine) -> bool:
        """Keep a line. False if it was kept before."""
        return await self._add(chat, line)

    async def said(self, game: UUID, room: ChatRoom, limit: int) -> list[ChatLine]:
        """The last lines of a room, oldest first."""
        query = select(chat).where(chat.c.game == str(game), chat.c.room == room)
        rows = await self._read(query.order_by(chat.c.at.desc(), chat.c.id).limit(limit))
        return [msgspec.convert(row, ChatLine) for row in reversed(rows)]

    async def beat(self, node: UUID, now: int) -> None:
        """The server `node` runs."""

        def work(connection: Connection) -> None:
            if connection.execute(update(nodes).where(nodes.c.id == str(node)).values(at=now)).rowcount == 0:
                connection.execute(insert(nodes).values(id=str(node), at=now))

        await self._writer.run(work)

    async def come(self, game: UUID, person: UUID, node: UUID) -> None:
        """Somebody is at a game, by way of a server."""
        await self._set(game, person, node, None)

    async def go(self, game: UUID, person: UUID, node: UUID, now: int) -> None:
        """Somebody is there no more."""
        await self._set(game, person, node, now)

    async def attendances(self, games: list[UUID]) -> dict[UUID, Attendance]:
        """Who is or was at each of several games."""
        joined = presence.outerjoin(nodes, presence.c.node == nodes.c.id)
        columns = (presence.c.game, presence.c.person, presence.c.left_at, nodes.c.at)
        query = select(*columns).select_from(joined).where(presence.c.game.in_([str(game) for game in games]))
        found: dict[UUID, Attendance] = {game: [] for game in games}
        for row in await self._read(query):
            found[UUID(row["game"])].append(PresenceEntry(UUID(row["person"]), row["left_at"], row["at"]))
        return found

    async def report(self, report: Report) -> bool:
        """Keep a report. False if it was kept before."""
        return await self._add(reports, report)

    async def open_reports(self, limit: int) -> list[Report]:
        """The reports that nobody has settled, oldest first."""
        query = select(reports).where(reports.c.settled_at.is_(None)).order_by(reports.c.at, reports.c.id)
        return [msgspec.convert(row, Report) for row in await self._read(query.limit(limit))]

    async def settle(self, report: UUID, now: int) -> bool:
        """An administrator has seen to it. False if there is no such open report."""
        here = (reports.c.id == str(report)) & reports.c.settled_at.is_(None)
        settled = update(reports).where(here).values(settled_at=now)
        return await self._writer.run(lambda connection: connection.execute(settled).rowcount == 1)

    async def sweep(self, before: int) -> None:
        """Forget servers that were last seen before, with all who were there by them, and who left before."""
        old = select(nodes.c.id).where(nodes.c.at < before)

        def work(connection: Connection) -> None:
            connection.execute(delete(presence).where(presence.c.node.in_(old) | (presence.c.left_at < before)))
            connection.execute(delete(nodes).where(nodes.c.at < before))

        await self._writer.run(work)

    async def shown(self, game: UUID, person: UUID, until: int) -> None:
        """Somebody has asked for something there over HTTP: they are there until a while later."""
        with suppress(IntegrityError):  # the same at the same moment
            await self._set(game, person, NO_SOCKET, until)

    async def _set(self, game: UUID, person: UUID, node: UUID, left_at: int | None) -> None:
        key = {"game": str(game), "person": str(person), "node": str(node)}
        here = [presence.c[name] == value for name, value in key.items()]

        def work(connection: Connection) -> None:
            if connection.execute(update(presence).where(*here).values(left_at=left_at)).rowcount == 0:
                connection.execute(insert(presence).values(**key, left_at=left_at))

        await self._writer.run(work)

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
        return [_plain(row) for row in rows]


def _plain(row: RowMapping) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}
