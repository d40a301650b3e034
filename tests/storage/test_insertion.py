"""Many rows in one statement: what was written is what is read, in both databases."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from axedrez.storage import Store
from axedrez.storage.insertion import insert_all
from axedrez.storage.schema import events, explorer_games, explorer_positions
from tests.storage.test_store import created

ODD = "«\"'\\ \n\t\u2028 é 🂡 ${}"


def test_rows_come_back_as_they_were(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        try:
            games = [str((await created(store))[0].id) for _ in range(2)]
            data = [
                {"text": ODD, "key with spaces": [1, -2, 2**53, 0.1, 1e-300, 1.0, True, False, None, [], {}, [[""]]]},
                {},
                {"number": "12", "nothing": "null", ODD: {"nested": {"deep": ODD}}},
            ]
            rows = [
                {"game": games[0], "seq": 100 + seq, "type": kind, "at": at, "by": by, "data": each}
                for seq, (kind, at, by, each) in enumerate(
                    zip(("moved", "12", ""), (2**62, 0, -5), (None, "white", "null"), data, strict=True)
                )
            ]
            plain = [{**row, "game": games[1]} for row in rows]

            def work(connection: Connection) -> None:
                insert_all(connection, events, rows)
                insert_all(connection, events, [])
                connection.execute(insert(events), plain)

            await store.writer.run(work)
            async with store.engine.connect() as connection:
                query = select(events).where(events.c.seq >= 100).order_by(events.c.seq)
                found = [
                    [dict(row) for row in (await connection.execute(query.where(events.c.game == game))).mappings()]
                    for game in games
                ]
            assert found[0] == rows
            assert found[1] == plain
        finally:
            await store.close()

    asyncio.run(test())


def test_whole_numbers_and_truth(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        try:
            game = str((await created(store))[0].id)
            keys = [-(2**63), -1, 0, 2**63 - 1]

            def work(connection: Connection) -> int:
                row = {"game": game, "imported": False, "counted": False}
                added = insert(explorer_games).values(row).returning(explorer_games.c.id)
                number: int = connection.execute(added).scalar_one()
                same = {"game": number, "result": 0, "year": 2026}
                rows = [{"key": key, "choice": 7, "counted": key > 0, **same} for key in keys]
                insert_all(connection, explorer_positions, rows)
                return number

            number = await store.writer.run(work)
            async with store.engine.connect() as connection:
                columns = explorer_positions.c
                query = select(columns.key, columns.counted).where(columns.game == number).order_by(columns.key)
                found = [tuple(row) for row in await connection.execute(query)]
            assert found == [(key, key > 0) for key in keys]
        finally:
            await store.close()

    asyncio.run(test())


def test_a_row_that_is_there_is_refused(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        try:
            game = str((await created(store))[0].id)
            row = {"game": game, "seq": 100, "type": "moved", "at": 0, "by": None, "data": {}}
            await store.writer.run(lambda connection: insert_all(connection, events, [row]))
            again = [{**row, "seq": 101}, row]
            with pytest.raises(IntegrityError):
                await store.writer.run(lambda connection: insert_all(connection, events, again))
            async with store.engine.connect() as connection:
                own = select(events.c.seq).where(events.c.game == game, events.c.seq >= 100)
                assert list(await connection.scalars(own)) == [100]
        finally:
            await store.close()

    asyncio.run(test())
