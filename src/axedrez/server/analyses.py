"""Analyses, made in processes of their own: one at a time, the others wait; what is found of a position is kept."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import threading
from collections import OrderedDict
from contextlib import closing
from typing import Literal

import msgspec

from axedrez.analysis import Analysis, Course, Effort, Look, Question, look, question, report
from axedrez.analysis.workers import Workers
from axedrez.chess.position import ChessPosition
from axedrez.core import AxedrezError, History
from axedrez.processes import frozen

log = logging.getLogger("axedrez.server")

MAX_WAITING = 16
MAX_KEPT = 256
MAX_LOOKS = 50_000
"""Looks that are kept; each takes about half a KB."""
GLANCE = Effort(nodes=50_000)
"""How far a single position is looked into, for a hint or a threat."""

State = Literal["queued", "running", "done", "cancelled", "failed"]


class Job:
    """An analysis that is being made, or is there."""

    def __init__(self, key: str, course: Course, effort: Effort) -> None:
        self.key = key
        self.course = course
        self.effort = effort
        self.questions = course.questions()
        self.state: State = "queued"
        self.done = 0
        self.error: AxedrezError | None = None
        self.analysis: Analysis | None = None
        self.stop = threading.Event()
        self.task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "cancelled", "failed")


class Looks:
    """What was found of positions, by the hash of the question; the least used are forgotten. Safe in threads."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Look] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Look | None:
        """What was found, if it is still there."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: str, found: Look) -> None:
        """Keep what was found."""
        with self._lock:
            self._found[key] = found
            if len(self._found) > MAX_LOOKS:
                self._found.popitem(last=False)


class Analyses:
    """The analyses of a server."""

    def __init__(self) -> None:
        self._known: dict[str, Job] = {}
        self._turn = asyncio.Lock()
        self._glances = asyncio.Semaphore(max(1, (os.cpu_count() or 2) - 1))
        self._looks = Looks()
        self._closed = threading.Event()

    def known(self, course: Course, effort: Effort) -> Job | None:
        """The analysis of this course, if it is there or under way."""
        job = self._known.get(_key(course, effort))
        if job is None or (job.state != "done" and (job.is_over or job.stop.is_set())):
            return None
        return job

    def start(self, course: Course, effort: Effort) -> Job:
        """Begin the analysis of a course, which is not `known`. Raises `AxedrezError`."""
        if sum(not each.is_over for each in self._known.values()) >= MAX_WAITING:
            raise AxedrezError("analysis_busy")
        key = _key(course, effort)
        self._known.pop(key, None)
        self._forget()
        job = self._known[key] = Job(key, course, effort)
        job.task = asyncio.create_task(self._make(job))
        return job

    def find(self, key: str) -> Job | None:
        """An analysis by its key."""
        return self._known.get(key)

    async def glance(self, position: ChessPosition, history: History) -> Look:
        """Look into a single position, soon. It must have a legal move."""
        key = question(position, history).key(position.game, GLANCE)
        if (found := self._looks.get(key)) is None:
            async with self._glances:
                found = await asyncio.to_thread(look, position, history, GLANCE, stop=self._closed)
            self._looks.put(key, found)
        return found

    async def close(self) -> None:
        """End all that is under way."""
        self._closed.set()
        for job in self._known.values():
            job.stop.set()
        await asyncio.gather(*(each.task for each in self._known.values() if each.task), return_exceptions=True)

    def _forget(self) -> None:
        over = [key for key, job in self._known.items() if job.is_over]
        for key in over[: max(0, len(self._known) + 1 - MAX_KEPT)]:
            del self._known[key]

    async def _make(self, job: Job) -> None:
        async with self._turn:
            if job.stop.is_set():
                job.state = "cancelled"
                return
            try:
                await asyncio.to_thread(self._work, job)
            except AxedrezError as fault:
                job.error, job.state = fault, "failed"
            except Exception:
                log.exception("the analysis %s failed", job.key)
                job.error, job.state = AxedrezError("internal"), "failed"

    def _work(self, job: Job) -> None:
        """Find what is not known yet, and write the report; to be called in a thread. Raises like `Workers.looks`."""
        job.state = "running"
        game, found = job.course.game, dict[Question, Look]()
        keys = {asked: asked.key(game, job.effort) for asked in job.questions}
        for asked, key in keys.items():
            if (kept := self._looks.get(key)) is not None:
                found[asked] = kept
        job.done = len(found)
        todo = [asked for asked in job.questions if asked not in found]
        if todo:
            # One processor is left to those who play.
            processes = min(max(1, (os.cpu_count() or 2) - 1), len(todo))
            with closing(Workers(processes)) as workers:
                for asked, each in workers.looks(frozen(game), todo, job.effort, job.stop):
                    found[asked] = each
                    self._looks.put(keys[asked], each)
                    job.done += 1
        if len(found) < len(job.questions):
            job.state = "cancelled"
            return
        job.analysis = report(job.course, found)
        job.state = "done"


def _key(course: Course, effort: Effort) -> str:
    moves = [str(turn.move) for turn in course.turns]
    asked = (course.game.hash, course.start.text(), course.end.text(), moves, effort)
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:32]
