"""People: guests who have written something, accounts, credentials, and blocked people."""

from __future__ import annotations

import secrets as lots
from collections.abc import Iterable, Mapping
from typing import Any, Literal
from uuid import UUID

import msgspec
from sqlalchemy import RowMapping, and_, delete, exists, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axedrez.storage.database import Writing
from axedrez.storage.decoding import plain
from axedrez.storage.erasure import end_guest, erase_person
from axedrez.storage.invitations import is_open
from axedrez.storage.kept_data import kept_of
from axedrez.storage.schema import (
    blocks,
    ended_guests,
    follows,
    invitations,
    keys,
    people,
    seats,
    secrets,
    tournament_people,
)

KeyKind = Literal["session", "token", "recovery"]
SECRET_BYTES = 32
MAX_BLOCKED = 1000
MAX_KEYS: dict[KeyKind, int] = {"session": 50, "token": 20, "recovery": 1}
"""The most keys of a kind that a person may have. Another token is refused; of other kinds the oldest ends."""


class Person(msgspec.Struct, frozen=True):
    """A person. Without `login` a guest; `password` is the argon2id text of an account's password.

    Times are in ms since the epoch; until `banned_until` no writes are accepted from them. `bot`: a program plays.
    """

    id: UUID
    name: str
    login: str | None
    password: str | None
    settings: dict[str, Any]
    created_at: int
    banned_until: int | None
    bot: bool = False


class Key(msgspec.Struct, frozen=True):
    """A credential of `person`; the database has only its SHA-256."""

    id: UUID
    person: UUID
    kind: KeyKind
    label: str
    created_at: int
    expires_at: int | None


class Blocked(msgspec.Struct, frozen=True):
    """A blocked person, by their present name, and since when (ms since the epoch)."""

    person: UUID
    name: str
    at: int


class LoginTaken(Exception):
    """Another account has this login; nothing was written."""


class EndedError(Exception):
    """The credentials have ended: deleted account, changed password, guest who became an account."""


class PlayedError(Exception):
    """The person has already met others as one of them; nothing was written."""


class FullError(Exception):
    """The limit is reached; nothing was written."""


