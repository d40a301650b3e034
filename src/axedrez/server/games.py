"""The one path that every game goes: command → record → events in the database → whoever listens."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID
from weakref import WeakValueDictionary

from axedrez.core import Game, Result
from axedrez.match import SCHEMA_VERSION, Command, Event, Record, Setup, Stale
from axedrez.match.setup import Seat
from axedrez.server.errors import NotFound, StaleCommand
from axedrez.server.shelf import Shelf
from axedrez.server.views import GameView, game_view
from axedrez.storage import ConflictError, Header, RepeatedError, Store

CACHED_GAMES = 200


class Table(NamedTuple):
    """A game in memory: what never changes of it, and its record."""

    header: Header
    record: Record

    def view(self) -> GameView:
        """The game as it stands now."""
        return game_view(self.header, self.record, now_ms())


Listener = Callable[[Table, list[Event], GameView], None]


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Games:
    """All games of one database.

    Tables in memory are a cache: each use compares them with the log, each append is a compare-and-set. Any number
    of servers may share a database.
    """

    def __init__(self, store: Store, shelf: Shelf) -> None:
        self.store = store
        self.shelf = shelf
        self.listeners: list[Listener] = []
        self._tables: OrderedDict[UUID, Table] = OrderedDict()
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self,
        game_id: UUID,
        game: Game,
        setup: Setup,
        moves: Sequence[str] = (),
        *,
        result: Result = "*",
        on_time: bool = False,
    ) -> Table:
        """Store a new game with `moves` already played; the game that has this id if there is one.

        `result` other than `*` ends it as it ended elsewhere (`on_time`: by a flag). Raises `IllegalMove`, `TextError`
        or `NotAllowed` for the moves.
        """
        now = now_ms()
        record = Record(game, setup)
        log = record.opening(moves, now)
        record.extend(log)
        closing = record.closing(result, now, on_time=on_time)
        record.extend(closing)
        log += closing
        names = {"es": game.sheet.names.es, "en": game.sheet.names.en}
        frozen = self.shelf.freeze(game)
        header = Header(game_id, game.name, names, frozen, game.hash, SCHEMA_VERSION, setup, now)
        async with self._lock(game_id):
            if not await self.store.create(header, record, log):
                return await self._fresh(game_id)
            table = self._keep(Table(header, record))
            self._tell(table, log, table.view())
            return table

    async def rematch(self, game_id: UUID, new_id: UUID) -> Table:
        """A new game like another one, with the colours changed."""
        old = await self.table(game_id)
        setup = old.record.setup
        return await self.create(
            new_id, old.record.game, Setup(setup.start, setup.players.swapped(), setup.clock, setup.casual)
        )

    async def table(self, game_id: UUID) -> Table:
        """A game as its log says now. Raises `NotFound`."""
        async with self._lock(game_id):
            return await self._fresh(game_id)

    async def view(self, game_id: UUID) -> GameView:
        """The view of a game. Raises `NotFound`."""
        return (await self.table(game_id)).view()

    async def command(self, game_id: UUID, command: Command, seat: Seat = "human") -> tuple[list[Event], GameView]:
        """Carry out a command of a player of the kind `seat`: the events it appended, on the disk, and the view.

        A command that was answered before gets the first answer. Raises `NotFound`, `StaleCommand`, or whatever the
        record refuses with; then nothing has changed.
        """
        async with self._lock(game_id):
            table = await self._fresh(game_id)
            if (answered := await self.store.answer(game_id, command.id)) is not None:
                return answered, table.view()
            try:
                log = table.record.decide(command, now_ms(), seat)
                await self._append(table, command, log)
            except RepeatedError:
                return await self.store.answer(game_id, command.id) or [], await self._view_now(game_id)
            except ConflictError:
                view = await self._view_now(game_id)
                raise StaleCommand(Stale(command.expected_seq, view.seq), view) from None
            except Stale as stale:
                raise StaleCommand(stale, table.view()) from None
            view = table.view()
            self._tell(table, log, view)
            return log, view

    async def _append(self, table: Table, command: Command, log: list[Event]) -> None:
        # Until the events are on the disk the record that holds them is in nobody's reach.
        del self._tables[table.header.id]
        table.record.extend(log)
        await self.store.append(table.header.id, command.expected_seq, log, command.id, table.record)
        self._keep(table)

    async def _view_now(self, game_id: UUID) -> GameView:
        return (await self._fresh(game_id)).view()

    async def _fresh(self, game_id: UUID) -> Table:
        seq = await self.store.seq(game_id)
        if seq is None:
            raise NotFound("unknown_game")
        table = self._tables.get(game_id)
        if table is None or table.record.seq > seq:
            header = await self.store.header(game_id)
            assert header is not None
            table = Table(header, Record(self.shelf.thaw(header.sheet), header.setup))
        if table.record.seq < seq:
            table.record.extend(await self.store.events(game_id, after=table.record.seq))
        return self._keep(table)

    def _keep(self, table: Table) -> Table:
        self._tables[table.header.id] = table
        self._tables.move_to_end(table.header.id)
        if len(self._tables) > CACHED_GAMES:
            self._tables.popitem(last=False)
        return table

    def _lock(self, game_id: UUID) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    def _tell(self, table: Table, log: list[Event], view: GameView) -> None:
        for listener in self.listeners:
            listener(table, log, view)
