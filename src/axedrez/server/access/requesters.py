"""Who a request counts for (limits, queues, ids): the authenticated person, or else the network address."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import Any, Literal, NamedTuple
from uuid import UUID

from litestar.connection import ASGIConnection

from axedrez.core import AxedrezError
from axedrez.server.access.authentication import Authenticator, Identity
from axedrez.server.base.errors import NotSignedIn

Connection = ASGIConnection[Any, Any, Any, Any]

_VISIT = "axedrez.visit"
PAGE_HEADER, PAGE = "axedrez-client", "page"
"""What the page says of itself with its requests."""


class Requester(NamedTuple):
    """Who a request counts for. `sender`: the id of the authenticated person, or else the address.

    Requests are counted for the sender and for the `address` as a whole: making new guests is free, new addresses are
    not. `at_page`: it is the page that asks, in front of which a person sits.
    """

    sender: str
    address: str
    at_page: bool = False


NOWHERE = ""
"""The address where none is known, as for requests before the server was started."""


class RequestContext(NamedTuple):
    """The identity of a request, and who it counts for."""

    me: Identity | None
    requester: Requester


async def request_context(connection: Connection) -> RequestContext:
    """Authenticate a connection, once for each request. Raises `NotSignedIn` or `TooMuch` for a bad token."""
    kept = connection.scope["state"]
    if _VISIT not in kept:
        try:
            kept[_VISIT] = await _look(connection)
        except AxedrezError as fault:  # an invalid token is looked up once, too
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
    sender = address if me is None else me.person.hex
    return RequestContext(me, Requester(sender, address, connection.headers.get(PAGE_HEADER) == PAGE))


async def requester_of(connection: Connection) -> Requester:
    """Who a connection counts for; with an invalid token, its address."""
    try:
        return (await request_context(connection)).requester
    except NotSignedIn:
        return anonymous(address_of(connection))


def anonymous(address: str) -> Requester:
    """A requester of whom only the address is known."""
    return Requester(address, address)


def address_of(connection: Connection) -> str:
    """The address of the client; of IPv6 the /64 network, which a household has for itself; "" for what is none."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a text that a proxy passed on
        return ""
    if address.version == 6 and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else host


OfGames = Literal["game", "rematch", "invitation", "chat", "report", "study", "tournament"]
OfGroups = Literal["class", "task", "display", "club", "club tournament"]
Kind = OfGames | OfGroups


class RequestIds:
    """Derives the id of a new object from the requester and the client-made id of the request, with a shared `secret`.

    A repeated request gets the same id from any server; no client can predict or claim the id of another's object.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def of(self, kind: Kind, requester: Requester, request: UUID) -> UUID:
        """The id of the object that `requester` creates by the request `request`."""
        asked = f"{kind} {requester.sender} {request.hex}"
        return UUID(bytes=hmac.digest(self._secret, asked.encode(), hashlib.sha256)[:16], version=4)
