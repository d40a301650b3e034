"""Presence at games and in the lobby, by server."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.schema import nodes, presence
from axedrez.storage.writers import Writer

NO_SOCKET = UUID(int=0)
"""In place of a server: somebody who is there without a socket."""

SILENT_MS = 5000
"""A server whose last heartbeat is older is gone, and everybody who was connected to it."""


class PresenceEntry(NamedTuple):
    """A person's connection to a game through one server.

    `left_at`: when they left (None: not yet); `seen_at`: the server's last heartbeat (None: it was deleted).
    """

    person: UUID
    left_at: int | None
    seen_at: int | None

    def is_here(self, now: int) -> bool:
        """Whether they are present at `now`."""
        return self.left_at is None and self.seen_at is not None and now - self.seen_at <= SILENT_MS

    @property
    def ended(self) -> int:
        """When they left, else their server's last heartbeat; 0 if neither is known."""
        return self.left_at if self.left_at is not None else self.seen_at or 0


Attendance = list[PresenceEntry]


def present(attendance: Attendance, now: int) -> frozenset[UUID]:
    """The people who are present at `now`."""
    return frozenset(entry.person for entry in attendance if entry.is_here(now))


def closed_since(attendance: Attendance, person: UUID, now: int) -> int | None:
    """Since when a person is away who closed, or lost, their last socket while its server ran.

    None for a person who is present, never had a socket there, or lost it because the server stopped.
    """
    own = [entry for entry in attendance if entry.person == person]
    if not own or any(entry.is_here(now) for entry in own):
        return None
    return max(own, key=lambda entry: entry.ended).left_at


class PresenceStore:
    """The tables of presence and of running servers. Every method is one transaction; times are ms since the epoch."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def heartbeat(self, node: UUID, now: int) -> None:
        """The server `node` is running at `now`."""

        def work(connection: Connection) -> None:
            if connection.execute(update(nodes).where(nodes.c.id == str(node)).values(at=now)).rowcount == 0:
                connection.execute(insert(nodes).values(id=str(node), at=now))

        await self._writer.run(work)

    async def enter(self, game: UUID, person: UUID, node: UUID) -> None:
        """Note that a person is at a game, connected to the server `node`."""
        await self._set(game, person, node, None)

    async def leave(self, game: UUID, person: UUID, node: UUID, now: int) -> None:
        """Note that a person has closed the last connection to that server."""
        await self._set(game, person, node, now)

    async def enter_until(self, game: UUID, person: UUID, until: int) -> None:
        """Note an HTTP request of a person: they count as present until `until`."""
        with suppress(IntegrityError):  # the same at the same moment
            await self._set(game, person, NO_SOCKET, until)

    async def attendances(self, games: list[UUID]) -> dict[UUID, Attendance]:
        """The present and former connections of each of several games."""
        joined = presence.outerjoin(nodes, presence.c.node == nodes.c.id)
        columns = (presence.c.game, presence.c.person, presence.c.left_at, nodes.c.at)
        query = select(*columns).select_from(joined).where(presence.c.game.in_([str(game) for game in games]))
        found: dict[UUID, Attendance] = {game: [] for game in games}
        async with self._engine.connect() as connection:
            for row in (await connection.execute(query)).mappings():
                found[UUID(row["game"])].append(PresenceEntry(UUID(row["person"]), row["left_at"], row["at"]))
        return found

    async def sweep(self, before: int) -> None:
        """Delete servers whose last heartbeat is older than `before`, their connections, and those who left by then."""
        old = select(nodes.c.id).where(nodes.c.at < before)

        def work(connection: Connection) -> None:
            connection.execute(delete(presence).where(presence.c.node.in_(old) | (presence.c.left_at < before)))
            connection.execute(delete(nodes).where(nodes.c.at < before))

        await self._writer.run(work)

    async def _set(self, game: UUID, person: UUID, node: UUID, left_at: int | None) -> None:
        key: dict[str, Any] = {"game": str(game), "person": str(person), "node": str(node)}
        here = [presence.c[name] == value for name, value in key.items()]

        def work(connection: Connection) -> None:
            if connection.execute(update(presence).where(*here).values(left_at=left_at)).rowcount == 0:
                connection.execute(insert(presence).values(**key, left_at=left_at))

        await self._writer.run(work)
