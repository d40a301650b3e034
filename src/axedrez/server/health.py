"""Whether a server can serve: its database answers, and what is written to it stays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from axedrez.storage import Store, cause

PATIENCE_S = 3.0
EVERY_MS = 2000
"""So long an answer is good for everybody: however often it is asked, the database is written to once."""

log = logging.getLogger("axedrez.server")


class Health:
    """Tries now and then, when somebody asks. `now` tells ms of a clock that never goes back."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._looking = asyncio.Lock()
        self._looked: int | None = None
        self._ready = True

    async def is_ready(self) -> bool:
        """Whether the database can be read and written, or could be a moment ago."""
        async with self._looking:
            if self._looked is None or self._now() - self._looked >= EVERY_MS:
                ready = await self._try()
                self._looked, self._ready = self._now(), ready
            return self._ready

    async def _try(self) -> bool:
        try:
            await asyncio.wait_for(self._store.probe(), PATIENCE_S)
        except Exception as fault:
            if self._ready:
                log.error("not ready: %s", cause(fault))
            return False
        if not self._ready:
            log.warning("ready again")
        return True
