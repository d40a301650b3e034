"""Ids that nobody can foresee or take: a sender's own id says only which request it was."""

from __future__ import annotations

import hashlib
import hmac
from typing import Literal
from uuid import UUID

from axedrez.server.askers import Asker

Kind = Literal["game", "rematch", "invitation", "chat", "report"]


class Naming:
    """Makes the id of a new thing out of who asks and the id of the request, with the `secret` of all servers.

    A repetition gets the same id, from whichever server; another sender, or another kind of thing, gets another one.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def of(self, kind: Kind, asker: Asker, request: UUID) -> UUID:
        """The id of what `asker` wants with the id `request`."""
        asked = f"{kind} {asker.sender} {request.hex}"
        return UUID(bytes=hmac.digest(self._secret, asked.encode(), hashlib.sha256)[:16], version=4)
