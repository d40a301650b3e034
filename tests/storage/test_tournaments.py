"""Tournaments in both kinds of database: one writer wins, a command counts once, one server at a time is in charge."""

from __future__ import annotations

import asyncio
from uuid import UUID, uuid4

import msgspec

from axedrez.storage import Store, TournamentFilter, TournamentHeader, TournamentStore
from axedrez.storage.tournaments import summary
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.tournament import Tournament, Who, decide, recount

OWNER = Who(uuid4(), "Eva")


def _after(state: Tournament, log: list[e.TournamentEvent]) -> Tournament:
    return recount(state.owner, log)


async def _life(database: str) -> None:
    store = await Store.open(database)
    try:
        known = TournamentStore(store.engine, store.writer)
        settings = TournamentSettings(title="Club", rulebook="clasico", over_the_board=True)
        empty = Tournament(OWNER.person)
        log = decide(empty, c.Configure(settings=settings), OWNER, 5)
        state = _after(empty, log)
        assert OWNER.person is not None
        head = {"id": str(uuid4()), "owner": str(OWNER.person), "secret": str(uuid4()), "created_at": 5}
        header = msgspec.convert({**head, **summary(state)}, TournamentHeader)
        assert await known.create(header, log)
        assert not await known.create(header, log)
        names = [c.NewEntrant("Ana", 1500), c.NewEntrant("Leo")]
        more = decide(state, c.AddEntrants(entrants=names), OWNER, 6)
        after = _after(state, [*log, *more])
        commands: list[UUID] = [uuid4() for _ in range(4)]
        done = await asyncio.gather(*(known.append(header.id, more, each, after, 10) for each in commands))
        assert sorted(done) == [False, False, False, True]
        won = commands[done.index(True)]
        assert await known.answered(header.id, won) == (2, 3)
        assert await known.answered(header.id, commands[done.index(False)]) is None
        third = decide(after, c.Start(), OWNER, 7)
        assert not await known.append(header.id, third, won, after, 10)  # the command was carried out before
        stored = await known.events(header.id)
        assert stored == [*log, *more]
        assert recount(OWNER.person, stored) == after
        assert [each.entrants for each in await known.page(TournamentFilter(phase="entry"), 9)] == [2]
        assert await known.page(TournamentFilter(owner=uuid4()), 9) == []
        assert await known.count(OWNER.person) == 1
        assert await known.claim(9, 100, 5) == []
        claimed = await asyncio.gather(*(known.claim(10, 100, 5) for _ in range(3)))
        assert sorted(map(len, claimed)) == [0, 0, 1]
        assert await known.claim(111, 100, 5) == [header.id]  # whoever had it was killed
        await known.postpone(header.id, 2, 1)
        assert await known.claim(200, 100, 5) == []
        await known.postpone(header.id, 3, None)
        assert await known.claim(10_000, 100, 5) == []
    finally:
        await store.close()


async def _leaving(database: str) -> None:
    store = await Store.open(database)
    try:
        known = TournamentStore(store.engine, store.writer)
        settings = TournamentSettings(title="Club", rulebook="clasico", over_the_board=True)
        eva, leo, ana = (uuid4() for _ in range(3))
        log = decide(Tournament(eva), c.Configure(settings=settings), Who(eva), 5)
        state = _after(Tournament(eva), log)
        head = {"id": str(uuid4()), "owner": str(eva), "secret": str(uuid4()), "created_at": 5}
        header = msgspec.convert({**head, **summary(state)}, TournamentHeader)
        await known.create(header, log)

        async def do(command: c.Command, who: UUID = eva) -> None:
            new = decide(state, command, Who(who), 6)
            for event in new:
                state.apply(event)
            assert await known.append(header.id, new, uuid4(), state, None)

        async def own(who: UUID) -> bool:
            listed = [each.id for each in await known.page(TournamentFilter(person=who), 9)] == [header.id]
            assert listed == bool(await known.of_person(who, [header.id]))
            return listed

        await do(c.AddOrganizer(person=leo, name="Leo"))
        await do(c.Enter(), ana)
        assert [await own(each) for each in (eva, leo, ana)] == [True, True, True]
        await do(c.RemoveOrganizer(person=leo))
        await do(c.Leave(), ana)
        assert [await own(each) for each in (eva, leo, ana)] == [True, False, False]
        await do(c.Enter(), ana)
        await do(c.AddOrganizer(person=ana, name="Ana"))
        await do(c.RemoveOrganizer(person=ana))  # who plays stays
        await do(c.AddOrganizer(person=leo, name="Leo"))
        await do(c.HandOver(person=leo))
        await do(c.RemoveOrganizer(person=eva), leo)
        assert [await own(each) for each in (eva, leo, ana)] == [False, True, True]
    finally:
        await store.close()


def test_who_has_left_does_not_find_it_among_their_own(database: str) -> None:
    asyncio.run(_leaving(database))


def test_a_tournament_in_a_database(database: str) -> None:
    asyncio.run(_life(database))
