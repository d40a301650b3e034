"""Ids that nobody can foresee or take: a sender's own id says only which request it was."""

from __future__ import annotations

import hashlib
import hmac
from typing import Literal
from uuid import UUID

from axedrez.server.requesters import Requester

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
