"""Clubs in both kinds of database: limits under races, who owns a club when its owner goes, and deleted accounts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple
from uuid import UUID, uuid4

import msgspec
import pytest

from axedrez.storage import People, Store, TournamentFilter, TournamentHeader, TournamentStore
from axedrez.storage.clubs import Club, ClubStore, GoneError, TooManyError
from axedrez.storage.tournaments import summary
from axedrez.tournaments import commands as c
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.tournament import Tournament, Who, decide, recount


class House(NamedTuple):
    """Stores of one database."""

    clubs: ClubStore
    people: People
    tournaments: TournamentStore

    async def person(self, name: str) -> UUID:
        return (await self.people.welcome(uuid4(), name, 1)).id

    async def club(self, owner: UUID, **fields: str) -> UUID:
        new = Club(uuid4(), fields.get("name", "Torre"), "", owner, "open", "k" * 22, 10)
        return (await self.clubs.add(msgspec.structs.replace(new, **fields), 20)).id

    async def roles(self, club: UUID) -> dict[str, str]:
        return {each.name: each.role for each in await self.clubs.members(club)}

    async def owner(self, club: UUID) -> UUID | None:
        found = await self.clubs.find(club)
        return found.owner if found is not None else None


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[House]:
    store = await Store.open(url)
    try:
        people = People(store.engine)
        yield House(ClubStore(store.engine, store.writer), people, TournamentStore(store.engine, store.writer))
    finally:
        await store.close()


def with_house(url: str, test: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(url) as house:
            await test(house)

    asyncio.run(run())


def test_joining_by_the_rule_of_the_club_and_never_twice(database: str) -> None:
    async def test(house: House) -> None:
        clubs = house.clubs
        eva, ana, leo = [await house.person(name) for name in ("Eva", "Ana", "Leo")]
        club = await house.club(eva)
        assert await house.roles(club) == {"Eva": "leader"}
        assert await asyncio.gather(*(clubs.join(club, ana, "", 20, 3) for _ in range(4))) == [True] * 4
        assert await house.roles(club) == {"Eva": "leader", "Ana": "member"}
        await clubs.change(club, {"join": "link"})
        assert not await clubs.join(club, leo, "wrong", 21, 3)
        assert await clubs.join(club, ana, "wrong", 21, 3)  # is in it
        await clubs.change(club, {"join": "closed"})
        assert not await clubs.join(club, leo, "k" * 22, 21, 3)
        await clubs.change(club, {"join": "link"})
        assert await clubs.join(club, leo, "k" * 22, 21, 3)
        with pytest.raises(TooManyError):
            await clubs.join(club, await house.person("Cid"), "k" * 22, 22, 3)
        with pytest.raises(GoneError):
            await clubs.join(club, uuid4(), "k" * 22, 22, 9)
        with pytest.raises(GoneError):
            await clubs.join(uuid4(), leo, "k" * 22, 22, 9)
        assert await clubs.count(club) == 3

    with_house(database, test)


def test_of_two_for_the_last_place_one_gets_it(database: str) -> None:
    async def test(house: House) -> None:
        eva = await house.person("Eva")
        club = await house.club(eva)
        some = [await house.person(name) for name in ("Ana", "Leo", "Cid")]
        done = await asyncio.gather(*(house.clubs.join(club, each, "", 20, 2) for each in some), return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["TooManyError", "TooManyError", "bool"]
        assert await house.clubs.count(club) == 2
        new = Club(uuid4(), "Torre", "", eva, "open", "k", 10)
        several = [msgspec.structs.replace(new, id=uuid4()) for _ in range(4)]
        founded = await asyncio.gather(*(house.clubs.add(each, 3) for each in several), return_exceptions=True)
        assert sorted(type(each).__name__ for each in founded) == ["Club", "Club", "TooManyError", "TooManyError"]
        mine = await house.clubs.of_person(eva)
        assert sorted((each.role, each.members) for each in mine) == [("leader", 1), ("leader", 1), ("leader", 2)]

    with_house(database, test)


def test_the_rights_hold_at_the_moment_of_writing(database: str) -> None:
    async def test(house: House) -> None:
        clubs = house.clubs
        eva, ana, leo = [await house.person(name) for name in ("Eva", "Ana", "Leo")]
        club = await house.club(eva)
        for each in (ana, leo):
            await clubs.join(club, each, "", 20, 9)
        assert not await clubs.set_role(club, leo, "leader", ana)
        assert not await clubs.set_role(club, eva, "member", eva)
        assert not await clubs.remove(club, leo, ana)
        assert await clubs.set_role(club, ana, "leader", eva)
        assert not await clubs.remove(club, eva, ana)
        assert await clubs.remove(club, leo, ana)
        assert not await clubs.remove(club, leo, ana)
        assert not await clubs.delete(club, ana)
        assert await clubs.delete(club, eva)
        assert await clubs.find(club) is None
        assert await clubs.of_person(ana) == []

    with_house(database, test)


def test_a_club_passes_to_a_leader_or_to_the_longest_member_or_ends(database: str) -> None:
    async def test(house: House) -> None:
        clubs = house.clubs
        eva, ana, leo, cid = [await house.person(name) for name in ("Eva", "Ana", "Leo", "Cid")]
        club = await house.club(eva)
        for at, each in enumerate((ana, leo, cid), 20):
            await clubs.join(club, each, "", at, 9)
        await clubs.set_role(club, cid, "leader", eva)
        assert await clubs.remove(club, eva, eva)
        assert await house.owner(club) == cid
        await house.people.forget(cid)  # a deleted account
        assert await house.owner(club) == ana
        assert await house.roles(club) == {"Ana": "leader", "Leo": "member"}
        # The last two leave at the same moment: whoever is second ends the club.
        left = await asyncio.gather(clubs.remove(club, ana, ana), clubs.remove(club, leo, leo))
        assert list(left) == [True, True]
        assert await clubs.find(club) is None

    with_house(database, test)


def test_who_joins_while_the_account_is_deleted_leaves_nothing_behind(database: str) -> None:
    async def test(house: House) -> None:
        eva = await house.person("Eva")
        club = await house.club(eva)
        for number in range(8):
            ana = await house.person(f"Ana {number}")
            joined, _ = await asyncio.gather(
                house.clubs.join(club, ana, "", 20, 99), house.people.forget(ana), return_exceptions=True
            )
            assert joined is True or isinstance(joined, GoneError)
        assert await house.clubs.count(club) == 1
        # The owner goes while somebody comes in.
        leo = await house.person("Leo")
        joined, _ = await asyncio.gather(
            house.clubs.join(club, leo, "", 20, 99), house.people.forget(eva), return_exceptions=True
        )
        assert (await house.owner(club), joined) in ((leo, True), (None, joined))
        assert joined is True or isinstance(joined, GoneError)

    with_house(database, test)


def test_lists_and_tournaments_of_clubs(database: str) -> None:
    async def test(house: House) -> None:
        clubs = house.clubs
        eva, ana = await house.person("Eva"), await house.person("Ana")
        torre = await house.club(eva, name="La Torre")
        await house.club(eva, name="alfil 100%")
        await house.club(eva, name="Oculto", join="link")
        assert [each.name for each in await clubs.page("", 0, 9)] == ["alfil 100%", "La Torre"]
        assert [each.name for each in await clubs.page("", 1, 9)] == ["La Torre"]
        assert [each.name for each in await clubs.page("0%", 0, 9)] == ["alfil 100%"]
        assert [each.name for each in await clubs.of_person(eva)] == ["alfil 100%", "La Torre", "Oculto"]

        who = Who(eva, "Eva")
        log = decide(Tournament(eva), c.Configure(settings=TournamentSettings(title="T", rulebook="clasico")), who, 5)
        head = {"id": str(uuid4()), "owner": str(eva), "secret": str(uuid4()), "created_at": 5}
        header = msgspec.convert({**head, **summary(recount(eva, log))}, TournamentHeader)
        await house.tournaments.create(header, log)
        for members_only in (True, False):  # the first counts
            await clubs.add_tournament(torre, header.id, members_only=members_only)
        assert [each.id for each in await house.tournaments.page(TournamentFilter(club=torre), 9)] == [header.id]
        assert await house.tournaments.page(TournamentFilter(club=uuid4()), 9) == []
        assert await clubs.closed_to(header.id, eva) is None
        assert await clubs.closed_to(header.id, ana) == "La Torre"
        await clubs.join(torre, ana, "", 20, 9)
        assert await clubs.closed_to(header.id, ana) is None
        with pytest.raises(GoneError):
            await clubs.add_tournament(uuid4(), header.id, members_only=True)
        await clubs.delete(torre, eva)
        assert await house.tournaments.header(header.id) == header
        assert await clubs.closed_to(header.id, uuid4()) is None

    with_house(database, test)
