"""Commands of online games beside the least that durable writing costs on the same database.

`python -m bench.online_commands [URL …] [--games 64] [--seconds 4] [--rounds 3]`: each database URL (a new SQLite file
unless given; of PostgreSQL give one that may be filled) is measured in turns: moves of so many chess games at once,
each decided and appended by `Games`; rows inserted and committed one by one over as many connections as make it
fastest (one on SQLite, which has one writer). Printed: moves and rows a second, their ratio, processor time a move.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid4

import aiosqlite
import asyncpg
from sqlalchemy import make_url

import axedrez
from axedrez.core import Game
from axedrez.match import Fischer, GameSetup
from axedrez.match.commands import PlayMove
from axedrez.server.play.games import Games
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import Store

PLIES = 120
POSTGRES_CONNECTIONS = 8


class Rate(NamedTuple):
    """How many were done in a second, and the processor time of each in this process, in ms."""

    each_second: float
    cpu_ms: float


def line(game: Game, seed: int) -> list[str]:
    """The moves of a random game that does not end soon."""
    rng = random.Random(seed)
    position, moves = game.start(), list[str]()
    while len(moves) < PLIES and (legal := position.legal_moves()):
        moves.append(str(rng.choice(list(legal))))
        position = position.play(moves[-1])
    return moves


async def measured(work: Callable[[float], Awaitable[int]], seconds: float) -> Rate:
    """Let `work` go on until a time of `time.perf_counter`; it tells how often it did what it does."""
    start, cpu = time.perf_counter(), time.process_time()
    done = await work(start + seconds)
    return Rate(done / (time.perf_counter() - start), (time.process_time() - cpu) / done * 1000)


async def play(games: Games, count: int, seconds: float) -> Rate:
    """Play `count` games at once, each move after the one before it was acknowledged."""
    game = axedrez.load("clasico")
    lines = [line(game, seed) for seed in range(count)]
    setup = GameSetup(game.start().text(), clock=Fischer(3_600_000, 1000))

    async def created() -> UUID:
        return (await games.create(uuid4(), game, setup)).header.id

    boards = [await created() for _ in lines]

    async def one(board: UUID, moves: list[str], until: float) -> int:
        done = 0
        while True:
            for seq, move in enumerate(moves):
                if time.perf_counter() >= until:
                    return done
                _, table = await games.command(board, PlayMove(id=uuid4(), expected_seq=seq, move=move))
                done += 1
                if table.record.outcome is not None:
                    break
            board = await created()

    async def all_of_them(until: float) -> int:
        return sum(await asyncio.gather(*(one(*pair, until) for pair in zip(boards, lines, strict=True))))

    return await measured(all_of_them, seconds)


async def insert(url: str, seconds: float) -> Rate:
    """Insert rows as long as those of events, each with its own commit."""
    place = make_url(url)
    if place.get_backend_name() == "sqlite":
        return await _insert_sqlite(str(place.database), seconds)
    dsn = place.set(drivername="postgresql").render_as_string(hide_password=False)
    row = (str(uuid4()), "moved", "white", '{"move":"e2e4","clock":{"white_ms":300000,"black_ms":300000}}')
    connections = [await asyncpg.connect(dsn) for _ in range(POSTGRES_CONNECTIONS)]
    columns = "game text, seq int, type text, side text, data json, primary key (game, seq)"
    await connections[0].execute(f"CREATE TABLE IF NOT EXISTS bare ({columns})")

    async def one(connection: asyncpg.Connection, until: float) -> int:
        done, game = 0, str(uuid4())
        while time.perf_counter() < until:
            await connection.execute("INSERT INTO bare VALUES ($1, $2, $3, $4, $5)", game, done, *row[1:])
            done += 1
        return done

    async def all_of_them(until: float) -> int:
        return sum(await asyncio.gather(*(one(connection, until) for connection in connections)))

    rate = await measured(all_of_them, seconds)
    for connection in connections:
        await connection.close()
    return rate


async def _insert_sqlite(path: str, seconds: float) -> Rate:
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await connection.execute("PRAGMA journal_mode=WAL")
        await connection.execute("PRAGMA synchronous=FULL")
        columns = "game text, seq int, type text, side text, data text, primary key (game, seq)"
        await connection.execute(f"CREATE TABLE IF NOT EXISTS bare ({columns})")
        game, data = str(uuid4()), '{"move":"e2e4","clock":{"white_ms":300000,"black_ms":300000}}'

        async def one(until: float) -> int:
            done = 0
            while time.perf_counter() < until:
                await connection.execute("INSERT INTO bare VALUES (?, ?, 'moved', 'white', ?)", (game, done, data))
                done += 1
            return done

        return await measured(one, seconds)


async def compare(url: str, games: int, seconds: float, rounds: int) -> tuple[Rate, Rate]:
    """The medians of commands and of bare rows, measured in turns after one round that does not count."""
    store = await Store.open(url)
    server = Games(store, RulebookStore(store))
    await server.outages.start()
    await play(server, games, min(1, seconds))
    pairs = [(await play(server, games, seconds), await insert(url, seconds)) for _ in range(rounds)]
    await server.outages.close()
    await server.store.close()
    ours, bare = (
        Rate(*(statistics.median(column) for column in zip(*rates, strict=True))) for rates in zip(*pairs, strict=True)
    )
    return ours, bare


def main() -> None:
    """Measure every database."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", nargs="*", metavar="URL")
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for url in args.urls or [f"sqlite:///{Path(folder) / 'games.db'}"]:
            ours, bare = asyncio.run(compare(url, args.games, args.seconds, args.rounds))
            print(
                f"{make_url(url).get_backend_name()}: {ours.each_second:.0f} moves/s ({ours.cpu_ms:.2f} ms CPU each), "
                f"{bare.each_second:.0f} bare commits/s ({bare.cpu_ms:.2f} ms), "
                f"ratio {ours.each_second / bare.each_second:.2f}"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
