"""The WebSocket of a game: its events as they happen, and a way to send commands."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import msgspec
from litestar import WebSocket, websocket
from litestar.channels import ChannelsPlugin, Subscriber
from litestar.di import NamedDependency
from litestar.params import FromPath

from axedrez.core import AxedrezError
from axedrez.match import Command, Event
from axedrez.server.errors import (
    ErrorDetail,
    Malformed,
    NotFound,
    StaleCommand,
    crash_detail,
    detail,
    language,
    malformed,
)
from axedrez.server.games import Games, Table
from axedrez.server.requests import Prefix
from axedrez.server.routes.games import steps_after
from axedrez.server.views import GameView, StepsView

HEARTBEAT_S = 5.0
LONGEST_FRAME = 16_384
CLOSE_UNKNOWN = 4404


class ViewFrame(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """The game as it stands, on opening."""

    view: GameView


class EventsFrame(msgspec.Struct, frozen=True, tag_field="type", tag="events"):
    """What somebody's command appended, and the game after it."""

    events: list[Event]
    view: GameView


class HeartbeatFrame(msgspec.Struct, frozen=True, tag_field="type", tag="heartbeat"):
    """The last event's number: who knows fewer has missed something."""

    seq: int


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
    """What may follow the steps `prefix` after event `seq`."""

    id: UUID
    seq: int
    prefix: list[str]
    steps: StepsView


class CommandFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="command"):
    """A client's command."""

    command: Command


class AskFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="steps"):
    """A client's question what may follow the steps `prefix` of a turn."""

    id: UUID
    prefix: Prefix


def channel(game_id: UUID) -> str:
    """The name under which the events of a game are published."""
    return f"game-{game_id}"


def publisher(channels: ChannelsPlugin, table: Table, events: list[Event], view: GameView) -> None:
    """Send what has happened to all sockets of the game."""
    channels.publish(msgspec.json.encode(EventsFrame(events, view)), channel(table.header.id))


@websocket("/api/games/{game_id:uuid}/socket")
async def game_socket(
    socket: WebSocket[Any, Any, Any],
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    channels: NamedDependency[ChannelsPlugin],
) -> None:
    """Serve a socket until it is closed."""
    await socket.accept()
    lang = language(socket)
    # Subscribed before the first view is read: nothing can fall between the two.
    async with channels.start_subscription(channel(game_id)) as subscriber:
        try:
            await _send(socket, ViewFrame(await games.view(game_id)))
        except NotFound as fault:
            await _send(socket, ErrorFrame(None, detail(fault, lang)))
            await socket.close(code=CLOSE_UNKNOWN)
            return
        sides = [
            asyncio.create_task(_listen(socket, game_id, games, lang)),
            asyncio.create_task(_forward(socket, subscriber)),
            asyncio.create_task(_beat(socket, game_id, games)),
        ]
        try:
            await asyncio.wait(sides, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for side in sides:
                side.cancel()
            await asyncio.gather(*sides, return_exceptions=True)


async def _listen(socket: WebSocket[Any, Any, Any], game_id: UUID, games: Games, lang: str) -> None:
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        await _send(socket, await _answer(message.get("text") or message.get("bytes") or b"", game_id, games, lang))


async def _answer(frame: str | bytes, game_id: UUID, games: Games, lang: str) -> AckFrame | StepsFrame | ErrorFrame:
    command_id = None
    try:
        asked = _read(frame)
        if isinstance(asked, AskFrame):
            command_id = asked.id
            page = await steps_after(games, game_id, asked.prefix)
            return StepsFrame(asked.id, page.seq, page.prefix, page.steps)
        command = asked.command
        command_id = command.id
        events, _ = await games.command(game_id, command)
        return AckFrame(command.id, events[-1].seq)
    except StaleCommand as stale:
        return ErrorFrame(command_id, detail(stale.cause, lang), stale.view)
    except AxedrezError as refusal:
        return ErrorFrame(command_id, detail(refusal, lang))
    except Exception as fault:
        return ErrorFrame(command_id, crash_detail(fault, lang, f"socket of {game_id}"))


def _read(frame: str | bytes) -> CommandFrame | AskFrame:
    if len(frame) > LONGEST_FRAME:
        raise AxedrezError("request_too_large")
    try:
        return msgspec.json.decode(frame, type=CommandFrame | AskFrame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise malformed(fault) if isinstance(fault, msgspec.DecodeError) else Malformed() from None


async def _forward(socket: WebSocket[Any, Any, Any], subscriber: Subscriber) -> None:
    async for frame in subscriber.iter_events():
        await socket.send_text(frame.decode())


async def _beat(socket: WebSocket[Any, Any, Any], game_id: UUID, games: Games) -> None:
    while True:
        await asyncio.sleep(HEARTBEAT_S)
        seq = await games.store.seq(game_id)
        if seq is not None:
            await _send(socket, HeartbeatFrame(seq))


async def _send(socket: WebSocket[Any, Any, Any], frame: msgspec.Struct) -> None:
    await socket.send_text(msgspec.json.encode(frame).decode())
