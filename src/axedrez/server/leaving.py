"""Work for a request ends when its sender hangs up."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request
from litestar.exceptions import ClientException

from axedrez.server.errors import HUNG_UP

Found = TypeVar("Found")


async def while_there(request: Request[Any, Any, Any], work: Coroutine[Any, Any, Found]) -> Found:
    """What `work` leads to; it is cancelled if the sender of `request`, whose body was read, goes before that."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientException(HUNG_UP)  # nobody reads it
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
