"""Long work of a server: one job at a time, in a thread. The others are queued; results are kept for a while.

A job belongs to those who requested it. Only they can cancel it, and it ends when none of them polls it any longer.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, Literal, TypeVar

import msgspec

from axedrez.core import AxedrezError, NotAllowed
from axedrez.server.access.requesters import Requester
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.base.errors import TooMuch
from axedrez.server.work.fair_queue import FairQueue, QueueBounds, Ticket

log = logging.getLogger("axedrez.server")

MISSED_S = 120.0
"""A job that nobody has polled for so long is cancelled; pages in the background poll once a minute."""
LOOK_S = 5.0

State = Literal["queued", "running", "done", "cancelled", "failed"]


class Job:
    """Work that is queued, running or over: `done` of `total` parts. `stop` is set to end it soon."""

    def __init__(self, key: str, total: int) -> None:
        self.key = key
        self.total = total
        self.done = 0
        self.state: State = "queued"
        self.error: AxedrezError | None = None
        self.stop = threading.Event()
        self.task: asyncio.Task[None] | None = None
        self.owners: set[str] = set()
        self.looked_at = 0.0
        self.is_crowded: Callable[[], bool] = lambda: False
        """Whether others wait, so that it should not take all the time that it may."""

    @property
    def is_over(self) -> bool:
        """Whether it is done, cancelled or failed."""
        return self.state in ("done", "cancelled", "failed")

    @property
    def is_done(self) -> bool:
        """Whether its result is there."""
        return self.state == "done"

    def halt(self) -> None:
        """Ask it to end soon."""
        self.stop.set()

    def work(self) -> None:
        """Run it, and set `state` to "done" or "cancelled"; to be called in a thread. May raise `AxedrezError`."""
        raise NotImplementedError


AnyJob = TypeVar("AnyJob", bound=Job)


class Jobs(Generic[AnyJob]):
    """Jobs of one kind: `most` bounds the queue, `most_kept` the jobs that are kept.

    `busy` is the reason of the refusal when the queue is full. `missed`: jobs that nobody polls are cancelled, and only
    its owners can cancel a job; neither holds on a server of this machine only. `now` returns seconds.
    """

    def __init__(
        self,
        busy: str,
        most: QueueBounds,
        most_kept: int,
        *,
        missed: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._busy = busy
        self._most_kept = most_kept
        self._known: dict[str, AnyJob] = {}
        self._tickets: dict[AnyJob, Ticket] = {}
        self._turns = FairQueue(1, most)
        self._missed = missed
        self._now = now
        self._task = BackgroundTask("jobs that nobody polls", self._sweep, LOOK_S)

    def start_sweeping(self) -> None:
        """Begin to cancel jobs that nobody polls."""
        if self._missed:
            self._task.start()

    def find(self, key: str) -> AnyJob | None:
        """A job by its key, which counts as polled now."""
        found = self._known.get(key)
        if found is not None:
            found.looked_at = self._now()
        return found

    def all(self) -> list[AnyJob]:
        """All jobs that are kept, those asked for last at the end."""
        return list(self._known.values())

    def share(self, job: AnyJob, requester: Requester) -> AnyJob:
        """Add an owner to a job that exists already."""
        if not job.is_over:
            job.owners.add(requester.sender)
        return job

    def add(self, job: AnyJob, requester: Requester) -> None:
        """Queue a job; it replaces one with the same key. Raises `TooMuch`."""
        try:
            ticket = self._turns.take(requester)
        except TooMuch as fault:
            raise TooMuch(fault.seconds, self._busy) from None
        self._known.pop(job.key, None)
        self._make_room()
        self._known[job.key] = job
        job.owners.add(requester.sender)
        job.is_crowded = partial(self._turns.waits_besides, requester.address)
        job.looked_at = self._now()
        self._tickets[job] = ticket
        job.task = asyncio.create_task(self._serve(job, ticket))

    def remember(self, job: AnyJob) -> None:
        """Keep a job that was done before."""
        self._make_room()
        self._known[job.key] = job
        job.looked_at = self._now()

    async def finished(self, job: AnyJob) -> None:
        """What follows when a job is done; it must not raise."""

    def give_up(self, job: AnyJob, requester: Requester) -> None:
        """Remove an owner; without owners a job is cancelled. Raises `NotAllowed` for others than owners."""
        if job.is_over:
            return
        if requester.sender not in job.owners and self._missed:
            raise NotAllowed("not_your_job")
        job.owners.discard(requester.sender)
        if not job.owners or not self._missed:
            self._halt(job)

    async def close(self) -> None:
        """End all jobs."""
        await self._task.close()
        for job in self._known.values():
            self._halt(job)
        await asyncio.gather(*(each.task for each in self._known.values() if each.task), return_exceptions=True)

    def _make_room(self) -> None:
        over = [key for key, each in self._known.items() if each.is_over]
        for key in over[: max(0, len(self._known) + 1 - self._most_kept)]:
            del self._known[key]

    def _halt(self, job: AnyJob) -> None:
        job.halt()
        if job.state == "queued":
            job.state = "cancelled"
            self._turns.end(self._tickets[job])

    async def _sweep(self) -> float:
        for job in [each for each in self._known.values() if not each.is_over]:
            if self._now() - job.looked_at > MISSED_S:
                self._halt(job)
        return LOOK_S

    async def _serve(self, job: AnyJob, ticket: Ticket) -> None:
        try:
            came = await ticket.turn
            if job.is_over:
                return
            if not came:  # others needed the place more
                raise TooMuch(self._turns.full().seconds, self._busy)
            job.state = "running"
            await asyncio.to_thread(job.work)
            if job.is_done:
                await self.finished(job)
        except AxedrezError as fault:
            job.error, job.state = fault, "failed"
        except Exception:
            log.exception("%s %s failed", type(job).__name__, job.key)
            job.error, job.state = AxedrezError("internal"), "failed"
        finally:
            self._turns.end(ticket)
            del self._tickets[job]


def key_of(inputs: Any) -> str:
    """The key of a job: a hash of all that it depends on."""
    return hashlib.sha256(msgspec.json.encode(inputs)).hexdigest()[:32]
