"""Servers count the same time, whatever is done to clocks: to their own ones, and to that of the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from axedrez.storage import ClockReading, SharedClock, Store, shared_clock, timekeeping
from axedrez.storage.shared_clock import LONG_MS, SHARE

HOUR = 3_600_000
SILENCE = 2500
START = 1_800_000_000_000


class World:
    """A database, its clock, and time that passes. Each server's own clock may show anything."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.true = 0
        self.set = 0
        self.pulse: tuple[int, int | None] = (0, None)
        self.outages: list[tuple[int, int]] = []
        self._patch = monkeypatch

    def server(self, wall_ahead: int = 0) -> Server:
        time = Mock(
            time_ns=lambda: (START + self.true + wall_ahead) * 1_000_000,
            monotonic_ns=lambda: (77_000 + wall_ahead + self.true) * 1_000_000,
        )
        self._patch.setattr(shared_clock, "time", time)
        return Server(self, SharedClock(), time, wall_ahead)

    def passes(self, ms: int, *servers: Server) -> None:
        """Time passes; the servers beat in turns, once a second."""
        for _ in range(0, ms, 500):
            self.true += 500
            for number, server in enumerate(servers):
                if self.true // 500 % 2 == number % 2:
                    server.beat()


class Server:
    def __init__(self, world: World, clock: SharedClock, time: Mock, ahead: int) -> None:
        self._world, self._clock, self._time, self._ahead = world, clock, time, ahead
        self.lived = 0
        self.beat()

    def now(self) -> int:
        self._world._patch.setattr(shared_clock, "time", self._time)
        return self._clock.now() - START

    def beat(self, took: int = 0) -> None:
        world = self._world
        at, wall = world.pulse
        steady = 77_000 + self._ahead + world.true + took
        self._clock.learn(ClockReading(START + world.true + world.set, at, wall, steady, took))
        now = self.now() + START
        last = max(at, self.lived)
        if last and now - last > SILENCE:
            world.outages.append((last, now))
        if now >= at:
            world.pulse = (now, self._clock.wall(now))
        self.lived = now


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


def test_a_server_whose_own_clock_is_wrong_counts_like_the_others(world: World) -> None:
    servers = [world.server(ahead) for ahead in (0, 5_000, -HOUR, 3 * HOUR)]
    world.passes(5_000, *servers)
    assert [server.now() for server in servers] == [5_000] * 4
    assert world.outages == []


@pytest.mark.parametrize("ms", [HOUR, -HOUR, 3_000, -3_000])
def test_setting_the_clock_of_the_database_moves_no_time(world: World, ms: int) -> None:
    servers = [world.server(), world.server(5_000)]
    world.passes(10_000, *servers)
    for step in (ms, -ms, ms):
        world.set += step
        world.passes(5_000, *servers)
    servers.append(world.server())  # one that starts now
    assert [server.now() for server in servers] == [25_000] * 3
    world.passes(5_000, *servers)
    assert [server.now() for server in servers] == [30_000] * 3
    assert world.outages == []


def test_small_differences_are_made_up_for_little_by_little(world: World) -> None:
    server = world.server()
    world.passes(3_000, server)
    world.set += 400
    world.passes(1_000, server)
    assert server.now() == 4_000 + 400 // SHARE
    world.passes(60_000, server)
    assert 64_390 <= server.now() <= 64_400


def test_a_look_that_took_long_tells_nothing(world: World) -> None:
    server = world.server()
    world.passes(3_000, server)
    server.beat(took=6_000)
    assert server.now() == 3_000


@pytest.mark.parametrize("ms", [HOUR, -HOUR])
def test_a_clock_that_is_set_while_no_server_runs_takes_no_time_back(world: World, ms: int) -> None:
    world.passes(10_000, world.server())
    world.set += ms
    world.true += 60_000
    server = world.server()
    down = sum(until - began for began, until in world.outages)
    assert server.now() - down == 10_000, "all of it is given back"
    world.passes(5_000, server)
    assert server.now() - down == 15_000


def test_the_database_shows_its_clock_and_the_last_beat(database: str) -> None:
    async def test(store: Store) -> None:
        first = await store.time.sight()
        assert (first.at, first.wall) == (0, None)
        await store.time.beat(first.now, 0, SILENCE, first.now - 5, always=True)
        later = await store.time.sight()
        assert (later.at, later.wall) == (first.now, first.now - 5)
        assert 0 <= later.now - first.now < 60_000
        assert abs((later.now - first.now) - (later.steady - first.steady)) < 1_000
        await store.time.beat(first.now - 10, 0, SILENCE, first.now, always=True)  # it came late
        assert ((await store.time.sight()).at, (await store.time.sight()).wall) == (first.now, first.now - 5)

    run(database, test)


class Stalls:
    """The clocks of a machine on which a process has to wait for a while as soon as it has read the time."""

    ahead_ms = 0

    def time_ns(self) -> int:
        """What the clock of the machine shows."""
        shown = time.time_ns() + self.ahead_ms * 1_000_000
        self.ahead_ms = 5_000
        return shown

    def monotonic_ns(self) -> int:
        """What nobody can set."""
        return time.monotonic_ns() + self.ahead_ms * 1_000_000


def test_a_look_in_whose_middle_the_process_had_to_wait_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of an SQLite file is that of its machine; a server that still runs in this process reads it, too."""

    async def test(store: Store) -> None:
        clocks = Stalls()
        monkeypatch.setattr(timekeeping, "time", clocks)
        monkeypatch.setattr(shared_clock, "time", clocks)
        sight = await store.time.sight()
        apart = (time.time_ns() - time.monotonic_ns()) // 1_000_000
        assert abs(sight.now - sight.steady - apart) <= sight.took + LONG_MS

    run(f"sqlite:///{tmp_path / 'games.db'}", test)


def run(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def opened() -> None:
        store = await Store.open(url)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(opened())
