"""The WebSocket of a study: its edits as they happen."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from uuid import UUID

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from axedrez.server.access.authentication import Identity
from axedrez.server.access.requesters import Requester
from axedrez.server.access.sessions import Sessions
from axedrez.server.access.sockets import listen, send, serve, through_outages
from axedrez.server.access.throttle import Throttle
from axedrez.server.analysis.studies import Studies, StudyFrame, topic
from axedrez.server.base.errors import NotFound, detail, language
from axedrez.server.play.subscriptions import HeartbeatFrame
from axedrez.server.pubsub import PubSub
from axedrez.server.routes.socket import CLOSE_UNKNOWN, ErrorFrame

LOOK_S = 5.0
"""How often the log is looked at without any news: messages between servers may be lost."""


@websocket("/api/studies/{study_id:uuid}/socket")
async def study_socket(
    socket: WebSocket[Any, Any, Any],
    study_id: FromPath[UUID],
    studies: NamedDependency[Studies],
    pubsub: NamedDependency[PubSub],
    throttle: NamedDependency[Throttle],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    sessions: NamedDependency[Sessions],
) -> None:
    """Send the edits that follow the one numbered `?after=`, until the socket is closed; nothing is received."""
    await socket.accept()
    known = socket.query_params.get("after", "")
    feed = _Feed(socket, studies, study_id, me, int(known[:9]) if known.isdecimal() else 0)
    try:
        with pubsub.subscribed(topic(study_id), feed.hear):
            await feed.look()
            await serve(
                listen(socket, throttle, requester),
                through_outages(feed.tell),
                through_outages(lambda: sessions.until_ended(socket, me)),
            )
    except NotFound as fault:
        await send(socket, ErrorFrame(None, detail(fault, language(socket))))
        await socket.close(code=CLOSE_UNKNOWN)


class _Feed:
    """What one socket is told. It has the events up to `seq`."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], studies: Studies, study_id: UUID, me: Identity | None, seq: int
    ) -> None:
        self._socket = socket
        self._studies = studies
        self._study_id = study_id
        self._me = me
        self.seq = seq
        self._news = asyncio.Event()

    def hear(self, message: bytes | None) -> None:
        """There is news, or there may be."""
        self._news.set()

    async def look(self) -> None:
        """Send what is new. Raises `NotFound` where the study is gone, or may not be read any more."""
        header = await self._studies.header(self._study_id)
        await self._studies.role(header, self._me)
        if header.seq > self.seq:
            async with self._studies.held(header) as live:
                events = await self._studies.since(live, self.seq)
            if events:
                self.seq = events[-1].seq
                await send(self._socket, StudyFrame(events))

    async def tell(self) -> None:
        """Send news as it comes, and a heartbeat where there is none."""
        while True:
            self._news.clear()
            try:
                await self.look()
            except NotFound:
                await self._socket.close(code=CLOSE_UNKNOWN)
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK_S)
                continue
            await send(self._socket, HeartbeatFrame(self.seq))
