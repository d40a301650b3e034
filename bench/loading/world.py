"""A database with games, servers over it, and the players at their sockets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import asyncpg
import httpx
from sqlalchemy import make_url

from axedrez.core import Side
from axedrez.match.events import Moved
from axedrez.server.authentication import COOKIE, Authenticator
from axedrez.server.live_game import now_ms
from axedrez.storage import People, Store
from loading.figures import Figures
from loading.lines import Key, Plan, Turn, lines, plan
from loading.nodes import Nodes, Taken
from loading.players import Board, Hall, Seat, address_of, all_sit_down

STORED_AT_ONCE = 64
WARM_S = 180.0
LAST_WORDS_S = 10.0
"""So long the last moves are waited for."""


class Wish(NamedTuple):
    """What is asked for: rulebooks by turns, `games`, `begun` turns of each, `plies` in all, and who serves them."""

    rulebooks: list[str]
    games: int
    begun: int
    plies: int
    frames: str
    servers: int
    channels: str | None


class Stretch(NamedTuple):
    """A stretch of play: its figures, how long it was, and what the servers and this process took meanwhile."""

    figures: Figures
    seconds: float
    before: Taken
    after: Taken
    client_cpu_s: float


class World:
    """Games that are played at servers."""

    def __init__(self, nodes: Nodes, hall: Hall, store: Store, boards: list[Board], seats: list[Seat]) -> None:
        self.nodes = nodes
        self.hall = hall
        self.boards = boards
        self.memory = (nodes.taken().rss, 0)
        """What the servers held before and after the players came, in bytes."""
        self._store = store
        self._seats = seats

    async def sit_down(self, frames: str) -> None:
        """Let all players come."""
        before = self.nodes.taken().rss
        await all_sit_down(self._seats, frames)
        await asyncio.sleep(1)
        self.memory = (before, self.nodes.taken().rss)

    async def played(self, rate: float, seconds: float, settle_s: float) -> Stretch:
        """Let moves be made at `rate` a second: what came of those that were sent after a time for settling."""
        self.hall.figures = Figures()
        self.hall.play(len(self.boards) / rate)
        await asyncio.sleep(settle_s)
        figures = self.hall.figures = Figures()
        before, began, own = self.nodes.taken(), time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        return Stretch(figures, took, before, self.nodes.taken(), time.process_time() - own)

    async def fall_silent(self) -> None:
        """Let nobody move any more, and wait for the answers that are under way."""
        self.hall.pause()
        until = time.monotonic() + LAST_WORDS_S
        while time.monotonic() < until and any(len(board.sent) > len(board.acked) for board in self.boards):
            await asyncio.sleep(0.05)
        if unanswered := sum(len(board.sent) - len(board.acked) for board in self.boards):
            self.hall.figures.failed["unanswered"] += unanswered

    async def check(self) -> int:
        """Compare what was acknowledged with the logs: how many moves. Raises `AssertionError`."""
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
async def database(asked: str, folder: Path) -> AsyncIterator[str]:
    """The URL of a new database: a file, or one at the PostgreSQL whose URL is given."""
    if asked == "sqlite":
        yield f"sqlite:///{folder / 'games.db'}"
        return
    name = f"axedrez_load_{uuid4().hex}"
    dsn = make_url(asked).set(drivername="postgresql")

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
async def world(wish: Wish, scripts: list[tuple[Key, list[Turn]]], url: str, folder: Path) -> AsyncIterator[World]:
    """The servers with all games, and the players at the door: those of a game at different servers."""
    nodes = Nodes(url, wish.servers, wish.channels, folder)
    try:
        store = await Store.open(url)
        try:
            await asyncio.gather(*(warm(node.address) for node in nodes.all))
            plans = [plan(key, turns, wish.begun) for key, turns in scripts]
            await in_parts(plans, store)
            people = People(store.engine)
            authenticator = Authenticator(people, await people.secret("guests"), now_ms)
            hall, boards, seats = Hall(), [], []
            for number, each in enumerate(plans):
                board = Board(each.key, each.turns, wish.begun)
                boards.append(board)
                for place, side in enumerate((Side.WHITE, Side.BLACK)):
                    person = each.record.players.at(side).person  # who begins may change the colours
                    assert person is not None
                    headers = {
                        "Cookie": f"{COOKIE}={authenticator.guest_text(person)}",
                        "X-Forwarded-For": address_of(2 * number + place),
                    }
                    address = nodes.all[(number + place) % wish.servers].address
                    seats.append(Seat(hall, board, side.word, address, headers, each.record.seq))
            yield World(nodes, hall, store, boards, seats)
            for seat in seats:
                seat.leave()
        finally:
            await store.close()
    finally:
        nodes.close()


def scripts(wish: Wish, told: Callable[[str], None]) -> list[tuple[Key, list[Turn]]]:
    """The games of a wish, and all their turns."""
    keys = [Key(wish.rulebooks[number % len(wish.rulebooks)], number, wish.plies) for number in range(wish.games)]
    return list(zip(keys, lines(keys, told), strict=True))


async def in_parts(plans: list[Plan], store: Store) -> None:
    """Store games, a few at once."""

    async def one(each: Plan) -> None:
        if not await store.create(each.header, each.record, each.log):
            raise RuntimeError(f"there is a game {each.header.id} already")

    for first in range(0, len(plans), STORED_AT_ONCE):
        parts: list[Awaitable[Any]] = [one(each) for each in plans[first : first + STORED_AT_ONCE]]
        await asyncio.gather(*parts)


async def warm(address: str) -> None:
    """Wait until a server has its kernels."""
    async with httpx.AsyncClient(timeout=WARM_S, trust_env=False) as http:
        (await http.get(f"http://{address}/api/games?limit=1")).raise_for_status()
