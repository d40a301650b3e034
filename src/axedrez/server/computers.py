"""Computer players: one watched task for each game that waits for one."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from typing import Protocol
from uuid import UUID, uuid4

from axedrez.core import History, Move, Position, Side
from axedrez.match import Command, Event, Record
from axedrez.match import commands as c
from axedrez.server.errors import StaleCommand
from axedrez.server.games import Games, Table, now_ms
from axedrez.server.views import GameView

log = logging.getLogger("axedrez.server")

LONGEST_PAUSE_S = 30.0
CLOCK_SHARE = 25
"""A computer spends about this part of its remaining time on a move."""


class Mind(Protocol):
    """A computer player (`axedrez.search`). Both methods are called in a thread."""

    def choose(
        self, position: Position, history: History, *, level: int, time_ms: int | None, stop: threading.Event
    ) -> Move:
        """The move to play; soon after `stop` is set any legal one. `time_ms` is the most it may take."""

    def accepts_draw(self, position: Position, history: History, *, side: Side, level: int) -> bool:
        """Whether `side` is content with an end without a winner."""


class Computers:
    """Looks after every game in which a computer is to act; its moves go the way of everybody's."""

    def __init__(self, games: Games, mind: Callable[[], Mind], ready: asyncio.Future[None]) -> None:
        """`mind` gives the player when one is needed, in a thread; nobody plays before `ready` is done."""
        self._games = games
        self._mind = mind
        self._ready = ready
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._stops: dict[UUID, threading.Event] = {}
        self._room = asyncio.Semaphore(max(1, (os.cpu_count() or 2) - 1))
        games.listeners.append(self._heard)

    async def resume(self) -> None:
        """Go on with the games that were left while a computer was to act."""
        for game_id in await self._games.store.awaiting_computer():
            self._attend(game_id)

    async def close(self) -> None:
        """Stop all thinking."""
        for stop in self._stops.values():
            stop.set()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _heard(self, table: Table, _events: list[Event], _view: GameView) -> None:
        if (stop := self._stops.get(table.header.id)) is not None:
            stop.set()  # what it thinks about is no longer on the board
        if table.record.computer_awaited is not None:
            self._attend(table.header.id)

    def _attend(self, game_id: UUID) -> None:
        if game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._serve(game_id))

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
                except Exception:
                    log.exception("the computer player of game %s failed", game_id)
                    await asyncio.sleep(min(LONGEST_PAUSE_S, 2.0**faults))
                    faults += 1
        finally:
            del self._tasks[game_id]
            self._stops.pop(game_id, None)

    async def _act(self, game_id: UUID, stop: threading.Event) -> bool:
        """Do what the game waits for; False if it waits for no computer (any longer)."""
        record = (await self._games.table(game_id)).record
        side = record.computer_awaited
        if side is None or stop.is_set():
            return False
        async with self._room:
            command = await self._decide(record, side, stop)
        if stop.is_set():
            return False
        await self._games.command(game_id, command, seat="computer")
        return True

    async def _decide(self, record: Record, side: Side, stop: threading.Event) -> Command:
        position, history, seq = record.position, record.history, record.seq
        level = record.players.at(side).level or 1
        word: c.SideWord = "white" if side is Side.WHITE else "black"
        asked = next((offer for offer in record.offers if offer.by is side.opponent), None)
        if asked is not None:
            answer = c.Accept if await self._agrees(asked.offer, record, side, level) else c.Decline
            return answer(id=uuid4(), expected_seq=seq, offer=asked.offer, side=word)
        if position.turn is Side.CHANCE:
            return c.Roll(id=uuid4(), expected_seq=seq)
        claims = position.claims(history)
        if claims and await self._content(record, side, level):
            return c.MakeClaim(id=uuid4(), expected_seq=seq, reason=claims[0].reason)
        time_ms = _time_for_move(record, side)
        move = await asyncio.to_thread(
            lambda: self._mind().choose(position, history, level=level, time_ms=time_ms, stop=stop)
        )
        return c.PlayMove(id=uuid4(), expected_seq=seq, move=str(move))

    async def _agrees(self, offer: c.OfferWord, record: Record, side: Side, level: int) -> bool:
        # Without a judgement of its chances it never gives up: it takes every double and wants all the points.
        if offer in ("double", "resignation"):
            return offer == "double"
        return await self._content(record, side, level)

    async def _content(self, record: Record, side: Side, level: int) -> bool:
        position, history = record.position, record.history
        return await asyncio.to_thread(lambda: self._mind().accepts_draw(position, history, side=side, level=level))


def _time_for_move(record: Record, side: Side) -> int | None:
    if record.clock is None:
        return None
    return max(20, record.clock.remaining(side, now_ms()) // CLOCK_SHARE)
