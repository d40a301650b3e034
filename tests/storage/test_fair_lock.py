"""The lock of a database that has one writer at a time."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from axedrez.storage.database import Writing, database_url, lock_of, new_engine, open_writer
from axedrez.storage.writers.fair_lock import FairLock


async def standing(lock: FairLock, count: int) -> None:
    """Return as soon as so many stand in line."""
    while len(lock._threads) + len(lock._coroutines) < count:
        await asyncio.sleep(0.001)


def test_coroutines_are_served_in_the_order_in_which_they_came_and_a_thread_after_one_of_them() -> None:
    lock, order = FairLock(), list[str]()

    async def coroutine(name: str) -> None:
        async with lock.in_loop():
            order.append(name)

    def thread() -> None:
        with lock.in_thread():
            order.append("thread")

    async def all_of_them() -> None:
        async with lock.in_loop():
            coroutines = [asyncio.create_task(coroutine(str(number))) for number in range(3)]
            await asyncio.sleep(0)
            threads = [threading.Thread(target=thread) for _ in range(2)]
            for each in threads:
                each.start()
            await standing(lock, 5)
            assert order == []
        await asyncio.gather(*coroutines)
        for each in threads:
            await asyncio.to_thread(each.join)

    asyncio.run(all_of_them())
    assert order == ["thread", "0", "thread", "1", "2"]


def test_who_gives_up_keeps_nobody_waiting() -> None:
    lock = FairLock()

    async def waiting() -> None:
        async with lock.in_loop():
            raise AssertionError("nobody had left")

    async def given_up() -> None:
        async with lock.in_loop():
            tasks = [asyncio.create_task(waiting()) for _ in range(3)]
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            assert [type(found) for found in await asyncio.gather(*tasks, return_exceptions=True)] == [
                asyncio.CancelledError
            ] * 3
        async with lock.in_loop():
            pass

    asyncio.run(given_up())
    with lock.in_thread():
        pass


def test_who_gives_up_in_the_moment_in_which_they_get_it_hands_it_on() -> None:
    lock = FairLock()

    async def waiting() -> None:
        async with lock.in_loop():
            raise AssertionError("given up")

    async def handed_on() -> None:
        async with lock.in_loop():
            late = asyncio.create_task(waiting())
            await asyncio.sleep(0)
        late.cancel()  # it has the lock, and has not heard of it
        with pytest.raises(asyncio.CancelledError):
            await late
        async with asyncio.timeout(60), lock.in_loop():
            pass

    asyncio.run(handed_on())


def test_what_raises_lets_go_of_it() -> None:
    lock = FairLock()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), lock.in_thread():
            raise ZeroDivisionError


def test_all_who_write_to_a_file_share_its_lock(tmp_path: Path) -> None:
    """Writes on connections of their own come one after another, those of the grouped writer before them."""
    url = database_url(f"sqlite:///{tmp_path / 'some.db'}")

    async def write() -> list[str]:
        engine, order = new_engine(url), list[str]()
        writer, own = await open_writer(engine), Writing(engine)
        lock = lock_of(url)

        async def alone(name: str) -> None:
            async with own.begin() as connection:
                await connection.execute(text("SELECT 1"))
                order.append(name)

        async with own.begin() as connection:
            await connection.execute(text("CREATE TABLE some (one INTEGER)"))
            first = asyncio.create_task(alone("first"))
            await asyncio.sleep(0)
            second = asyncio.create_task(writer.run(lambda _: order.append("second")))
            await standing(lock, 2)
            third = asyncio.create_task(alone("third"))
            await asyncio.sleep(0)
        await asyncio.gather(first, second, third)
        await writer.close()
        await engine.dispose()
        return order

    assert asyncio.run(write()) == ["second", "first", "third"]
