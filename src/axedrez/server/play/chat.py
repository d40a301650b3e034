"""The chat of a game: one room for its players, one for its spectators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

import msgspec

from axedrez.core import AxedrezError, NotAllowed
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.server.access.rate_limits import Rate, RateLimiter
from axedrez.server.base import user_text
from axedrez.server.play.live_game import LiveGame
from axedrez.storage import ChatLine, ChatRoom, ChatStore

RECENT_LINES = 100
CHATTING = Rate(burst=8, a_second=0.5)
PRESETS = ("hello", "good_luck", "have_fun", "good_game", "well_played", "thanks", "sorry", "one_moment", "goodbye")
"""Sentences that each reader sees in their own language: `ui.chat.<name>` of the catalogue."""


class ChatFrame(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """A new line of the chat."""

    line: ChatLine


class Chat:
    """The chats of all games of a database.

    `announce` is called with each new line; `now` returns ms since the epoch. `off` disables chat (classrooms).
    `is_silent` tells whether a person neither writes nor reads (pupils of classes without chat).
    """

    def __init__(
        self,
        store: ChatStore,
        accounts: Accounts,
        announce: Callable[[ChatFrame], None],
        now: Callable[[], int],
        *,
        off: bool = False,
        is_silent: Callable[[UUID], Awaitable[bool]] | None = None,
    ) -> None:
        self.off = off
        self._is_silent = is_silent
        self._store = store
        self._accounts = accounts
        self._announce = announce
        self._now = now
        self._rate_limiter = RateLimiter(now)

    async def say(
        self, live: LiveGame, me: Identity, line_id: UUID, room: ChatRoom, preset: str | None, text: str
    ) -> ChatLine:
        """Add a line to the chat of a game. The same `line_id` again adds none.

        Raises AxedrezError: `chat_off`; `chat_room` for a room that the person may not read; `too_much`; `hidden_sign`.
        """
        text = user_text.line(text)
        person = await self._accounts.acting(me)
        await self._check(live, me, room)
        if (preset is None) == (text == "") or preset not in (None, *PRESETS):
            raise AxedrezError("request_malformed", field="text")
        self._rate_limiter.spend("chat", str(person.id), CHATTING)
        line = ChatLine(line_id, live.header.id, room, person.id, person.name, preset, text, self._now())
        if await self._store.add_line(line):
            self._announce(ChatFrame(line))
        return line

    async def recent(self, live: LiveGame, me: Identity | None, room: ChatRoom) -> list[ChatLine]:
        """The last lines of a room, oldest first, without those of people whom `me` blocks. Raises `NotAllowed`."""
        await self._check(live, me, room)
        lines = await self._store.recent_lines(live.header.id, room, RECENT_LINES)
        blocked = await self.blocked_by(me)
        return [line for line in lines if line.person not in blocked]

    async def blocked_by(self, me: Identity | None) -> frozenset[UUID]:
        """The people whose lines `me` does not see."""
        return frozenset(await self._accounts.people.blocked(me.person)) if me is not None else frozenset()

    async def silences(self, me: Identity | None) -> bool:
        """Whether `me` neither writes nor reads in any chat."""
        return me is not None and self._is_silent is not None and await self._is_silent(me.person)

    def may_read(self, live: LiveGame, me: Identity | None, room: ChatRoom) -> bool:
        """Whether `me` may read a room: in a running game, players read their own room and others the spectators'."""
        if self.off:
            return False
        plays = me is not None and me.person in live.record.players.persons
        return live.record.outcome is not None or plays == (room == "players")

    async def _check(self, live: LiveGame, me: Identity | None, room: ChatRoom) -> None:
        if self.off or await self.silences(me):
            raise NotAllowed("chat_off")
        if not self.may_read(live, me, room):
            raise NotAllowed("chat_room")
