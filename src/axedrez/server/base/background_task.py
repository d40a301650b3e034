"""Background tasks that run until they are closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from axedrez.storage import cause, is_away

log = logging.getLogger("axedrez.server")


class BackgroundTask:
    """Runs `step` again and again; it returns the seconds to wait until the next time.

    A step that fails is logged, and repeated after `pause_s`.
    """

    def __init__(self, name: str, step: Callable[[], Awaitable[float]], pause_s: float) -> None:
        self._name = name
        self._step = step
        self._pause_s = pause_s
        self._failing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    async def close(self) -> None:
        """Cancel the task, also within a step."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def is_well(self) -> None:
        """Note that a long step works again after a failure."""
        if self._failing:
            self._failing = False
            log.warning("%s: it works again", self._name)

    async def _run(self) -> None:
        while True:
            try:
                wait_s = await self._step()
                self.is_well()
            except Exception as fault:
                if not self._failing:  # logged once, not with every attempt
                    if is_away(fault):
                        log.error("%s cannot be done now: %s; it is tried again", self._name, cause(fault))
                    else:
                        log.exception("%s failed; it is tried again", self._name)
                self._failing, wait_s = True, self._pause_s
            await asyncio.sleep(wait_s)
