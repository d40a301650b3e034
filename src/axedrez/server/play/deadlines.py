"""Games that are due: fallen flags, first moves not made, time to be given back, computers to move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.base.errors import Preparing
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame, now_ms
from axedrez.storage import is_away, log_unreadable

POLL_S = 0.5
LEASE_MS = 10_000
AT_ONCE = 50


class Deadlines:
    """Claims games that are due, for any server of the database, and lets `Games` handle them.

    `attend` is called with each game afterwards: it may wait for a computer player.
    """

    def __init__(self, games: Games, attend: Callable[[LiveGame], None]) -> None:
        self._games = games
        self._attend = attend
        self._task = BackgroundTask("deadlines", self._go_on, POLL_S)

    def start(self) -> None:
        """Start."""
        self._task.start()

    async def close(self) -> None:
        """Stop."""
        await self._task.close()

    async def _go_on(self) -> float:
        time, now = self._games.store.time, now_ms()
        due = await time.next_due(now)
        if due is None or due > now:
            return POLL_S if due is None else min(POLL_S, (due - now) / 1000)
        games = await time.claim(now, LEASE_MS, AT_ONCE)
        results = await asyncio.gather(*(self._look(game) for game in games), return_exceptions=True)
        for game, fault in zip(games, results, strict=True):
            if isinstance(fault, Exception) and not is_away(fault):
                log_unreadable(f"game {game}", fault)  # it is due again when its lease is over
            elif isinstance(fault, BaseException):
                raise fault
        return 0.0

    async def _look(self, game: UUID) -> None:
        with suppress(Preparing):  # due again when the lease is over
            self._attend(await self._games.handle_deadline(game))
