"""The WebSocket of a person: everything that concerns them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency

from axedrez.core import AxedrezError
from axedrez.server.access.authentication import Identity, somebody
from axedrez.server.access.requesters import Requester
from axedrez.server.access.sessions import CLOSE_ENDED, Sessions
from axedrez.server.access.sockets import CLOSE_FLOOD, listen, send, serve, through_outages
from axedrez.server.access.throttle import Throttle
from axedrez.server.base.errors import detail, language
from axedrez.server.community.lobby import Lobby
from axedrez.server.community.personal_feed import PersonalFeed, Streams
from axedrez.server.play.games import Games
from axedrez.server.pubsub import PubSub
from axedrez.server.routes.lobby import BeatFrame, InvitationView, invitation_view
from axedrez.server.routes.socket import ErrorFrame
from axedrez.storage import Invitation


class InvitationFrame(msgspec.Struct, frozen=True, tag_field="type", tag="invitation"):
    """An open invitation to the person; or one that was open, or is one's own, and has been answered or withdrawn."""

    invitation: InvitationView


@websocket("/api/me/socket")
async def my_socket(
    socket: WebSocket[Any, Any, Any],
    me: NamedDependency[Identity | None],
    games: NamedDependency[Games],
    lobby: NamedDependency[Lobby],
    streams: NamedDependency[Streams],
    pubsub: NamedDependency[PubSub],
    throttle: NamedDependency[Throttle],
    requester: NamedDependency[Requester],
    sessions: NamedDependency[Sessions],
) -> None:
    """One's games, turns, offers and invitations as they come; first what waits. Nothing is received."""
    await socket.accept()
    try:
        here = somebody(me)
        with streams.opened(here.person):
            feed = PersonalFeed(games, lobby, pubsub, here)

            async def tell() -> None:
                async for news in feed.frames():
                    if isinstance(news, Invitation):
                        await send(socket, InvitationFrame(await invitation_view(news, here, lobby)))
                    else:
                        await send(socket, BeatFrame() if news is None else news)

            with feed.subscribed():
                await serve(
                    listen(socket, throttle, requester),
                    through_outages(tell),
                    through_outages(lambda: sessions.until_ended(socket, here)),
                )
    except AxedrezError as fault:
        await send(socket, ErrorFrame(None, detail(fault, language(socket))))
        await socket.close(code=CLOSE_ENDED if me is None else CLOSE_FLOOD)
