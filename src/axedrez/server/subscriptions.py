"""Who is at a game: the sockets of this server that follow it, and what has happened in it lately."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from uuid import UUID

import msgspec

from axedrez.match import Event
from axedrez.server.background_task import BackgroundTask
from axedrez.server.games import Games, LiveGame
from axedrez.server.pubsub import PubSub
from axedrez.server.views import GameView
from axedrez.storage import is_away, tell

HEARTBEAT_S = 5.0
PARTS = 20
"""Heartbeats are sent to one part of all rooms after another, so that they do not come all at once."""

RECENT = 32
"""So many of the last events are kept for the sockets. Who is further behind gets them from the log."""

SHARED_S = 0.2
"""So long a text is kept for others who need the same. A view tells the time: it may not be older."""

AT_ONCE = 500


class EventsFrame(msgspec.Struct, frozen=True, tag_field="type", tag="events", omit_defaults=True):
    """What has happened, and, where that was asked for, the game after it."""

    events: list[Event]
    view: GameView | None = None


class HeartbeatFrame(msgspec.Struct, frozen=True, tag_field="type", tag="heartbeat"):
    """The last event's number: who knows fewer has missed something."""

    seq: int


class Subscriber:
    """A socket at a game. It has the events up to `seq`; `news` is set when there is something for it.

    `late`: it sees the game with the delay that its players wanted.
    """

    def __init__(self, *, views: bool, late: bool = False) -> None:
        self.seq = 0
        self.views = views
        self.late = late
        self.news = asyncio.Event()
        self.beat_due = False

    def knows(self, seq: str) -> None:
        """A socket that says what it has already: it will be sent what follows. Nonsense is not listened to."""
        if seq.isdecimal():
            self.seq = min(self.seq, int(seq[:10]))


class GameChannel:
    """A game as the sockets of this server see it: the number of its last event, and the last few events.

    No guest has a queue. Each takes what it lacks when it is ready to, all those who lack the same from one text; who
    is far behind gets it from the log.
    """

    def __init__(self, game_id: UUID, games: Games, doubt: Callable[[GameChannel], None]) -> None:
        self.game_id = game_id
        self.seq = 0
        self.subscribers: set[Subscriber] = set()
        self._games = games
        self._doubt = doubt
        self._recent: deque[Event] = deque(maxlen=RECENT)
        self._frames: dict[tuple[int, bool, bool], tuple[int, str | None]] = {}

    def hear(self, message: bytes | None) -> None:
        """Take a publication of the game; None: some may have been lost."""
        if message is not None:
            # What a server of another version says may not be understood: the log will tell.
            with suppress(msgspec.DecodeError):
                self.take(msgspec.json.decode(message, type=EventsFrame).events)
                return
        self._doubt(self)

    def take(self, log: list[Event]) -> None:
        """Take events into account; those that are known already are left out."""
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
        """Learn that the log has reached `seq`."""
        if seq > self.seq:
            self.seq = seq
            self._recent.clear()
            self._frames.clear()
            self.wake()

    def wake(self, *, beat: bool = False) -> None:
        """Tell the guests that there is something for them."""
        for subscriber in self.subscribers:
            subscriber.beat_due |= beat
            subscriber.news.set()

    async def frame(self, subscriber: Subscriber) -> str | None:
        """What `subscriber` lacks; it has it then."""
        if subscriber.seq >= self.seq:
            return None
        key = (subscriber.seq, subscriber.views, subscriber.late)
        if key not in self._frames:
            self._frames[key] = await self._make(*key)
            asyncio.get_running_loop().call_later(SHARED_S, self._frames.pop, key, None)
        subscriber.seq, text = self._frames[key]
        return text

    async def _make(self, after: int, views: bool, late: bool) -> tuple[int, str | None]:
        seq, view = self.seq, None
        if views or late:
            live = self._games.cached(self.game_id)
            if live is None or live.record.seq < seq:
                live = await self._games.get(self.game_id)
            if late:
                live = await self._games.as_seen_by(live, None)
            seq = live.record.seq
            if seq <= after:
                return after, None
            view = live.view() if views else None
        log = list(self._recent)
        if not log or log[0].seq > after + 1 or log[-1].seq < seq:
            log = await self._games.store.events(self.game_id, after)
        frame = EventsFrame([event for event in log if after < event.seq <= seq], view)
        return seq, msgspec.json.encode(frame).decode()


class Subscriptions:
    """The rooms of this server: those games that somebody follows here."""

    def __init__(self, games: Games, pubsub: PubSub) -> None:
        self._games = games
        self._pubsub = pubsub
        self._channels: dict[UUID, GameChannel] = {}
        self._doubtful: set[GameChannel] = set()
        self._part = 0
        self._task = BackgroundTask("heartbeat", self._go_on, 1.0)
        games.listeners.append(self._tell)

    def start(self) -> None:
        """Begin with the heartbeats."""
        self._task.start()

    async def close(self) -> None:
        """End."""
        await self._task.close()

    @asynccontextmanager
    async def joined(
        self, game_id: UUID, *, views: bool, person: UUID | None = None
    ) -> AsyncIterator[tuple[GameChannel, Subscriber, LiveGame]]:
        """Be at a game: the room, a guest that has all its events, and the game as `person` may see it now.

        Raises `NotFound`.
        """
        channel, subscriber = self._opened(game_id), Subscriber(views=views)
        channel.subscribers.add(subscriber)
        try:
            # Listened to before it is read: nothing can fall between the two.
            live = await self._games.get(game_id)
            channel.see(live.record.seq)
            subscriber.late = live.is_delayed_for(person)
            live = await self._games.as_seen_by(live, person)
            subscriber.seq = live.record.seq
            yield channel, subscriber, live
        finally:
            channel.subscribers.discard(subscriber)
            if not channel.subscribers:
                del self._channels[game_id]
                self._pubsub.leave(topic(game_id), channel.hear)

    def _opened(self, game_id: UUID) -> GameChannel:
        channel = self._channels.get(game_id)
        if channel is None:
            channel = self._channels[game_id] = GameChannel(game_id, self._games, self._doubtful.add)
            self._pubsub.listen(topic(game_id), channel.hear)
        return channel

    def _tell(self, live: LiveGame, log: list[Event]) -> None:
        if log:
            self._pubsub.publish(topic(live.header.id), msgspec.json.encode(EventsFrame(log)))

    async def _go_on(self) -> float:
        """Compare a part of the rooms, and those in doubt, with the log."""
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
            tell(f"game {channel.game_id}", fault)  # the other rooms have their heartbeat all the same


def topic(game_id: UUID) -> str:
    """The name under which the events of a game are published."""
    return f"game-{game_id}"
