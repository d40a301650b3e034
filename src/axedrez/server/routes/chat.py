"""Chat and presence of a game, and reports about people."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from axedrez.core.patterns import ONE_LINE, whole
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity, somebody
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester, RequestIds
from axedrez.server.base import user_text
from axedrez.server.base.openapi import COMMON, UNKNOWN
from axedrez.server.play.chat import PRESETS, Chat
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import now_ms
from axedrez.server.play.presence import Presence, PresenceFrame
from axedrez.storage import ChatLine, ChatRoom, ChatStore, Report

Line = Annotated[str, msgspec.Meta(max_length=140, pattern=whole(ONE_LINE + "*"))]
REPORTING = Quota(Rate(burst=5, a_second=1 / 600), Rate(burst=50, a_second=1 / 60))
CHATS_OF_AN_ADDRESS = Rate(burst=200, a_second=10)


class NewChatLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat line: a `text`, or a `preset`, which each reader sees in their language."""

    id: UUID
    room: ChatRoom = "players"
    text: Line = ""
    preset: str | None = None


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report to the administrators about a person (`about`), perhaps in a `game`."""

    id: UUID
    about: UUID
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    game: UUID | None = None


class ChatHistory(msgspec.Struct, frozen=True):
    """The last lines of a room, oldest first; `presets` are the known sentences."""

    lines: list[ChatLine]
    presets: list[str]


@get("/api/games/{game_id:uuid}/chat", responses=UNKNOWN, summary="What was said")
async def read_chat(
    game_id: FromPath[UUID],
    games: NamedDependency[Games],
    chat: NamedDependency[Chat],
    me: NamedDependency[Identity | None],
    room: Annotated[ChatRoom, QueryParameter()] = "players",
) -> ChatHistory:
    """The chat of the players, or that of the spectators; while the game goes on, only one's own room can be read."""
    return ChatHistory(await chat.recent(await games.get(game_id), me, room), list(PRESETS))


@post("/api/games/{game_id:uuid}/chat", responses=UNKNOWN, summary="Say something")
async def say(
    game_id: FromPath[UUID],
    data: JSONBody[NewChatLine],
    games: NamedDependency[Games],
    chat: NamedDependency[Chat],
    me: NamedDependency[Identity | None],
    rate_limiter: NamedDependency[RateLimiter],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> ChatLine:
    """Add a line to the chat."""
    here = somebody(me)
    rate_limiter.spend("chat address", requester.address, CHATS_OF_AN_ADDRESS)
    line_id = request_ids.of("chat", requester, data.id)
    return await chat.say(await games.get(game_id), here, line_id, data.room, data.preset, data.text)


@get("/api/games/{game_id:uuid}/company", responses=UNKNOWN, summary="Who is there")
async def read_presence(
    game_id: FromPath[UUID], games: NamedDependency[Games], presence: NamedDependency[Presence]
) -> PresenceFrame:
    """Whether the players are there, away, or have left, and how many others follow the game."""
    return await presence.status(await games.get(game_id))


@post("/api/reports", status_code=204, responses=COMMON, summary="Report somebody")
async def report(
    data: JSONBody[NewReport],
    accounts: NamedDependency[Accounts],
    chat_store: NamedDependency[ChatStore],
    rate_limiter: NamedDependency[RateLimiter],
    me: NamedDependency[Identity | None],
    requester: NamedDependency[Requester],
    request_ids: NamedDependency[RequestIds],
) -> None:
    """Report a person to the administrators."""
    text = user_text.paragraphs(data.text)
    person = await accounts.acting(somebody(me))
    rate_limiter.share("report", requester, REPORTING)
    report_id = request_ids.of("report", requester, data.id)
    await chat_store.add_report(Report(report_id, person.id, data.about, data.game, text, now_ms()))


HANDLERS = [read_chat, say, read_presence, report]
