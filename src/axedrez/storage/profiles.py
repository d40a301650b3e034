"""Profiles: followed people, who may see what, games of two people, favourite rulebooks."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, cast
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, literal, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axedrez.messages import Texts
from axedrez.storage import presence as presence_store
from axedrez.storage.database import Writing
from axedrez.storage.decoding import plain
from axedrez.storage.people import FullError, Person
from axedrez.storage.schema import blocks, follows, games, nodes, people, presence, seats

MAX_FOLLOWED = 500
FAVOURITES = 5
PROFILE, RATINGS = "profile", "ratings"
"""Settings of a person (`people.settings`): who may see the profile, and whether it shows ratings."""

Audience = Literal["everybody", "followed", "nobody"]
_ENDED = ("1-0", "0-1", "1/2-1/2")


class Followed(msgspec.Struct, frozen=True):
    """A followed account. `here`: connected to a server now; `game`: the running game at whose board they are."""

    person: UUID
    name: str
    at: int
    here: bool = False
    game: UUID | None = None
    bot: bool = False


class Favourite(msgspec.Struct, frozen=True):
    """A rulebook and how often a person has played it; `rulebook` is an id, or the hash of a saved sheet."""

    rulebook: str
    names: Texts
    games: int


class HeadToHead(msgspec.Struct, frozen=True):
    """How the games of two people against each other ended, from the view of one of them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class _Presence(NamedTuple):
    here: bool = False
    game: UUID | None = None


def audience_of(person: Person) -> Audience:
    """Who may see a person's profile and games; whatever cannot be read is nobody."""
    return _audience(person.settings)


def shows_ratings(person: Person) -> bool:
    """Whether a person's ratings are shown to others."""
    return bool(person.settings.get(RATINGS, "shown") == "shown")


def is_listed() -> list[ColumnElement[bool]]:
    """The conditions for people who appear in lists for everybody: profile and ratings are open."""
    return [
        func.coalesce(people.c.settings[PROFILE].as_string(), "everybody") == "everybody",
        func.coalesce(people.c.settings[RATINGS].as_string(), "shown") == "shown",
    ]


