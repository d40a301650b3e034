"""Invitations to a game: to a person, to anybody who has the link, or to the whole lobby."""

from __future__ import annotations

import secrets
from typing import Any, Literal
from uuid import UUID, uuid4

import msgspec
from sqlalchemy import RowMapping, case, false, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.match import TimeControl
from axedrez.storage.database import Writing
from axedrez.storage.decoding import plain
from axedrez.storage.schema import invitations

Colour = Literal["white", "black", "lot"]
COLOURS = ("white", "black")


class Invitation(msgspec.Struct, frozen=True):
    """An invitation by `by`; times in ms since the epoch.

    `to` None: for anybody who has the link, or, if it is `public`, reads the lobby. `colour` is that of `by`. It is
    open until it expires, is `withdrawn`, or is `accepted_by` a person, who is then the opponent. The game begins
    from `position` (None: the rulebook's start); with `seeds` both bring a seed for the dice; spectators see it
    `delay` moves late. `game` is the id of the game of an accepted one; None if an old server accepted it. `seek`: it
    may be matched with any equal one. `rated`: the game is.
    """

    id: UUID
    by: UUID
    to: UUID | None
    public: bool
    rulebook: str
    names: dict[str, str]
    options: dict[str, Any]
    clock: TimeControl | None
    colour: Colour
    created_at: int
    expires_at: int
    accepted_by: UUID | None = None
    withdrawn: bool = False
    position: str | None = None
    seeds: bool = False
    delay: int = 0
    game: UUID | None = None
    seek: bool = False
    rated: bool = False

    def is_open(self, now: int) -> bool:
        """Whether it can be accepted at `now`."""
        return self.accepted_by is None and not self.withdrawn and now < self.expires_at


class Invitations:
    """The invitations of a database. Every method is one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = Writing(engine)

    async def find(self, invitation: UUID) -> Invitation | None:
        """An invitation by its id."""
        found = await self._read(select(invitations).where(invitations.c.id == str(invitation)))
        return found[0] if found else None

    async def accept(self, invitation: UUID, person: UUID, now: int) -> bool:
        """Accept an invitation for `person`. False if it is not open any more.

        The game's id, and random colours, are drawn only now, so that nobody can predict them.
        """
        lot = case((invitations.c.colour == "lot", secrets.choice(COLOURS)), else_=invitations.c.colour)
        return await self._change(invitation, now, accepted_by=str(person), game=str(uuid4()), colour=lot)

    async def withdraw(self, invitation: UUID, now: int) -> bool:
        """Withdraw an invitation. False if it is not open any more."""
        return await self._change(invitation, now, withdrawn=True)

    async def public(self, now: int, limit: int, skipped: int = 0) -> list[Invitation]:
        """Open public invitations: the newest of each person before the second of anybody, newest first."""
        newest = (invitations.c.created_at.desc(), invitations.c.id)
        nth = func.row_number().over(partition_by=invitations.c.by, order_by=newest).label("nth")
        shown = select(invitations, nth).where(invitations.c.public, *is_open(now)).order_by(nth, *newest)
        return await self._read(shown.limit(limit).offset(skipped))

    async def concerning(self, person: UUID, now: int, limit: int) -> list[Invitation]:
        """The open invitations by or to a person, newest first."""
        theirs = or_(invitations.c.by == str(person), invitations.c.to == str(person))
        query = select(invitations).where(theirs, *is_open(now))
        return await self._read(query.order_by(invitations.c.created_at.desc(), invitations.c.id).limit(limit))

    async def _change(self, invitation: UUID, now: int, **values: Any) -> bool:
        here = update(invitations).where(invitations.c.id == str(invitation), *is_open(now)).values(**values)
        async with self._writer.begin() as connection:
            return (await connection.execute(here)).rowcount == 1

    async def _read(self, query: Any) -> list[Invitation]:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [read_invitation(row) for row in rows]


def is_open(now: int) -> list[Any]:
    """The conditions for an invitation that can be accepted at `now`."""
    return [
        invitations.c.accepted_by.is_(None),
        invitations.c.withdrawn == false(),
        invitations.c.expires_at > now,
    ]


def read_invitation(row: RowMapping) -> Invitation:
    """An invitation as the database holds it."""
    return msgspec.convert(plain(row), Invitation)
