"""Many who ask the same kind of thing at about the same time are answered with one question."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")


class Batcher(Generic[Key, Found]):
    """Collects keys while a question is under way, and asks for all of them with the next one.

    `ask` is given up to `at_once` different keys and tells what there is for each. What is answered was asked for
    after the asker came: nobody gets old news.
    """

    def __init__(self, ask: Callable[[list[Key]], Awaitable[Mapping[Key, Found]]], at_once: int = 500) -> None:
        self._ask = ask
        self._at_once = at_once
        self._waiting: dict[Key, asyncio.Future[Found]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def find(self, key: Key) -> Found:
        """What there is for `key`. Raises what `ask` raises."""
        answer = self._waiting.get(key)
        if answer is None:
            answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._go_on(), name="gathering")
        return await asyncio.shield(answer)

    async def _go_on(self) -> None:
        while self._waiting:
            asked = {key: self._waiting.pop(key) for key in list(self._waiting)[: self._at_once]}
            try:
                found = await self._ask(list(asked))
                answers = [(answer, found[key]) for key, answer in asked.items()]
            except Exception as fault:
                for answer in asked.values():
                    answer.set_exception(fault)
                    answer.exception()  # should nobody wait for it any longer, that is no fault
            else:
                for answer, value in answers:
                    answer.set_result(value)
