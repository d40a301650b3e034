"""Long work of a server: one job at a time, in a thread; the others wait, and what they led to is kept for a while."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
from typing import Any, Generic, Literal, TypeVar

import msgspec

from axedrez.core import AxedrezError

log = logging.getLogger("axedrez.server")

State = Literal["queued", "running", "done", "cancelled", "failed"]


class Job:
    """Work that is being done, or is over: `done` of `total` parts. `stop`: it is to end soon."""

    def __init__(self, key: str, total: int) -> None:
        self.key = key
        self.total = total
        self.done = 0
        self.state: State = "queued"
        self.error: AxedrezError | None = None
        self.stop = threading.Event()
        self.task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "cancelled", "failed")

    def halt(self) -> None:
        """Have it end soon."""
        self.stop.set()

    def work(self) -> None:
        """Do it, and set `state` to "done" or "cancelled"; to be called in a thread. May raise `AxedrezError`."""
        raise NotImplementedError


AnyJob = TypeVar("AnyJob", bound=Job)


class Jobs(Generic[AnyJob]):
    """Jobs of one kind; `most_waiting` may wait, and `most_kept` are found again.

    `busy` is the reason of the refusal when too many wait.
    """

    def __init__(self, busy: str, most_waiting: int, most_kept: int) -> None:
        self._busy = busy
        self._most_waiting = most_waiting
        self._most_kept = most_kept
        self._known: dict[str, AnyJob] = {}
        self._turn = asyncio.Lock()

    def find(self, key: str) -> AnyJob | None:
        """A job by its key."""
        return self._known.get(key)

    def check_room(self) -> None:
        """Raise `AxedrezError` if too many wait."""
        if sum(not each.is_over for each in self._known.values()) >= self._most_waiting:
            raise AxedrezError(self._busy)

    def add(self, job: AnyJob) -> None:
        """Have a job done in its turn; it takes the place of one with the same key."""
        self._known.pop(job.key, None)
        over = [key for key, each in self._known.items() if each.is_over]
        for key in over[: max(0, len(self._known) + 1 - self._most_kept)]:
            del self._known[key]
        self._known[job.key] = job
        job.task = asyncio.create_task(self._serve(job))

    async def close(self) -> None:
        """End all that is under way."""
        for job in self._known.values():
            job.halt()
        await asyncio.gather(*(each.task for each in self._known.values() if each.task), return_exceptions=True)

    async def _serve(self, job: AnyJob) -> None:
        async with self._turn:
            if job.stop.is_set():
                job.state = "cancelled"
                return
            try:
                job.state = "running"
                await asyncio.to_thread(job.work)
            except AxedrezError as fault:
                job.error, job.state = fault, "failed"
            except Exception:
                log.exception("%s %s failed", type(job).__name__, job.key)
                job.error, job.state = AxedrezError("internal"), "failed"


def key_of(asked: Any) -> str:
    """The key of a job: a hash of all that it depends on."""
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:32]
