"""Invitations in the database."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from axedrez.match import TimeControl
from axedrez.storage import (
    LOBBY,
    Invitation,
    InvitationLimits,
    Invitations,
    Matchmaking,
    People,
    PresenceStore,
    Store,
    TooManyInvitations,
)

WIDE = InvitationLimits(1000, 1000, 1000)
CLOCK = msgspec.convert({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 1000}, TimeControl)


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
        people, room, meeting = People(store.engine), Invitations(store.engine), Matchmaking(store.engine)
        ana, eva, leo = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva", "Leo")]
        first, second, third = invitation(ana), invitation(ana, public=False, to=eva), invitation(eva, created_at=0)
        second = msgspec.structs.replace(second, position="8/w", seeds=True, delay=5)
        for each in (first, second, third):
            assert await meeting.add(each, WIDE) == each
        assert await meeting.add(msgspec.structs.replace(first, by=eva), WIDE) == first, "its id is taken"
        assert [await room.find(each.id) for each in (first, second)] == [first, second]
        assert await room.find(uuid4()) is None
        assert await room.public(50, 10) == [first, third], "the newest first"
        assert await room.public(50, 1) == [first]
        assert await room.public(50, 1, 1) == [third]
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


def test_one_persons_many_come_after_the_first_of_all_others(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        people, room, meeting = People(store.engine), Invitations(store.engine), Matchmaking(store.engine)
        ana, eva = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva")]
        own = [await meeting.add(invitation(eva, created_at=10 + n), WIDE) for n in range(5)]
        honest = await meeting.add(invitation(ana), WIDE)
        assert await room.public(50, 10) == [own[4], honest, own[3], own[2], own[1], own[0]]
        await store.close()

    asyncio.run(test())


def test_no_limit_is_passed_by_asking_at_once(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        ana = (await People(store.engine).welcome(uuid4(), "Ana", 0)).id
        rooms = [Matchmaking(store.engine) for _ in range(3)]  # as on several servers
        requests = [rooms[n % 3].add(invitation(ana, public=n % 2 == 0), InvitationLimits(7, 3, 7)) for n in range(30)]
        results = await asyncio.gather(*requests, return_exceptions=True)
        written = [each for each in results if isinstance(each, Invitation)]
        assert {type(each) for each in results} == {Invitation, TooManyInvitations}
        assert (len(written), sum(each.public for each in written)) == (7, 3)
        await store.close()

    asyncio.run(test())


def test_everybody_who_looks_for_anybody_at_once_meets_somebody(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        people, room = People(store.engine), Invitations(store.engine)
        present = PresenceStore(store.engine, store.writer)
        seekers = [(await people.welcome(uuid4(), str(n), 0)).id for n in range(41)]
        for person in seekers:
            await present.enter_until(LOBBY, person, 40)
        rooms = [Matchmaking(store.engine) for _ in range(3)]  # as on several servers
        wanted = [invitation(by, created_at=20) for by in seekers]
        results = await asyncio.gather(*(rooms[n % 3].meet(one, WIDE) for n, one in enumerate(wanted)))
        now = [await room.find(one.id) for one in wanted]
        met = [each for each in now if each is not None and each.accepted_by is not None]
        assert len(met) == 40, "all but one"
        assert len({each.game for each in met}) == 20
        partner = {each.by: each.accepted_by for each in met}
        assert all(partner[other] == one != other for one, other in partner.items() if other is not None)
        for each in met:
            colours = {one.colour for one in met if one.game == each.game}
            assert colours == {"white", "black"}, "each has one, as both invitations say"
        assert sum(len(each) == 2 for each in results) == 20
        again = await rooms[0].meet(wanted[7], WIDE)
        assert again == [await room.find(wanted[7].id)], "a repeated request gets the same result"
        (left,) = await room.public(20, 10)
        stranger = (await people.welcome(uuid4(), "late", 0)).id
        late = invitation(stranger, created_at=41, seek=True)
        assert await Matchmaking(store.engine).meet(late, WIDE) == [late], "nobody who fits is present any more"
        await present.enter_until(LOBBY, stranger, 90)
        own, other = await Matchmaking(store.engine).meet(invitation(left.by, created_at=42), WIDE)
        assert (own.id, own.accepted_by, other.id, other.accepted_by) == (left.id, stranger, late.id, left.by)
        assert own.game == other.game
        assert await room.public(42, 10) == [], "who has met somebody waits no more"
        await store.close()

    asyncio.run(test())


def test_who_is_back_meets_whoever_has_come_meanwhile(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        people, meeting = People(store.engine), Matchmaking(store.engine)
        present = PresenceStore(store.engine, store.writer)
        ana, eva = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva")]
        first, second = (invitation(by, seek=True, created_at=n) for n, by in enumerate((ana, eva), 1))
        assert await meeting.meet(first, WIDE) == [first]
        assert await meeting.meet(second, WIDE) == [second], "ana is not there"
        assert await meeting.meet_again(ana, 3) == [], "nor is eva"
        await present.enter_until(LOBBY, eva, 90)
        own, other = await meeting.meet_again(ana, 3)
        assert (own.id, own.accepted_by, other.id, other.accepted_by) == (first.id, eva, second.id, ana)
        assert await meeting.meet_again(ana, 3) == await meeting.meet_again(eva, 3) == []
        await meeting.meet(invitation(eva, seek=True, created_at=4), WIDE)
        await meeting.add(invitation(ana, created_at=5), WIDE)
        assert await meeting.meet_again(ana, 6) == [], "one by hand waits for whoever accepts it by hand"
        await store.close()

    asyncio.run(test())


def test_who_wants_something_else_or_nobodys_company_is_not_met(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        people, meeting = People(store.engine), Matchmaking(store.engine)
        present = PresenceStore(store.engine, store.writer)
        ana, eva, leo = [(await people.welcome(uuid4(), name, 0)).id for name in ("Ana", "Eva", "Leo")]
        for person in (ana, eva, leo):
            await present.enter_until(LOBBY, person, 90)
        terms = {"options": {"a": True, "b": 2}, "colour": "white"}
        (waiting,) = await meeting.meet(invitation(ana, **terms), WIDE)
        assert await meeting.meet(invitation(ana, **terms), WIDE) == [waiting], "asked again"
        others: list[dict[str, Any]] = [{}, {**terms, "clock": None}, {**terms, "delay": 1}]
        for other in others:
            proposal = invitation(eva, **other)
            assert await meeting.meet(proposal, WIDE) == [proposal]
        black = {**terms, "colour": "black"}
        await people.block(leo, ana, 0)
        assert len(await meeting.meet(invitation(leo, **black), WIDE)) == 1
        await people.unblock(leo, ana)
        own, met = await meeting.meet(invitation(leo, **black, created_at=2), WIDE)
        assert (met.id, met.accepted_by, met.colour, own.colour) == (waiting.id, leo, "white", "black")
        (by_lot,) = await meeting.meet(invitation(leo, rulebook="x"), WIDE)
        own, met = await meeting.meet(invitation(ana, rulebook="x", colour="white", created_at=3), WIDE)
        assert (met.id, met.colour, own.colour) == (by_lot.id, "black", "white"), "an invitation with a colour gets it"
        await store.close()

    asyncio.run(test())


def test_a_limit_tells_which_it_is(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        ana = (await People(store.engine).welcome(uuid4(), "Ana", 0)).id
        await Matchmaking(store.engine).add(invitation(ana), InvitationLimits(2, 1, 2))
        with pytest.raises(TooManyInvitations) as refused:
            await Matchmaking(store.engine).meet(invitation(ana, rulebook="x"), InvitationLimits(2, 1, 2))
        assert refused.value.limit == 1
        await store.close()

    asyncio.run(test())
