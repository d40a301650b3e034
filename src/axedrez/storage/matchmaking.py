"""Who looks for any opponent meets whoever wants the same, however many look at once and on however many servers."""

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
from axedrez.storage.database import WRITING
from axedrez.storage.invitations import COLOURS, Invitation, is_open, read_invitation
from axedrez.storage.schema import blocks, invitations, nodes, presence

LOBBY = UUID(int=0)
"""Under this id `presence` holds who is at the lobby, as it holds under a game's who is there."""

MEETING_LOCK = 0x61786D74
"""Any number that is ours (PostgreSQL)."""

SAME = ("rulebook", "options", "clock", "position", "seeds", "delay")
"""In this two wishes must agree."""

TRIED = 8
"""So many of those who fit are tried: somebody may be taken in the lobby at the same moment."""


class InvitationLimits(NamedTuple):
    """So many open invitations somebody may have, and so many of them to everybody."""

    open: int
    public: int


class TooManyInvitations(Exception):
    """Somebody has `limit` open invitations already: nothing was written."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class Matchmaking:
    """Writes invitations down, and lets people meet. What it does it does for one person after another."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._writer = engine.execution_options(**WRITING)
        self._sqlite = engine.dialect.name == "sqlite"
        # Of each server one waits for the database's own lock, and takes no connection from those who play.
        self._turn = asyncio.Lock()

    async def add(self, invitation: Invitation, most: InvitationLimits) -> Invitation:
        """Write an invitation down, or find the one that has its id. Raises `TooManyInvitations`."""
        async with self._turn, self._writer.begin() as connection:
            await self._alone(connection)
            return await _known(connection, invitation.id) or await _add(connection, invitation, most)

    async def meet(self, wanted: Invitation, most: InvitationLimits) -> list[Invitation]:
        """Let `wanted.by` meet the one who has waited longest of all who want alike, or else wait with `wanted`.

        `wanted.created_at` is now. Gives the invitation that waits, or those of both, each accepted by the other one,
        one's own first; whoever asks again gets the same. Raises `TooManyInvitations`.
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
        """Let somebody who is back meet whoever has come to wait meanwhile: the invitations that have been accepted."""
        found: list[Invitation] = []
        async with self._turn, self._writer.begin() as connection:
            if not await _waiting(connection, person, now, invitations.c.seek):
                return found
            await self._alone(connection)
            for wanted in await _waiting(connection, person, now, invitations.c.seek):
                found += await _met(connection, wanted, [wanted], now, invitations.c.seek) or []
        return found

    async def _alone(self, connection: AsyncConnection) -> None:
        """Wait until nobody else of this database does the same; SQLite has seen to it with its own lock."""
        if not self._sqlite:
            await connection.execute(select(func.pg_advisory_xact_lock(MEETING_LOCK)))


async def _known(connection: AsyncConnection, invitation: UUID) -> Invitation | None:
    found = await _read(connection, select(invitations).where(invitations.c.id == str(invitation)))
    return found[0] if found else None


async def _waiting(connection: AsyncConnection, person: UUID, now: int, *which: Any) -> list[Invitation]:
    own = select(invitations).where(invitations.c.by == str(person), *which, *is_open(now))
    return await _read(connection, own.order_by(invitations.c.created_at, invitations.c.id))


async def _add(connection: AsyncConnection, invitation: Invitation, most: InvitationLimits) -> Invitation:
    own = select(func.count(), func.count().filter(invitations.c.public)).where(
        invitations.c.by == str(invitation.by), *is_open(invitation.created_at)
    )
    count, public = (await connection.execute(own)).one()
    if count >= most.open:
        raise TooManyInvitations(most.open)
    if invitation.public and public >= most.public:
        raise TooManyInvitations(most.public)
    await connection.execute(insert(invitations).values(msgspec.to_builtins(invitation)))
    return invitation


async def _met(
    connection: AsyncConnection, wanted: Invitation, own: list[Invitation], now: int, *which: Any
) -> list[Invitation] | None:
    """Those of `own`, and the one of somebody else, that have been accepted; None if nobody fits."""
    for found in await _alike(connection, wanted, now, *which):
        white_hosts = _white_hosts(found, wanted)
        other = {"accepted_by": str(wanted.by), "game": str(uuid4()), "colour": COLOURS[not white_hosts]}
        taken = update(invitations).where(invitations.c.id == str(found.id), *is_open(now)).values(**other)
        if (await connection.execute(taken)).rowcount == 0:  # somebody has taken it in the lobby meanwhile
            continue
        mine = {**other, "accepted_by": str(found.by), "colour": COLOURS[white_hosts]}
        ids = [str(each.id) for each in own]
        await connection.execute(update(invitations).where(invitations.c.id.in_(ids), *is_open(now)).values(**mine))
        return [*(_changed(each, mine) for each in own), _changed(found, other)]
    return None


async def _alike(connection: AsyncConnection, wanted: Invitation, now: int, *which: Any) -> list[Invitation]:
    """Those who have waited longest of all who are there and want the same, and whom nobody keeps apart."""
    me = str(wanted.by)
    pairs = or_(
        and_(blocks.c.person == me, blocks.c.other == invitations.c.by),
        and_(blocks.c.other == me, blocks.c.person == invitations.c.by),
    )
    fits = [] if wanted.colour == "lot" else [invitations.c.colour != wanted.colour]
    there = [is_here(invitations.c.by, now), ~exists().where(pairs)]
    query = select(invitations).where(invitations.c.by != me, *_same(wanted), *is_open(now), *fits, *there, *which)
    return await _read(connection, query.order_by(invitations.c.created_at, invitations.c.id).limit(TRIED))


def is_here(person: Any, now: int) -> Any:
    """Whether somebody is at the lobby: by a socket of a server that runs, or for a while after a request."""
    by_socket = and_(presence.c.left_at.is_(None), nodes.c.at >= now - presence_store.SILENT_MS)
    here = or_(by_socket, presence.c.left_at > now)
    joined = presence.outerjoin(nodes, presence.c.node == nodes.c.id)
    found = select(presence.c.person).select_from(joined).where(presence.c.game == str(LOBBY), here)
    return person.in_(found)


def _white_hosts(found: Invitation, wanted: Invitation) -> bool:
    """Whether the one of `found` gets White; where neither minds, that is drawn by lot."""
    if found.colour != "lot":
        return found.colour == "white"
    return secrets.choice(COLOURS) == "white" if wanted.colour == "lot" else wanted.colour == "black"


def _same(wanted: Invitation) -> list[Any]:
    """The conditions by which an invitation to everybody says the same as another one."""
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
