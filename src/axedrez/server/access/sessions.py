"""Sockets end with the session that opened them, whichever server ended it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from litestar import WebSocket

from axedrez.server.access.authentication import Authenticator, Identity
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.base.batcher import Batcher
from axedrez.server.pubsub import PubSub

CLOSE_ENDED = 4401
RETRY_S = 0.5
_TOPIC = "sessions"


class Sessions:
    """The sockets of this server, by the people who have opened them.

    A message names only the person; which credentials ended is read from the database.
    """

    def __init__(self, authenticator: Authenticator, pubsub: PubSub) -> None:
        self._pubsub = pubsub
        self._open: defaultdict[UUID, dict[asyncio.Event, Identity]] = defaultdict(dict)
        self._good = Batcher(authenticator.still_good)
        self._doubted: set[UUID] = set()
        self._news = asyncio.Event()
        self._checking = BackgroundTask("sessions", self._check, RETRY_S)

    def start(self) -> None:
        """Begin."""
        self._pubsub.subscribe(_TOPIC, self._hear)
        self._checking.start()

    async def close(self) -> None:
        """End."""
        await self._checking.close()

    def ended(self, person: UUID) -> None:
        """Announce that sessions or tokens of a person have ended, after that was written."""
        self._pubsub.publish(_TOPIC, person.bytes)

    async def until_ended(self, socket: WebSocket[Any, Any, Any], me: Identity | None) -> None:
        """Wait until the credentials of `me` end, and close the socket."""
        if me is None:
            await asyncio.Event().wait()
            return
        with self._watched(me) as ended:
            # It may have ended between the lookup and the subscription.
            if await self._good.get(me):
                await ended.wait()
        await socket.close(code=CLOSE_ENDED)

    @contextmanager
    def _watched(self, me: Identity) -> Iterator[asyncio.Event]:
        ended = asyncio.Event()
        self._open[me.person][ended] = me
        try:
            yield ended
        finally:
            del self._open[me.person][ended]
            if not self._open[me.person]:
                del self._open[me.person]

    def _hear(self, message: bytes | None) -> None:
        self._doubted |= {UUID(bytes=message)} if message is not None else set(self._open)
        self._news.set()

    async def _check(self) -> float:
        await self._news.wait()
        self._news.clear()
        doubted, self._doubted = self._doubted, set()
        shown = {event: me for person in doubted for event, me in self._open.get(person, {}).items()}
        try:
            good = await asyncio.gather(*(self._good.get(me) for me in shown.values()))
        except Exception:
            self._doubted |= doubted
            self._news.set()
            raise
        for event, is_good in zip(shown, good, strict=True):
            if not is_good:
                event.set()
        return 0.0
