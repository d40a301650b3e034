"""Exercises out of a person's own games: worker processes look through the games, what they prove is that person's."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Coroutine, Iterator
from contextlib import closing
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from axedrez.analysis.exercise import Exercise
from axedrez.core import Game, NotAllowed
from axedrez.engine.player import Stop
from axedrez.exercises.making import Harvest, harvest_record, maker_of
from axedrez.match import GameSetup, Record, transcript
from axedrez.match.events import Event
from axedrez.processes import Pool, spare_processes, thawed
from axedrez.server.access.requesters import Requester
from axedrez.server.play.fair_play import FairPlay
from axedrez.server.play.live_game import now_ms
from axedrez.server.work.fair_queue import QueueBounds
from axedrez.server.work.jobs import Job, Jobs
from axedrez.storage import ExerciseStore, GameFilter, PersonFilter, Store, log_unreadable

QUEUE_BOUNDS = QueueBounds(sender=1, address=30, total=60)
MAX_KEPT = 256
MAX_GAMES = 20
"""The newest games of a person; those with other rules are not among them."""
MAX_LISTED = 100
"""So many of the person's games of the rulebook are looked at for them."""
MAX_SECONDS = 600.0
"""The search ends after so long with what it has found."""

GAME_S = 60.0
"""A game is left after so long with what it has given: rollouts of dice take their time."""

Answer = TypeVar("Answer")


class PlayedGame(NamedTuple):
    """A game as a worker gets it: its rules, how it began, and its log."""

    id: UUID
    sheet: str
    setup: GameSetup
    created_at: int
    log: list[Event]


class Sources(NamedTuple):
    """Where games are read, what may be told of them, and where exercises are kept."""

    store: Store
    exercises: ExerciseStore
    fair_play: FairPlay


class OwnSearch(Job):
    """A search that is queued, running or over: `done` of `total` games; `found` exercises, `new` ones among them."""

    def __init__(self, key: str, person: UUID, game: Game, rulebook: str, sources: Sources) -> None:
        super().__init__(key, 0)
        self.person = person
        self.game = game
        self.rulebook = rulebook
        self.found = 0
        self.new = 0
        self._sources = sources
        self._loop = asyncio.get_running_loop()

    def work(self) -> None:
        """Look through the games, the newest first; raises like `Pool.map`."""
        until = time.monotonic() + MAX_SECONDS
        wanted = self._wait(self._wanted())
        self.total = len(wanted)
        processes = max(1, min(spare_processes(), len(wanted)))
        with (
            closing(Pool(processes, "exercises_worker")) as workers,
            closing(workers.map(harvest, self._games(wanted), self.stop)) as searching,
        ):
            for _, harvested in searching:
                self._wait(self._keep(harvested.exercises))
                self.done += 1
                if time.monotonic() > until:
                    break
        self.state = "cancelled" if self.stop.is_set() else "done"

    def _games(self, wanted: list[UUID]) -> Iterator[PlayedGame]:
        for each in wanted:
            found = self._wait(self._read(each))
            if found is None:
                self.total -= 1
            else:
                yield found

    async def _wanted(self) -> list[UUID]:
        """The ids of the games to be looked through."""
        wanted = GameFilter("finished", self.rulebook, mine=PersonFilter(self.person))
        found = list[UUID]()
        for line in await self._sources.store.page(MAX_LISTED, None, wanted):
            if len(found) == MAX_GAMES:
                break
            header = await self._sources.store.header(line.id) if line.plies else None
            if header is not None and header.sheet_hash == self.game.hash:
                found.append(line.id)
        return found

    async def _read(self, game: UUID) -> PlayedGame | None:
        header, log = await self._sources.store.header(game), await self._sources.store.events(game)
        return PlayedGame(game, header.sheet, header.setup, header.created_at, log) if header is not None else None

    async def _keep(self, exercises: list[Exercise]) -> None:
        allowed = [each for each in exercises if await self._may_be_told(each)]
        self.found += len(allowed)
        self.new += await self._sources.exercises.add_own(self.person, self.game.hash, allowed, now_ms())

    async def _may_be_told(self, exercise: Exercise) -> bool:
        """Whether nobody plays on from the position just now."""
        try:
            await self._sources.fair_play.check(exercise.position)
        except NotAllowed:
            return False
        return True

    def _wait(self, asked: Coroutine[Any, Any, Answer]) -> Answer:
        # The event loop goes on while this thread works: jobs are ended before it.
        return asyncio.run_coroutine_threadsafe(asked, self._loop).result()


class OwnSearches(Jobs[OwnSearch]):
    """The searches of a server, one at a time; a person has one for each sheet."""

    def __init__(self, sources: Sources, *, missed: bool = True) -> None:
        """See `Jobs`."""
        super().__init__("own_exercises_busy", QUEUE_BOUNDS, MAX_KEPT, missed=missed)
        self._sources = sources
        self._secret = secrets.token_bytes(32)

    def running(self, person: UUID, game: Game, requester: Requester) -> OwnSearch | None:
        """The person's search of these rules that is queued or running."""
        known = self.find(self._key(person, game))
        return None if known is None or known.is_over or known.stop.is_set() else self.share(known, requester)

    def of(self, key: str, person: UUID) -> OwnSearch | None:
        """A search of this person by its key; those of others are nobody's business."""
        known = self.find(key)
        return known if known is not None and known.person == person else None

    def start(self, person: UUID, game: Game, rulebook: str, requester: Requester) -> OwnSearch:
        """Begin a search, where none is `running`. Raises `AxedrezError` for a game without exercises, `TooMuch`."""
        maker_of(game)
        search = OwnSearch(self._key(person, game), person, game, rulebook, self._sources)
        self.add(search, requester)
        return search

    def _key(self, person: UUID, game: Game) -> str:
        return hmac.digest(self._secret, f"{person} {game.hash}".encode(), "sha256").hex()[:32]


def harvest(game: PlayedGame, stop: Stop) -> Harvest | None:
    """The exercises of a game, in a worker; none of one that cannot be read. None if `stop` was set before the end."""
    try:
        record = Record(thawed(game.sheet), game.setup, game.created_at)
        record.extend(game.log)
        played = transcript(record, game.log, {})
    except Exception as fault:
        log_unreadable(f"game {game.id}", fault)
        return Harvest()
    found = harvest_record(played, _Limit(stop, time.monotonic() + GAME_S))
    return None if stop.is_set() else found


class _Limit:
    """Set when `stop` is, and from a time on."""

    def __init__(self, stop: Stop, until: float) -> None:
        self._stop = stop
        self._until = until

    def is_set(self) -> bool:
        return self._stop.is_set() or time.monotonic() > self._until
