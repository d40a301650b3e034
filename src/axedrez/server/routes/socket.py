"""The WebSocket of a game: its events as they happen, and a way to send commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from axedrez.core import AxedrezError
from axedrez.match import Command
from axedrez.match.commands import SideWord
from axedrez.server.access.authentication import Identity
from axedrez.server.access.requesters import Requester
from axedrez.server.access.sessions import Sessions
from axedrez.server.access.sockets import CLOSE_AWAY, passes, send, serve, through_outages
from axedrez.server.access.throttle import Throttle
from axedrez.server.base.errors import (
    ErrorDetail,
    Malformed,
    NotFound,
    crash_detail,
    detail,
    language,
    malformed,
)
from axedrez.server.base.latency import Latency
from axedrez.server.base.requests import Prefix
from axedrez.server.play.chat import Chat
from axedrez.server.play.commands import Commands
from axedrez.server.play.games import Games
from axedrez.server.play.presence import Presence
from axedrez.server.play.social_feed import SocialFeed
from axedrez.server.play.stale import StaleCommand
from axedrez.server.play.subscriptions import (
    PROTOCOL,
    Frames,
    GameChannel,
    HeartbeatFrame,
    Subscriber,
    Subscriptions,
    ViewFrame,
)
from axedrez.server.play.views import GameView, StepsView
from axedrez.server.pubsub import PubSub
from axedrez.server.routes.games import steps_after
from axedrez.storage import cause, is_away

log = logging.getLogger("axedrez.server")

MAX_FRAME_BYTES = 16_384
EAGER = 3
PING_S = 1.0
PING_LATER_S = 20.0
"""A line is measured every so often; the first `EAGER` times sooner."""
CLOSE_UNKNOWN = 4404


class AckFrame(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """The command was carried out and is on the disk."""

    id: UUID
    seq: int


class ErrorFrame(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """A command or a frame was refused; nothing has changed."""

    id: UUID | None
    error: ErrorDetail
    view: GameView | None = None


class StepsFrame(msgspec.Struct, frozen=True, tag_field="type", tag="steps"):
    """The steps that may follow `prefix` after event `seq`, in the turn of `turn`."""

    id: UUID
    seq: int
    turn: SideWord
    prefix: list[str]
    steps: StepsView


class CommandFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="command"):
    """A client's command."""

    command: Command


class AskFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="steps"):
    """A client's request for the steps that may follow `prefix` in a turn."""

    id: UUID
    prefix: Prefix


class PongFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pong"):
    """A client's answer to a ping, with its number."""

    n: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class PingFrame(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Measures latency: the clock compensates it for clients that answer at once."""

    n: int


@websocket("/api/games/{game_id:uuid}/socket")
async def game_socket(
    socket: WebSocket[Any, Any, Any],
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    subscriptions: NamedDependency[Subscriptions],
    presence: NamedDependency[Presence],
    chat: NamedDependency[Chat],
    pubsub: NamedDependency[PubSub],
    throttle: NamedDependency[Throttle],
    latency: NamedDependency[Latency],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    commands: NamedDependency[Commands],
    sessions: NamedDependency[Sessions],
) -> None:
    """Serve a socket until it is closed.

    With `?frames=events` only events are sent, with `?protocol=2` updates of the view, and whole views to older pages,
    which ask for neither. `?after=` is the last event that the client knows: then no view is sent on opening, unless
    there is no such event.
    """
    await socket.accept()
    lang = language(socket)
    sender = me.person if me else None
    query = socket.query_params
    frames = _frames(query)
    try:
        at_game = subscriptions.joined(game_id, frames, sender)
        async with at_game as (channel, subscriber, live), presence.joined(game_id, me):
            feed = SocialFeed(presence, chat, pubsub, live, me)
            handler = _FrameHandler(game_id, games, commands, latency, sender, requester, lang, frames)
            knows = subscriber.knows(query.get("after", ""))
            if frames == "views" or (frames == "updates" and not knows):
                await send(socket, ViewFrame(await games.view(live), PROTOCOL))
            else:
                if query.get("after") and not knows:  # it has lost its place: everything from the first one
                    subscriber.seq = 0
                subscriber.beat_due = True
            await serve(
                handler.listen(socket, throttle),
                handler.measure(socket),
                _tell(socket, channel, subscriber),
                through_outages(lambda: _send_social(socket, games, game_id, feed)),
                through_outages(lambda: sessions.until_ended(socket, me)),
            )
    except NotFound as fault:
        await send(socket, ErrorFrame(None, detail(fault, lang)))
        await socket.close(code=CLOSE_UNKNOWN)
    except Exception as fault:
        if not is_away(fault):
            raise
        await send(socket, ErrorFrame(None, crash_detail(fault, lang, f"socket of {game_id}")))
        await socket.close(code=CLOSE_AWAY)


def _frames(query: Mapping[str, str]) -> Frames:
    if query.get("frames") == "events":
        return "events"
    protocol = query.get("protocol", "")
    return "updates" if protocol.isdecimal() and int(protocol[:4]) >= PROTOCOL else "views"


async def _tell(socket: WebSocket[Any, Any, Any], channel: GameChannel, subscriber: Subscriber) -> None:
    while True:
        while (frame := await _frame(channel, subscriber)) is not None:
            await socket.send_text(frame)
        if subscriber.beat_due:
            subscriber.beat_due = False
            await send(socket, HeartbeatFrame(subscriber.seq if subscriber.late else channel.seq))
        await subscriber.news.wait()
        subscriber.news.clear()


async def _send_social(socket: WebSocket[Any, Any, Any], games: Games, game_id: UUID, feed: SocialFeed) -> None:
    async with feed.subscribed():
        async for frame in feed.frames(lambda: games.latest(game_id)):
            await send(socket, frame)


async def _frame(channel: GameChannel, subscriber: Subscriber) -> str | None:
    try:
        return await channel.frame(subscriber)
    except Exception as fault:
        traceback = None if is_away(fault) else fault  # one line says enough
        what = cause(fault)
        log.error(
            "game %s cannot be read; the next heartbeat tries again: %s", channel.game_id, what, exc_info=traceback
        )
        return None


@dataclass(frozen=True)
class _FrameHandler:
    """Answers the frames of one socket."""

    game_id: UUID
    games: Games
    commands: Commands
    latency: Latency
    sender: UUID | None
    requester: Requester
    lang: str
    frames: Frames

    async def listen(self, socket: WebSocket[Any, Any, Any], throttle: Throttle) -> None:
        """Answer frames until the socket is closed."""
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            if not await passes(socket, throttle, self.requester):
                return
            answer = await self._answer(message.get("text") or message.get("bytes") or b"")
            if answer is not None:
                await send(socket, answer)

    async def measure(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Ping a known sender regularly, without end."""
        for n in count():
            if self.sender is not None:
                self.latency.ping_sent(self.sender, n)
                await send(socket, PingFrame(n))
            await asyncio.sleep(PING_S if n < EAGER else PING_LATER_S)

    async def _answer(self, frame: str | bytes) -> AckFrame | StepsFrame | ErrorFrame | None:
        frame_id = None
        try:
            message = _read(frame)
            if isinstance(message, PongFrame):
                if self.sender is not None:
                    self.latency.pong_received(self.sender, message.n)
                return None
            if isinstance(message, AskFrame):
                frame_id = message.id
                page = await steps_after(self.games, self.game_id, message.prefix, self.sender)
                return StepsFrame(message.id, page.seq, page.turn, page.prefix, page.steps)
            command = message.command
            frame_id = command.id
            events, _ = await self.commands.carry_out(self.game_id, command, self.sender, self.requester)
            return AckFrame(command.id, events[-1].seq)
        except StaleCommand as stale:
            return ErrorFrame(frame_id, detail(stale.cause, self.lang), stale.view if self.frames != "events" else None)
        except AxedrezError as refusal:
            return ErrorFrame(frame_id, detail(refusal, self.lang))
        except Exception as fault:
            return ErrorFrame(frame_id, crash_detail(fault, self.lang, f"socket of {self.game_id}"))


def _read(frame: str | bytes) -> CommandFrame | AskFrame | PongFrame:
    if len(frame) > MAX_FRAME_BYTES:
        raise AxedrezError("request_too_large")
    try:
        return msgspec.json.decode(frame, type=CommandFrame | AskFrame | PongFrame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise malformed(fault) if isinstance(fault, msgspec.DecodeError) else Malformed() from None
