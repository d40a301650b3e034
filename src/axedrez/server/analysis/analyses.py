"""Analyses of games; every answer is cached."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Generator
from contextlib import closing
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from axedrez import analysts
from axedrez.analysis import Effort
from axedrez.analysis.analyst import AnyAnalyst, PlayedLine
from axedrez.core import AxedrezError
from axedrez.core.game_record import Annotation
from axedrez.processes import frozen, spare_processes
from axedrez.server.access.requesters import Requester
from axedrez.server.base.caches import RecentCache
from axedrez.server.play.engines import AnalysisEngine
from axedrez.server.play.live_game import now_ms
from axedrez.server.work.fair_queue import QueueBounds
from axedrez.server.work.jobs import Job, Jobs, key_of
from axedrez.server.work.priced_work import PLY_MS, work
from axedrez.storage import AnalysisStore, DatabaseAway
from axedrez.uci.external_engine import ExternalEngine
from axedrez.uci.program import EngineFault

log = logging.getLogger("axedrez.server")

QUEUE_BOUNDS = QueueBounds(sender=2, address=32, total=64)
MAX_KEPT = 256
MAX_ANSWERS = 8_000
"""So many answers are cached; one about a turn with dice takes about 5 KB, others half of one."""
ENGINE_MS = 10_000
"""The time limit of an external engine for a position of a game, whatever it makes of the nodes."""

SUBJECT_LENGTH = 16

AnswerCache = RecentCache[str, Any]


class AnalysisRequest(NamedTuple):
    """A line to analyse, how, and by what; `game`: the game of the server that it is, which keeps the review."""

    analyst: AnyAnalyst
    line: PlayedLine
    effort: Effort
    engine: AnalysisEngine | None = None
    game: UUID | None = None

    @property
    def subject(self) -> str:
        """A hash of what the review is of."""
        return key_of(self.analyst.subject(self.line))[:SUBJECT_LENGTH]

    @property
    def key(self) -> str:
        """A hash of all that the review depends on; it begins with the `subject`."""
        subject, identity = self.analyst.subject(self.line), self.analyst.identity(self.line, self.effort)
        engine = None if self.engine is None else self.engine.name
        return self.subject + key_of((subject, identity, engine))[SUBJECT_LENGTH:]


class AnalysisJob(Job):
    """An analysis that is queued, running or done. `data`: the finished review, compressed."""

    def __init__(self, asked: AnalysisRequest, cache: AnswerCache, key: str | None = None) -> None:
        """`key`: that of a review which was made in another way than is asked for now."""
        self.asked = asked
        self.questions = asked.line.questions()
        self.data: bytes | None = None
        self._cache = cache
        self._process = ExternalEngine(asked.engine.config) if asked.engine is not None else None
        super().__init__(key or asked.key, len(self.questions))

    def halt(self) -> None:
        """See `Job`."""
        super().halt()
        if self._process is not None:
            self._process.give_up()

    def work(self) -> None:
        """Answer what is not cached, and review the game; raises like `Pool.map`."""
        analyst, line, effort, engine, _ = self.asked
        keys = {each: _answer_key(analyst.key(line.game, each, effort), engine) for each in self.questions}
        found = dict[Any, Any]()
        for each, key in keys.items():
            if (cached := self._cache.get(key)) is not None:
                found[each] = cached
        self.done = len(found)
        with closing(self._answers([each for each in self.questions if each not in found])) as answers:
            for each, answer in answers:
                found[each] = answer
                self._cache.put(keys[each], answer)
                self.done += 1
        if len(found) < self.total:
            self.state = "cancelled"
            return
        self.data = zlib.compress(analyst.encoded(analyst.review(line, found, effort)))
        self.state = "done"

    def restore(self, data: bytes) -> None:
        """Be done, with the review that was stored. Raises `ValueError` for data that cannot be read."""
        self._decoded(data)
        self.data, self.done, self.state = data, self.total, "done"

    def report(self, lang: str) -> Any:
        """The review in words; None before it is done."""
        if self.data is None:
            return None
        return self.asked.analyst.report(self.asked.line, self._decoded(self.data), lang)

    def annotations(self, lang: str) -> list[Annotation] | None:
        """The review as annotations of a game; None before it is done."""
        if self.data is None:
            return None
        return self.asked.analyst.annotations(self.asked.line, self._decoded(self.data), lang)

    def is_of(self, line: PlayedLine) -> bool:
        """Whether it is an analysis of exactly this line."""
        return self.asked.subject == self.asked._replace(line=line).subject

    def _decoded(self, data: bytes) -> Any:
        try:
            return self.asked.analyst.decoded(zlib.decompress(data))
        except zlib.error as fault:
            raise ValueError("unreadable") from fault

    def _answers(self, todo: list[Any]) -> Generator[tuple[Any, Any], None, None]:
        if not todo:
            return
        analyst, line, effort, engine, _ = self.asked
        if self._process is None or engine is None:
            with closing(analysts.pool(min(spare_processes(), len(todo)))) as workers:
                yield from analysts.answers(workers, frozen(line.game), todo, effort, self.stop)
            return
        effort = msgspec.structs.replace(effort, time_ms=ENGINE_MS)
        try:
            with self._process as process:
                for each in todo:
                    yield each, analyst.answer(line.game, each, effort, self.stop, process)
        except EngineFault as fault:
            if self.stop.is_set():
                return
            log.warning("an analysis has failed: %s", fault)
            raise AxedrezError("engine_failed", name=engine.name) from None


class Analyses(Jobs[AnalysisJob]):
    """The analyses of a server."""

    def __init__(self, store: AnalysisStore | None = None, *, missed: bool = True) -> None:
        """`store`: what keeps analyses of games. `missed`: see `Jobs`."""
        super().__init__("analysis_busy", QUEUE_BOUNDS, MAX_KEPT, missed=missed)
        self._store = store
        self._cache = AnswerCache(MAX_ANSWERS)

    async def known(self, asked: AnalysisRequest, requester: Requester) -> AnalysisJob | None:
        """The analysis if it is under way, done, or kept as that of the server's game."""
        key = asked.key
        job = self.find(key)
        if job is not None:
            ended = job.state != "done" and (job.is_over or job.stop.is_set())
            return None if ended else self.share(job, requester)
        # An external engine may have changed since.
        if asked.engine is not None:
            return None
        return await self._restored(asked, key)

    async def of_game(self, asked: AnalysisRequest, requester: Requester) -> AnalysisJob | None:
        """What this server has of a game: the analysis that somebody waits for, or the latest that was made.

        What `asked` says about how to analyse does not count.
        """
        subject = asked.subject
        for job in reversed(self.all()):
            if not job.is_over and job.asked.game == asked.game and requester.sender in job.owners:
                return self.find(job.key)
        kept = await self._restored(asked, subject)
        if kept is None:  # one may be too long to be kept
            done = (job for job in reversed(self.all()) if job.is_done and job.asked.game == asked.game)
            kept = next((job for job in done if job.asked.subject == subject), None)
        return kept

    async def _restored(self, asked: AnalysisRequest, key: str) -> AnalysisJob | None:
        """The latest stored analysis of a game whose key begins so; None without one that can be read."""
        if asked.game is None or self._store is None:
            return None
        try:
            found = await self._store.latest(asked.game, key)
            if found is None:
                return None
            known = self.find(found.key)
            if known is not None and known.is_done:
                return known
            kept = AnalysisJob(asked._replace(engine=None), self._cache, found.key)
            await work(PLY_MS * len(asked.line.positions), kept.restore, found.data)
        except (DatabaseAway, ValueError) as fault:
            log.warning("an analysis of the game %s cannot be read: %r", asked.game, fault)
            return None
        if known is None or known.is_over:
            self.remember(kept)
        return kept

    def start(self, asked: AnalysisRequest, requester: Requester) -> AnalysisJob:
        """Begin an analysis that is not `known`. Raises `AxedrezError`."""
        job = AnalysisJob(asked, self._cache)
        self.add(job, requester)
        return job

    async def finished(self, job: AnalysisJob) -> None:
        """Keep the analysis of a game of this server."""
        effort, game = job.asked.effort, job.asked.game
        if self._store is None or game is None or job.data is None:
            return
        try:
            await self._store.keep(game, effort.ply or 0, job.key, job.data, now_ms())
        except Exception as fault:  # the analysis is there all the same
            log.warning("the analysis of the game %s is not kept: %r", game, fault)


def _answer_key(key: str, engine: AnalysisEngine | None) -> str:
    return key if engine is None else f"{engine.name} {key}"
