"""Deletes what has been kept long enough."""

from __future__ import annotations

import logging
from collections.abc import Callable

from axedrez.server.base.background_task import BackgroundTask
from axedrez.storage.retention import RetentionStore

START_S = 60.0
PAUSE_S = 3600.0

log = logging.getLogger("axedrez.server")


class Retention:
    """Cleans the database every hour; of several servers each finds what the others have left."""

    def __init__(self, store: RetentionStore, now: Callable[[], int], start_s: float = START_S) -> None:
        self._store = store
        self._now = now
        self._wait_s = start_s
        self._task = BackgroundTask("retention", self._clean, PAUSE_S)

    def start(self) -> None:
        """Begin, after a while: a starting server has other things to do."""
        self._task.start()

    async def close(self) -> None:
        """End."""
        await self._task.close()

    async def _clean(self) -> float:
        if self._wait_s:
            wait_s, self._wait_s = self._wait_s, 0.0
            return wait_s
        for due in await self._store.clean(self._now()):
            if due.rows:
                log.info("kept long enough, deleted: %s=%d", due.rule.name, due.rows)
        return PAUSE_S
