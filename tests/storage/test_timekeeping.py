"""Which games are due, who has them, and when no server ran."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID, uuid4

import msgspec

from axedrez.match import Command, DecisionContext, Delay, GameSetup, Player, Players, Record, decide, seats_of
from axedrez.storage import GameHeader, Outage, Store
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet

RULEBOOKS = TakeawayRulebooks()
GAME = TakeawayGame(TakeawaySheet())
TIMED = GameSetup("21/w", clock=Delay(60_000))


def with_stores(url: str, test: Callable[[Store, Store], Awaitable[None]]) -> None:
    async def run() -> None:
        one, other = await Store.open(url), await Store.open(url)
        try:
            await test(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(run())


async def created(store: Store, setup: GameSetup = TIMED, moves: int = 1, at: int = 1_000) -> tuple[UUID, Record]:
    head = GameHeader(uuid4(), GAME.name, {}, RULEBOOKS.freeze(GAME), GAME.hash, 1, setup, at)
    record = Record(GAME, setup, at)
    assert await store.create(head, record, [])
    for _ in range(moves):
        await moved(store, head.id, record, at)
    return head.id, record


async def moved(store: Store, game: UUID, record: Record, now: int) -> None:
    command = msgspec.convert(
        {"type": "move", "id": str(uuid4()), "expected_seq": record.seq, "move": "take1"}, Command
    )
    seq, log = record.seq, decide(record, command, DecisionContext(now, seats_of(record.players, None)))
    record.extend(log)
    await store.append(game, seq, log, command.id, record)


def test_a_game_is_due_when_its_flag_falls_and_each_move_says_when(database: str) -> None:
    async def test(one: Store, other: Store) -> None:
        game, record = await created(one)
        assert await one.time.next_due(0) == 61_000
        await moved(one, game, record, 5_000)
        assert await other.time.next_due(0) == 65_000
        assert await one.time.claim(64_999, 1_000, 10) == []
        assert await one.time.claim(65_000, 1_000, 10) == [game]

    with_stores(database, test)


def test_games_that_wait_for_a_computer_are_due_too_and_others_never(database: str) -> None:
    async def test(one: Store, _: Store) -> None:
        await created(one, GameSetup("21/w"))
        await created(one, TIMED, moves=0)  # the first move starts the clock
        assert await one.time.next_due(0) is None
        game, _record = await created(one, GameSetup("21/w", Players(Player(), Player("computer"))))
        assert await one.time.claim(11_000, 1_000, 10) == [game]

    with_stores(database, test)


def test_of_all_servers_one_gets_a_due_game_until_its_lease_is_over(database: str) -> None:
    async def test(one: Store, other: Store) -> None:
        made = {(await created(one))[0] for _ in range(12)}
        claims = await asyncio.gather(*(store.time.claim(70_000, 1_000, 5) for store in (one, other) * 4))
        taken = [game for claim in claims for game in claim]
        assert (len(taken), set(taken)) == (12, made)
        assert await one.time.next_due(70_000) is None
        assert len(await other.time.claim(71_000, 1_000, 20)) == 12  # whoever had them is gone

    with_stores(database, test)


def test_a_game_that_is_not_due_after_all_is_put_off_unless_it_has_gone_on(database: str) -> None:
    async def test(one: Store, _: Store) -> None:
        game, record = await created(one)
        await one.time.claim(70_000, 1_000, 5)
        await one.time.postpone(game, 1, 90_000)
        assert await one.time.next_due(70_000) == 90_000
        await moved(one, game, record, 60_000)
        await one.time.postpone(game, 1, 500_000)
        assert await one.time.next_due(70_000) == 120_000

    with_stores(database, test)


def test_a_silence_of_all_servers_is_an_outage_after_which_timed_games_are_due(database: str) -> None:
    async def test(one: Store, other: Store) -> None:
        await created(one)
        for at in (1_000, 2_000, 3_000):
            await one.time.beat(at, 0, 2_500)
        assert await one.time.outages(0) == []
        await other.time.beat(50_000, 0, 2_500)
        assert await one.time.outages(0) == [Outage(3_000, 50_000)]
        assert await one.time.next_due(50_000) == 50_000
        await one.time.beat(50_500, 3_000, 2_500)  # the other server was there
        assert await one.time.outages(0) == [Outage(3_000, 50_000)]
        assert await one.time.outages(50_000) == []

    with_stores(database, test)


def test_whoever_writes_events_has_run_however_late_the_heartbeats_are(database: str) -> None:
    async def test(one: Store, _: Store) -> None:
        game, record = await created(one)
        await one.time.beat(1_000, 0, 2_500)
        await one.time.beat(3_000, 0, 2_500)
        await moved(one, game, record, 7_000)
        await one.time.beat(9_000, 0, 2_500)
        assert await one.time.outages(0) == []
        await one.time.beat(12_000, 0, 2_500)
        assert await one.time.outages(0) == [Outage(9_000, 12_000)]

    with_stores(database, test)


def test_servers_that_wake_together_write_one_outage(database: str) -> None:
    async def test(one: Store, other: Store) -> None:
        await created(one)
        await one.time.beat(1_000, 0, 2_500)
        await asyncio.gather(*(store.time.beat(60_000 + n, 0, 2_500) for n, store in enumerate((one, other) * 4)))
        (outage,) = await one.time.outages(0)
        assert (outage.began, outage.until // 10) == (1_000, 6_000)

    with_stores(database, test)


def test_where_no_time_runs_nothing_is_written_and_no_server_was_away(database: str) -> None:
    async def test(one: Store, _: Store) -> None:
        await created(one, moves=0)
        await one.time.beat(1_000, 0, 2_500)
        await one.time.beat(2_000, 1_000, 2_500)
        await created(one)
        await one.time.beat(90_000, 89_000, 2_500)  # the first beat: there was no time to be lost before
        await one.time.beat(91_000, 90_000, 2_500)
        await one.time.beat(99_000, 98_000, 2_500)  # nothing ran, and this server was there
        assert await one.time.outages(0) == []

    with_stores(database, test)
