"""HTTP connections whose requests come whole, in time: nobody keeps many of them open by sending none."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 15.0
BODY_S = 90.0
"""A body of a megabyte, by a line of a hundred kilobits a second."""


class TimedH11Protocol(H11Protocol):
    """Ends a connection whose request has not come after so long, however often a byte of it does.

    Between two requests the server waits by itself, for less.
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
