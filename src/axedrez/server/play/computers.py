"""Computer players: one supervised task for each game that waits for one."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

from axedrez.core import AxedrezError, Side
from axedrez.engine.levels import MAX_CLOCKED_MS
from axedrez.engine.player import ComputerPlayer
from axedrez.engine.time_budget import Budget
from axedrez.match import Command, Event, Players, Record
from axedrez.match.commands import PlayMove, StandIn
from axedrez.match.computer import answer, time_for_move
from axedrez.processes import spare_processes
from axedrez.server.access.requesters import NOWHERE, Requester
from axedrez.server.base.errors import TooMuch
from axedrez.server.play.engines import Engines
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame, now_ms
from axedrez.server.play.stale import StaleCommand
from axedrez.server.work.fair_queue import FairQueue, Priority, QueueBounds
from axedrez.storage import cause, is_away
from axedrez.uci.external_engine import ExternalEngine
from axedrez.uci.opponent import Opponent

log = logging.getLogger("axedrez.server")

MAX_PAUSE_S = 30.0
MOMENT_MS = 700
"""In a casual game without a clock a computer does not answer a person at the page sooner than this."""
SELF_PLAY_BOUNDS = QueueBounds(sender=4, address=40, total=200)
"""Limits of running games between computers."""
MAX_KNOWN = 20_000
"""For so many games it is remembered who acted last."""
LATER_S = 60
MAX_SECONDS, MIN_S, PATIENT_SHARE = 20.0, 1.0, 0.15
"""An external engine may take this share of its remaining time, within these bounds; then our player stands in."""


class Computers:
    """Plays for the computer in every game; its moves are ordinary commands."""

    def __init__(
        self,
        games: Games,
        player: Callable[[], ComputerPlayer],
        ready: asyncio.Future[None],
        processors: FairQueue,
        engines: Engines | None = None,
    ) -> None:
        """`player` returns the player when one is needed, in a thread; no move is made before `ready` is done.

        Searches wait in the queue for the `processors`. External `engines` play where a game names one; where they
        fail, `player` stands in.
        """
        self._engines = engines or Engines({})
        self._processors = processors
        self._requesters: OrderedDict[UUID, Requester] = OrderedDict()
        self._alone: dict[UUID, Requester] = {}
        self._games = games
        self._player = player
        self._ready = ready
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._stops: dict[UUID, threading.Event] = {}
        games.listeners.append(self._heard)

    async def close(self) -> None:
        """Stop all searches, and mark the games as due for other servers."""
        for stop in self._stops.values():
            stop.set()
        left = dict(self._tasks)
        for task in left.values():
            task.cancel()
        await asyncio.gather(*left.values(), return_exceptions=True)
        for game_id in left:
            record = (await self._games.get(game_id)).record
            if record.computer_awaited is not None:
                await self._games.store.time.postpone(game_id, record.seq, now_ms())

    def acted(self, game_id: UUID, requester: Requester) -> None:
        """Note who acted last in a game: the computer's reply counts for them in the queue."""
        self._requesters[game_id] = requester
        self._requesters.move_to_end(game_id)
        if len(self._requesters) > MAX_KNOWN:
            self._requesters.popitem(last=False)

    @contextmanager
    def admitted(self, game_id: UUID, players: Players, requester: Requester) -> Iterator[None]:
        """Create a game in the block. Raises `TooMuch` if there are too many games between computers."""
        self.acted(game_id, self._requesters.get(game_id, requester))
        if not _are_alone(players) or game_id in self._alone:
            yield
            return
        others = list(self._alone.values())
        counts = (
            sum(other.sender == requester.sender for other in others),
            sum(other.address == requester.address for other in others),
            len(others),
        )
        if any(count >= most for count, most in zip(counts, SELF_PLAY_BOUNDS, strict=True)):
            raise TooMuch(LATER_S, "too_many_computers")
        self._alone[game_id] = requester
        try:
            yield
        finally:
            if game_id not in self._tasks:  # it could not be created, or existed already and has ended
                self._alone.pop(game_id, None)

    def attend(self, live: LiveGame) -> None:
        """Start a task if the game waits for a computer."""
        game_id = live.header.id
        if live.record.computer_awaited is not None and game_id not in self._tasks:
            if _are_alone(live.record.players):
                self._alone[game_id] = self._requester(game_id)
            self._tasks[game_id] = asyncio.create_task(self._serve(game_id))

    def _requester(self, game_id: UUID) -> Requester:
        """Who the search for a game counts for; where nobody has acted since the start, the game itself."""
        return self._requesters.get(game_id) or Requester(game_id.hex, NOWHERE)

    def _heard(self, live: LiveGame, _events: list[Event]) -> None:
        if (stop := self._stops.get(live.header.id)) is not None:
            stop.set()  # the position that it searches is no longer on the board
        self.attend(live)

    async def _serve(self, game_id: UUID) -> None:
        faults = 0
        try:
            await asyncio.shield(self._ready)
            while True:
                stop = self._stops[game_id] = threading.Event()
                try:
                    if not await self._act(game_id, stop):
                        if stop.is_set():
                            continue  # something happened meanwhile: look again
                        return
                    faults = 0
                except StaleCommand:
                    continue
                except TooMuch:  # the queue is full: the game stays due in the database and is tried again later
                    return
                except Exception as fault:
                    if is_away(fault):
                        log.error("the computer player of game %s: the database is away: %s", game_id, cause(fault))
                    else:
                        log.exception("the computer player of game %s failed", game_id)
                    await asyncio.sleep(min(MAX_PAUSE_S, 2.0**faults))
                    faults += 1
        finally:
            del self._tasks[game_id]
            self._alone.pop(game_id, None)
            self._stops.pop(game_id, None)

    async def _act(self, game_id: UUID, stop: threading.Event) -> bool:
        """Do what the game waits for; False if it waits for no computer (any longer)."""
        record = (await self._games.get(game_id)).record
        side = record.computer_awaited
        if side is None or stop.is_set():
            return False
        alone = _are_alone(record.players)
        async with self._processors.turn(self._requester(game_id), Priority.COMPUTERS if alone else Priority.GAME):
            if stop.is_set():
                return False
            clock = self._time(record, side)
            command = await self._answer(game_id, record, side, clock, stop)
        await asyncio.sleep(self._moment_s(game_id, record))
        if stop.is_set():
            return False
        await self._games.command(game_id, command, "computer")
        return True

    def _moment_s(self, game_id: UUID, record: Record) -> float:
        """For how long the computer still waits with its answer, so that a person sees what it answers to."""
        if not (record.setup.casual and record.clock is None and self._requester(game_id).at_page):
            return 0.0
        if _are_alone(record.players):
            return 0.0
        return max(0, record.at + MOMENT_MS - now_ms()) / 1000

    async def _answer(
        self, game_id: UUID, record: Record, side: Side, clock: Budget | None, stop: threading.Event
    ) -> Command:
        name = record.players.at(side).engine
        if name is None:
            return await asyncio.to_thread(lambda: answer(record, side, self._player(), clock, stop))
        try:
            return await self._engine_says(game_id, name, record, side, clock)
        except (AxedrezError, TimeoutError) as fault:
            log.warning("the engine %s has failed in game %s, and our own player stands in: %r", name, game_id, fault)
        left = self._time(record, side)
        command = await asyncio.to_thread(lambda: answer(record, side, self._player(), left, stop))
        if not isinstance(command, PlayMove):
            return command
        return StandIn(id=command.id, expected_seq=command.expected_seq, move=command.move)

    async def _engine_says(self, game_id: UUID, name: str, record: Record, side: Side, clock: Budget | None) -> Command:
        """The command of an external engine. Raises `AxedrezError` or `TimeoutError` where it fails."""
        left_s = MAX_SECONDS if record.clock is None else record.clock.remaining(side, now_ms()) / 1000
        longest_s = min(MAX_SECONDS, max(MIN_S, left_s * PATIENT_SHARE))

        def search(engine: ExternalEngine, late: threading.Event) -> Command:
            opponent = Opponent(engine)
            opponent.played = lambda: (record.begun, record.line())
            return answer(record, side, opponent, clock, late)

        return await self._engines.ask(game_id, self._engines.config_of(name, record.game), search, longest_s)

    def _time(self, record: Record, side: Side) -> Budget | None:
        """The time for a move: what the clock allows, reduced when many games wait for a computer."""
        if (time := time_for_move(record, side, now_ms())) is None:
            return None
        places = spare_processes()
        most_ms = max(1, MAX_CLOCKED_MS * places // max(places, len(self._tasks)))
        return Budget(min(time.soft_ms, most_ms), min(time.hard_ms, most_ms))


def _are_alone(players: Players) -> bool:
    return all(player.kind == "computer" for player in (players.white, players.black))
