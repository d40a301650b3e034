"""Common parts of all WebSockets of this server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from axedrez.messages import legible
from axedrez.server.access.requesters import Requester
from axedrez.server.access.throttle import Throttle
from axedrez.server.base.errors import ErrorDetail, TooMuch, crash_detail, language
from axedrez.server.base.monitoring import SOCKETS
from axedrez.storage import is_away

log = logging.getLogger("axedrez.server")

AGAIN_S = 1.0
GONE = (WebSocketException, OSError, RuntimeError)
"""What sending raises where the other end has gone."""

CLOSE_FLOOD = 4429
CLOSE_AWAY = 1013
"""Try again later: the database is away."""


_FAULT = "axedrez.fault"


async def note_fault(fault: Exception, scope: Scope) -> None:
    """Note why a socket was not opened, for `told_sockets`."""
    if scope["type"] == ScopeType.WEBSOCKET:
        scope["state"][_FAULT] = fault


def told_sockets(app: ASGIApp) -> ASGIApp:
    """`app`, which opens a socket even while the database is away, to say so: a refusal could not tell why."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            return await app(scope, receive, send)
        is_open = False

        async def send_told(message: Message) -> None:
            nonlocal is_open
            fault = scope["state"].get(_FAULT)
            if message["type"] == "websocket.close" and not is_open and fault is not None and is_away(fault):
                said = crash_detail(fault, language(ASGIConnection(scope)), f"socket {legible(scope['path'], 200)}")
                text = msgspec.json.encode(FaultFrame(None, said)).decode()
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
                await send({"type": "websocket.send", "text": text, "bytes": None})
                message = {"type": "websocket.close", "code": CLOSE_AWAY, "reason": ""}
            is_open = is_open or message["type"] == "websocket.accept"
            await send(message)

        try:
            return await app(scope, receive, send_told)
        finally:
            scope["state"].pop(_FAULT, None)  # it holds this scope: until garbage is collected, were it held here

    return answer


class FaultFrame(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """What went wrong, as every socket tells it."""

    id: None
    error: ErrorDetail


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
