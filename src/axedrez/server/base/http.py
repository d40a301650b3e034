"""HTTP beyond the framework: content negotiation, HEAD, clients that disconnect or are too slow."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Coroutine, Sequence
from contextvars import Context
from functools import lru_cache
from typing import Any, TypeVar

import h11
from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from axedrez.server.base.errors import HUNG_UP, Ending


def weights(header: str) -> dict[str, float]:
    """The names in an `Accept-…` header with their weights, without malformed parts."""
    found: dict[str, float] = {}
    for part in header.split(","):
        name, _, parameters = part.partition(";")
        weight = 1.0
        for parameter in parameters.split(";"):
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        if name.strip():
            found[name.strip().lower()] = weight
    return found


def best(header: str, offered: Sequence[str]) -> str | None:
    """The coding of `offered` (best first) that an `Accept-Encoding` header prefers; None: identity."""
    preferred = weights(header)
    chosen, weight = None, 0.0
    for coding in offered:
        this = preferred.get(coding, preferred.get("*", 0.0))
        if this > weight:
            chosen, weight = coding, this
    return chosen if weight >= preferred.get("identity", 0.0) else None


def is_known(header: str, tag: str) -> bool:
    """Whether an `If-None-Match` header names `tag`."""
    return any(
        each.strip().removeprefix("W/") == tag.removeprefix("W/") or each.strip() == "*" for each in header.split(",")
    )


def public_json(body: bytes, request: Request[Any, Any, Any]) -> Response[Any]:
    """An answer that is the same for everybody, compressed, with an ETag.

    Not for answers with secrets, or with what users have written: their lengths would tell of them.
    """
    tag, compressed = squeezed(body)
    headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-encoding"}
    if is_known(request.headers.get("if-none-match", ""), tag):
        return Response(None, status_code=304, headers=headers)
    if best(request.headers.get("accept-encoding", ""), ["gzip"]):
        return Response(compressed, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
    return Response(body, media_type="application/json", headers=headers)


def tag_of(body: bytes) -> str:
    """The ETag of a body, whatever its coding."""
    return f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'


@lru_cache(maxsize=16)
def squeezed(body: bytes) -> tuple[str, bytes]:
    """The ETag of a body, and the body compressed."""
    return tag_of(body), gzip.compress(body)


def without_bodies(app: ASGIApp) -> ASGIApp:
    """`app`, which also answers HEAD: the headers of GET, content length included, without the body."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        request: dict[str, Any] = {**scope}
        if request.get("method") != "HEAD":
            return await app(scope, receive, send)

        async def send_head(message: Message) -> None:
            bodiless: Any = {**message, "body": b""} if message["type"] == "http.response.body" else message
            await send(bodiless)

        as_get: Any = {**request, "method": "GET"}
        return await app(as_get, receive, send_head)

    return answer


def cut_off_in_words(app: ASGIApp) -> ASGIApp:
    """`app`; a request that the server no longer waits for at its end raises `Ending`, unless its answer has begun."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await app(scope, receive, note)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if scope["type"] != ScopeType.HTTP or task is None or not task.cancelling():
                raise
            if not begun:
                raise Ending from None

    return answer


Found = TypeVar("Found")


async def while_there(request: Request[Any, Any, Any], work: Coroutine[Any, Any, Found]) -> Found:
    """The result of `work`, which is cancelled if the client of `request` disconnects. The body must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientException(HUNG_UP)  # the client is gone
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)
        del working, leaving  # what was raised holds this frame: see `FairQueue.do`


async def _gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


HEAD_S = 15.0
BODY_S = 90.0
"""Enough for a megabyte at 100 kbit/s."""


class TimedH11Protocol(H11Protocol):
    """Closes connections whose request is not complete after a time limit, even if bytes keep arriving.

    uvicorn itself has a shorter limit between two requests.
    """

    _watched: Any = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._forget()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """See `H11Protocol`. What it schedules must not keep the context, which is that of the request that ends."""
        Context().run(super().on_response_complete)

    def _watch(self) -> None:
        if self.transport.get_protocol() is not self:  # a WebSocket has taken over
            self._forget()
            return
        state = self.conn.their_state
        if state is self._watched:
            return
        self._forget()
        self._watched = state
        limit = {h11.IDLE: HEAD_S, h11.SEND_BODY: BODY_S}.get(state)
        if limit is not None and not self.transport.is_closing():
            self._timer = self.loop.call_later(limit, self.transport.abort)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
