"""Two servers over one database, each with games in memory that the other changes: one order, the same everywhere."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from axedrez.core import AxedrezError, IllegalMove
from axedrez.match import Command, Delay, Event, GameSetup
from axedrez.match.events import Credited, Ended
from axedrez.server.base.errors import NotFound
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.play.stale import StaleCommand
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import Store
from tests.clocks import MINUTE_MS, Clock
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet
from tests.patience import LONG_S, in_loop_until

GAME = TakeawayGame(TakeawaySheet())


def with_servers(url: str, test: Callable[[Games, Games], Awaitable[None]], count: int = 2) -> None:
    async def run() -> None:
        stores = [await Store.open(url) for _ in range(count)]
        servers = [Games(store, RulebookStore(store, TakeawayRulebooks())) for store in stores]
        try:
            for server in servers:
                await server.outages.start()
            await test(*servers)
        finally:
            for server in servers:
                await server.outages.close()
                await server.store.close()

    asyncio.run(run())


async def created(games: Games, start: str = "21/w", **setup: Any) -> UUID:
    return (await games.create(uuid4(), GAME, GameSetup(start, **setup))).header.id


def order(seq: int, kind: str = "move", **fields: Any) -> Command:
    command: Command = msgspec.convert({"type": kind, "id": str(uuid4()), "expected_seq": seq, **fields}, Command)
    return command


async def sent(games: Games, game: UUID, command: Command) -> list[Event] | str:
    try:
        return (await games.command(game, command))[0]
    except StaleCommand as stale:
        return f"stale at {stale.view.seq}"
    except AxedrezError as refusal:
        return refusal.reason


def test_players_at_different_servers_alternate_and_both_see_the_same(database: str) -> None:
    async def test(one: Games, other: Games) -> None:
        game = await created(one)
        for seq in range(8):
            games = (one, other)[seq % 2]
            (event,) = (await games.command(game, order(seq, move="take1")))[0]
            assert event.seq == seq + 1
        assert (await one.get(game)).record.position == (await other.get(game)).record.position

    with_servers(database, test)


def test_of_commands_at_once_exactly_one_is_carried_out(database: str) -> None:
    async def test(one: Games, other: Games) -> None:
        game = await created(one)
        await other.get(game)  # both have it in memory
        lots = random.Random(1)
        for seq in range(6):
            commands = [order(seq, move=f"take{n}") for n in (1, 2, 1, 2)]
            commands.append(order(seq, "offer", offer="draw", side="white"))
            answers = await asyncio.gather(
                *(sent(games, game, command) for command in commands for games in lots.sample((one, other), 1))
            )
            carried = [answer for answer in answers if isinstance(answer, list)]
            assert len(carried) == 1, answers
            assert {answer for answer in answers if isinstance(answer, str)} == {f"stale at {seq + 1}"}
            assert await one.store.events(game, seq) == carried[0]

    with_servers(database, test)


def test_the_same_command_at_once_is_carried_out_once_and_everybody_gets_its_events(database: str) -> None:
    async def test(one: Games, other: Games) -> None:
        game = await created(one)
        await other.get(game)
        for seq in range(6):
            command = order(seq, move="take1")
            answers = await asyncio.gather(*(sent(games, game, command) for games in (one, other) * 4))
            assert all(answer == answers[0] for answer in answers)
            assert isinstance(answers[0], list)
            assert await one.store.seq(game) == seq + 1
        again = await sent(other, game, command)  # long after, and with what it expected long past
        await other.command(game, order(6, move="take1"))
        assert await sent(one, game, command) == again == answers[0]

    with_servers(database, test)


def test_what_is_old_in_memory_refuses_nobody_wrongly(database: str) -> None:
    async def test(one: Games, other: Games) -> None:
        game = await created(one, clock=Delay(10**6))
        await other.get(game)
        await one.command(game, order(0, move="take1"))
        assert await sent(other, game, order(0, move="take1")) == "stale at 1"
        assert isinstance(await sent(other, game, order(1, move="take2")), list)
        await one.command(game, order(2, "resign", side="white"))
        assert await sent(other, game, order(2, move="take1")) == "stale at 3"
        assert await sent(other, game, order(3, move="take1")) == "game_over"
        with pytest.raises(NotFound):
            await one.command(uuid4(), order(0, move="take1"))

    with_servers(database, test)


def test_a_refusal_changes_nothing_and_tells_why(database: str) -> None:
    async def test(one: Games, other: Games) -> None:
        game = await created(one, "2/w")
        with pytest.raises(IllegalMove):
            await one.command(game, order(0, move="take3"))
        assert await other.store.seq(game) == 0
        assert isinstance(await sent(other, game, order(0, move="take1")), list)

    with_servers(database, test)


def test_a_command_whose_sender_goes_away_is_carried_out_and_told(database: str) -> None:
    async def test(one: Games, _: Games) -> None:
        told: list[LiveGame] = []
        game = await created(one)
        one.listeners.append(lambda table, _log: told.append(table))
        sender = asyncio.create_task(one.command(game, order(0, move="take1")))
        await asyncio.sleep(0)
        sender.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sender
        await in_loop_until(lambda: told)
        assert (await one.get(game)).record.seq == 1

    with_servers(database, test)


def test_a_player_and_a_deadline_at_once_give_one_end(database: str, clock: Clock) -> None:
    async def test(one: Games, other: Games) -> None:
        for number in range(4):
            game = await created(one, clock=Delay(MINUTE_MS))
            await one.command(game, order(0, move="take1"))
            (await other.get(game)).view()
            clock.ahead_ms += MINUTE_MS
            answers = await asyncio.gather(
                sent(one, game, order(1, move="take1")),
                sent(other, game, order(1, "resign", side="black")),
                one.handle_deadline(game),
                other.handle_deadline(game),
                return_exceptions=True,
            )
            assert not any(isinstance(answer, BaseException) for answer in answers), (number, answers)
            log = await one.store.events(game)
            assert [type(event).__name__ for event in log] == ["Moved", "Ended"]
            assert isinstance(log[-1], Ended)
            assert log[-1].data.reason == "time"
            assert log == await other.store.events(game)

    with_servers(database, test)


def test_servers_that_were_all_silent_give_the_time_back_once(database: str, clock: Clock) -> None:
    async def test(one: Games, other: Games) -> None:
        game = await created(one, clock=Delay(30 * MINUTE_MS))
        await one.command(game, order(0, move="take1"))
        await one.outages.close()
        await other.outages.close()
        clock.ahead_ms += 60 * MINUTE_MS  # nobody beats: longer than there was time
        answers = await asyncio.gather(*(sent(games, game, order(1, move="take1")) for games in (one, other) * 4))
        (carried,) = (answer for answer in answers if isinstance(answer, list))
        assert [type(event).__name__ for event in carried] == ["Credited", "Moved"]
        assert isinstance(carried[0], Credited)
        assert 60 * MINUTE_MS <= carried[0].data.ms <= carried[0].at - (await one.store.events(game))[0].at
        assert await sent(one, game, order(3, move="take1")) != "game_over"

    with_servers(database, test)


def test_a_restart_of_postgresql_is_not_noticed(postgres_url: str) -> None:
    async def test(one: Games, other: Games) -> None:
        game = await created(one)
        locking, watching = [await asyncpg.connect(postgres_url) for _ in range(2)]
        ours = [each.get_server_pid() for each in (locking, watching)]
        theirs = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> ALL($1)"

        async def until(query: str, pids: list[int]) -> None:
            async with asyncio.timeout(LONG_S):
                while not await watching.fetchval(query, pids):
                    await asyncio.sleep(0.01)

        async def cut() -> None:
            """End all connections of the servers; a busy machine takes its time to do so."""
            ended = await watching.fetch(f"SELECT pid, pg_terminate_backend(pid) {theirs}", ours)
            await until("SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = ANY($1)", [row["pid"] for row in ended])

        for seq in range(6):
            await asyncio.gather(*(games.store.seq(game) for games in (one, other) * 3))  # connections that lie idle
            move = sent((one, other)[seq % 2], game, order(seq, move="take1"))
            if seq % 3 == 0:
                await cut()
                assert isinstance(await move, list)
                continue
            async with locking.transaction():
                await locking.execute("SELECT 1 FROM games FOR UPDATE")
                moving = asyncio.create_task(move)
                await until(f"SELECT count(*) > 0 {theirs} AND wait_event_type = 'Lock'", ours)  # it is being written
                await cut()
            assert isinstance(await moving, list)
        for each in (locking, watching):
            await each.close()
        assert await other.store.seq(game) == 6

    with_servers(postgres_url, test)
