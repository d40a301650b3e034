"""Matchmaking: people who accept any opponent are matched if their terms are equal, across all servers."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec
from sqlalchemy import Text, and_, cast, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axedrez.storage import presence as presence_store
from axedrez.storage.database import Writing
from axedrez.storage.invitations import COLOURS, Invitation, is_open, read_invitation
from axedrez.storage.schema import blocks, invitations, nodes, people, presence

LOBBY = UUID(int=0)
"""The id of the lobby in the table `presence`, in place of a game's."""

MEETING_LOCK = 0x61786D74
"""The key of the advisory lock (PostgreSQL); any constant."""

SAME = ("rulebook", "options", "clock", "position", "seeds", "delay", "rated")
"""Two invitations match if they agree in these fields."""

TRIED = 8
"""So many candidates are tried, since some may be accepted in the lobby at the same moment."""


class InvitationLimits(NamedTuple):
    """Limits of a person's open invitations, of the public ones among them, and of those to the same person."""

    open: int
    public: int
    to: int


class TooManyInvitations(Exception):
    """A person has `limit` open invitations already; nothing was written."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class Matchmaking:
    """Stores invitations and matches people, one after another under a lock."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._writer = Writing(engine)
        self._sqlite = engine.dialect.name == "sqlite"
        # Only one task of a server waits for the database's lock, so that waiting tasks hold no connections.
        self._turn = asyncio.Lock()

    async def add(self, invitation: Invitation, most: InvitationLimits) -> Invitation:
        """Store an invitation, or return the one that has its id. Raises `TooManyInvitations`."""
        async with self._turn, self._writer.begin() as connection:
            await self._alone(connection)
            return await _known(connection, invitation.id) or await _add(connection, invitation, most)

    async def meet(self, wanted: Invitation, most: InvitationLimits) -> list[Invitation]:
        """Match `wanted.by` with the person who has waited longest with the same terms, or else let `wanted` wait.

        `wanted.created_at` is now. Returns the invitation that waits, or those of both people, each accepted by the
        other one, one's own first. The same `wanted` again gives the same result. Raises `TooManyInvitations`.
        """
        async with self._turn, self._writer.begin() as connection:
            await self._alone(connection)
            if (known := await _known(connection, wanted.id)) is not None:
                return [known]
            own = await _waiting(connection, wanted.by, wanted.created_at, *_same(wanted))
            if (met := await _met(connection, wanted, own or [wanted], wanted.created_at)) is not None:
                if not own:
                    await connection.execute(insert(invitations).values(msgspec.to_builtins(met[0])))
                return met
            return own[:1] or [await _add(connection, wanted, most)]

    async def meet_again(self, person: UUID, now: int) -> list[Invitation]:
        """Match a person who has come back with those who wait now; returns the accepted invitations."""
        found: list[Invitation] = []
        async with self._turn, self._writer.begin() as connection:
            if not await _waiting(connection, person, now, invitations.c.seek):
                return found
            await self._alone(connection)
            for wanted in await _waiting(connection, person, now, invitations.c.seek):
                found += await _met(connection, wanted, [wanted], now, invitations.c.seek) or []
        return found

    async def _alone(self, connection: AsyncConnection) -> None:
        """Take the database's lock; with SQLite the transaction has it already."""
        if not self._sqlite:
            await connection.execute(select(func.pg_advisory_xact_lock(MEETING_LOCK)))


async def _known(connection: AsyncConnection, invitation: UUID) -> Invitation | None:
    found = await _read(connection, select(invitations).where(invitations.c.id == str(invitation)))
    return found[0] if found else None


async def _waiting(connection: AsyncConnection, person: UUID, now: int, *which: Any) -> list[Invitation]:
    own = select(invitations).where(invitations.c.by == str(person), *which, *is_open(now))
    return await _read(connection, own.order_by(invitations.c.created_at, invitations.c.id))


