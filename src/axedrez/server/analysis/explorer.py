"""The explorer of a server: its collections, open for reading, and the index that follows its games as they end."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar
from uuid import UUID

from axedrez import library
from axedrez.core import AxedrezError, Game, Position
from axedrez.core.game_record import GameRecord
from axedrez.core.openings import Opening
from axedrez.explorer import shelf
from axedrez.explorer.batch import RESULTS
from axedrez.explorer.collection import Collection
from axedrez.explorer.query import Filter, Found, by_material, by_player, explore
from axedrez.explorer.traces import choices_by_key, key_of, trace_of
from axedrez.match import Record, transcript
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.base.errors import Preparing
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.work.priced_work import LOAD_MS, work
from axedrez.storage import Store, is_away, log_unreadable
from axedrez.storage.explorer import ChoiceCounts, EndedGame, Example, ExplorerFilter, ExplorerStore, Indexed, Source

POLL_S = 5.0
LEASE_MS = 60_000
AT_ONCE = 20
"""So many games are put into the index in one transaction."""
EXAMPLES = 8
MAX_OPEN = 16
LISTED_S = 10.0
AT_A_TIME = 2
"""So many questions to collections are answered at once; each may read megabytes."""

Answer = TypeVar("Answer")


class Played(NamedTuple):
    """What this server's games say of a position: choices by result, and the latest games."""

    counts: list[ChoiceCounts]
    examples: list[Example]


class CollectionSize(NamedTuple):
    """A collection by its name, with its number of games."""

    name: str
    games: int


class Explorer:
    """Answers from collections and from the server's games. `now` returns ms since the epoch."""

    def __init__(self, store: Store, index: ExplorerStore, rulebooks: RulebookStore, now: Callable[[], int]) -> None:
        self.index = index
        self._store = store
        self._rulebooks = rulebooks
        self._now = now
        self._open: OrderedDict[str, Collection] = OrderedDict()
        self._listed: tuple[float, list[CollectionSize]] | None = None
        self._turn = asyncio.Semaphore(AT_A_TIME)
        self._task = BackgroundTask("the index of the explorer", self._go_on, POLL_S)

    def start(self) -> None:
        """Start following the games."""
        self._task.start()

    async def close(self) -> None:
        """Stop."""
        await self._task.close()
        async with self._turn:
            for collection in self._open.values():
                collection.close()
            self._open.clear()

    async def collections(self) -> list[CollectionSize]:
        """The collections of this server."""
        if self._listed is None or time.monotonic() - self._listed[0] > LISTED_S:
            self._listed = time.monotonic(), await work(LOAD_MS, _sizes)
        return self._listed[1]

    async def explore(self, name: str, position: Position, wanted: Filter, lang: str) -> Found:
        """What was played in a position, by a collection. Raises `AxedrezError`."""
        return await self._asked(name, lambda collection: explore(collection, position, wanted, lang, EXAMPLES))

    async def material(self, name: str, game: Game, text: str, wanted: Filter) -> Found:
        """The games of a collection with a material. Raises `AxedrezError`."""
        return await self._asked(name, lambda collection: by_material(collection, game, text, wanted, EXAMPLES))

    async def player(self, name: str, wanted: Filter) -> Found:
        """The games of a collection that a filter lets through, whatever was played. Raises `AxedrezError`."""
        return await self._asked(name, lambda collection: by_player(collection, wanted, EXAMPLES))

    async def game(self, name: str, number: int) -> GameRecord:
        """A game of a collection. Raises `AxedrezError`."""
        return await self._asked(name, lambda collection: collection.game(number))

    async def played(self, position: Position, source: Source, person: UUID | None, wanted: ExplorerFilter) -> Played:
        """What was played in a position in the games of this server, or in those of a person."""
        key = key_of(position)
        counts = await self.index.counts(key, position.side, source, person, wanted)
        return Played(counts, await self.index.examples(key, source, person, wanted, EXAMPLES))

    async def _asked(self, name: str, question: Callable[[Collection], Answer]) -> Answer:
        async with self._turn:
            return await work(LOAD_MS, self._answer, name, question)

    def _answer(self, name: str, question: Callable[[Collection], Answer]) -> Answer:
        # What is in use is not in the dictionary, so that nobody closes it.
        collection = self._open.pop(name, None)
        if collection is not None and not collection.is_current():
            collection.close()
            collection = None
        collection = collection or shelf.opened(name)
        try:
            return question(collection)
        finally:
            if self._open.setdefault(name, collection) is not collection:  # another thread has opened it, too
                collection.close()
            while len(self._open) > MAX_OPEN:
                self._open.popitem(last=False)[1].close()

    async def _go_on(self) -> float:
        """Put the next games that have ended into the index."""
        ended = await self.index.ended(self._now(), LEASE_MS, AT_ONCE)
        if not ended:
            return POLL_S
        found, passed = list[Indexed](), list[EndedGame]()
        for game in ended:
            try:
                found.append(await self._indexed(game))
            except Preparing:
                return POLL_S  # they are found again when the lease is over
            except Exception as fault:
                if is_away(fault):
                    raise
                log_unreadable(f"game {game.id}", fault)
                passed.append(game)
        await self.index.add(found, passed)
        return 0.0 if len(ended) == AT_ONCE else POLL_S

    async def _indexed(self, game: EndedGame) -> Indexed:
        header, log = await self._store.header(game.id), await self._store.events(game.id)
        assert header is not None

        def indexed() -> Indexed:
            record = Record(self._rulebooks.thaw(header.sheet), header.setup, header.created_at)
            record.extend(log)
            trace = trace_of(transcript(record, log, {}))
            year = datetime.fromtimestamp(game.ended_at / 1000, UTC).year
            return Indexed(game, choices_by_key(trace), RESULTS.index(trace.result), year)

        return await asyncio.to_thread(indexed)


def opening_of(position: Position) -> Opening | None:
    """The opening that a position has the name of."""
    family = library.FAMILIES.get(position.game.family)
    openings = family.openings() if family else None
    return openings.name_of(position) if openings is not None else None


def _sizes() -> list[CollectionSize]:
    found = []
    for name in shelf.names():
        try:
            collection = shelf.opened(name)
        except AxedrezError:
            continue
        found.append(CollectionSize(name, collection.totals().games))
        collection.close()
    return found
