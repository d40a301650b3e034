"""The one path that every game goes: command → record → events in the database → whoever listens."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID, uuid5
from weakref import WeakValueDictionary

import msgspec

from axedrez.core import Game, NotAllowed, Result
from axedrez.match import SCHEMA_VERSION, Command, DiceSetup, Event, Progress, Record, Seeds, Setup, Stale
from axedrez.match.commands import SideWord
from axedrez.match.dice import SEED_BYTES, commitment
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

    @property
    def seeds(self) -> Seeds | None:
        """Where the dice come from. It is given to the record with each command and to nobody else."""
        return seeds_of(self.header)

    @property
    def next_id(self) -> UUID | None:
        """The id of the next game of the match, if there is one to be played: the same for whoever asks."""
        return uuid5(self.header.id, "next") if self.record.next_progress is not None else None

    def view(self) -> GameView:
        """The game as it stands now."""
        return game_view(self.header, self.record, now_ms(), self.next_id)


Listener = Callable[[Table, list[Event], GameView], None]


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def seeds_of(header: Header) -> Seeds | None:
    """The source of a game's dice; None for a game without."""
    return Seeds(str(header.id), bytes.fromhex(header.server_seed)) if header.server_seed is not None else None


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
        seeds: Sequence[SideWord] = (),
    ) -> Table:
        """Store a new game with `moves` already played; the game that has this id if there is one.

        `result` other than `*` ends it as it ended elsewhere (`on_time`: by a flag). `seeds` names the seats that bring
        a seed for the dice. Raises `IllegalMove`, `TextError`
        or `NotAllowed` for the moves.
        """
        now = now_ms()
        names = {"es": game.sheet.names.es, "en": game.sheet.names.en}
        frozen = self.shelf.freeze(game)
        secret = secrets.token_bytes(SEED_BYTES) if game.conduct.dice else None
        if secret is not None:
            setup = msgspec.structs.replace(setup, dice=DiceSetup(commitment(secret), tuple(seeds)))
        hidden = secret.hex() if secret is not None else None
        header = Header(game_id, game.name, names, frozen, game.hash, SCHEMA_VERSION, setup, now, hidden)
        record = Record(game, setup)
        log = record.opening(moves, now, seeds=seeds_of(header))
        record.extend(log)
        closing = record.closing(result, now, on_time=on_time, seeds=seeds_of(header))
        record.extend(closing)
        log += closing
        async with self._lock(game_id):
            if not await self.store.create(header, record, log):
                return await self._fresh(game_id)
            table = self._keep(Table(header, record))
            self._tell(table, log, table.view())
            return table

    async def rematch(self, game_id: UUID, new_id: UUID) -> Table:
        """A new game like another one, with the colours changed."""
        old = (await self.table(game_id)).record
        setup = msgspec.structs.replace(old.setup, players=old.players.swapped(), match=Progress(), dice=None)
        return await self.create(new_id, old.game, setup, seeds=_swapped(old))

    async def next_game(self, game_id: UUID) -> Table:
        """The next game of a match. Raises `NotFound`, or `NotAllowed` if there is none to be played (yet)."""
        table = await self.table(game_id)
        old, new_id = table.record, table.next_id
        if new_id is None or old.next_progress is None:
            raise NotAllowed("no_next_game")
        start = old.game.start().text()
        setup = Setup(start, old.players, old.setup.clock, old.setup.casual, old.next_progress)
        return await self.create(new_id, old.game, setup, seeds=_seats(old))

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
                log = table.record.decide(command, now_ms(), seat, table.seeds)
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


def _seats(record: Record) -> tuple[SideWord, ...]:
    """The seats that would bring seeds to another game, by the colours that their players have now."""
    named = record.setup.dice.seeds if record.setup.dice else ()
    return _others(named) if record.swapped else named


def _swapped(record: Record) -> tuple[SideWord, ...]:
    return _others(_seats(record))


def _others(seats: Sequence[SideWord]) -> tuple[SideWord, ...]:
    return tuple("black" if seat == "white" else "white" for seat in seats)