async def _add(connection: AsyncConnection, invitation: Invitation, most: InvitationLimits) -> Invitation:
    same = invitations.c.to == (str(invitation.to) if invitation.to is not None else None)
    own = select(func.count(), func.count().filter(invitations.c.public), func.count().filter(same)).where(
        invitations.c.by == str(invitation.by), *is_open(invitation.created_at)
    )
    count, public, to = (await connection.execute(own)).one()
    if count >= most.open:
        raise TooManyInvitations(most.open)
    if invitation.public and public >= most.public:
        raise TooManyInvitations(most.public)
    if invitation.to is not None and to >= most.to:
        raise TooManyInvitations(most.to)
    await connection.execute(insert(invitations).values(msgspec.to_builtins(invitation)))
    return invitation


async def _met(
    connection: AsyncConnection, wanted: Invitation, own: list[Invitation], now: int, *which: Any
) -> list[Invitation] | None:
    """The accepted invitations, of `own` and of the matched person; None if there is no match."""
    for found in await _alike(connection, wanted, now, *which):
        white_hosts = _white_hosts(found, wanted)
        other = {"accepted_by": str(wanted.by), "game": str(uuid4()), "colour": COLOURS[not white_hosts]}
        taken = update(invitations).where(invitations.c.id == str(found.id), *is_open(now)).values(**other)
        if (await connection.execute(taken)).rowcount == 0:  # accepted in the lobby meanwhile
            continue
        mine = {**other, "accepted_by": str(found.by), "colour": COLOURS[white_hosts]}
        ids = [str(each.id) for each in own]
        await connection.execute(update(invitations).where(invitations.c.id.in_(ids), *is_open(now)).values(**mine))
        return [*(_changed(each, mine) for each in own), _changed(found, other)]
    return None


async def _alike(connection: AsyncConnection, wanted: Invitation, now: int, *which: Any) -> list[Invitation]:
    """The invitations with the same terms that have waited longest, of people who are present and not blocked.

    Invitations of bots are not among them: nobody gets one without having chosen it.
    """
    me = str(wanted.by)
    pairs = or_(
        and_(blocks.c.person == me, blocks.c.other == invitations.c.by),
        and_(blocks.c.other == me, blocks.c.person == invitations.c.by),
    )
    fits = [] if wanted.colour == "lot" else [invitations.c.colour != wanted.colour]
    is_bot = invitations.c.by.in_(select(people.c.id).where(people.c.bot))
    there = [is_here(invitations.c.by, now), ~exists().where(pairs), ~is_bot]
    query = select(invitations).where(invitations.c.by != me, *_same(wanted), *is_open(now), *fits, *there, *which)
    return await _read(connection, query.order_by(invitations.c.created_at, invitations.c.id).limit(TRIED))


def is_here(person: Any, now: int) -> Any:
    """Whether a person is in the lobby: by a socket of a running server, or for a while after a request."""
    by_socket = and_(presence.c.left_at.is_(None), nodes.c.at >= now - presence_store.SILENT_MS)
    here = or_(by_socket, presence.c.left_at > now)
    joined = presence.outerjoin(nodes, presence.c.node == nodes.c.id)
    found = select(presence.c.person).select_from(joined).where(presence.c.game == str(LOBBY), here)
    return person.in_(found)


def _white_hosts(found: Invitation, wanted: Invitation) -> bool:
    """Whether the creator of `found` gets White; random where neither asks for a colour."""
    if found.colour != "lot":
        return found.colour == "white"
    return secrets.choice(COLOURS) == "white" if wanted.colour == "lot" else wanted.colour == "black"


def _same(wanted: Invitation) -> list[Any]:
    """The conditions for public invitations with the same terms."""
    plain = msgspec.to_builtins(wanted)
    conditions: list[Any] = [invitations.c.public]
    for name in SAME:
        column, value = invitations.c[name], plain[name]
        if value is None:
            conditions.append(column.is_(None))
        elif name in ("options", "clock"):  # as the database holds them
            conditions.append(cast(column, Text) == json.dumps(value))
        else:
            conditions.append(column == value)
    return conditions


def _changed(invitation: Invitation, values: dict[str, str]) -> Invitation:
    return msgspec.convert({**msgspec.to_builtins(invitation), **values}, Invitation)


async def _read(connection: AsyncConnection, query: Any) -> list[Invitation]:
    return [read_invitation(row) for row in (await connection.execute(query)).mappings()]
