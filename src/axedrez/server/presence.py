"""The people around a game: who is there, who has left, what they say to each other."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Literal
from uuid import UUID, uuid4

import msgspec

from axedrez.core import AxedrezError, NotAllowed, Side
from axedrez.match import Command, Seats
from axedrez.match.commands import ClaimLeft
from axedrez.match.record import NO_SEATS
from axedrez.server import user_text
from axedrez.server.accounts import Accounts
from axedrez.server.authentication import Identity
from axedrez.server.background_task import BackgroundTask
from axedrez.server.batcher import Batcher
from axedrez.server.games import Games, LiveGame
from axedrez.server.pubsub import PubSub
from axedrez.server.rate_limits import Rate, RateLimiter
from axedrez.storage import Attendance, ChatLine, ChatRoom, Company, closed_since, is_away, present

BEAT_S = 1.0
LOOK_S = 2.0
LEFT_MS = 30_000
"""Whoever was away for so long has left a game with a running clock; the opponent may claim it."""
KEPT_MS = 24 * 3_600_000
SHOWN = 100
CHATTING = Rate(burst=8, a_second=0.5)
PRESETS = ("hello", "good_luck", "have_fun", "good_game", "well_played", "thanks", "sorry", "one_moment", "goodbye")
"""The sentences that each reads in their own language: `ui.chat.<name>` of the catalogue."""

PresenceStatus = Literal["here", "away", "left"]


class ChatFrame(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """Somebody has said something."""

    line: ChatLine


class PresenceFrame(msgspec.Struct, frozen=True, tag_field="type", tag="company"):
    """Where the players are; null: nobody in particular sits there. `spectators`: how many others are there."""

    white: PresenceStatus | None
    black: PresenceStatus | None
    spectators: int


class _Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """Somebody has come or gone."""


News = ChatFrame | _Changed


class Presence:
    """The circles around all games, as this server, one `node` of several, sees them. `now` tells ms.

    `quiet`: nobody chats here (a classroom).
    """

    def __init__(
        self,
        company: Company,
        accounts: Accounts,
        pubsub: PubSub,
        now: Callable[[], int],
        *,
        quiet: bool = False,
        outage_until: Callable[[], int] = lambda: 0,
    ) -> None:
        """`outage_until`: when the last outage ended."""
        self.node = uuid4()
        self.quiet = quiet
        self._company = company
        self._attendances = Batcher(company.attendances)
        self._accounts = accounts
        self._pubsub = pubsub
        self._now = now
        self._outage_until = outage_until
        self._ending = False
        self._here: Counter[tuple[UUID, UUID]] = Counter()
        self._gone: dict[tuple[UUID, UUID], int] = {}
        self._rate_limiter = RateLimiter(now)
        self._swept = 0
        self._beating = BackgroundTask("presence", self._beat, BEAT_S)

    async def start(self) -> None:
        """Be there."""
        await self._beat()
        self._beating.start()

    def end(self) -> None:
        """The server is about to end, and closes the sockets of all: they have not left, it leaves them."""
        self._ending = True

    async def close(self) -> None:
        """Be there no more, and with it everybody who was there by this server."""
        await self._beating.close()

    @asynccontextmanager
    async def joined(self, game: UUID, me: Identity | None) -> AsyncIterator[None]:
        """Be at a game until the end of the block, by one of several lines if need be."""
        if me is None:
            yield
            return
        key = (game, me.person)
        self._here[key] += 1
        try:
            if self._here[key] == 1:
                self._gone.pop(key, None)
                await self._company.come(game, me.person, self.node)
                self._publish(game, _Changed())
            yield
        finally:
            self._here[key] -= 1
            if self._here[key] == 0:
                del self._here[key]
                if not self._ending:
                    await self._left(game, me.person, self._now())

    async def _left(self, game: UUID, person: UUID, at: int) -> None:
        try:
            await self._company.go(game, person, self.node, at)
        except Exception as fault:
            if not is_away(fault):
                raise
            self._gone[game, person] = at  # told with the first beat that succeeds
        else:
            self._publish(game, _Changed())

    async def standing(self, live: LiveGame) -> PresenceFrame:
        """Where the players of a game are, and how many others are there."""
        players = live.record.players
        attendance = await self._attendances.find(live.header.id)
        now = self._now()
        here = present(attendance, now)
        found: list[PresenceStatus | None] = []
        for side in (Side.WHITE, Side.BLACK):
            person = players.at(side).person
            if person is None:
                found.append(None)
            else:
                found.append("here" if person in here else self._absence(live, side, attendance, now))
        return PresenceFrame(found[0], found[1], len(here - players.persons))

    def _absence(self, live: LiveGame, side: Side, attendance: Attendance, now: int) -> PresenceStatus:
        """Whether the player of `side`, who is not there, is only away or has left.

        Only those have left who were there by a socket and have closed it while a server ran, and have not played
        since without one. After an outage everybody has as long to come back as if they had gone then.
        """
        record = live.record
        person, clock = record.players.at(side).person, record.clock
        since = closed_since(attendance, person, now) if person is not None else None
        if since is None or clock is None or not clock.spec.is_live:
            return "away"
        played = next((each.at for each in reversed(record.moves) if each.before.turn is side), 0)
        return "left" if played <= since and now - max(since, self._outage_until()) >= LEFT_MS else "away"

    async def left(self, games: Games, game: UUID, command: Command) -> Seats:
        """The seats whose players have left, as far as `command` asks for it. Raises `NotFound`."""
        if not isinstance(command, ClaimLeft):
            return NO_SEATS
        frame = await self.standing(await games.get(game))
        return frozenset(side for side, at in ((Side.WHITE, frame.white), (Side.BLACK, frame.black)) if at == "left")

    async def say(
        self, live: LiveGame, me: Identity, line_id: UUID, room: ChatRoom, preset: str | None, text: str
    ) -> ChatLine:
        """Say something at a game. A repetition is no second line.

        Raises AxedrezError where nobody chats, to spectators who would speak to the players, for too much at once.
        """
        text = user_text.line(text)
        person = await self._accounts.acting(me)
        self._check(live, me, room)
        if (preset is None) == (text == "") or preset not in (None, *PRESETS):
            raise AxedrezError("request_malformed", field="text")
        self._rate_limiter.spend("chat", str(person.id), CHATTING)
        line = ChatLine(line_id, live.header.id, room, person.id, person.name, preset, text, self._now())
        if await self._company.say(line):
            self._publish(live.header.id, ChatFrame(line))
        return line

    async def said(self, live: LiveGame, me: Identity | None, room: ChatRoom) -> list[ChatLine]:
        """The last lines of a room, oldest first, without those of people whom one blocks."""
        self._check(live, me, room)
        lines = await self._company.said(live.header.id, room, SHOWN)
        blocked = await self.unheard(me)
        return [line for line in lines if line.person not in blocked]

    async def unheard(self, me: Identity | None) -> frozenset[UUID]:
        """Whom one does not want to hear."""
        return frozenset(await self._accounts.people.blocked(me.person)) if me is not None else frozenset()

    def may_hear(self, live: LiveGame, me: Identity | None, room: ChatRoom) -> bool:
        """Players hear their own room, and that of the spectators when the game is over; spectators the reverse."""
        if self.quiet:
            return False
        persons = live.record.players.persons
        plays = me is not None and me.person in persons
        return live.record.outcome is not None or plays == (room == "players")

    def listen(self, game: UUID, hear: Callable[[bytes | None], None]) -> None:
        """Hear the news of a circle from now on."""
        self._pubsub.listen(_topic(game), hear)

    def leave(self, game: UUID, hear: Callable[[bytes | None], None]) -> None:
        """Hear no more."""
        self._pubsub.leave(_topic(game), hear)

    def _check(self, live: LiveGame, me: Identity | None, room: ChatRoom) -> None:
        if self.quiet:
            raise NotAllowed("chat_off")
        if not self.may_hear(live, me, room):
            raise NotAllowed("chat_room")

    def _publish(self, game: UUID, news: News) -> None:
        self._pubsub.publish(_topic(game), msgspec.json.encode(news))

    async def _beat(self) -> float:
        now = self._now()
        await self._company.beat(self.node, now)
        gone, self._gone = self._gone, {}
        for (game, person), at in gone.items():
            if (game, person) not in self._here:
                await self._left(game, person, at)
        if now - self._swept > KEPT_MS:
            self._swept = now
            await self._company.sweep(now - KEPT_MS)
        return BEAT_S


class PresenceFeed:
    """Somebody at a game, as a socket: what is to be sent of its circle."""

    def __init__(self, presence: Presence, live: LiveGame, me: Identity | None) -> None:
        self._presence = presence
        self._game = live.header.id
        self._me = me
        self._unheard: frozenset[UUID] = frozenset()
        self._lines: list[ChatLine] = []
        self._news = asyncio.Event()
        self._changed = True

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Hear the news until the end of the block."""
        self._unheard = await self._presence.unheard(self._me)
        self._presence.listen(self._game, self._hear)
        try:
            yield
        finally:
            self._presence.leave(self._game, self._hear)

    async def frames(self, current: Callable[[], Awaitable[LiveGame]]) -> AsyncIterator[ChatFrame | PresenceFrame]:
        """What to send, for ever; `current` gives the game as it stands."""
        shown: PresenceFrame | None = None
        while True:
            self._news.clear()
            lines, self._lines = self._lines, []
            for line in lines:
                if self._presence.may_hear(await current(), self._me, line.room):
                    yield ChatFrame(line)
            if self._changed or shown is None or "away" in (shown.white, shown.black):
                self._changed = False
                company = await self._presence.standing(await current())
                if company != shown:
                    shown = company
                    yield company
            if shown is not None and "away" not in (shown.white, shown.black):
                await self._news.wait()
            else:  # being away turns into having left without any news
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), LOOK_S)

    def _hear(self, message: bytes | None) -> None:
        news = msgspec.json.decode(message, type=News) if message is not None else _Changed()
        if isinstance(news, ChatFrame):
            if news.line.person in self._unheard:
                return
            self._lines.append(news.line)
        else:
            self._changed = True
        self._news.set()


def _topic(game: UUID) -> str:
    return f"circle-{game}"
