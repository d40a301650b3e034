"""Computer players: one watched task for each game that waits for one."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from uuid import UUID

from axedrez.core import Side
from axedrez.match import Event, Record
from axedrez.match.computer import Mind, answer
from axedrez.server.errors import StaleCommand
from axedrez.server.games import Games, Table, now_ms

log = logging.getLogger("axedrez.server")

LONGEST_PAUSE_S = 30.0
CLOCK_SHARE = 25
"""A computer spends about this part of its remaining time on a move."""


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

    async def close(self) -> None:
        """Stop all thinking, and leave the games to whichever server comes next."""
        for stop in self._stops.values():
            stop.set()
        left = dict(self._tasks)
        for task in left.values():
            task.cancel()
        await asyncio.gather(*left.values(), return_exceptions=True)
        for game_id in left:
            record = (await self._games.table(game_id)).record
            if record.computer_awaited is not None:
                await self._games.store.time.postpone(game_id, record.seq, now_ms())

    def attend(self, table: Table) -> None:
        """See to it that somebody plays, if the game waits for a computer."""
        game_id = table.header.id
        if table.record.computer_awaited is not None and game_id not in self._tasks:
            self._tasks[game_id] = asyncio.create_task(self._serve(game_id))

    def _heard(self, table: Table, _events: list[Event]) -> None:
        if (stop := self._stops.get(table.header.id)) is not None:
            stop.set()  # what it thinks about is no longer on the board
        self.attend(table)

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
            time_ms = _time_for_move(record, side)
            command = await asyncio.to_thread(lambda: answer(record, side, self._mind(), time_ms, stop))
        if stop.is_set():
            return False
        await self._games.command(game_id, command, "computer")
        return True


def _time_for_move(record: Record, side: Side) -> int | None:
    if record.clock is None:
        return None
    return max(20, record.clock.remaining(side, now_ms()) // CLOCK_SHARE)
