"""Who asks, by what the server itself can prove: a person by its own signed session, everybody else by the address."""

from __future__ import annotations

import ipaddress
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection

from axedrez.core import AxedrezError
from axedrez.server.errors import NotSignedIn
from axedrez.server.identity import Doorman, Identity

Connection = ASGIConnection[Any, Any, Any, Any]

_VISIT = "axedrez.visit"


class Asker(NamedTuple):
    """Who asks. `sender`: a person who is known, or else the address, which all strangers behind it have in common.

    What is counted or queued is counted for the sender, and for the `address` as a whole: whoever is refused a share
    makes themselves new guests, but no new addresses.
    """

    sender: str
    address: str


NOWHERE = ""
"""The address of those who asked before the server was started."""


class Visit(NamedTuple):
    """A request's sender: who it is, and by whom it counts."""

    me: Identity | None
    asker: Asker


async def visit_of(connection: Connection) -> Visit:
    """Who is at a connection, found once for each request. Raises `NotSignedIn` or `TooMuch` for a bad token."""
    kept = connection.scope["state"]
    if _VISIT not in kept:
        try:
            kept[_VISIT] = await _look(connection)
        except AxedrezError as fault:  # a token is looked up once, whatever it is
            kept[_VISIT] = fault
    found: Visit | AxedrezError = kept[_VISIT]
    if isinstance(found, AxedrezError):
        raise found
    return found


async def _look(connection: Connection) -> Visit:
    doorman: Doorman = connection.app.state.doorman
    address = address_of(connection)
    if "authorization" in connection.headers:
        with connection.app.state.throttle.token(stranger(address)):
            me = await doorman.identify(connection)
    else:
        me = await doorman.identify(connection)
    return Visit(me, stranger(address) if me is None else Asker(me.person.hex, address))


async def asker_of(connection: Connection) -> Asker:
    """By whom a connection counts; somebody whose token is none is a stranger."""
    try:
        return (await visit_of(connection)).asker
    except NotSignedIn:
        return stranger(address_of(connection))


def stranger(address: str) -> Asker:
    """Somebody of whom only the address is known."""
    return Asker(address, address)


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
