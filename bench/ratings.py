"""How long a recount of ratings takes: synthetic results of many players, rated one after another.

`python -m bench.ratings [RESULTS] [PLAYERS]` prints the seconds of the arithmetic alone; a test runs it with few.
`--database URL` puts the games into an empty database, has them rated as a server does, and counts again from there.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Iterator
from uuid import UUID

from axedrez.ratings import RatingBook

DAY_MS = 86_400_000
PART = 5_000
Result = tuple[int, int, float, int]
"""White, Black, White's score, and when the game ended."""


def results(count: int, players: int, seed: int = 1) -> Iterator[Result]:
    """Results of players of different strengths, a thousand a day."""
    chance = random.Random(seed)
    strengths = [chance.gauss(0, 1) for _ in range(players)]
    for number in range(count):
        white, black = chance.sample(range(players), 2)
        draw = chance.random() < 0.1
        won = chance.gauss(0, 1.5) < strengths[white] - strengths[black]
        yield white, black, 0.5 if draw else float(won), number * DAY_MS // 1000


def measure(count: int, players: int, seed: int = 1) -> tuple[float, RatingBook[int]]:
    """The seconds of the processor for so many results, without the making of them; and the book after it."""
    games = list(results(count, players, seed))
    book: RatingBook[int] = RatingBook()
    began = time.process_time()
    for game in games:
        book.play(*game)
    return time.process_time() - began, book


async def recount(url: str, count: int, players: int) -> tuple[float, float]:
    """The seconds that rating the games of a database takes, and those of a recount, which finds nothing wrong."""
    from sqlalchemy import insert

    from axedrez.storage import RatingStore, Store
    from axedrez.storage.schema import games, people

    store = await Store.open(url)
    try:
        ids = [str(UUID(int=number + 1)) for number in range(players)]
        persons = [
            {"id": each, "name": f"P{n}", "login": f"p{n}", "settings": {}, "created_at": 0}
            for n, each in enumerate(ids)
        ]
        await store.writer.run(lambda connection: connection.execute(insert(people), persons))
        rows = []
        for number, (white, black, score, at) in enumerate(results(count, players)):
            seats = {
                "white": {"kind": "person", "person": ids[white]},
                "black": {"kind": "person", "person": ids[black]},
            }
            rows.append(
                {
                    "id": str(UUID(int=players + number + 1)), "rulebook": "clasico", "names": {"es": "C", "en": "C"},
                    "sheet": "{}", "sheet_hash": "0" * 64, "schema_version": 1, "start": "", "players": seats,
                    "casual": False, "created_at": at, "speed": "blitz", "updated_at": at, "seq": 1, "plies": 40,
                    "position": "", "computer_awaited": False, "score": int(2 * score),
                }
            )  # fmt: skip
            if len(rows) == PART or number == count - 1:
                await store.writer.run(lambda connection, part=rows: connection.execute(insert(games), part))  # type: ignore[misc]
                rows = []
        known = RatingStore(store.engine, store.writer)
        began = time.perf_counter()
        while await known.rate(1, PART):
            pass
        rated = time.perf_counter() - began
        began = time.perf_counter()
        found = await known.recount(lambda: 1)
        took = time.perf_counter() - began
    finally:
        await store.close()
    if (found.games, found.changes, found.ratings) != (count, 0, 0):
        raise SystemExit(f"the recount differs from what was rated: {found}")
    return rated, took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=int, nargs="?", default=1_000_000)
    parser.add_argument("players", type=int, nargs="?", default=20_000)
    parser.add_argument("--database", help="URL of an empty database")
    given = parser.parse_args()
    if given.database:
        rated, took = asyncio.run(recount(given.database, given.results, given.players))
        print(
            f"{given.results} results of {given.players} players: rated in {rated:.1f} s, counted again in {took:.1f} s"
        )
        return
    took, _ = measure(given.results, given.players)
    print(f"{given.results} results of {given.players} players: {took:.1f} s, {given.results / took:.0f} a second")


if __name__ == "__main__":
    main()
