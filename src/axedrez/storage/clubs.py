"""Clubs, their members, and which tournaments are theirs."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Select, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.decoding import plain
from axedrez.storage.insertion import insert_new
from axedrez.storage.schema import club_members, club_tournaments, clubs, people
from axedrez.storage.writers import Writer

Joining = Literal["open", "link", "closed"]
"""Who may join: everybody, whoever has the link, nobody."""

Role = Literal["member", "leader"]


class Club(msgspec.Struct, frozen=True):
    """A club. `owner` is one of its leaders; `key`: what the link for joining shows."""

    id: UUID
    name: str
    text: str
    owner: UUID
    join: Joining
    key: str
    created_at: int


class Member(msgspec.Struct, frozen=True):
    """A member of a club."""

    person: UUID
    name: str
    role: Role
    joined_at: int


class ListedClub(msgspec.Struct, frozen=True):
    """A club in a list; `role`: of the person whose clubs were asked for."""

    id: UUID
    name: str
    join: Joining
    members: int
    role: Role | None = None


class TooManyError(Exception):
    """The limit of clubs, or of members, is reached; nothing was written."""


class GoneError(Exception):
    """The club, or the person, has been deleted meanwhile; nothing was written."""


class ClubStore:
    """The clubs of a database. Every method is one transaction; times are ms since the epoch.

    Whatever changes the members of a club locks its row, so that a club always has an owner.
    """

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def add(self, new: Club, most: int) -> Club:
        """Store a club with its owner, or return the one with this id.

        Raises `TooManyError` beyond `most` clubs of an owner, `GoneError` for a deleted account.
        """

        def work(connection: Connection) -> Club:
            _lock_person(connection, new.owner)
            known = connection.execute(select(clubs).where(clubs.c.id == str(new.id))).mappings().one_or_none()
            if known is not None:
                return msgspec.convert(plain(known), Club)
            own = select(func.count()).select_from(clubs).where(clubs.c.owner == str(new.owner))
            if (connection.scalar(own) or 0) >= most:
                raise TooManyError
            connection.execute(insert(clubs).values(msgspec.to_builtins(new)))
            _enter(connection, new.id, new.owner, "leader", new.created_at)
            return new

        return await self._writer.run(work)

    async def find(self, club: UUID) -> Club | None:
        """A club by its id."""
        found = await self._read(select(clubs).where(clubs.c.id == str(club)))
        return msgspec.convert(found[0], Club) if found else None

    async def page(self, words: str, skip: int, limit: int) -> list[ListedClub]:
        """The clubs that everybody may join and whose name contains `words`, by name."""
        query = _listed().where(clubs.c.join == "open")
        if words:
            query = query.where(clubs.c.name.icontains(words, autoescape=True))
        query = query.order_by(func.lower(clubs.c.name), clubs.c.id).offset(skip).limit(limit)
        return msgspec.convert(await self._read(query), list[ListedClub])

    async def of_person(self, person: UUID) -> list[ListedClub]:
        """The clubs of a person, by name."""
        own = and_(club_members.c.club == clubs.c.id, club_members.c.person == str(person))
        query = _listed().add_columns(club_members.c.role).join(club_members, own)
        query = query.order_by(func.lower(clubs.c.name), clubs.c.id)
        return msgspec.convert(await self._read(query), list[ListedClub])

    async def role(self, club: UUID, person: UUID) -> Role | None:
        """What a person is in a club; None for no member."""
        query = select(club_members.c.role).where(_membership(club, person))
        async with self._engine.connect() as connection:
            found: Role | None = await connection.scalar(query)
        return found

    async def members(self, club: UUID) -> list[Member]:
        """The members of a club: first its leaders, then by how long they are in it."""
        query = select(club_members.c.person, people.c.name, club_members.c.role, club_members.c.joined_at)
        query = query.join(people, people.c.id == club_members.c.person).where(club_members.c.club == str(club))
        query = query.order_by(club_members.c.role, club_members.c.joined_at, club_members.c.person)
        return msgspec.convert(await self._read(query), list[Member])

    async def count(self, club: UUID) -> int:
        """How many members a club has."""
        query = select(func.count()).select_from(club_members).where(club_members.c.club == str(club))
        async with self._engine.connect() as connection:
            return await connection.scalar(query) or 0

    async def change(self, club: UUID, changes: dict[str, Any]) -> None:
        """Change the name, text, `join` or key of a club."""
        here = update(clubs).where(clubs.c.id == str(club)).values(**changes)
        await self._writer.run(lambda connection: connection.execute(here).close())

    async def join(self, club: UUID, person: UUID, key: str, now: int, most: int) -> bool:
        """Make somebody a member who may join; once. False if they may not: another key, or closed.

        Raises `TooManyError` beyond `most` members, `GoneError`.
        """

        def work(connection: Connection) -> bool:
            _lock_person(connection, person)
            found = connection.execute(_locked(club)).mappings().one_or_none()
            if found is None:
                raise GoneError
            if connection.scalar(select(club_members.c.role).where(_membership(club, person))) is not None:
                return True
            if found["join"] == "closed" or (found["join"] == "link" and found["key"] != key):
                return False
            here = select(func.count()).select_from(club_members).where(club_members.c.club == str(club))
            if (connection.scalar(here) or 0) >= most:
                raise TooManyError
            _enter(connection, club, person, "member", now)
            return True

        return await self._writer.run(work)

    async def set_role(self, club: UUID, person: UUID, role: Role, by: UUID) -> bool:
        """Let the owner (`by`) say what another member is. False for anybody else, and for no member."""

        def work(connection: Connection) -> bool:
            found = connection.execute(_locked(club)).mappings().one_or_none()
            if found is None or found["owner"] != str(by) or by == person:
                return False
            here = update(club_members).where(_membership(club, person)).values(role=role)
            return connection.execute(here).rowcount == 1

        return await self._writer.run(work)

    async def remove(self, club: UUID, person: UUID, by: UUID) -> bool:
        """Take a member out: oneself, or as a leader a member without a role, or as the owner anybody.

        False, and nothing is changed, for no member and for whoever may not. When the owner goes, the club passes to
        the leader, or else to the member, who is in it longest; without members it is deleted.
        """

        def work(connection: Connection) -> bool:
            found = connection.execute(_locked(club)).mappings().one_or_none()
            role = connection.scalar(select(club_members.c.role).where(_membership(club, person)))
            if found is None or role is None:
                return False
            if by != person and found["owner"] != str(by):
                mine = connection.scalar(select(club_members.c.role).where(_membership(club, by)))
                if mine != "leader" or role == "leader":
                    return False
            _take_out(connection, club, person, found["owner"])
            return True

        return await self._writer.run(work)

    async def delete(self, club: UUID, owner: UUID) -> bool:
        """Delete a club; its tournaments stay. False if it is not, or no longer, of this owner."""
        here = delete(clubs).where(clubs.c.id == str(club), clubs.c.owner == str(owner))
        return await self._writer.run(lambda connection: connection.execute(here).rowcount == 1)

    async def add_tournament(self, club: UUID, tournament: UUID, *, members_only: bool) -> None:
        """Note that a tournament is of a club, once. Raises `GoneError`."""
        row = {"tournament": str(tournament), "club": str(club), "members_only": members_only}

        def work(connection: Connection) -> None:
            if connection.execute(_locked(club)).one_or_none() is None:
                raise GoneError
            connection.execute(insert_new(connection, club_tournaments, [row]))

        await self._writer.run(work)

    async def closed_to(self, tournament: UUID, person: UUID) -> str | None:
        """The name of the club whose members alone may enter a tournament, where a person is none of them."""
        theirs = select(club_members.c.club).where(club_members.c.person == str(person))
        query = select(clubs.c.name).join(club_tournaments, club_tournaments.c.club == clubs.c.id)
        query = query.where(club_tournaments.c.tournament == str(tournament), club_tournaments.c.members_only)
        async with self._engine.connect() as connection:
            found: str | None = await connection.scalar(query.where(clubs.c.id.not_in(theirs)))
        return found

    async def _read(self, query: Any) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [plain(row) for row in rows]


def leave_clubs(connection: Connection, person: UUID) -> None:
    """Take a person, whose row is deleted already, out of all clubs; see `ClubStore.remove`."""
    query = select(club_members.c.club).where(club_members.c.person == str(person)).order_by(club_members.c.club)
    for each in connection.scalars(query).all():
        owner = connection.scalar(select(clubs.c.owner).where(clubs.c.id == each).with_for_update())
        if owner is not None:
            _take_out(connection, UUID(each), person, owner)


def _take_out(connection: Connection, club: UUID, person: UUID, owner: str) -> None:
    """Take a member out of a club whose row is locked, and find the next owner if that was theirs."""
    connection.execute(delete(club_members).where(_membership(club, person)))
    if owner != str(person):
        return
    order = club_members.c.role, club_members.c.joined_at, club_members.c.person  # "leader" comes before "member"
    query = select(club_members.c.person).where(club_members.c.club == str(club)).order_by(*order).limit(1)
    following = connection.scalar(query)
    if following is None:
        connection.execute(delete(clubs).where(clubs.c.id == str(club)))
        return
    connection.execute(update(clubs).where(clubs.c.id == str(club)).values(owner=following))
    connection.execute(update(club_members).where(_membership(club, UUID(following))).values(role="leader"))


def _listed() -> Select[Any]:
    here = club_members.alias()
    count = select(func.count()).where(here.c.club == clubs.c.id).scalar_subquery()
    return select(clubs.c.id, clubs.c.name, clubs.c.join, count.label("members"))


def _membership(club: UUID, person: UUID) -> Any:
    return and_(club_members.c.club == str(club), club_members.c.person == str(person))


def _locked(club: UUID) -> Any:
    return select(clubs).where(clubs.c.id == str(club)).with_for_update()


def _lock_person(connection: Connection, person: UUID) -> None:
    """Hold the row of a person, who deletes their account before or after, but not meanwhile. Raises `GoneError`."""
    if connection.scalar(select(people.c.id).where(people.c.id == str(person)).with_for_update()) is None:
        raise GoneError


def _enter(connection: Connection, club: UUID, person: UUID, role: Role, now: int) -> None:
    row = {"club": str(club), "person": str(person), "role": role, "joined_at": now}
    connection.execute(insert(club_members).values(row))