class ProfileStore:
    """What profiles show, apart from ratings. Every method is one transaction; times are ms since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = Writing(engine)

    async def follow(self, person: UUID, other: UUID, now: int) -> None:
        """Note that `person` follows `other`, both accounts. Raises `FullError`; nothing is noted of unknown people."""
        count = select(func.count()).select_from(follows).where(follows.c.person == str(person))
        row = {"person": str(person), "other": str(other), "created_at": now}
        try:
            async with self._writer.begin() as connection:
                await connection.execute(select(people.c.id).where(people.c.id == str(person)).with_for_update())
                if await self._follows(connection, person, other):
                    return
                if (await connection.scalar(count) or 0) >= MAX_FOLLOWED:
                    raise FullError
                await connection.execute(insert(follows).values(row))
        except IntegrityError:  # somebody has left meanwhile
            return

    async def unfollow(self, person: UUID, other: UUID) -> None:
        """Note that `person` follows `other` no more."""
        these = (follows.c.person == str(person)) & (follows.c.other == str(other))
        async with self._writer.begin() as connection:
            await connection.execute(delete(follows).where(these))

    async def follows(self, person: UUID, other: UUID) -> bool:
        """Whether `person` follows `other`."""
        async with self._engine.connect() as connection:
            return await self._follows(connection, person, other)

    async def followed(self, person: UUID, now: int) -> list[Followed]:
        """The accounts that a person follows, by name; where they are, if their profile is open to that person."""
        query = (
            select(follows.c.other, follows.c.created_at.label("at"), people.c.name, people.c.bot, people.c.settings)
            .join(people, people.c.id == follows.c.other)
            .where(follows.c.person == str(person))
            .order_by(func.lower(people.c.name), people.c.id)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        persons = {UUID(row["other"]): row for row in rows}
        back = await self._followers(person, list(persons))
        found = []
        for other, row in persons.items():
            found.append(
                (
                    Followed(other, row["name"], row["at"], bot=row["bot"]),
                    _sees(_audience(row["settings"]), other in back),
                )
            )
        where = await self._presences([each.person for each, sees in found if sees], now)
        return [
            msgspec.structs.replace(each, here=at.here, game=at.game)
            for each, _ in found
            for at in [where.get(each.person, _Presence())]
        ]

    async def may_see(self, person: Person, viewer: UUID | None) -> bool:
        """Whether `viewer` (None: nobody known) may see the profile of `person`, who may have blocked them."""
        if viewer == person.id:
            return True
        if viewer is not None and await self._apart(person.id, viewer):
            return False
        audience = audience_of(person)
        return _sees(audience, audience == "followed" and viewer is not None and await self.follows(person.id, viewer))

    async def favourites(self, person: UUID) -> list[Favourite]:
        """The rulebooks that a person has played most."""
        count = func.count().label("games")
        query = select(games.c.rulebook, func.max(games.c.id).label("id"), count)
        query = query.join(seats, seats.c.game == games.c.id)
        query = query.where(seats.c.person == str(person), games.c.result.in_(_ENDED)).group_by(games.c.rulebook)
        most = query.order_by(count.desc(), games.c.rulebook).limit(FAVOURITES).subquery()
        named = select(games.c.rulebook, games.c.names, most.c.games).join(most, most.c.id == games.c.id)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(named.order_by(most.c.games.desc(), most.c.rulebook))).mappings().all()
        return [msgspec.convert(plain(row), Favourite) for row in rows]

    async def head_to_head(self, one: UUID, other: UUID) -> HeadToHead:
        """The games of two people against each other, from the view of `one`."""
        mine, theirs = seats.alias(), seats.alias()
        query = (
            select(mine.c.seat, games.c.swapped, games.c.result, func.count())
            .join(theirs, theirs.c.game == mine.c.game)
            .join(games, games.c.id == mine.c.game)
            .where(mine.c.person == str(one), theirs.c.person == str(other), games.c.result.in_(_ENDED))
            .group_by(mine.c.seat, games.c.swapped, games.c.result)
        )
        won = drawn = lost = 0
        async with self._engine.connect() as connection:
            for seat, swapped, result, count in await connection.execute(query):
                white = (seat == "white") != swapped
                if result == "1/2-1/2":
                    drawn += count
                elif (result == "1-0") == white:
                    won += count
                else:
                    lost += count
        return HeadToHead(won, drawn, lost)

    async def _follows(self, connection: AsyncConnection, person: UUID, other: UUID) -> bool:
        query = select(literal(1)).where(follows.c.person == str(person), follows.c.other == str(other))
        return await connection.scalar(query) is not None

    async def _followers(self, person: UUID, others: list[UUID]) -> frozenset[UUID]:
        """Those of several people who follow `person`."""
        query = select(follows.c.person).where(follows.c.other == str(person), follows.c.person.in_(map(str, others)))
        async with self._engine.connect() as connection:
            return frozenset(UUID(each) for each in await connection.scalars(query))

    async def _apart(self, one: UUID, other: UUID) -> bool:
        pair = [str(one), str(other)]
        query = select(blocks.c.person).where(blocks.c.person.in_(pair), blocks.c.other.in_(pair)).limit(1)
        async with self._engine.connect() as connection:
            return await connection.scalar(query) is not None

    async def _presences(self, persons: list[UUID], now: int) -> dict[UUID, _Presence]:
        """Where several people are: those who are connected, and the running game at whose board they play."""
        live = or_(
            presence.c.left_at.is_(None) & (nodes.c.at >= now - presence_store.SILENT_MS), presence.c.left_at > now
        )
        query = (
            select(presence.c.person, seats.c.game)
            .outerjoin(nodes, nodes.c.id == presence.c.node)
            .outerjoin(games, (games.c.id == presence.c.game) & games.c.result.is_(None))
            .outerjoin(seats, (seats.c.game == games.c.id) & (seats.c.person == presence.c.person))
            .where(presence.c.person.in_(map(str, persons)), live)
        )
        found: dict[UUID, _Presence] = {}
        async with self._engine.connect() as connection:
            for person, game in await connection.execute(query):
                known = found.get(UUID(person), _Presence())
                found[UUID(person)] = _Presence(True, UUID(game) if game is not None else known.game)
        return found


def _audience(settings: dict[str, Any]) -> Audience:
    found = settings.get(PROFILE, "everybody")
    return cast("Audience", found) if found in ("everybody", "followed") else "nobody"


def _sees(audience: Audience, is_followed: bool) -> bool:
    return audience == "everybody" or (audience == "followed" and is_followed)
