"""Guards: allowed hosts and origins, bans, and the security headers for browsers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import Guard, Message, Scope

from axedrez.server.access.accounts import Accounts
from axedrez.server.access.requesters import Connection, request_context
from axedrez.server.base.errors import Malformed, NotSignedIn

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
FRAMED = "framed"
"""The mark (`opt`) of pages that other sites may show in a frame; nothing in them may act."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


FRAMED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": HEADERS["content-security-policy"]
    .replace("frame-ancestors 'none'", "frame-ancestors *")
    .replace("form-action 'self'", "form-action 'none'"),
    "cross-origin-resource-policy": "cross-origin",
}


_MAYBE_NUL = rb"\u0000"
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


async def refuse_malformed(request: Request[Any, Any, Any]) -> None:
    """Refuse what two readers may read differently. Raises `Malformed`.

    Texts with a NUL: no text of ours needs one, and PostgreSQL knows none. Two lengths of one body, of which a proxy
    may believe the other one.
    """
    scope = request.scope
    if "transfer-encoding" in request.headers and "content-length" in request.headers:
        raise Malformed("content-length")
    if scope["path"].startswith("/api/") and ("\x00" in scope["path"] or b"%00" in scope["query_string"]):
        raise Malformed
    # Plain text is looked for first: it takes a hundredth of the time, which everybody waits for.
    if request.method not in SAFE_METHODS and _MAYBE_NUL in (body := await request.body()) and _NUL.search(body):
        try:
            raise Malformed(_field_with_nul(msgspec.json.decode(body)) or "")
        except (msgspec.DecodeError, RecursionError):
            raise Malformed from None


def _field_with_nul(data: object) -> str | None:
    """The name of the first field whose text holds a NUL."""
    if isinstance(data, dict):
        for name, value in data.items():
            if "\x00" in name or (isinstance(value, str) and "\x00" in value):
                return str(name).replace("\x00", "")[:80]
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return next((found for part in parts if (found := _field_with_nul(part)) is not None), None)


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer; what the API says is for who has asked, and is kept nowhere."""
    if message["type"] == "http.response.start":
        handler = scope.get("route_handler")  # there is none where no route was found
        framed = handler is not None and FRAMED in handler.opt
        headers = MutableScopeHeaders.from_message(message)
        for name, value in (FRAMED_HEADERS if framed else HEADERS).items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("cache-control", "no-store")
            headers.setdefault("vary", "accept-language, authorization, cookie")


def same_origin(hosts: Callable[[], Sequence[str] | None]) -> Guard:
    """A guard that refuses writes and sockets of foreign pages, and any host name but `hosts()` (None: all).

    Programs that are not browsers send no `Origin` and pass.
    """

    def check(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
        host = connection.headers.get("host", "")
        origin = connection.headers.get("origin")
        writes = connection.scope.get("method") not in SAFE_METHODS  # a socket has no method
        known = hosts()
        try:
            stranger = known is not None and urlsplit(f"//{host}").hostname not in known
            foreign = writes and origin is not None and urlsplit(origin).netloc.lower() != host.lower()
        except ValueError:  # not an address
            raise PermissionDeniedException from None
        if stranger or foreign:
            raise PermissionDeniedException

    return check


BANNED_TOO = {"banned_too": True}
"""The mark (`opt`) of requests that are accepted from banned people, too: they end a game, a session, the account."""


async def admitted(connection: Connection, handler: BaseRouteHandler) -> None:
    """A guard of all writing requests. Raises `Banned`."""
    reads = connection.scope.get("method", "GET") in SAFE_METHODS  # a socket has no method
    if reads or BANNED_TOO.items() <= handler.opt.items():
        return
    try:
        me = (await request_context(connection)).me
    except NotSignedIn:  # the handler answers it, if it needs an identity
        return
    if me is not None:
        accounts: Accounts = connection.app.state.accounts
        await accounts.admit(me)
