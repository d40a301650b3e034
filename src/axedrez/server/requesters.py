"""Who asks, by what the server itself can prove: a person by its own signed session, everybody else by the address."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import Any, Literal, NamedTuple
from uuid import UUID

from litestar.connection import ASGIConnection

from axedrez.core import AxedrezError
from axedrez.server.authentication import Authenticator, Identity
from axedrez.server.errors import NotSignedIn

Connection = ASGIConnection[Any, Any, Any, Any]

_VISIT = "axedrez.visit"


class Requester(NamedTuple):
    """Who asks. `sender`: a person who is known, or else the address, which all strangers behind it have in common.

    What is counted or queued is counted for the sender, and for the `address` as a whole: whoever is refused a share
    makes themselves new guests, but no new addresses.
    """

    sender: str
    address: str


NOWHERE = ""
"""The address of those who asked before the server was started."""


class RequestContext(NamedTuple):
    """A request's sender: who it is, and by whom it counts."""

    me: Identity | None
    requester: Requester


async def request_context(connection: Connection) -> RequestContext:
    """Who is at a connection, found once for each request. Raises `NotSignedIn` or `TooMuch` for a bad token."""
    kept = connection.scope["state"]
    if _VISIT not in kept:
        try:
            kept[_VISIT] = await _look(connection)
        except AxedrezError as fault:  # a token is looked up once, whatever it is
            kept[_VISIT] = fault
    found: RequestContext | AxedrezError = kept[_VISIT]
    if isinstance(found, AxedrezError):
        raise found
    return found


async def _look(connection: Connection) -> RequestContext:
    authenticator: Authenticator = connection.app.state.authenticator
    address = address_of(connection)
    if "authorization" in connection.headers:
        with connection.app.state.throttle.token(anonymous(address)):
            me = await authenticator.identify(connection)
    else:
        me = await authenticator.identify(connection)
    return RequestContext(me, anonymous(address) if me is None else Requester(me.person.hex, address))


async def requester_of(connection: Connection) -> Requester:
    """By whom a connection counts; somebody whose token is none is a stranger."""
    try:
        return (await request_context(connection)).requester
    except NotSignedIn:
        return anonymous(address_of(connection))


def anonymous(address: str) -> Requester:
    """Somebody of whom only the address is known."""
    return Requester(address, address)


def address_of(connection: Connection) -> str:
    """The address of the client. Of IPv6 the network: a household has a whole one."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else host


Kind = Literal["game", "rematch", "invitation", "chat", "report"]


class RequestIds:
    """Makes the id of a new thing out of who asks and the id of the request, with the `secret` of all servers.

    A repetition gets the same id, from whichever server; another sender, or another kind of thing, gets another one.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def of(self, kind: Kind, requester: Requester, request: UUID) -> UUID:
        """The id of what `requester` wants with the id `request`."""
        asked = f"{kind} {requester.sender} {request.hex}"
        return UUID(bytes=hmac.digest(self._secret, asked.encode(), hashlib.sha256)[:16], version=4)
