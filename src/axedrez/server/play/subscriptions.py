"""The sockets of this server by game, and the last events of each game."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec

from axedrez.match import Event, Seats, seats_of
from axedrez.match.seats import NO_SEATS
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from axedrez.server.play.updates import GameUpdate, is_appended
from axedrez.server.play.views import GameView
from axedrez.server.pubsub import PubSub
from axedrez.storage import is_away, log_unreadable

PROTOCOL = 2
"""What a socket speaks that asks for it. One that names no protocol has a page of before: it gets whole views."""

HEARTBEAT_S = 5.0
PARTS = 20
"""Heartbeats are sent to one part of the channels after another, to spread the load."""

RECENT = 32
"""The last events are kept for the sockets, up to this number; sockets further behind read the log."""

SHARED_S = 0.2
"""So long a text is kept for others who need the same. A view tells the time: it may not be older."""

AT_ONCE = 500


class EventsFrame(msgspec.Struct, frozen=True, tag_field="type", tag="events", omit_defaults=True):
    """New events, and, if requested, the game after them."""

    events: list[Event]
    view: GameView | None = None


class ViewFrame(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """The whole game: on opening, and where an update is not enough. `protocol`: that of the socket, 2 or later."""

    view: GameView
    protocol: int


class HeartbeatFrame(msgspec.Struct, frozen=True, tag_field="type", tag="heartbeat"):
    """The number of the last event: a client that knows fewer has missed some."""

    seq: int


Frames = Literal["events", "views", "updates"]
"""What a socket is sent: events alone, with each of them the whole game (pages of protocol 1), or what is new in it."""


class Subscriber:
    """A socket at a game. It has the events up to `seq`; `news` is set when there are more.

    `late`: it sees the game with the delay for spectators. `seats` are those of its person, as they were before the
    players changed places.
    """

    def __init__(self, frames: Frames, *, late: bool = False, seats: Seats = NO_SEATS) -> None:
        self.seq = 0
        self.frames = frames
        self.late = late
        self.seats = seats
        self.news = asyncio.Event()
        self.beat_due = False

    def knows(self, seq: str) -> bool:
        """Start after the event that the client says it has; False, and nothing, if there is no such event."""
        if not (seq.isascii() and seq.isdecimal() and len(seq) <= 10 and int(seq) <= self.seq):
            return False
        self.seq = int(seq)
        return True


class GameChannel:
    """A game with the sockets of this server: the number of its last event, and the last few events.

    Subscribers have no queues. Each fetches what it lacks when it is ready; all that lack the same share one encoded
    text, and those far behind are served from the log.
    """

    def __init__(self, game_id: UUID, games: Games, doubt: Callable[[GameChannel], None]) -> None:
        self.game_id = game_id
        self.seq = 0
        self.subscribers: set[Subscriber] = set()
        self._games = games
        self._doubt = doubt
        self._recent: deque[Event] = deque(maxlen=RECENT)
        self._frames: dict[_Need, tuple[int, str | None]] = {}

    def hear(self, message: bytes | None) -> None:
        """Handle a message about the game; None: some may have been lost."""
        if message is not None:
            # A message from a server of another version may be unreadable: the log has everything.
            with suppress(msgspec.DecodeError):
                self.take(msgspec.json.decode(message, type=EventsFrame).events)
                return
        self._doubt(self)

    def take(self, log: list[Event]) -> None:
        """Add events; known ones are skipped."""
        new = [event for event in log if event.seq > self.seq]
        if not new:
            return
        if new[0].seq > self.seq + 1:
            self._recent.clear()
        self._recent.extend(new)
        self.seq = new[-1].seq
        self._games.apply_remote(self.game_id, new)
        self._frames.clear()
        self.wake()

    def see(self, seq: int) -> None:
        """Note that the log reaches to `seq`."""
        if seq > self.seq:
            self.seq = seq
            self._recent.clear()
            self._frames.clear()
            self.wake()

    def wake(self, *, beat: bool = False) -> None:
        """Wake the subscribers."""
        for subscriber in self.subscribers:
            subscriber.beat_due |= beat
            subscriber.news.set()

    async def frame(self, subscriber: Subscriber) -> str | None:
        """The frame with what `subscriber` lacks; it counts as sent."""
        if subscriber.seq >= self.seq:
            return None
        need = _Need(
            subscriber.seq,
            subscriber.frames,
            subscriber.late,
            subscriber.seats if subscriber.frames == "updates" else NO_SEATS,
        )
        if need not in self._frames:
            self._frames[need] = await self._make(need)
            asyncio.get_running_loop().call_later(SHARED_S, self._frames.pop, need, None)
        subscriber.seq, text = self._frames[need]
        return text

    async def _make(self, need: _Need) -> tuple[int, str | None]:
        seq, live = self.seq, None
        if need.frames != "events" or need.late:
            live = self._games.cached(self.game_id)
            if live is None or live.record.seq < seq:
                live = await self._games.get(self.game_id)
            if need.late:
                live = await self._games.as_seen_by(live, None)
            seq = live.record.seq
            if seq <= need.after:
                return need.after, None
        log = list(self._recent)
        if not log or log[0].seq > need.after + 1 or log[-1].seq < seq:
            log = await self._games.store.events(self.game_id, need.after)
        frame = await self._frame(need, [e for e in log if need.after < e.seq <= seq], live)
        return seq, msgspec.json.encode(frame).decode()

    async def _frame(
        self, need: _Need, log: list[Event], live: LiveGame | None
    ) -> EventsFrame | ViewFrame | GameUpdate:
        if live is None or need.frames == "events":
            return EventsFrame(log)
        if need.frames == "views":
            return EventsFrame(log, await self._games.view(live))
        if is_appended(log):
            return live.update(log, need.seats)
        return ViewFrame(await self._games.view(live), PROTOCOL)


class _Need(NamedTuple):
    """Key of what a subscriber lacks; equal keys share one encoded text."""

    after: int
    frames: Frames
    late: bool
    seats: Seats


class Subscriptions:
    """The channels of this server: one for each game that has subscribers here."""

    def __init__(self, games: Games, pubsub: PubSub) -> None:
        self._games = games
        self._pubsub = pubsub
        self._channels: dict[UUID, GameChannel] = {}
        self._doubtful: set[GameChannel] = set()
        self._part = 0
        self._task = BackgroundTask("heartbeat", self._go_on, 1.0)
        games.listeners.append(self._tell)

    def start(self) -> None:
        """Start the heartbeats."""
        self._task.start()

    async def close(self) -> None:
        """Stop."""
        await self._task.close()

    @asynccontextmanager
    async def joined(
        self, game_id: UUID, frames: Frames, person: UUID | None = None
    ) -> AsyncIterator[tuple[GameChannel, Subscriber, LiveGame]]:
        """Subscribe to a game: its channel, a subscriber that has all events, and the game as `person` may see it now.

        Raises `NotFound`.
        """
        channel, subscriber = self._opened(game_id), Subscriber(frames)
        channel.subscribers.add(subscriber)
        try:
            # Subscribe before reading the game, so that nothing is missed in between.
            live = await self._games.get(game_id)
            channel.see(live.record.seq)
            subscriber.late = live.is_delayed_for(person)
            subscriber.seats = seats_of(live.record.setup.players, person)
            live = await self._games.as_seen_by(live, person)
            subscriber.seq = live.record.seq
            yield channel, subscriber, live
        finally:
            channel.subscribers.discard(subscriber)
            if not channel.subscribers:
                del self._channels[game_id]
                self._pubsub.unsubscribe(topic(game_id), channel.hear)

    def _opened(self, game_id: UUID) -> GameChannel:
        channel = self._channels.get(game_id)
        if channel is None:
            channel = self._channels[game_id] = GameChannel(game_id, self._games, self._doubtful.add)
            self._pubsub.subscribe(topic(game_id), channel.hear)
        return channel

    def _tell(self, live: LiveGame, log: list[Event]) -> None:
        if log:
            self._pubsub.publish(topic(live.header.id), msgspec.json.encode(EventsFrame(log)))

    async def _go_on(self) -> float:
        """Compare some of the channels, and all that may have missed messages, with the log."""
        self._part = (self._part + 1) % PARTS
        due = [channel for channel in self._channels.values() if channel.game_id.int % PARTS == self._part]
        channels = [*due, *(self._doubtful - set(due))]
        self._doubtful.clear()
        try:
            await self._compare(channels)
        except BaseException:
            self._doubtful.update(channels)
            raise
        for channel in due:
            channel.wake(beat=True)
        return HEARTBEAT_S / PARTS

    async def _compare(self, channels: list[GameChannel]) -> None:
        for first in range(0, len(channels), AT_ONCE):
            some = channels[first : first + AT_ONCE]
            seqs = await self._games.store.seqs([channel.game_id for channel in some])
            for channel in some:
                if seqs.get(channel.game_id, 0) > channel.seq:
                    await self._catch_up(channel)

    async def _catch_up(self, channel: GameChannel) -> None:
        try:
            channel.take(await self._games.store.events(channel.game_id, channel.seq))
        except Exception as fault:
            if is_away(fault):
                raise
            log_unreadable(f"game {channel.game_id}", fault)  # the other channels get their heartbeat all the same


def topic(game_id: UUID) -> str:
    """The name under which the events of a game are published."""
    return f"game-{game_id}"
