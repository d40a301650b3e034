"""Who is at a game: the sockets of this server that follow it, and what has happened in it lately."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from uuid import UUID

import msgspec

from axedrez.match import Event
from axedrez.server.games import Games, Table
from axedrez.server.pubsub import Wire
from axedrez.server.supervision import Task
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


class Guest:
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


class Room:
    """A game as the sockets of this server see it: the number of its last event, and the last few events.

    No guest has a queue. Each takes what it lacks when it is ready to, all those who lack the same from one text; who
    is far behind gets it from the log.
    """

    def __init__(self, game_id: UUID, games: Games, doubt: Callable[[Room], None]) -> None:
        self.game_id = game_id
        self.seq = 0
        self.guests: set[Guest] = set()
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
        self._games.heard(self.game_id, new)
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
        for guest in self.guests:
            guest.beat_due |= beat
            guest.news.set()

    async def frame(self, guest: Guest) -> str | None:
        """What `guest` lacks; it has it then."""
        if guest.seq >= self.seq:
            return None
        key = (guest.seq, guest.views, guest.late)
        if key not in self._frames:
            self._frames[key] = await self._make(*key)
            asyncio.get_running_loop().call_later(SHARED_S, self._frames.pop, key, None)
        guest.seq, text = self._frames[key]
        return text

    async def _make(self, after: int, views: bool, late: bool) -> tuple[int, str | None]:
        seq, view = self.seq, None
        if views or late:
            table = self._games.cached(self.game_id)
            if table is None or table.record.seq < seq:
                table = await self._games.table(self.game_id)
            if late:
                table = await self._games.seen(table, None)
            seq = table.record.seq
            if seq <= after:
                return after, None
            view = table.view() if views else None
        log = list(self._recent)
        if not log or log[0].seq > after + 1 or log[-1].seq < seq:
            log = await self._games.store.events(self.game_id, after)
        frame = EventsFrame([event for event in log if after < event.seq <= seq], view)
        return seq, msgspec.json.encode(frame).decode()


class Rooms:
    """The rooms of this server: those games that somebody follows here."""

    def __init__(self, games: Games, wire: Wire) -> None:
        self._games = games
        self._wire = wire
        self._rooms: dict[UUID, Room] = {}
        self._doubtful: set[Room] = set()
        self._part = 0
        self._task = Task("heartbeat", self._go_on, 1.0)
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
    ) -> AsyncIterator[tuple[Room, Guest, Table]]:
        """Be at a game: the room, a guest that has all its events, and the game as `person` may see it now.

        Raises `NotFound`.
        """
        room, guest = self._opened(game_id), Guest(views=views)
        room.guests.add(guest)
        try:
            # Listened to before it is read: nothing can fall between the two.
            table = await self._games.table(game_id)
            room.see(table.record.seq)
            guest.late = table.hides_from(person)
            table = await self._games.seen(table, person)
            guest.seq = table.record.seq
            yield room, guest, table
        finally:
            room.guests.discard(guest)
            if not room.guests:
                del self._rooms[game_id]
                self._wire.leave(topic(game_id), room.hear)

    def _opened(self, game_id: UUID) -> Room:
        room = self._rooms.get(game_id)
        if room is None:
            room = self._rooms[game_id] = Room(game_id, self._games, self._doubtful.add)
            self._wire.listen(topic(game_id), room.hear)
        return room

    def _tell(self, table: Table, log: list[Event]) -> None:
        if log:
            self._wire.publish(topic(table.header.id), msgspec.json.encode(EventsFrame(log)))

    async def _go_on(self) -> float:
        """Compare a part of the rooms, and those in doubt, with the log."""
        self._part = (self._part + 1) % PARTS
        due = [room for room in self._rooms.values() if room.game_id.int % PARTS == self._part]
        rooms = [*due, *(self._doubtful - set(due))]
        self._doubtful.clear()
        try:
            await self._compare(rooms)
        except BaseException:
            self._doubtful.update(rooms)
            raise
        for room in due:
            room.wake(beat=True)
        return HEARTBEAT_S / PARTS

    async def _compare(self, rooms: list[Room]) -> None:
        for first in range(0, len(rooms), AT_ONCE):
            some = rooms[first : first + AT_ONCE]
            seqs = await self._games.store.seqs([room.game_id for room in some])
            for room in some:
                if seqs.get(room.game_id, 0) > room.seq:
                    await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        try:
            room.take(await self._games.store.events(room.game_id, room.seq))
        except Exception as fault:
            if is_away(fault):
                raise
            tell(f"game {room.game_id}", fault)  # the other rooms have their heartbeat all the same


def topic(game_id: UUID) -> str:
    """The name under which the events of a game are published."""
    return f"game-{game_id}"
