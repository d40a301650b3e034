"""Presence at a game: of its players, whether they have left, and the number of spectators."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal
from uuid import UUID, uuid4

import msgspec

from axedrez.core import Side
from axedrez.match import Command, Seats
from axedrez.match.commands import ClaimLeft
from axedrez.match.seats import NO_SEATS
from axedrez.server.access.authentication import Identity
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.base.batcher import Batcher
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.storage import Attendance, PresenceStore, closed_since, is_away, present

BEAT_S = 1.0
LEFT_MS = 30_000
"""A player who is away for so long has left a game with a live clock; the opponent may claim it."""
KEPT_MS = 24 * 3_600_000
"""Entries of people and servers that are gone are deleted after this time."""

PresenceStatus = Literal["here", "away", "left"]


class PresenceFrame(msgspec.Struct, frozen=True, tag_field="type", tag="company"):
    """The presence of the players (null: a seat of no person), and the number of `spectators`."""

    white: PresenceStatus | None
    black: PresenceStatus | None
    spectators: int


class Presence:
    """Presence at all games of a database, as this server sees it, which is one `node` of several.

    `announce` is called with the id of a game whenever a person came or went through this server; `now` returns ms
    since the epoch; `outage_until`, when the last outage ended.
    """

    def __init__(
        self,
        store: PresenceStore,
        announce: Callable[[UUID], None],
        now: Callable[[], int],
        outage_until: Callable[[], int] = lambda: 0,
    ) -> None:
        self.node = uuid4()
        self._store = store
        self._announce = announce
        self._now = now
        self._outage_until = outage_until
        self._attendances = Batcher(store.attendances)
        self._connections: Counter[tuple[UUID, UUID]] = Counter()  # by game and person
        self._unwritten: dict[tuple[UUID, UUID], int] = {}  # who left while the database was away, and when
        self._ending = False
        self._swept = 0
        self._heartbeat = BackgroundTask("presence", self._beat, BEAT_S)

    async def start(self) -> None:
        """Write the first heartbeat, and go on with it in the background."""
        await self._beat()
        self._heartbeat.start()

    def end(self) -> None:
        """Note that the server is stopping: sockets that close now do not mean that people leave."""
        self._ending = True

    async def close(self) -> None:
        """Stop the heartbeat; other servers then see that everybody connected to this one is gone."""
        await self._heartbeat.close()

    @asynccontextmanager
    async def joined(self, game: UUID, me: Identity | None) -> AsyncIterator[None]:
        """Count a connection of `me` to a game, one of several perhaps, until the end of the block."""
        if me is None:
            yield
            return
        key = (game, me.person)
        self._connections[key] += 1
        try:
            if self._connections[key] == 1:
                self._unwritten.pop(key, None)
                await self._store.enter(game, me.person, self.node)
                self._announce(game)
            yield
        finally:
            self._connections[key] -= 1
            if self._connections[key] == 0:
                del self._connections[key]
                if not self._ending:
                    await self._leave(game, me.person, self._now())

    async def status(self, live: LiveGame) -> PresenceFrame:
        """The presence of the players of a game, and the number of spectators."""
        players = live.record.players
        attendance = await self._attendances.get(live.header.id)
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

    async def left(self, games: Games, game: UUID, command: Command) -> Seats:
        """The seats whose players have left, if `command` depends on it. Raises `NotFound`."""
        if not isinstance(command, ClaimLeft):
            return NO_SEATS
        frame = await self.status(await games.get(game))
        return frozenset(side for side, at in ((Side.WHITE, frame.white), (Side.BLACK, frame.black)) if at == "left")

    def _absence(self, live: LiveGame, side: Side, attendance: Attendance, now: int) -> PresenceStatus:
        """Whether the player of `side`, who is absent, is away for a moment or has left.

        A player has left only by closing the last socket while its server ran, and without having moved since.
        After an outage the time to come back counts from its end.
        """
        record = live.record
        person, clock = record.players.at(side).person, record.clock
        since = closed_since(attendance, person, now) if person is not None else None
        if since is None or clock is None or not clock.spec.is_live:
            return "away"
        played = next((each.at for each in reversed(record.moves) if each.before.turn is side), 0)
        return "left" if played <= since and now - max(since, self._outage_until()) >= LEFT_MS else "away"

    async def _leave(self, game: UUID, person: UUID, at: int) -> None:
        try:
            await self._store.leave(game, person, self.node, at)
        except Exception as fault:
            if not is_away(fault):
                raise
            self._unwritten[game, person] = at  # written with the next heartbeat that succeeds
        else:
            self._announce(game)

    async def _beat(self) -> float:
        now = self._now()
        await self._store.heartbeat(self.node, now)
        unwritten, self._unwritten = self._unwritten, {}
        for (game, person), at in unwritten.items():
            if (game, person) not in self._connections:
                await self._leave(game, person, at)
        if now - self._swept > KEPT_MS:
            self._swept = now
            await self._store.sweep(now - KEPT_MS)
        return BEAT_S
