"""SQLite: writes that wait together share a commit, and nothing else."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, make_url, text

from axedrez.storage.database import writing_engine
from axedrez.storage.writers import sqlite
from axedrez.storage.writers.fair_lock import FairLock
from axedrez.storage.writers.sqlite import GroupedWriter
from tests.patience import LONG_S


class Desk:
    """A writer over an empty table `kept`, of which it is counted how often it commits."""

    def __init__(self, folder: Path) -> None:
        self.engine: Engine = writing_engine(make_url(f"sqlite:///{folder / 'kept.db'}"))
        with self.engine.begin() as connection:
            connection.execute(text("CREATE TABLE kept (number INTEGER PRIMARY KEY)"))
        self.commits = 0
        self.refused = False
        event.listen(self.engine, "commit", self._count)

    def _count(self, _connection: Connection) -> None:
        self.commits += 1
        if self.refused:
            raise OSError("the disk is full")

    @property
    def kept(self) -> list[int]:
        with self.engine.connect() as connection:
            return list(connection.scalars(text("SELECT number FROM kept ORDER BY number")))


def keep(number: int) -> Callable[[Connection], int]:
    def work(connection: Connection) -> int:
        connection.execute(text("INSERT INTO kept VALUES (:number)"), {"number": number})
        return number

    return work


def with_writer(folder: Path, test: Callable[[Desk, GroupedWriter], Awaitable[None]]) -> None:
    async def run() -> None:
        desk = Desk(folder)
        writer = GroupedWriter(desk.engine, FairLock())
        try:
            await test(desk, writer)
        finally:
            await writer.close()

    asyncio.run(run())


async def together(writer: GroupedWriter, works: list[Callable[[Connection], Any]]) -> list[Any]:
    """Let all of them wait for the same write, which is held up."""
    begun, go_on = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        begun.set()
        go_on.wait(LONG_S)

    first = asyncio.create_task(writer.run(hold))
    await asyncio.to_thread(begun.wait, LONG_S)
    others = [asyncio.create_task(writer.run(work)) for work in works]
    await asyncio.sleep(0)  # each has begun: it waits for the writer
    go_on.set()
    await first
    return await asyncio.gather(*others, return_exceptions=True)


def test_writes_that_wait_together_share_one_commit(tmp_path: Path) -> None:
    async def test(desk: Desk, writer: GroupedWriter) -> None:
        assert await together(writer, [keep(number) for number in range(50)]) == list(range(50))
        assert desk.commits == 2
        assert desk.kept == list(range(50))

    with_writer(tmp_path, test)


def test_a_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    async def test(desk: Desk, writer: GroupedWriter) -> None:
        def half(connection: Connection) -> None:
            keep(100)(connection)
            keep(1)(connection)  # is there already

        results = await together(writer, [keep(1), half, keep(2)])
        assert (results[0], results[2]) == (1, 2)
        with pytest.raises(Exception, match=r"(?i)unique"):
            raise results[1]
        assert desk.kept == [1, 2]

    with_writer(tmp_path, test)


def test_nobody_is_told_of_success_before_the_commit(tmp_path: Path) -> None:
    async def test(desk: Desk, writer: GroupedWriter) -> None:
        desk.refused = True
        results = await asyncio.gather(writer.run(keep(1)), writer.run(keep(2)), return_exceptions=True)
        assert [str(result) for result in results] == ["the disk is full"] * 2
        desk.refused = False
        assert await writer.run(keep(3)) == 3
        assert desk.kept == [3]

    with_writer(tmp_path, test)


def test_what_waits_is_written_before_the_writer_closes(tmp_path: Path) -> None:
    async def test(desk: Desk, writer: GroupedWriter) -> None:
        tasks = [asyncio.create_task(writer.run(keep(number))) for number in range(20)]
        await asyncio.sleep(0)
        await writer.close()
        assert await asyncio.gather(*tasks) == list(range(20))

    async def run() -> None:
        desk = Desk(tmp_path)
        await test(desk, GroupedWriter(desk.engine, FairLock()))
        assert desk.kept == list(range(20))

    asyncio.run(run())


@pytest.mark.parametrize("most_pages", [0, 10**9])
def test_the_journal_is_begun_anew_while_writing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_pages: int
) -> None:
    """Once by the writer itself, which is always behind here, once by whoever copies in a pause."""
    monkeypatch.setattr(sqlite, "COPY_EVERY_S", 0.01)
    monkeypatch.setattr(sqlite, "MAX_PAGES", most_pages)
    journal = tmp_path / "kept.db-wal"

    def age() -> bytes:
        return journal.read_bytes()[:32]

    async def test(desk: Desk, writer: GroupedWriter) -> None:
        await writer.run(keep(0))
        first, number, until = age(), 0, time.monotonic() + 60
        while age() == first:
            assert time.monotonic() < until
            for _ in range(100 if most_pages == 0 else 1):
                number += 1
                await writer.run(keep(number))
            if most_pages:
                await asyncio.sleep(0.05)
        assert desk.kept == list(range(number + 1))

    with_writer(tmp_path, test)


class _ClosedMeanwhile(threading.Event):
    """An event that is set just after somebody has waited for it in vain, with what `close` sets besides."""

    def __init__(self, written: threading.Event) -> None:
        super().__init__()
        self._other = written

    def wait(self, timeout: float | None = None) -> bool:
        found = super().wait(timeout)
        self.set()
        self._other.set()
        return found


def test_a_writer_is_closed_also_just_when_the_journal_was_to_be_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "COPY_EVERY_S", 0.01)

    async def run() -> None:
        writer = GroupedWriter(Desk(tmp_path).engine, FairLock())
        writer._closing = _ClosedMeanwhile(writer._written)
        await writer.run(keep(1))
        copier = writer._threads[1]
        await asyncio.to_thread(copier.join, LONG_S)
        assert not copier.is_alive()
        await writer.close()

    asyncio.run(run())
