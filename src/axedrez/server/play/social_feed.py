"""Chat lines and presence of a game, published between servers and sent to its sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from uuid import UUID

import msgspec

from axedrez.server.access.authentication import Identity
from axedrez.server.play.chat import Chat, ChatFrame
from axedrez.server.play.live_game import LiveGame
from axedrez.server.play.presence import Presence, PresenceFrame
from axedrez.server.pubsub import PubSub
from axedrez.storage import ChatLine

LOOK_S = 2.0
"""How often presence is looked at again while a player is away: away becomes left without any message."""


class PresenceChanged(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """A person has come or gone."""


def publish(pubsub: PubSub, game: UUID, message: ChatFrame | PresenceChanged) -> None:
    """Notify the sockets of a game, at all servers."""
    pubsub.publish(_topic(game), msgspec.json.encode(message))


class SocialFeed:
    """The chat lines and presence of a game for one of its sockets."""

    def __init__(self, presence: Presence, chat: Chat, pubsub: PubSub, live: LiveGame, me: Identity | None) -> None:
        self._presence = presence
        self._chat = chat
        self._pubsub = pubsub
        self._game = live.header.id
        self._me = me
        self._blocked: frozenset[UUID] = frozenset()
        self._silent = False
        self._lines: list[ChatLine] = []
        self._presence_changed = True
        self._news = asyncio.Event()

    @asynccontextmanager
    async def subscribed(self) -> AsyncIterator[None]:
        """Collect messages until the end of the block."""
        self._blocked = await self._chat.blocked_by(self._me)
        self._silent = await self._chat.silences(self._me)
        with self._pubsub.subscribed(_topic(self._game), self._receive):
            yield

    async def frames(self, current: Callable[[], Awaitable[LiveGame]]) -> AsyncIterator[ChatFrame | PresenceFrame]:
        """The frames to send, without end; `current` returns the present game."""
        sent: PresenceFrame | None = None
        while True:
            self._news.clear()
            lines, self._lines = self._lines, []
            for line in lines:
                if self._chat.may_read(await current(), self._me, line.room):
                    yield ChatFrame(line)
            if self._presence_changed or sent is None or "away" in (sent.white, sent.black):
                self._presence_changed = False
                found = await self._presence.status(await current())
                if found != sent:
                    sent = found
                    yield found
            if sent is not None and "away" not in (sent.white, sent.black):
                await self._news.wait()
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), LOOK_S)

    def _receive(self, message: bytes | None) -> None:
        # None: messages may have been lost. Reading the presence again is enough.
        news = msgspec.json.decode(message, type=ChatFrame | PresenceChanged) if message is not None else None
        if isinstance(news, ChatFrame):
            if self._silent or news.line.person in self._blocked:
                return
            self._lines.append(news.line)
        else:
            self._presence_changed = True
        self._news.set()


def _topic(game: UUID) -> str:
    return f"social-{game}"
