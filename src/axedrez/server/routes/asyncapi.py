"""The description of the sockets as AsyncAPI 3.0, from the types of their messages."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response, get

import axedrez
from axedrez.server.access.authentication import COOKIE
from axedrez.server.analysis.studies import StudyFrame
from axedrez.server.base.http import public_json
from axedrez.server.community import personal_feed
from axedrez.server.play.chat import ChatFrame
from axedrez.server.play.presence import PresenceFrame
from axedrez.server.play.subscriptions import EventsFrame, HeartbeatFrame, ViewFrame
from axedrez.server.play.updates import GameUpdate
from axedrez.server.routes import lobby, stream, tournament_socket
from axedrez.server.routes import socket as game

Message = type[msgspec.Struct]
FORMAT = "application/schema+json;version=2020-12"


class Channel(NamedTuple):
    """A socket: its address, what it is for, what the server sends and receives there, and the query parameters."""

    address: str
    text: str
    sends: tuple[Message, ...]
    receives: tuple[Message, ...] = ()
    query: tuple[str, ...] = ()
    needs_somebody: bool = False


CHANNELS = {
    "game": Channel(
        "/api/games/{game}/socket",
        "A game: its events, or updates of its view, as they happen; and a way to send commands.",
        (
            *(ViewFrame, GameUpdate, EventsFrame, HeartbeatFrame, game.AckFrame, game.ErrorFrame, game.StepsFrame),
            *(game.PingFrame, ChatFrame, PresenceFrame),
        ),
        (game.CommandFrame, game.AskFrame, game.PongFrame),
        ("protocol", "frames", "after", "lang"),
    ),
    "person": Channel(
        "/api/me/socket",
        "What concerns the person: games, turns, offers, invitations. What waits comes first, then a heartbeat.",
        (
            *(personal_feed.GameStartFrame, personal_feed.GameEndFrame, personal_feed.TurnFrame),
            *(personal_feed.OfferFrame, stream.InvitationFrame, lobby.BeatFrame, game.ErrorFrame),
        ),
        query=("lang",),
        needs_somebody=True,
    ),
    "lobby": Channel(
        "/api/lobby/socket",
        "The lobby as it changes, and games that one's invitations lead to.",
        (lobby.LobbyFrame, lobby.AcceptedFrame, lobby.BeatFrame),
        query=("frames",),
    ),
    "study": Channel(
        "/api/studies/{study}/socket",
        "The edits of a study.",
        (StudyFrame, HeartbeatFrame, game.ErrorFrame),
        query=("after", "lang"),
    ),
    "tournament": Channel(
        "/api/tournaments/{tournament}/socket",
        "That something has changed in a tournament.",
        (tournament_socket.NewsFrame, HeartbeatFrame, game.ErrorFrame),
        query=("lang",),
    ),
}


@cache
def document() -> bytes:
    """The description, as JSON."""
    types = list(dict.fromkeys(each for channel in CHANNELS.values() for each in (*channel.sends, *channel.receives)))
    references, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    refs = dict(zip(types, references, strict=True))
    return msgspec.json.encode(
        {
            "asyncapi": "3.0.0",
            "info": {
                "title": "Axedrez",
                "version": axedrez.__version__,
                "description": "The sockets of a server. Each message is a text frame with one JSON object.",
            },
            "defaultContentType": "application/json",
            "channels": {name: _channel(channel) for name, channel in CHANNELS.items()},
            "operations": _operations(),
            "components": {
                "messages": {each.__name__: _message(each, refs[each]) for each in types},
                "schemas": schemas,
                "securitySchemes": {
                    "session": {"type": "httpApiKey", "in": "cookie", "name": COOKIE},
                    "token": {"type": "http", "scheme": "bearer"},
                },
            },
        }
    )


def _channel(channel: Channel) -> dict[str, Any]:
    parameters = [part[1:-1] for part in channel.address.split("/") if part.startswith("{")]
    query = {name: {"type": "string"} for name in channel.query}
    return {
        "address": channel.address,
        "description": channel.text,
        "parameters": {name: {"description": "Its id."} for name in parameters},
        "messages": {
            each.__name__: {"$ref": f"#/components/messages/{each.__name__}"}
            for each in (*channel.sends, *channel.receives)
        },
        "bindings": {"ws": {"method": "GET", "query": {"type": "object", "properties": query}}},
    }


def _operations() -> dict[str, Any]:
    found = {}
    for name, channel in CHANNELS.items():
        for action, messages in (("send", channel.sends), ("receive", channel.receives)):
            if messages:
                found[f"{action}-{name}"] = {
                    "action": action,
                    "channel": {"$ref": f"#/channels/{name}"},
                    "messages": [{"$ref": f"#/channels/{name}/messages/{each.__name__}"} for each in messages],
                    **({"security": _security()} if channel.needs_somebody else {}),
                }
    return found


def _security() -> list[dict[str, str]]:
    return [{"$ref": f"#/components/securitySchemes/{name}"} for name in ("session", "token")]


def _message(kind: Message, reference: Any) -> dict[str, Any]:
    return {
        "name": str(kind.__struct_config__.tag),
        "summary": inspect.getdoc(kind) or "",
        "payload": {"schemaFormat": FORMAT, "schema": reference},
    }


@get("/api/asyncapi.json", include_in_schema=False)
async def read_asyncapi(request: Request[Any, Any, Any]) -> Response[Any]:
    """All sockets and their messages, as AsyncAPI 3.0."""
    return public_json(document(), request)


HANDLERS = [read_asyncapi]
