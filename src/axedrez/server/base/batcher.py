"""Lookups of the same kind at about the same time become one query."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Batcher(Generic[Key, Value]):
    """Collects keys while a query is running, and looks all of them up with the next one.

    `query` is given up to `max_batch` different keys and returns a value for each. A value is never older than the
    call of `get` that returns it: each query begins after the calls that it answers.
    """

    def __init__(self, query: Callable[[list[Key]], Awaitable[Mapping[Key, Value]]], max_batch: int = 500) -> None:
        self._query = query
        self._max_batch = max_batch
        self._waiting: dict[Key, asyncio.Future[Value]] = {}
        self._task: asyncio.Task[None] | None = None

    async def get(self, key: Key) -> Value:
        """The value of `key`. Raises what `query` raises."""
        answer = self._waiting.get(key)
        if answer is None:
            answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="batcher")
        return await asyncio.shield(answer)

    async def _run(self) -> None:
        while self._waiting:
            batch = {key: self._waiting.pop(key) for key in list(self._waiting)[: self._max_batch]}
            try:
                found = await self._query(list(batch))
                answers = [(answer, found[key]) for key, answer in batch.items()]
            except Exception as fault:
                for answer in batch.values():
                    answer.set_exception(fault)
                    answer.exception()  # no warning if nobody waits for it any longer
            else:
                for answer, value in answers:
                    answer.set_result(value)
