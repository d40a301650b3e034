"""People in the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest

from axedrez.storage import MAX_KEYS, Blocked, EndedError, FullError, Key, KeyKind, LoginTaken, People, Store


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[People]:
    store = await Store.open(database)
    try:
        yield People(store.engine)
    finally:
        await store.close()


def run(database: str, test: Callable[[People], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with opened(database) as people:
            await test(people)

    asyncio.run(inside())


def test_the_secret_is_one_for_all_servers(database: str) -> None:
    async def both() -> None:
        async with opened(database) as one, opened(database) as other:
            found = await asyncio.gather(*(people.secret("guests") for people in (one, other, one, other)))
            assert len(set(found)) == 1
            assert len(found[0]) == 32
            assert await one.secret("another") != found[0]

    asyncio.run(both())


def test_guests_become_accounts_and_leave(database: str) -> None:
    async def test(people: People) -> None:
        ana, eva = uuid4(), uuid4()
        assert await people.person(ana) is None
        assert (await people.welcome(ana, "Ana", 5)).name == "Ana"
        assert (await people.welcome(ana, "otra", 6)).created_at == 5, "whoever is known stays"
        await people.welcome(eva, "Eva", 7)
        await people.change(ana, {"login": "ana", "password": "secret"})
        assert await people.choose(ana, {"sound": False}, 5, 9)
        known = await people.account("ana")
        assert known is not None
        assert (known.id, known.settings) == (ana, {"sound": False})
        with pytest.raises(LoginTaken):
            await people.change(eva, {"login": "ana"})
        assert set(await people.persons([ana, eva, uuid4()])) == {ana, eva}
        await people.forget(ana)
        assert await people.account("ana") is None
        await people.change(eva, {"login": "ana"})

    run(database, test)


def test_later_choices_stay_and_all_are_kept(database: str) -> None:
    async def test(people: People) -> None:
        ana = (await people.welcome(uuid4(), "Ana", 0)).id
        assert await people.choose(ana, {"theme": "dark"}, 10, 9)
        assert await people.choose(ana, {"theme": "light", "sound": True}, 9, 9)
        assert await people.choose(ana, {"sound": False}, 9, 9), "of the same moment, the one that is told later"
        assert not await people.choose(ana, {"marks": True}, 11, 2)
        assert await people.choose(uuid4(), {"marks": True}, 11, 2), "nobody is nothing to be changed"
        # Two browsers at once lose nothing.
        names = [f"s{number}" for number in range(8)]
        await asyncio.gather(*(people.choose(ana, {name: 1}, 20, 99) for name in names))
        known = await people.person(ana)
        assert known is not None
        assert known.settings == {"theme": "dark", "sound": False, **dict.fromkeys(names, 1)}

    run(database, test)


def test_keys_open_until_they_expire_or_are_taken_away(database: str) -> None:
    async def test(people: People) -> None:
        ana = (await people.welcome(uuid4(), "Ana", 0)).id
        for_ever = Key(uuid4(), ana, "token", "bot", 1, None)
        for_a_while = Key(uuid4(), ana, "session", "", 2, 100)
        await people.add_key("a" * 64, for_ever)
        await people.add_key("b" * 64, for_a_while)
        assert await people.key("a" * 64, 10**15) == for_ever
        assert await people.key("b" * 64, 99) == for_a_while
        assert await people.key("b" * 64, 100) is None
        assert await people.key("c" * 64, 0) is None
        assert await people.keys(ana, "token") == [for_ever]
        assert await people.drop_keys(ana, kind="recovery") == 0
        assert await people.drop_keys(uuid4(), key=for_ever.id) == 0, "somebody else's"
        assert await people.drop_keys(ana, key=for_ever.id) == 1
        assert await people.key("a" * 64, 0) is None
        await people.forget(ana)
        assert await people.key("b" * 64, 0) is None

    run(database, test)


def test_blocks_hold_both_apart(database: str) -> None:
    async def test(people: People) -> None:
        ana, eva = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva")]
        assert not await people.apart(ana, eva)
        await people.block(ana, eva, 1)
        await people.block(ana, eva, 2)
        assert await people.apart(ana, eva)
        assert await people.apart(eva, ana)
        assert (await people.blocked(ana), await people.blocked(eva)) == ([eva], [])
        nobody = uuid4()
        await people.block(ana, nobody, 3)
        assert await people.blocks(ana) == [Blocked(eva, "Eva", 1), Blocked(nobody, "", 3)]
        await people.unblock(ana, eva)
        assert not await people.apart(ana, eva)

    run(database, test)


def test_a_guest_becomes_an_account_once_and_the_cookie_ends(database: str) -> None:
    async def test(people: People) -> None:
        ana = (await people.welcome(uuid4(), "", 0)).id
        assert await people.ended([ana]) == frozenset()
        results = await asyncio.gather(
            *(people.enrol(ana, login, "secret") for login in ("ana", "anna")), return_exceptions=True
        )
        assert [type(result) for result in results if result is not None] == [EndedError]
        known = await people.person(ana)
        assert known is not None
        assert known.name == known.login in ("ana", "anna")
        assert await people.ended([ana, uuid4()]) == {ana}
        eva = (await people.welcome(uuid4(), "Eva", 0)).id
        with pytest.raises(LoginTaken):
            await people.enrol(eva, known.login, "secret")
        assert await people.ended([eva]) == frozenset(), "nothing was written"
        await people.forget(ana)
        assert await people.ended([ana]) == {ana}
        with pytest.raises(EndedError):
            await people.welcome(ana, "again", 1)

    run(database, test)


def test_whoever_has_signed_out_gets_no_key_any_more(database: str) -> None:
    async def test(people: People) -> None:
        ana, eva = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva")]
        await people.enrol(ana, "ana", "secret")
        session = Key(uuid4(), ana, "session", "", 0, None)
        await people.add_key("session", session, "secret")
        await people.add_key("token", Key(uuid4(), ana, "token", "", 0, None), by=session.id)
        await people.drop_keys(ana)
        with pytest.raises(EndedError):
            await people.add_key("late", Key(uuid4(), ana, "token", "", 0, None), by=session.id)
        assert await people.keys(ana, "token") == []
        await people.add_key("guest", Key(uuid4(), eva, "token", "", 0, None))
        await people.end_guest(eva)
        with pytest.raises(EndedError):
            await people.add_key("late guest", Key(uuid4(), eva, "token", "", 0, None))
        assert await people.keys(eva, "token") == []

    run(database, test)


def test_keys_are_limited_however_many_ask_at_once(database: str) -> None:
    async def test(people: People) -> None:
        ana = (await people.welcome(uuid4(), "Ana", 0)).id
        await people.enrol(ana, "ana", "secret")

        async def add(number: int, kind: KeyKind, password: str | None = None) -> None:
            await people.add_key(f"{kind} {number}", Key(uuid4(), ana, kind, "", number, None), password)

        tries = await asyncio.gather(
            *(add(number, "token") for number in range(MAX_KEYS["token"] + 11)), return_exceptions=True
        )
        assert sum(isinstance(each, FullError) for each in tries) == 11
        assert len(await people.keys(ana, "token")) == MAX_KEYS["token"]
        for number in range(MAX_KEYS["session"] + 3):
            await add(number, "session", "secret")
        assert next(key.created_at for key in await people.keys(ana, "session")) == 3, "the oldest have ended"
        await people.set_password(ana, "another")
        assert await people.keys(ana, "token") == await people.keys(ana, "session") == []
        with pytest.raises(EndedError):  # whoever signed in with the old one a moment ago
            await add(99, "session", "secret")
        with pytest.raises(EndedError):
            await people.add_key("x", Key(uuid4(), uuid4(), "session", "", 0, None))

    run(database, test)