class People:
    """The people of a database. Every method is one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = Writing(engine)

    async def secret(self, name: str) -> bytes:
        """A secret that all servers of this database share; created by the first call."""
        mine = lots.token_hex(SECRET_BYTES)
        try:
            async with self._writer.begin() as connection:
                known = await connection.scalar(select(secrets.c.value).where(secrets.c.name == name))
                if known is None:
                    await connection.execute(insert(secrets).values(name=name, value=mine))
        except IntegrityError:  # another server was quicker
            return await self.secret(name)
        return bytes.fromhex(known or mine)

    async def person(self, person: UUID) -> Person | None:
        """A person by id."""
        return await self._one(people.c.id == str(person))

    async def account(self, login: str) -> Person | None:
        """A person by the login of the account, in lower case."""
        return await self._one(people.c.login == login)

    async def persons(self, ids: list[UUID]) -> dict[UUID, Person]:
        """The known ones of several people."""
        query = select(people).where(people.c.id.in_([str(person) for person in ids]))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return {person.id: person for person in map(_person, rows)}

    async def search(self, words: str, limit: int) -> list[Person]:
        """The people whose name or login contains all of `words`, in that order; newest first."""
        named = people.c.name.icontains(words, autoescape=True) | people.c.login.icontains(words, autoescape=True)
        query = select(people).where(named).order_by(people.c.created_at.desc(), people.c.id).limit(limit)
        async with self._engine.connect() as connection:
            return [_person(row) for row in (await connection.execute(query)).mappings()]

    async def welcome(self, person: UUID, name: str, now: int) -> Person:
        """Store a guest, or return the person with this id. Raises `EndedError` for a deleted account."""
        row = {"id": str(person), "name": name, "settings": {}, "created_at": now}
        try:
            async with self._writer.begin() as connection:
                if await connection.scalar(select(ended_guests).where(ended_guests.c.person == str(person))) is None:
                    await connection.execute(insert(people).values(row))
        except IntegrityError:
            pass
        found = await self.person(person)
        if found is None:
            raise EndedError
        return found

    async def enrol(self, person: UUID, login: str, password: str) -> None:
        """Make a guest an account; the guest's cookie and tokens become invalid.

        Raises `LoginTaken`, or `EndedError` if it is an account already, or was deleted.
        """
        guest = (people.c.id == str(person)) & people.c.login.is_(None)
        try:
            async with self._writer.begin() as connection:
                named = func.coalesce(func.nullif(people.c.name, ""), literal(login))
                changes = {"login": login, "password": password, "name": named}
                if (await connection.execute(update(people).where(guest).values(**changes))).rowcount != 1:
                    raise EndedError
                await connection.run_sync(end_guest, person)
                await connection.execute(delete(keys).where(keys.c.person == str(person)))
        except IntegrityError:
            raise LoginTaken from None

    async def end_guest(self, person: UUID) -> None:
        """Invalidate the cookie and tokens of a guest."""
        async with self._writer.begin() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == str(person)).with_for_update())
            await connection.run_sync(end_guest, person)
            await connection.execute(delete(keys).where(keys.c.person == str(person)))

    async def ended(self, persons: list[UUID]) -> frozenset[UUID]:
        """Those of several people whose guest cookie is invalid."""
        query = select(ended_guests.c.person).where(ended_guests.c.person.in_([str(person) for person in persons]))
        async with self._engine.connect() as connection:
            return frozenset(UUID(person) for person in await connection.scalars(query))

    async def set_password(self, person: UUID, password: str) -> None:
        """Set a new password. All sessions and tokens end."""
        async with self._writer.begin() as connection:
            await connection.execute(update(people).where(people.c.id == str(person)).values(password=password))
            await connection.execute(delete(keys).where(keys.c.person == str(person)))

    async def change(self, person: UUID, changes: Mapping[str, Any]) -> None:
        """Change columns of a person: `name`, `login`, `password`, `banned_until`. Raises `LoginTaken`."""
        try:
            async with self._writer.begin() as connection:
                await connection.execute(update(people).where(people.c.id == str(person)).values(**changes))
        except IntegrityError:
            raise LoginTaken from None

    async def choose(self, person: UUID, chosen: Mapping[str, Any], at: int, most: int) -> bool:
        """Change settings of a person that were chosen at `at` (ms since the epoch); later choices stay.

        False, and nothing is changed, if there would be more than `most`.
        """
        own = people.c.id == str(person)
        async with self._writer.begin() as connection:
            query = select(people.c.settings, people.c.settings_at).where(own).with_for_update()
            row = (await connection.execute(query)).one_or_none()
            settings, times = (row.settings, row.settings_at) if row is not None else ({}, {})
            new = {name: value for name, value in chosen.items() if times.get(name, 0) <= at}
            settings, times = {**settings, **new}, {**times, **dict.fromkeys(new, at)}
            if len(settings) > most:
                return False
            await connection.execute(update(people).where(own).values(settings=settings, settings_at=times))
        return True

    async def become_bot(self, person: UUID, now: int) -> None:
        """Mark an account as a bot, for good, and withdraw its open invitations.

        Raises `PlayedError` where it has taken a seat against another person, or a place in a tournament.
        """
        others = seats.alias()
        same = (others.c.game == seats.c.game) & (others.c.person != seats.c.person)
        played = select(seats.c.game).join(others, same).where(seats.c.person == str(person)).limit(1)
        entered = select(tournament_people.c.tournament).where(tournament_people.c.person == str(person)).limit(1)
        theirs = (invitations.c.by == str(person)) & and_(*is_open(now))
        async with self._writer.begin() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == str(person)).with_for_update())
            for query in (played, entered):
                if await connection.scalar(query) is not None:
                    raise PlayedError
            await connection.execute(update(invitations).where(theirs).values(withdrawn=True))
            await connection.execute(update(people).where(people.c.id == str(person)).values(bot=True))

    async def forget(self, person: UUID) -> list[UUID]:
        """Erase a person, and with a teacher the pupils, who are returned; see `erase_person`."""
        async with self._writer.begin() as connection:
            return await connection.run_sync(erase_person, person)

    async def add_key(self, digest: str, key: Key, password: str | None = None, by: UUID | None = None) -> None:
        """Store a key under its digest.

        With `password`, the hash that was verified, only if that is still current; `by` a session only if that has not
        ended. Raises `EndedError`, `FullError`.
        """
        own = (keys.c.person == str(key.person)) & (keys.c.kind == key.kind)
        async with self._writer.begin() as connection:
            # The row's lock serializes adding keys, ending them and changing the password.
            query = select(people.c.password, people.c.login).where(people.c.id == str(key.person)).with_for_update()
            found = (await connection.execute(query)).one_or_none()
            if found is None or (password is not None and found.password != password):
                raise EndedError
            if by is not None and not await connection.scalar(select(exists().where(keys.c.id == str(by)))):
                raise EndedError
            gone = select(exists().where(ended_guests.c.person == str(key.person)))
            if found.login is None and await connection.scalar(gone):
                raise EndedError
            oldest = select(keys.c.digest).where(own).order_by(keys.c.created_at.desc(), keys.c.id)
            beyond = list(await connection.scalars(oldest.offset(MAX_KEYS[key.kind] - 1)))
            if beyond and key.kind == "token":
                raise FullError
            await connection.execute(delete(keys).where(keys.c.digest.in_(beyond)))
            await connection.execute(insert(keys).values(digest=digest, **_texts(key)))

    async def keys_known(self, ids: list[UUID]) -> frozenset[UUID]:
        """Those of several keys that still exist."""
        query = select(keys.c.id).where(keys.c.id.in_([str(key) for key in ids]))
        async with self._engine.connect() as connection:
            return frozenset(UUID(key) for key in await connection.scalars(query))

    async def key(self, digest: str, now: int) -> Key | None:
        """The key with this digest, unless it has expired."""
        query = select(keys).where(keys.c.digest == digest)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        found = _key(row) if row is not None else None
        return None if found is None or (found.expires_at is not None and found.expires_at <= now) else found

    async def keys(self, person: UUID, kind: KeyKind) -> list[Key]:
        """The keys of a person, oldest first."""
        query = select(keys).where(keys.c.person == str(person), keys.c.kind == kind).order_by(keys.c.created_at)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [_key(row) for row in rows]

    async def drop_keys(self, person: UUID, *, key: UUID | None = None, kind: KeyKind | None = None) -> int:
        """Delete keys of a person: the given one, or all of a kind, or all. Returns how many there were."""
        these = keys.c.person == str(person)
        these = these if key is None else these & (keys.c.id == str(key))
        these = these if kind is None else these & (keys.c.kind == kind)
        async with self._writer.begin() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == str(person)).with_for_update())
            return (await connection.execute(delete(keys).where(these))).rowcount

    async def block(self, person: UUID, other: UUID, now: int) -> None:
        """Note that `person` blocks `other`; neither follows the other any more. Raises `FullError`."""
        pair = [str(person), str(other)]
        row = {"person": str(person), "other": str(other), "created_at": now}
        count = select(func.count()).select_from(blocks).where(blocks.c.person == str(person))
        try:
            async with self._writer.begin() as connection:
                await connection.execute(select(people.c.id).where(people.c.id == str(person)).with_for_update())
                if (await connection.scalar(count) or 0) >= MAX_BLOCKED:
                    raise FullError
                await connection.execute(delete(follows).where(follows.c.person.in_(pair), follows.c.other.in_(pair)))
                await connection.execute(insert(blocks).values(row))
        except IntegrityError:
            return

    async def unblock(self, person: UUID, other: UUID) -> None:
        """Note that `person` blocks `other` no more."""
        these = (blocks.c.person == str(person)) & (blocks.c.other == str(other))
        async with self._writer.begin() as connection:
            await connection.execute(delete(blocks).where(these))

    async def blocked(self, person: UUID) -> list[UUID]:
        """The people whom a person blocks."""
        query = select(blocks.c.other).where(blocks.c.person == str(person)).order_by(blocks.c.created_at)
        async with self._engine.connect() as connection:
            return [UUID(other) for other in await connection.scalars(query)]

    async def kept(self, person: UUID) -> dict[str, Any]:
        """What other tables hold of a person, by subject."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(kept_of, person)

    async def all_blocked(self, some: Iterable[UUID]) -> dict[UUID, frozenset[UUID]]:
        """The people whom each of these people blocks."""
        query = select(blocks.c.person, blocks.c.other).where(blocks.c.person.in_([str(person) for person in some]))
        found: dict[UUID, set[UUID]] = {person: set() for person in some}
        async with self._engine.connect() as connection:
            for person, other in await connection.execute(query):
                found[UUID(person)].add(UUID(other))
        return {person: frozenset(others) for person, others in found.items()}

    async def blocks(self, person: UUID) -> list[Blocked]:
        """The people whom a person blocks, with names; empty for guests who have written nothing yet."""
        name = func.coalesce(people.c.name, "").label("name")
        query = select(blocks.c.other.label("person"), name, blocks.c.created_at.label("at"))
        query = query.outerjoin(people, people.c.id == blocks.c.other).where(blocks.c.person == str(person))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(blocks.c.created_at, blocks.c.other))).mappings().all()
        return [msgspec.convert(dict(row), Blocked) for row in rows]

    async def apart(self, one: UUID, other: UUID) -> bool:
        """Whether one of the two has blocked the other."""
        pair = [str(one), str(other)]
        query = select(blocks.c.person).where(blocks.c.person.in_(pair), blocks.c.other.in_(pair)).limit(1)
        async with self._engine.connect() as connection:
            return await connection.scalar(query) is not None

    async def _one(self, where: Any) -> Person | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(people).where(where))).mappings().one_or_none()
        return _person(row) if row is not None else None


def _texts(value: msgspec.Struct) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(value)
    return fields


def _person(row: RowMapping) -> Person:
    return msgspec.convert(plain(row), Person)


def _key(row: RowMapping) -> Key:
    return msgspec.convert(plain(row), Key)
