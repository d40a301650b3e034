"""Turns at a database that one writer at a time may change."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from axedrez.storage.database import Writing, database_url, new_engine, open_writer, turns_at
from axedrez.storage.writers.turns import Turns


async def standing(turns: Turns, count: int) -> None:
    """Return as soon as so many stand in line."""
    while len(turns._threads) + len(turns._coroutines) < count:
        await asyncio.sleep(0.001)


def test_coroutines_are_served_in_the_order_in_which_they_came_and_a_thread_after_one_of_them() -> None:
    turns, order = Turns(), list[str]()

    async def coroutine(name: str) -> None:
        async with turns.in_loop():
            order.append(name)

    def thread() -> None:
        with turns.in_thread():
            order.append("thread")

    async def all_of_them() -> None:
        async with turns.in_loop():
            coroutines = [asyncio.create_task(coroutine(str(number))) for number in range(3)]
            await asyncio.sleep(0)
            threads = [threading.Thread(target=thread) for _ in range(2)]
            for each in threads:
                each.start()
            await standing(turns, 5)
            assert order == []
        await asyncio.gather(*coroutines)
        for each in threads:
            await asyncio.to_thread(each.join)

    asyncio.run(all_of_them())
    assert order == ["thread", "0", "thread", "1", "2"]


def test_who_gives_up_keeps_nobody_waiting() -> None:
    turns = Turns()

    async def waiting() -> None:
        async with turns.in_loop():
            raise AssertionError("nobody had left")

    async def given_up() -> None:
        async with turns.in_loop():
            tasks = [asyncio.create_task(waiting()) for _ in range(3)]
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            assert [type(found) for found in await asyncio.gather(*tasks, return_exceptions=True)] == [
                asyncio.CancelledError
            ] * 3
        async with turns.in_loop():
            pass

    asyncio.run(given_up())
    with turns.in_thread():
        pass


def test_who_gives_up_in_the_moment_of_their_turn_hands_it_on() -> None:
    turns = Turns()

    async def waiting() -> None:
        async with turns.in_loop():
            raise AssertionError("given up")

    async def handed_on() -> None:
        async with turns.in_loop():
            late = asyncio.create_task(waiting())
            await asyncio.sleep(0)
        late.cancel()  # its turn has come, and it has not heard of it
        with pytest.raises(asyncio.CancelledError):
            await late
        async with asyncio.timeout(60), turns.in_loop():
            pass

    asyncio.run(handed_on())


def test_what_raises_in_its_turn_leaves_it() -> None:
    turns = Turns()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), turns.in_thread():
            raise ZeroDivisionError


def test_all_who_write_to_a_file_share_its_turns(tmp_path: Path) -> None:
    """Writes on connections of their own come one after another, those of the grouped writer before them."""
    url = database_url(f"sqlite:///{tmp_path / 'some.db'}")

    async def write() -> list[str]:
        engine, order = new_engine(url), list[str]()
        writer, own = await open_writer(engine), Writing(engine)
        turns = turns_at(url)

        async def alone(name: str) -> None:
            async with own.begin() as connection:
                await connection.execute(text("SELECT 1"))
                order.append(name)

        async with own.begin() as connection:
            await connection.execute(text("CREATE TABLE some (one INTEGER)"))
            first = asyncio.create_task(alone("first"))
            await asyncio.sleep(0)
            second = asyncio.create_task(writer.run(lambda _: order.append("second")))
            await standing(turns, 2)
            third = asyncio.create_task(alone("third"))
            await asyncio.sleep(0)
        await asyncio.gather(first, second, third)
        await writer.close()
        await engine.dispose()
        return order

    assert asyncio.run(write()) == ["second", "first", "third"]
