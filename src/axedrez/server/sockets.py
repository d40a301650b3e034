"""What all WebSockets of this server have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import WebSocket

from axedrez.server.askers import Asker
from axedrez.server.errors import TooMuch
from axedrez.server.metrics import SOCKETS
from axedrez.server.throttle import Throttle

CLOSE_FLOOD = 4429


async def send(socket: WebSocket[Any, Any, Any], frame: msgspec.Struct) -> None:
    """Send a frame as JSON."""
    await socket.send_text(msgspec.json.encode(frame).decode())


async def passes(socket: WebSocket[Any, Any, Any], throttle: Throttle, asker: Asker) -> bool:
    """Whether a frame is to be read, after a while perhaps; the socket of somebody who sends too many is closed."""
    try:
        await throttle.frame(asker)
    except TooMuch as fault:
        await socket.close(code=CLOSE_FLOOD, reason=fault.reason)
        return False
    return True


async def serve(*sides: Coroutine[Any, Any, None]) -> None:
    """Carry out the sides of a socket together, until one of them ends; the others are ended then."""
    tasks = [asyncio.create_task(side) for side in sides]
    try:
        with SOCKETS.track_inprogress():
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
