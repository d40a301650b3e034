"""The one path of every game: command → record → events in the database → listeners."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar
from uuid import UUID, uuid4
from weakref import WeakValueDictionary

import msgspec

from axedrez.core import AxedrezError, Game, NotAllowed
from axedrez.core.game_record import GameRecord
from axedrez.match import (
    SCHEMA_VERSION,
    Command,
    DecisionContext,
    DiceSetup,
    Event,
    Expire,
    GameSetup,
    Progress,
    Record,
    Seats,
    Sender,
    Stale,
    credited,
    decide,
    imported_opening,
    opening,
    seats_of,
)
from axedrez.match.commands import Abort, Flag, SideWord
from axedrez.match.dice import SEED_BYTES, commitment
from axedrez.match.seats import NO_SEATS
from axedrez.server.base.batcher import Batcher
from axedrez.server.base.caches import CacheBounds, SizedCache
from axedrez.server.base.errors import NotFound
from axedrez.server.base.monitoring import COMMANDS, COMMIT
from axedrez.server.base.outages import Outages
from axedrez.server.play import live_game
from axedrez.server.play.live_game import LiveGame, now_ms, seeds_of
from axedrez.server.play.stale import StaleCommand
from axedrez.server.play.views import GameView
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOAD_MS, PLY_MS, TURN_MS, work
from axedrez.storage import (
    ConflictError,
    GameHeader,
    ListedGame,
    RepeatedError,
    Store,
    due_at,
    is_away,
    is_cut,
    log_unreadable,
)

CACHED = CacheBounds(values=5000, own=400_000_000, rules=64_000_000)
"""The games in memory. The rules of a game of chess take a megabyte, unless another one moves alike."""
CACHED_LATE = CacheBounds(values=500, own=40_000_000, rules=16_000_000)
PLY_BYTES, TURN_BYTES = 2_000, 15_000
"""Approximate memory of a ply, and of a turn that is composed of steps."""


class _CommandContext(NamedTuple):
    """A command, and what the server knows about its sender."""

    command: Command | Expire
    sender: Sender
    lag_ms: int
    left: Seats
    ends: bool = False


Played = TypeVar("Played")
Listener = Callable[[LiveGame, list[Event]], None]


FEW_PLIES = 20
"""So many are played at once."""
AGAIN_MS = 250
"""The least delay until a game is due again, so that a fault cannot make a busy loop."""


class Games:
    """All games of one database. Any number of servers may share it.

    Games in memory are an immutable cache. A command is decided by what is in memory: the append is a compare-and-set,
    which fails if that was out of date.
    """

    def __init__(self, store: Store, rulebooks: RulebookStore) -> None:
        self.store = store
        self.rulebooks = rulebooks
        self.outages = Outages(store, live_game.CLOCK)
        self.listeners: list[Listener] = []
        self._cache: SizedCache[UUID, LiveGame] = SizedCache(CACHED, _weight)
        self._late: SizedCache[UUID, LiveGame] = SizedCache(CACHED_LATE, _weight)
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()
        self._seqs: Batcher[UUID, int | None] = Batcher(self._last_seqs)

    async def create(
        self,
        game_id: UUID,
        game: Game,
        setup: GameSetup,
        moves: Sequence[str] = (),
        *,
        imported: GameRecord | None = None,
        seeds: Sequence[SideWord] = (),
        rulebook: str = "",
        host: UUID | None = None,
        options: dict[str, Any] | None = None,
    ) -> LiveGame:
        """Store a new game with `moves` already played; the game that has this id if there is one.

        Clients must not choose the id: they could create another client's game beforehand.

        `rulebook` identifies the rulebook, where that is not its name. `host` has created the game, and owns it where
        no seat belongs to a person. `options`: those that differ from the rulebook (None: not known).

        `imported` is a game that was played elsewhere, in place of `moves`. `seeds` names the seats that bring a seed
        for the dice. Raises `IllegalMove`, `TextError` or `NotAllowed` for what cannot be played.
        """
        now = now_ms()
        names = {"es": game.sheet.names.es, "en": game.sheet.names.en}
        frozen = self.rulebooks.freeze(game)
        secret = secrets.token_bytes(SEED_BYTES) if game.conduct.dice else None
        if secret is not None:
            setup = msgspec.structs.replace(setup, dice=DiceSetup(commitment(secret), tuple(seeds)))
        hidden = secret.hex() if secret is not None else None
        known = (game_id, rulebook or game.name, names, frozen, game.hash, SCHEMA_VERSION)
        following = uuid4() if game.conduct.length > 1 else None
        header = GameHeader(*known, setup, now, hidden, options, following, imported=imported is not None)
        record = Record(game, setup, now)
        source = seeds_of(header)

        def open_it() -> list[Event]:
            events = (
                imported_opening(record, imported, now, source)
                if imported
                else opening(record, moves, now, seeds=source)
            )
            record.extend(events)
            return events

        log = await _played(game, len(imported.entries) if imported else len(moves), open_it)
        async with self._lock(game_id):
            if not await self.store.create(header, record, log, host, imported.notes if imported else ""):
                return await self._load_current(game_id)
            live = self._cache_newer(LiveGame(header, record))
            self._notify(live, log)
            return live

    async def rematch(self, game_id: UUID, new_id: UUID, host: UUID | None = None) -> LiveGame:
        """A new game like another one, with the colours exchanged. `host`: see `create`."""
        live = await self.get(game_id)
        old = live.record
        clock = old.time_control.swapped() if old.time_control else None
        setup = msgspec.structs.replace(
            old.setup, players=old.players.swapped(), clock=clock, match=Progress(), dice=None
        )
        return await self._like(live, new_id, setup, _swapped(old), host)

    async def next_game(self, game_id: UUID, host: UUID | None = None) -> LiveGame:
        """The next game of a match. Raises `NotFound`, or `NotAllowed` if there is none to be played (yet).

        `host`: see `create`.
        """
        live = await self.get(game_id)
        old, new_id = live.record, live.next_id
        if new_id is None or old.next_progress is None:
            raise NotAllowed("no_next_game")
        start = old.game.start().text()
        setup = GameSetup(
            start, old.players, old.time_control, old.setup.casual, old.next_progress,
            delay=old.setup.delay, rated=old.setup.rated,
        )  # fmt: skip
        return await self._like(live, new_id, setup, _seats(old), host)

    async def _like(
        self, live: LiveGame, new_id: UUID, setup: GameSetup, seeds: Sequence[SideWord], host: UUID | None
    ) -> LiveGame:
        known = live.header
        return await self.create(
            new_id, live.record.game, setup, seeds=seeds, rulebook=known.rulebook, host=host, options=known.options
        )

    async def get(self, game_id: UUID) -> LiveGame:
        """A game in the present state of its log. Raises `NotFound`.

        Readers and commands do not wait for each other.
        """
        return await self._load_current(game_id)

    async def get_for(self, game_id: UUID, who: Sender) -> LiveGame:
        """A game as a person may see it now (`as_seen_by`). Raises `NotFound`."""
        return await self.as_seen_by(await self.get(game_id), who)

    async def as_seen_by(self, live: LiveGame, who: Sender) -> LiveGame:
        """A game as a person may see it: some moves ago for spectators of a game with a delay.

        Everything that is sent about a game must come from this.
        """
        if not live.is_delayed_for(who):
            return live
        game_id, record = live.header.id, live.record
        late = self._late.get(game_id)
        if late is None:
            late = LiveGame(live.header, Record(record.game, record.setup, live.header.created_at), late=True)
        if late.record.seq < record.watched_seq:
            log = await self.store.events(game_id, after=late.record.seq)
            log = [event for event in log if event.seq <= record.watched_seq]
            late = await _played(record.game, len(log), partial(late.after, log))
        return _newer_in(self._late, late)

    async def view(self, live: LiveGame) -> GameView:
        """The game as it stands now, ready to be drawn."""
        return await _played(live.record.game, len(live.record.moves), live.view)

    async def log(self, live: LiveGame, after: int = 0) -> list[Event]:
        """The events of a live game that follow the one numbered `after`, up to its last."""
        return [event for event in await self.store.events(live.header.id, after) if event.seq <= live.record.seq]

    async def listed(self, lines: list[ListedGame], who: Sender) -> list[ListedGame]:
        """Lines of the list of games as a person may see them."""
        found = [await self._line(line, who) if line.delay and line.result is None else line for line in lines]
        return [line for line in found if line is not None]

    async def _line(self, line: ListedGame, who: Sender) -> ListedGame | None:
        try:
            return await self._seen_line(line, who)
        except Exception as fault:
            if is_away(fault):
                raise
            log_unreadable(f"game {line.id}", fault)
            return None  # spectators may not see its present state

    async def _seen_line(self, line: ListedGame, who: Sender) -> ListedGame:
        record = (await self.get_for(line.id, who)).record
        outcome = record.outcome
        return msgspec.structs.replace(
            line,
            plies=len(record.moves),
            turn=record.turn.word if record.turn is not None else None,
            position=record.position.text(),
            result=outcome.result if outcome else None,
            reason=outcome.reason if outcome else None,
        )

    async def command(
        self, game_id: UUID, command: Command, sender: Sender = None, *, lag_ms: int = 0, left: Seats = NO_SEATS
    ) -> tuple[list[Event], LiveGame]:
        """Carry out a command of `sender`: the events it appended, on the disk, and the game after it.

        The server has measured `lag_ms` on the line of the sender, and knows the players who have `left`. A command
        that was answered before gets the first answer. Raises `NotFound`, `StaleCommand`, or whatever the record
        refuses with; then nothing has changed. Once begun it is carried out, even if the caller is cancelled.
        """
        ends = isinstance(command, Abort) and await self._owns(game_id, sender)
        order = _CommandContext(command, sender, lag_ms, left, ends)
        return await asyncio.shield(asyncio.ensure_future(self._execute(game_id, order)))

    async def end(self, game_id: UUID) -> LiveGame:
        """End a game without a result, as the operator of the server may. Raises `NotFound`, or `NotAllowed`."""
        seq = (await self.get(game_id)).record.seq
        order = _CommandContext(Abort(id=uuid4(), expected_seq=seq), None, 0, NO_SEATS, ends=True)
        return (await self._execute(game_id, order))[1]

    async def _owns(self, game_id: UUID, who: Sender) -> bool:
        """Whether it is a game between computers that `who` has created, or that has no owner."""
        if (await self.get(game_id)).record.humans:
            return False
        host = await self.store.host(game_id)
        return host is None or host == who

    async def handle_deadline(self, game_id: UUID) -> LiveGame:
        """Credit time in which no server ran, and end a game whose deadline has passed."""
        async with self._lock(game_id):
            await self.outages.steady()
            live = await self._load_current(game_id)
            record, now = live.record, now_ms()
            down_ms, deadline = self.outages.down_ms(record, now), record.deadline
            try:
                if down_ms and (log := credited(record, down_ms, now)):
                    return await self._append(live, log)
                if deadline is not None and deadline.at <= now:
                    kind = Expire if deadline.kind == "first_move" else Flag
                    order = _CommandContext(kind(id=uuid4(), expected_seq=record.seq), None, 0, NO_SEATS)
                    return (await self._decide_and_append(live, order))[1]
            except ConflictError:  # another command was written at the same moment
                return await self._load_current(game_id)
            due = due_at(record, now)
            await self.store.time.postpone(game_id, record.seq, due if due is None else max(due, now + AGAIN_MS))
            return live

    async def latest(self, game_id: UUID) -> LiveGame:
        """A game as this server saw it last, which costs nothing if it is in memory. Raises `NotFound`."""
        return self.cached(game_id) or await self.get(game_id)

    def cached(self, game_id: UUID) -> LiveGame | None:
        """A game as it was when it was last seen, if it is in memory."""
        return self._cache.get(game_id)

    def apply_remote(self, game_id: UUID, log: list[Event]) -> None:
        """Apply events that another server has appended, if the game is in memory and they are the next."""
        live = self._cache.get(game_id)
        if live is not None and live.record.seq + 1 == log[0].seq:
            self._cache_newer(live.after(log))

    def forget(self, person: UUID) -> None:
        """Drop the games of a person from memory, after their rows have changed."""
        for cache in (self._cache, self._late):
            for game_id in [known for known, live in cache.items() if person in live.record.players.persons]:
                cache.drop(game_id)

    async def _execute(self, game_id: UUID, order: _CommandContext) -> tuple[list[Event], LiveGame]:
        try:
            return await self._execute_locked(game_id, order)
        except Exception as fault:
            if not is_cut(fault):
                raise
            # The database was restarted. If the command was written, its id tells.
            return await self._execute_locked(game_id, order)

    async def _execute_locked(self, game_id: UUID, order: _CommandContext) -> tuple[list[Event], LiveGame]:
        async with self._lock(game_id):
            await self.outages.steady()
            live = self._cache.get(game_id)
            if live is not None and not live.is_delayed_for(order.sender):
                with suppress(AxedrezError, ConflictError, RepeatedError):
                    return await self._decide_and_append(live, order)
                # It may have been refused because the cache is out of date.
            live = await self._load_current(game_id)
            if live.is_delayed_for(order.sender):  # a refusal would reveal the present state
                raise NotAllowed("not_your_seat")
            if (answered := await self.store.answer(game_id, order.command.id)) is not None:
                return answered, live
            try:
                return await self._decide_and_append(live, order)
            except RepeatedError:
                return await self.store.answer(game_id, order.command.id) or [], await self._load_current(game_id)
            except ConflictError:
                live = await self._load_current(game_id)
                raise StaleCommand(Stale(order.command.expected_seq, live.record.seq), await self.view(live)) from None
            except Stale as stale:
                raise StaleCommand(stale, await self.view(live)) from None

    async def _decide_and_append(self, live: LiveGame, order: _CommandContext) -> tuple[list[Event], LiveGame]:
        record, now = live.record, now_ms()
        command = order.command
        if order.ends:  # not against an expected seq: two computers play faster than a person can end their game
            command = msgspec.structs.replace(command, expected_seq=record.seq)
        context = DecisionContext(
            now,
            seats_of(record.players, order.sender),
            live.seeds,
            order.lag_ms,
            order.left,
            self.outages.down_ms(record, now),
            order.ends,
        )
        log = decide(record, command, context)
        after = await self._append(live, log, order.command.id)
        COMMANDS.inc()
        return log, after

    async def _append(self, live: LiveGame, log: list[Event], command: UUID | None = None) -> LiveGame:
        after = live.after(log)
        with COMMIT.time():
            await self.store.append(live.header.id, live.record.seq, log, command, after.record)
        self._cache_newer(after)
        self._notify(after, log)
        return after

    async def _load_current(self, game_id: UUID) -> LiveGame:
        seq = await self._seqs.get(game_id)
        if seq is None:
            raise NotFound("unknown_game")
        live = self._cache.get(game_id)
        if live is None:
            header = await self.store.header(game_id)
            assert header is not None
            game = await work(LOAD_MS, self.rulebooks.thaw, header.sheet)
            live = LiveGame(header, Record(game, header.setup, header.created_at))
        if live.record.seq < seq:
            log = await self.store.events(game_id, after=live.record.seq)
            live = await _played(live.record.game, len(log), partial(live.after, log))
        return self._cache_newer(live)

    async def _last_seqs(self, some: list[UUID]) -> dict[UUID, int | None]:
        known = await self.store.seqs(some)
        return {game_id: known.get(game_id) for game_id in some}

    def _cache_newer(self, live: LiveGame) -> LiveGame:
        """Put a game into the cache, unless a later state is there; returns the later one."""
        return _newer_in(self._cache, live)

    def _lock(self, game_id: UUID) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    def _notify(self, live: LiveGame, log: list[Event]) -> None:
        for listener in self.listeners:
            listener(live, log)


async def _played(game: Game, plies: int, play: Callable[[], Played]) -> Played:
    """The result of `play`, which goes through so many plies: on the event loop only if they are few."""
    if plies <= FEW_PLIES:
        return play()
    return await work((TURN_MS if game.conduct.composed else PLY_MS) * plies, play)


def _newer_in(cache: SizedCache[UUID, LiveGame], live: LiveGame) -> LiveGame:
    known = cache.get(live.header.id)
    if known is not None and known.record.seq > live.record.seq:
        live = known
    cache.put(live.header.id, live)
    return live


def _weight(live: LiveGame) -> tuple[int, Game]:
    game, plies = live.record.game, len(live.record.moves)
    return PLY_BYTES + plies * (TURN_BYTES if game.conduct.composed else PLY_BYTES), game


def _seats(record: Record) -> tuple[SideWord, ...]:
    """The seats that bring seeds to the next game, by the present colours of the players."""
    named = record.setup.dice.seeds if record.setup.dice else ()
    return _others(named) if record.swapped else named


def _swapped(record: Record) -> tuple[SideWord, ...]:
    return _others(_seats(record))


def _others(seats: Sequence[SideWord]) -> tuple[SideWord, ...]:
    return tuple("black" if seat == "white" else "white" for seat in seats)
