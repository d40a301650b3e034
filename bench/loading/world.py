"""A database with games, servers over it, and the players at their sockets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast
from uuid import uuid4

import asyncpg
import httpx
from sqlalchemy import make_url, text

from axedrez.core import Side
from axedrez.core.sides import SideWord
from axedrez.match.events import Moved
from axedrez.server.access.authentication import COOKIE, Authenticator
from axedrez.server.play.live_game import now_ms
from axedrez.storage import People, Store
from bench.loading.figures import Figures
from bench.loading.lines import Key, Plan, Turn, lines, plan
from bench.loading.nodes import Nodes, Taken
from bench.loading.players import Board, Players, Seat, address_of, connect_all

STORED_AT_ONCE = 64
WARM_S = 180.0
LAST_WORDS_S = 10.0
"""How long to wait for the last acknowledgements."""


class LoadConfig(NamedTuple):
    """The load: rulebooks in rotation, `games`, `begun` turns of each, `plies` in all, and the servers."""

    rulebooks: list[str]
    games: int
    begun: int
    plies: int
    frames: str
    servers: int
    channels: str | None


class Stretch(NamedTuple):
    """A measured interval: its figures, its length, and the resources that the servers and this process used."""

    figures: Figures
    seconds: float
    before: Taken
    after: Taken
    client_cpu_s: float
    logged_bytes: int
    """What the database wrote to its write-ahead log: PostgreSQL by its own account, SQLite by that of the servers."""


class World:
    """Games that are being played on servers."""

    def __init__(self, nodes: Nodes, players: Players, store: Store, boards: list[Board], seats: list[Seat]) -> None:
        self.nodes = nodes
        self.players = players
        self.boards = boards
        self.memory = (nodes.taken().rss, 0)
        """Memory of the servers before and after the players connected, in bytes."""
        self._store = store
        self._seats = seats

    async def connect(self, frames: str) -> None:
        """Connect all players."""
        before = self.nodes.taken().rss
        await connect_all(self._seats, frames)
        await asyncio.sleep(1)
        self.memory = (before, self.nodes.taken().rss)

    async def played(self, rate: float, seconds: float, settle_s: float) -> Stretch:
        """Make moves at `rate` a second, and measure those that are sent after a warm-up of `settle_s`."""
        self.players.figures = Figures()
        self.players.play(len(self.boards) / rate)
        await asyncio.sleep(settle_s)
        figures = self.players.figures = Figures()
        logged = await self._logged_bytes()
        before, began, own = self.nodes.taken(), time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        after, client_cpu_s = self.nodes.taken(), time.process_time() - own
        return Stretch(figures, took, before, after, client_cpu_s, await self._logged_bytes() - logged)

    async def _logged_bytes(self) -> int:
        if self._store.engine.dialect.name == "sqlite":
            return self.nodes.taken().written
        async with self._store.engine.connect() as connection:
            found = await connection.scalar(text("SELECT pg_current_wal_insert_lsn() - '0/0'"))
        return int(found or 0)

    async def drain(self) -> None:
        """Stop moving, and wait for outstanding acknowledgements."""
        self.players.pause()
        until = time.monotonic() + LAST_WORDS_S
        while time.monotonic() < until and any(len(board.sent) > len(board.acked) for board in self.boards):
            await asyncio.sleep(0.05)
        if unanswered := sum(len(board.sent) - len(board.acked) for board in self.boards):
            self.players.figures.failed["unanswered"] += unanswered

    async def check(self) -> int:
        """Compare the acknowledged moves with the logs; returns their number. Raises `AssertionError`."""
        return sum([await self._check(board) for board in self.boards])

    async def _check(self, board: Board) -> int:
        events = await self._store.events(board.key.id)
        moved = [event for event in events if isinstance(event, Moved)]
        assert [event.seq for event in events] == list(range(1, len(events) + 1)), f"{board.key}: a gap"
        for ply, seq in board.acked.items():
            turn, event = board.turns[ply], moved[ply]
            same = (event.by, event.data.move) == (turn.side, turn.move) and event.seq <= seq
            assert same, f"{board.key}: {turn}, acknowledged as {seq}, became {event}"
        assert len(moved) == board.begun + len(board.acked), f"{board.key}: {len(moved)} moves in the log"
        return len(board.acked)


@asynccontextmanager
async def database(kind: str, folder: Path) -> AsyncIterator[str]:
    """The URL of a new database: an SQLite file, or a database on the PostgreSQL server of the given URL."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'games.db'}"
        return
    name = f"axedrez_load_{uuid4().hex}"
    dsn = make_url(kind).set(drivername="postgresql")

    async def administer(statement: str) -> None:
        connection = await asyncpg.connect(dsn.set(database="postgres").render_as_string(hide_password=False))
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    await administer(f"CREATE DATABASE {name}")
    try:
        yield dsn.set(database=name).render_as_string(hide_password=False)
    finally:
        await administer(f"DROP DATABASE {name} WITH (FORCE)")


@asynccontextmanager
async def world(
    config: LoadConfig, scripts: list[tuple[Key, list[Turn]]], url: str, folder: Path
) -> AsyncIterator[World]:
    """The servers with all games, and the players, not yet connected; both players of a game use different servers."""
    nodes = Nodes(url, config.servers, config.channels, folder)
    try:
        store = await Store.open(url)
        try:
            await asyncio.gather(*(warm(node.address) for node in nodes.all))
            plans = [plan(key, turns, config.begun) for key, turns in scripts]
            await in_parts(plans, store)
            people = People(store.engine)
            authenticator = Authenticator(people, await people.secret("guests"), now_ms)
            players, boards, seats = Players(), [], []
            for number, each in enumerate(plans):
                board = Board(each.key, each.turns, config.begun)
                boards.append(board)
                for place, side in enumerate((Side.WHITE, Side.BLACK)):
                    person = each.record.players.at(side).person  # the opening roll may change the colours
                    assert person is not None
                    headers = {
                        "Cookie": f"{COOKIE}={authenticator.guest_text(person)}",
                        "X-Forwarded-For": address_of(2 * number + place),
                    }
                    address = nodes.all[(number + place) % config.servers].address
                    seats.append(Seat(players, board, cast("SideWord", side.word), address, headers, each.record.seq))
            yield World(nodes, players, store, boards, seats)
            for seat in seats:
                seat.leave()
        finally:
            await store.close()
    finally:
        nodes.close()


def scripts(config: LoadConfig, report: Callable[[str], None]) -> list[tuple[Key, list[Turn]]]:
    """The games of a load, and all their turns."""
    keys = [
        Key(config.rulebooks[number % len(config.rulebooks)], number, config.plies) for number in range(config.games)
    ]
    return list(zip(keys, lines(keys, report), strict=True))


async def in_parts(plans: list[Plan], store: Store) -> None:
    """Store games, a few at a time."""

    async def one(each: Plan) -> None:
        if not await store.create(each.header, each.record, each.log):
            raise RuntimeError(f"there is a game {each.header.id} already")

    for first in range(0, len(plans), STORED_AT_ONCE):
        parts: list[Awaitable[Any]] = [one(each) for each in plans[first : first + STORED_AT_ONCE]]
        await asyncio.gather(*parts)


async def warm(address: str) -> None:
    """Wait until a server has compiled its kernels."""
    async with httpx.AsyncClient(timeout=WARM_S, trust_env=False) as http:
        (await http.get(f"http://{address}/api/games?limit=1")).raise_for_status()
