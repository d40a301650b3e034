"""Writing to SQLite: concurrent writes share one commit, because each commit waits for the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from axedrez.storage.insertion import insert_all
from axedrez.storage.schema import events
from axedrez.storage.writers import Batch, ClashError, Result
from axedrez.storage.writers.fair_lock import FairLock

MAX_GROUP = 256

COPY_EVERY_S = 1.0
"""Interval of the checkpoints of the write-ahead log, which run beside the writing."""

MAX_PAGES = 16_384
"""With so many pages in the write-ahead log, because checkpoints do not keep up, the writing waits for one."""

COMMAND = "INSERT INTO commands (game, id, first, last) VALUES (:game, :id, :first, :last)"


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class GroupedWriter:
    """One thread that carries out all waiting writes in one transaction.

    If one of them fails, all are rolled back and repeated, each within a savepoint of its own: a write must have no
    other effects. Callers get their results after the commit; if that fails, all have failed.
    """

    def __init__(self, engine: Engine, lock: FairLock) -> None:
        """The transactions of `engine` begin with the write lock; `lock` is that of all who write to its file."""
        self._engine = engine
        self._lock = lock
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._written = threading.Event()
        self._behind = threading.Event()
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("grouped-writer", self._serve), ("journal-copier", self._copy))
        ]
        for thread in self._threads:
            thread.start()

    async def append(self, batch: Batch) -> bool:
        """See `Writer`."""
        try:
            return await self.run(lambda connection: _append(connection, batch))
        except IntegrityError as fault:
            raise ClashError(str(fault.orig)) from fault

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """See `Writer`."""
        job = _Job(work, self._loop.create_future())
        self._waiting.put(job)
        result: Result = await job.done
        return result

    async def close(self) -> None:
        """See `Writer`."""
        self._waiting.put(None)
        self._closing.set()
        self._written.set()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._engine.dispose()

    def _serve(self) -> None:
        job: _Job | None
        while (job := self._waiting.get()) is not None:
            group = [job]
            with self._lock.in_thread():
                with suppress(Empty):
                    while len(group) < MAX_GROUP and (job := self._waiting.get_nowait()) is not None:
                        group.append(job)
                found = self._commit(group)
            self._loop.call_soon_threadsafe(_tell, group, found)
            self._written.set()
            if self._behind.is_set():
                self._behind.clear()
                self._checkpoint()
            if job is None:
                return

    def _copy(self) -> None:
        while self._written.wait() and not self._closing.wait(COPY_EVERY_S):
            self._written.clear()
            if self._closing.is_set():  # just now: its setting of `_written` was cleared
                return
            if self._checkpoint() > MAX_PAGES:
                self._behind.set()

    def _checkpoint(self) -> int:
        """Copy the write-ahead log into the file as far as readers allow; returns its length in pages.

        The next write starts the log from the beginning if all of it was copied.
        """
        # A full disk must not end the thread: it has to go on when there is room again.
        with suppress(SQLAlchemyError, sqlite3.Error), closing(self._engine.raw_connection()) as connection:
            _busy, pages, _copied = connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            return int(pages)
        return 0

    def _commit(self, group: list[_Job]) -> list[Any]:
        try:
            with suppress(Exception), self._engine.begin() as connection:
                return [job.work(connection) for job in group]
            # A write or the commit failed, which is rare: repeat, each write in a savepoint.
            with self._engine.begin() as connection:
                return [_attempt(connection, job.work) for job in group]
        except Exception as fault:
            return [_Failed(fault)] * len(group)


class _Failed(NamedTuple):
    fault: Exception


def _attempt(connection: Connection, work: Callable[[Connection], Any]) -> Any:
    own = connection.begin_nested()
    try:
        result = work(connection)
    except Exception as fault:
        own.rollback()
        return _Failed(fault)
    own.commit()
    return result


def _tell(group: list[_Job], results: list[Any]) -> None:
    for job, result in zip(group, results, strict=True):
        if job.done.cancelled():
            continue
        if isinstance(result, _Failed):
            job.done.set_exception(result.fault)
        else:
            job.done.set_result(result)


def _append(connection: Connection, batch: Batch) -> bool:
    columns = ", ".join(f"{name} = :{name}" for name in batch.summary)
    own = {"own_id": batch.game, "own_seq": batch.expected_seq, **batch.summary}
    moved = connection.exec_driver_sql(f"UPDATE games SET {columns} WHERE id = :own_id AND seq = :own_seq", own)
    if moved.rowcount != 1:
        return False
    insert_all(connection, events, batch.events)
    if batch.command is not None:
        connection.exec_driver_sql(COMMAND, batch.command)
    return True
