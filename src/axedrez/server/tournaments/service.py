"""Tournaments on the server: the one path from a command to the log, for any number of servers."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import random
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from uuid import UUID, uuid4, uuid5
from weakref import WeakValueDictionary

import msgspec

from axedrez.core import AxedrezError, NotAllowed
from axedrez.engine.player import Stop
from axedrez.processes import Pool
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.authentication import Identity
from axedrez.server.base import user_text
from axedrez.server.base.caches import RecentCache
from axedrez.server.base.errors import NotFound
from axedrez.server.pubsub import PubSub
from axedrez.server.rulebooks.rated import check_rated, may_be_rated
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOOK_MS, PLY_MS, work
from axedrez.storage import ClubStore, PresenceStore, TournamentGame, TournamentHeader, TournamentStore
from axedrez.storage.tournaments import summary
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments import imports
from axedrez.tournaments.field import Round
from axedrez.tournaments.formats import Drawing, draw
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.tiebreaks import Standing
from axedrez.tournaments.tournament import SERVER, Tournament, Who, decide
from axedrez.tournaments.trf import TournamentFile

MAX_TOURNAMENTS = 100
"""So many tournaments a person makes."""
PATIENCE_S = 20.0
"""So long a command is tried while other servers change the tournament: each time one of them has gone on."""
PAUSE_S = 0.02
LARGE = 150
"""A field of so many is paired in another process."""
CACHED = 200
"""So many tournaments stay in memory; one of 500 players and 30 rounds takes three megabytes."""
MINUTE_MS = 60_000

HERE_MS = 12_000
MAX_SEEN = 5000


class LiveTournament(NamedTuple):
    """A tournament in memory. It does not change: others may be reading it."""

    header: TournamentHeader
    state: Tournament

    def after(self, log: list[e.TournamentEvent]) -> LiveTournament:
        """The tournament after further events."""
        fields = {each.name: copy.copy(getattr(self.state, each.name)) for each in dataclasses.fields(self.state)}
        state = Tournament(**fields)
        for event in log:
            state.apply(event)
        header = msgspec.convert({**msgspec.to_builtins(self.header), **summary(state)}, TournamentHeader)
        return LiveTournament(header, state)


class Tournaments:
    """The tournaments of a database. `now` returns ms since the epoch."""

    def __init__(
        self,
        store: TournamentStore,
        clubs: ClubStore,
        rulebooks: RulebookStore,
        accounts: Accounts,
        presence: PresenceStore,
        pubsub: PubSub,
        now: Callable[[], int],
    ) -> None:
        self.store = store
        self.presence = presence
        self.now = now
        self._clubs = clubs
        self._rulebooks = rulebooks
        self._accounts = accounts
        self._pubsub = pubsub
        self._cache: RecentCache[UUID, LiveTournament] = RecentCache(CACHED)
        self._seen: RecentCache[tuple[UUID, UUID], int] = RecentCache(MAX_SEEN)
        self._standings: RecentCache[tuple[UUID, int, int | None], tuple[Standing, ...]] = RecentCache(CACHED)
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()
        self._pool = Pool(1, "tournament_worker")
        self._pairing = asyncio.Lock()

    async def close(self) -> None:
        """End the process that pairs large fields."""
        await asyncio.to_thread(self._pool.close)

    async def create(self, me: Identity, new_id: UUID, settings: TournamentSettings) -> LiveTournament:
        """A new tournament of the requester's; the one that has this id if there is one.

        Raises what the settings are refused with, or `NotAllowed` (`tournament_many`).
        """
        return await self._create(me, new_id, settings, None)

    async def create_from(
        self, me: Identity, new_id: UUID, told: TournamentFile, settings: TournamentSettings
    ) -> LiveTournament:
        """The same with all that a report tells. Raises `NotAllowed` for what cannot go on here, too."""
        return await self._create(me, new_id, settings, told)

    async def _create(
        self, me: Identity, new_id: UUID, settings: TournamentSettings, told: TournamentFile | None
    ) -> LiveTournament:
        person = await self._accounts.acting(me)
        if await self.store.header(new_id) is not None:
            return await self.get(new_id)
        if await self.store.count(person.id) >= MAX_TOURNAMENTS:
            raise NotAllowed("tournament_many", limit=MAX_TOURNAMENTS)
        settings, now = await self._checked(settings), self.now()
        state = Tournament(person.id)
        if told is not None:
            price_ms = LOOK_MS + PLY_MS * len(told.field.entrants) * max(1, len(told.field.rounds))
            log = await work(price_ms, imports.log, told, settings, state, now)
        else:
            log = decide(state, c.Configure(settings=settings), Who(person.id, person.name), now)
            for event in log:
                state.apply(event)
        head = {"id": new_id, "owner": person.id, "secret": uuid4(), "created_at": self.now()}
        header = msgspec.convert({**head, **summary(state)}, TournamentHeader)
        await self.store.create(header, log, next_at(state))
        return await self.get(new_id)

    async def create_for(
        self, me: Identity, new_id: UUID, settings: TournamentSettings, people: tuple[c.NewPerson, ...]
    ) -> LiveTournament:
        """A new tournament of the requester's, which nobody finds without its link, and whom it is for.

        Raises as `create`.
        """
        settings = msgspec.structs.replace(settings, entry="list", listed=False, rated=False)
        live = await self.create(me, new_id, settings)
        command_id = uuid5(live.header.secret, "people")
        return await self.carry_out(new_id, command_id, c.AddPeople(people)) if people else live

    async def get(self, tournament: UUID) -> LiveTournament:
        """A tournament in the present state of its log. Raises `NotFound`."""
        header = await self.store.header(tournament)
        if header is None:
            raise NotFound("unknown_tournament")
        live = self._cache.get(tournament) or LiveTournament(header, Tournament(header.owner))
        if live.state.seq < header.seq:
            live = live.after(await self.store.events(tournament, after=live.state.seq))
        return self._keep(live)

    async def command(self, me: Identity, tournament: UUID, command_id: UUID, command: c.Command) -> LiveTournament:
        """Carry out a command of a person, once for each `command_id`. Raises whatever it is refused with."""
        person = await self._accounts.acting(me)
        live = await self.get(tournament)
        if isinstance(command, c.Berserk):  # it counts where it was played: in the game itself
            raise NotAllowed("tournament_berserk")
        if isinstance(command, c.Configure):
            if not live.state.may_organize(Who(person.id)):
                raise NotAllowed("tournament_organizer")
            command = c.Configure(settings=await self._checked(command.settings))
        elif isinstance(command, c.Enter):
            if person.bot and not live.state.set.bots:
                raise NotAllowed("tournament_bots")
            if live.state.set.rated:
                may_be_rated(person)
            if (club := await self._clubs.closed_to(tournament, person.id)) is not None:
                raise NotAllowed("club_members_only", club=club)
        elif isinstance(command, c.AddOrganizer):
            if not live.state.may_organize(Who(person.id)):
                raise NotAllowed("tournament_organizer")
            command = await self._organizer(command)
        elif isinstance(command, c.AddEntrants):
            named = [msgspec.structs.replace(each, name=user_text.line(each.name)) for each in command.entrants]
            command = c.AddEntrants(entrants=named)
        return await self.carry_out(tournament, command_id, command, Who(person.id, person.name, person.bot))

    async def carry_out(
        self, tournament: UUID, command_id: UUID, command: c.Command | c.Told, who: Who = SERVER
    ) -> LiveTournament:
        """Carry out a command, of the server if nobody else is named. Once begun it is, even if the caller is gone.

        Raises `NotFound`, `NotAllowed`, or AxedrezError (`tournament_busy`).
        """
        return await asyncio.shield(asyncio.ensure_future(self._carry_out(tournament, command_id, command, who)))

    async def _carry_out(
        self, tournament: UUID, command_id: UUID, command: c.Command | c.Told, who: Who
    ) -> LiveTournament:
        async with self._locks.setdefault(tournament, asyncio.Lock()):
            end = time.monotonic() + PATIENCE_S
            while time.monotonic() < end:
                live = await self.get(tournament)
                if await self.store.answered(tournament, command_id) is not None:
                    return live
                pairs = isinstance(command, c.Pair) and live.state.may_organize(who)
                drawn = await self._drawn(live.state) if pairs else None
                log = decide(live.state, command, who, self.now(), drawn)
                if not log:
                    return live
                after = live.after(log)
                if await self.store.append(tournament, log, command_id, after.state, due_at(after.state, self.now())):
                    self._keep(after)
                    self.tell(tournament, after.state.seq)
                    return after
                await asyncio.sleep(random.uniform(0, PAUSE_S))  # servers that meet do not meet again at once
        raise AxedrezError("tournament_busy")

    def tell(self, tournament: UUID, seq: int) -> None:
        """Tell everybody who looks at a tournament that something has changed."""
        self._pubsub.publish(topic(tournament), msgspec.json.encode(seq))

    async def games(self, live: LiveTournament, index: int | None = None) -> list[TournamentGame]:
        """The games of all rounds, or of one, in their order; without those of rounds that were taken back."""
        paired = {at: each.seq for at, each in enumerate(live.state.rounds, 1)}  # an arena has no rounds
        return [
            each
            for each in await self.store.games(live.header.id, index)
            if each.paired == (paired.get(each.round) if paired else 0)
        ]

    async def present_games(self, live: LiveTournament, index: int) -> dict[int, TournamentGame]:
        """The present game of each board of a round, if it is there already."""
        replays = live.state.rounds[index - 1].replays if live.state.rounds else {}
        return {each.board: each for each in await self.games(live, index) if each.replay == replays.get(each.board, 0)}

    async def standings(self, live: LiveTournament, rounds: int | None = None) -> tuple[Standing, ...]:
        """The standings after so many rounds (None: now). They are worked out once for each state."""
        key = (live.header.id, live.state.seq, rounds)
        found = self._standings.get(key)
        if found is None:
            found = await work(LOOK_MS + PLY_MS * len(live.state.entries), live.state.standings, rounds)
            self._standings.put(key, found)
        return found

    async def note_presence(self, tournament: UUID, person: UUID) -> None:
        """Somebody looks at a tournament: for `HERE_MS` they are there for a game of an arena."""
        key = (tournament, person)
        if self.now() - (self._seen.get(key) or 0) > HERE_MS // 2:
            self._seen.put(key, self.now())
            await self.presence.enter_until(tournament, person, self.now() + HERE_MS)

    async def name_of(self, person: UUID) -> str:
        """The name of a person; "" for nobody who is known."""
        found = (await self._accounts.people.persons([person])).get(person)
        return found.name if found is not None else ""

    def forget(self) -> None:
        """Drop all tournaments from memory, after rows of somebody who is gone have changed."""
        self._cache = RecentCache(CACHED)

    async def _checked(self, settings: TournamentSettings) -> TournamentSettings:
        """Settings that can be played. Raises AxedrezError for those that cannot."""
        game = await self._rulebooks.load(settings.rulebook, settings.options)
        position = game.parse(settings.position).text() if settings.position is not None else None
        if position == game.start().text():
            position = None
        settings = msgspec.structs.replace(settings, title=user_text.line(settings.title), position=position)
        settings.check()
        if settings.rated:
            if settings.over_the_board:
                raise NotAllowed("rated_by_hand")
            known = (settings.rulebook, settings.options, settings.position, settings.clock)
            await check_rated(self._rulebooks, game, *known)
        return settings

    async def _organizer(self, command: c.AddOrganizer) -> c.AddOrganizer:
        """Whom a command means, with their name. Raises `NotFound`."""
        if command.login:
            found = await self._accounts.people.account(command.login.strip().lower())
            if found is None:
                raise NotFound("unknown_login", login=command.login)
        elif command.person is not None:
            found = (await self._accounts.people.persons([command.person])).get(command.person)
            if found is None:
                raise NotFound("unknown_person", whom=str(command.person))
        else:
            raise NotAllowed("tournament_organizer_who")
        return c.AddOrganizer(person=found.id, name=found.name)

    async def _drawn(self, state: Tournament) -> c.Drawn:
        drawing = state.drawing()
        if len(state.entries) < LARGE:
            return c.Drawn(state.seq, await work(LOOK_MS + PLY_MS * len(state.entries), draw, drawing))
        async with self._pairing:
            found = await asyncio.to_thread(self._draw_elsewhere, drawing)
        return c.Drawn(state.seq, found)

    def _draw_elsewhere(self, drawing: Drawing) -> Round:
        answers: Iterable[tuple[Drawing, Round | _Refused]] = self._pool.map(_work, [drawing], threading.Event())
        for _, found in answers:
            if isinstance(found, _Refused):
                raise NotAllowed(found.reason, **found.details)
            return found
        raise AxedrezError("tournament_worker")

    def _keep(self, live: LiveTournament) -> LiveTournament:
        known = self._cache.get(live.header.id)
        if known is not None and known.state.seq > live.state.seq:
            return known
        self._cache.put(live.header.id, live)
        return live


class _Refused(NamedTuple):
    """Why a round cannot be paired: as values, which travel between processes."""

    reason: str
    details: dict[str, Any]


def _work(drawing: Drawing, halt: Stop) -> Round | _Refused:
    try:
        return draw(drawing)
    except AxedrezError as fault:
        return _Refused(fault.reason, fault.details)


def topic(tournament: UUID) -> str:
    """The name under which the news of a tournament are published."""
    return f"tournament-{tournament}"


def due_at(state: Tournament, now: int) -> int | None:
    """When a server has to look after a tournament in which something has just been done; None: not by itself."""
    if state.phase != "entry" and not state.set.over_the_board:
        return now
    return next_at(state)


def next_at(state: Tournament) -> int | None:
    """When it begins, the round is over whoever has played, the next one is paired or all ends; None: by hand."""
    if state.round_ends_at is not None:
        return state.round_ends_at
    if state.phase == "ended" or state.paused:
        return None
    if state.phase == "entry":
        return state.set.start_at
    if state.last is None:
        goes_on = state.set.next_after is not None or state.set.start_at is not None
        return state.started_at if goes_on else None
    if state.set.next_after is None or state.last.over_at is None:
        return None
    return state.last.over_at + (0 if state.is_over else MINUTE_MS * state.set.next_after)
