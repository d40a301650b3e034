"""Nothing is accepted of somebody who is banned but what ends things: a game that goes on, a session, the account."""

from __future__ import annotations

from litestar.handlers import BaseRouteHandler

from axedrez.server.accounts import Accounts
from axedrez.server.errors import NotSignedIn
from axedrez.server.guard import READING
from axedrez.server.requesters import Connection, request_context

BANNED_TOO = {"banned_too": True}
"""The mark (`opt`) of what is accepted all the same."""


async def admitted(connection: Connection, handler: BaseRouteHandler) -> None:
    """A guard of everything that writes. Raises `Banned`."""
    reads = connection.scope.get("method", "GET") in READING  # a socket has no method
    if reads or BANNED_TOO.items() <= handler.opt.items():
        return
    try:
        me = (await request_context(connection)).me
    except NotSignedIn:  # told by whatever needs to know who it is
        return
    if me is not None:
        accounts: Accounts = connection.app.state.accounts
        await accounts.admit(me)
