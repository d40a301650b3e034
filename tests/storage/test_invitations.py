"""Invitations in the database."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

import msgspec

from axedrez.match import ClockSpec
from axedrez.storage import Invitation, Invitations, People, Store

CLOCK = msgspec.convert({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 1000}, ClockSpec)


def invitation(by: UUID, **fields: Any) -> Invitation:
    usual: dict[str, Any] = {
        "to": None,
        "public": True,
        "rulebook": "clasico",
        "names": {"es": "Clásico"},
        "options": {},
    }
    times = {"clock": CLOCK, "colour": "lot", "created_at": 1, "expires_at": 100}
    return Invitation(uuid4(), by, **{**usual, **times, **fields})


def test_an_invitation_is_accepted_once(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        people, room = People(store.engine), Invitations(store.engine)
        ana, eva, leo = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva", "Leo")]
        first, second, third = invitation(ana), invitation(ana, public=False, to=eva), invitation(eva, created_at=0)
        second = msgspec.structs.replace(second, position="8/w", seeds=True, delay=5)
        for each in (first, second, third):
            assert await room.add(each)
        assert not await room.add(first)
        assert [await room.find(each.id) for each in (first, second)] == [first, second]
        assert await room.find(uuid4()) is None
        assert await room.public(50, 10) == [third, first]
        assert await room.public(50, 1) == [third]
        assert await room.public(100, 10) == [], "they have expired"
        assert {each.id for each in await room.concerning(eva, 50, 10)} == {second.id, third.id}

        tried = await asyncio.gather(*(room.accept(first.id, person, 50) for person in (eva, leo, eva, leo)))
        assert sum(tried) == 1
        accepted = await room.find(first.id)
        assert accepted is not None
        assert accepted.accepted_by in (eva, leo)
        assert not accepted.is_open(50)
        assert not await room.withdraw(first.id, 50)

        assert not await room.accept(second.id, leo, 100), "too late"
        assert await room.withdraw(second.id, 50)
        assert not await room.accept(second.id, eva, 50)
        await people.forget(eva)
        assert await room.public(50, 10) == []
        await store.close()

    asyncio.run(test())
