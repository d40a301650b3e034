"""Rating the games of a server as they end."""

from __future__ import annotations

from collections.abc import Callable

from axedrez.server.base.background_task import BackgroundTask
from axedrez.storage import RatingStore

POLL_S = 1.0
AT_ONCE = 50
"""So many games are rated in one transaction."""


class Ratings:
    """Rates the games that have ended, for any server of the database. `now` returns ms since the epoch."""

    def __init__(self, store: RatingStore, now: Callable[[], int]) -> None:
        self.store = store
        self._now = now
        self._task = BackgroundTask("the rating of games", self._go_on, POLL_S)

    def start(self) -> None:
        """Start."""
        self._task.start()

    async def close(self) -> None:
        """Stop."""
        await self._task.close()

    async def _go_on(self) -> float:
        return 0.0 if await self.store.rate(self._now(), AT_ONCE) == AT_ONCE else POLL_S
