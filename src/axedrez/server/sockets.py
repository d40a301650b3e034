"""Common parts of all WebSockets of this server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketException

from axedrez.server.errors import TooMuch
from axedrez.server.monitoring import SOCKETS
from axedrez.server.requesters import Requester
from axedrez.server.throttle import Throttle
from axedrez.storage import is_away

log = logging.getLogger("axedrez.server")

AGAIN_S = 1.0
GONE = (WebSocketException, OSError, RuntimeError)
"""What sending raises where the other end has gone."""

CLOSE_FLOOD = 4429
CLOSE_AWAY = 1013
"""Try again later: the database is away."""


async def send(socket: WebSocket[Any, Any, Any], frame: msgspec.Struct) -> None:
    """Send a frame as JSON."""
    await socket.send_text(msgspec.json.encode(frame).decode())


async def passes(socket: WebSocket[Any, Any, Any], throttle: Throttle, requester: Requester) -> bool:
    """Whether to read a frame, perhaps after a delay; the socket of a sender who keeps sending too many is closed."""
    try:
        await throttle.frame(requester)
    except TooMuch as fault:
        await socket.close(code=CLOSE_FLOOD, reason=fault.reason)
        return False
    return True


async def listen(socket: WebSocket[Any, Any, Any], throttle: Throttle, requester: Requester) -> None:
    """Read a socket on which nothing is to be said, until its other end is gone or says too much."""
    while (await socket.receive())["type"] == "websocket.receive":
        if not await passes(socket, throttle, requester):
            return


async def through_outages(side: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run one direction of a socket; after an outage of the database, begin again a little later.

    It logs nothing: there may be thousands of sockets, and the heartbeat has logged the outage.
    """
    while True:
        try:
            return await side()
        except Exception as fault:
            if not is_away(fault):
                raise
        await asyncio.sleep(AGAIN_S)


async def serve(*sides: Coroutine[Any, Any, None]) -> None:
    """Run the directions of a socket together, until one of them ends; the others are cancelled then."""
    tasks = [asyncio.create_task(side) for side in sides]
    try:
        with SOCKETS.track_inprogress():
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for fault in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(fault, Exception) and not isinstance(fault, GONE):
                log.error("a socket failed", exc_info=fault)
