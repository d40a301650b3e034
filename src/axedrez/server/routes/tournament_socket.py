"""The WebSocket of a tournament: that something has changed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from uuid import UUID

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from axedrez.server.access.authentication import Identity
from axedrez.server.access.requesters import Requester
from axedrez.server.access.sessions import Sessions
from axedrez.server.access.sockets import listen, send, serve, through_outages
from axedrez.server.access.throttle import Throttle
from axedrez.server.base.errors import NotFound, detail, language
from axedrez.server.play.subscriptions import HeartbeatFrame
from axedrez.server.pubsub import PubSub
from axedrez.server.routes.socket import CLOSE_UNKNOWN, ErrorFrame
from axedrez.server.tournaments.service import Tournaments, topic

LOOK_S = 5.0
"""How often the log is looked at without any news: messages between servers may be lost."""
PAUSE_S = 0.3
"""The least time between two frames: a round of two hundred games may end within a second."""


class NewsFrame(msgspec.Struct, frozen=True, tag_field="type", tag="news"):
    """The tournament has changed, up to event `seq`, or games of it have begun."""

    seq: int


@websocket("/api/tournaments/{tournament_id:uuid}/socket")
async def tournament_socket(
    socket: WebSocket[Any, Any, Any],
    tournament_id: FromPath[UUID],
    tournaments: NamedDependency[Tournaments],
    pubsub: NamedDependency[PubSub],
    throttle: NamedDependency[Throttle],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    sessions: NamedDependency[Sessions],
) -> None:
    """Tell of every change, until the socket is closed; nothing is received."""
    await socket.accept()
    news = asyncio.Event()
    news.set()

    async def seq() -> int:
        header = await tournaments.store.header(tournament_id)
        if header is None:
            raise NotFound("unknown_tournament")
        return header.seq

    async def tell() -> None:
        told = 0
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), LOOK_S)
            if me is not None:  # who looks at an arena waits for a game
                await tournaments.note_presence(tournament_id, me.person)
            heard = news.is_set()
            news.clear()
            now = await seq()
            await send(socket, NewsFrame(now) if heard or now != told else HeartbeatFrame(now))
            told = now
            await asyncio.sleep(PAUSE_S)

    try:
        await seq()
        with pubsub.subscribed(topic(tournament_id), lambda message: news.set()):
            await serve(
                listen(socket, throttle, requester),
                through_outages(tell),
                through_outages(lambda: sessions.until_ended(socket, me)),
            )
    except NotFound as fault:
        await send(socket, ErrorFrame(None, detail(fault, language(socket))))
        await socket.close(code=CLOSE_UNKNOWN)
