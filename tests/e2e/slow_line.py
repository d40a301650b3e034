"""A slow line: every answer of the server is late by a random time, and so answers come in another order.

`AXEDREZ_SLOW_LINE_MS=800 pytest tests/e2e` runs the browser tests over one. What fails there, and only there, does
something before the page is ready for it, or the page loses what people do too early; tests of how long something
takes fail, too.
"""

from __future__ import annotations

import asyncio
import random

from litestar import Litestar
from litestar.types import LifeSpanReceive, LifeSpanScope, LifeSpanSend, Receive, Scope, Send


def delay(most_s: float) -> None:
    """Every request and every socket of this process waits at random, at most `most_s` seconds."""
    answer = Litestar.__call__

    async def answer_late(
        self: Litestar, scope: Scope | LifeSpanScope, receive: Receive | LifeSpanReceive, send: Send | LifeSpanSend
    ) -> None:
        if scope["type"] != "lifespan" and scope["path"] != "/api/health":
            await asyncio.sleep(random.uniform(0, most_s))
        await answer(self, scope, receive, send)

    Litestar.__call__ = answer_late  # type: ignore[method-assign]
