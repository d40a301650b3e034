"""Work that a request makes the server do: priced before it begins, charged to its sender, in fair turns, in threads.

Whatever grows with what a stranger sends (replaying, reading files, checking sheets, drawing, describing) goes through
`work`; no handler uses threads otherwise, and none does such work on the event loop. Long thinking has queues of its
own (`fair_queue.processors`, `jobs`), passwords have threads of their own (`accounts`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, TypeVar

from litestar.handlers import BaseRouteHandler

from axedrez.server.access.rate_limits import Quota, RateLimiter
from axedrez.server.access.requesters import Connection, Requester, requester_of
from axedrez.server.work.fair_queue import FairQueue, QueueBounds

Found = TypeVar("Found")

LOOK_MS = 3.0
"""Something small, whatever is sent."""
PLY_MS = 0.2
"""A move that is checked, replayed or written."""
TURN_MS = 2.0
"""The same of a turn that is composed of steps."""
LOAD_MS = 40.0
"""A sheet: checked, or made a game."""
CHAPTER_MS = 40.0
"""Rules in words."""
READ_KIB_MS = 0.02
"""A kilobyte of JSON, read."""
KIB_MS = 5.0
"""A kilobyte of a file of games, sheets or studies, read."""

SHORT_MS = 50.0
"""What costs no more waits for nothing that does."""
THREADS = 2
"""One for what is short, and one for what is long; more would only take the interpreter from the event loop."""
QUEUE_BOUNDS = QueueBounds(sender=16, address=400, total=2000)
KIND = "work"

_connection: ContextVar[Connection | None] = ContextVar("connection", default=None)


async def through_priced_work(connection: Connection, _handler: BaseRouteHandler) -> None:
    """A guard of every route: what its handler does with `work` counts for the sender of this request."""
    _connection.set(connection)


async def work(price_ms: float, function: Callable[..., Found], *args: Any) -> Found:
    """The result of `function(*args)`, which is run in a thread when the turn of the request has come.

    `price_ms`: what it may cost, from the size of its input. That is charged before it begins; when it has ended, the
    price is put right to what it has cost. Outside requests nothing is charged. Who is cancelled (`while_there`) leaves
    the queue. Raises `TooMuch` before it begins, and what `function` raises.
    """
    connection = _connection.get()
    if connection is None:
        return await asyncio.to_thread(function, *args)
    priced_work: PricedWork = connection.app.state.priced_work
    return await priced_work.do(await requester_of(connection), price_ms, function, *args)


class PricedWork:
    """The threads for it. `quota`: milliseconds of a processor; without one nothing is charged.

    Two queues of one thread each, so that what is short never waits behind what is long; both take turns by sender.
    """

    def __init__(self, rate_limiter: RateLimiter, quota: Quota | None) -> None:
        self._rate_limiter = rate_limiter
        self._quota = quota
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="work")
        self._short, self._long = (FairQueue(1, QUEUE_BOUNDS, threads=self._threads) for _ in range(THREADS))

    async def do(self, requester: Requester, price_ms: float, function: Callable[..., Found], *args: Any) -> Found:
        """See `work`."""
        if self._quota is not None:
            self._rate_limiter.share(KIND, requester, self._quota, price_ms)

        costs_ms: list[float] = []

        def timed(_stop: Any) -> Found:
            began = time.thread_time()
            try:
                return function(*args)
            finally:
                costs_ms.append((time.thread_time() - began) * 1000)

        queue = self._short if price_ms <= SHORT_MS else self._long
        try:
            return await queue.do(requester, 0, timed)
        finally:
            if self._quota is not None:
                for cost_ms in costs_ms:
                    self._rate_limiter.settle(KIND, requester, self._quota, cost_ms - price_ms)

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
