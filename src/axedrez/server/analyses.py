"""Analyses of games, and evaluations of single positions; every evaluation is cached."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import closing
from typing import NamedTuple
from uuid import UUID

import msgspec

from axedrez import analysts
from axedrez.analysis import Analysis, Effort, Evaluation, GameLine, Question, review
from axedrez.analysis.dice import DiceLine
from axedrez.analysis.game_line import question
from axedrez.core import AxedrezError, History, Position
from axedrez.processes import frozen, spare_processes
from axedrez.server.caches import RecentCache
from axedrez.server.dice_analyses import MAX_ANSWERS, AnswerCache, DiceAnalysisJob, dice_key
from axedrez.server.engines import Engines
from axedrez.server.fair_queue import FairQueue, Priority, QueueBounds
from axedrez.server.jobs import Job, Jobs, key_of
from axedrez.server.live_game import now_ms
from axedrez.server.priced_work import PLY_MS, work
from axedrez.server.requesters import Requester
from axedrez.storage import AnalysisStore, DatabaseAway
from axedrez.uci.external_engine import EngineConfig, ExternalEngine
from axedrez.uci.program import EngineFault

log = logging.getLogger("axedrez.server")

QUEUE_BOUNDS = QueueBounds(sender=2, address=32, total=64)
MAX_KEPT = 256
MAX_EVALUATIONS = 50_000
"""So many are cached; each takes about half a KB."""
ENGINE_MS = 10_000
"""The time limit of an external engine for a position of a game, whatever it makes of the nodes."""
ENGINE_SINGLE_MS = 3_000
"""And for a single position: games may be waiting for the engine."""
ANSWER_S = 30.0
"""The answer about a single position is not waited for any longer."""
NO_GAME = UUID(int=0)
"""The game that external engines are told for single positions."""
SINGLE = Effort(nodes=50_000)
"""The effort for a single position: a hint, a threat, an analysis board."""

EvaluationCache = RecentCache[str, Evaluation]


class AnalysisEngine(NamedTuple):
    """An external engine that evaluates positions instead of ours."""

    name: str
    config: EngineConfig


class AnalysisJob(Job):
    """An analysis that is queued, running or done."""

    def __init__(
        self, line: GameLine, effort: Effort, engine: AnalysisEngine | None, cache: RecentCache[str, Evaluation]
    ) -> None:
        self.line = line
        self.effort = effort
        self.engine = engine
        self.questions = line.questions()
        self.analysis: Analysis | None = None
        self._cache = cache
        self._process = ExternalEngine(engine.config) if engine is not None else None
        super().__init__(_key(line, effort, engine), len(self.questions))

    def is_of(self, line: GameLine) -> bool:
        """Whether it is an analysis of exactly this line."""
        return self.key == _key(line, self.effort, self.engine)

    def halt(self) -> None:
        """See `Job`."""
        super().halt()
        if self._process is not None:
            self._process.give_up()

    def work(self) -> None:
        """Evaluate what is not cached, and review the game; raises like `Pool.map`."""
        found: dict[Question, Evaluation] = {}
        keys = {asked: _evaluation_key(asked.key(self.line.game, self.effort), self.engine) for asked in self.questions}
        for asked, key in keys.items():
            if (cached := self._cache.get(key)) is not None:
                found[asked] = cached
        self.done = len(found)
        todo = [asked for asked in self.questions if asked not in found]
        with closing(self._answers(todo)) as answers:
            for asked, each in answers:
                found[asked] = each
                self._cache.put(keys[asked], each)
                self.done += 1
        if len(found) < self.total:
            self.state = "cancelled"
            return
        self.analysis = review(self.line, found)
        self.state = "done"

    def _answers(self, todo: list[Question]) -> Generator[tuple[Question, Evaluation], None, None]:
        if not todo:
            return
        if self._process is None:
            with closing(analysts.pool(min(spare_processes(), len(todo)))) as workers:
                yield from analysts.answers(workers, frozen(self.line.game), todo, self.effort, self.stop)
            return
        effort = msgspec.structs.replace(self.effort, time_ms=ENGINE_MS)
        try:
            with self._process as process:
                for asked in todo:
                    yield asked, analysts.answer(self.line.game, asked, effort, self.stop, process)
        except EngineFault as fault:
            if self.stop.is_set():
                return
            assert self.engine is not None
            log.warning("an analysis has failed: %s", fault)
            raise AxedrezError("engine_failed", name=self.engine.name) from None


class Analyses(Jobs[AnalysisJob | DiceAnalysisJob]):
    """The analyses of a server."""

    def __init__(self, processors: FairQueue, store: AnalysisStore | None = None, *, missed: bool = True) -> None:
        """`processors`: the queue for them. `store`: what keeps analyses of games. `missed`: see `Jobs`."""
        super().__init__("analysis_busy", QUEUE_BOUNDS, MAX_KEPT, missed=missed)
        self._processors = processors
        self._store = store
        self._cache = EvaluationCache(MAX_EVALUATIONS)
        self._answers = AnswerCache(MAX_ANSWERS)

    def known(
        self, line: GameLine, effort: Effort, requester: Requester, engine: AnalysisEngine | None = None
    ) -> AnalysisJob | None:
        """The analysis of this line, if it is done or under way."""
        job = self._known_by(_key(line, effort, engine), requester)
        return job if isinstance(job, AnalysisJob) else None

    def start(
        self, line: GameLine, effort: Effort, requester: Requester, engine: AnalysisEngine | None = None
    ) -> AnalysisJob:
        """Begin the analysis of a line, which is not `known`. Raises `AxedrezError`."""
        job = AnalysisJob(line, effort, engine, self._cache)
        self.add(job, requester)
        return job

    async def known_dice(
        self, line: DiceLine, ply: int, requester: Requester, game: UUID | None = None
    ) -> DiceAnalysisJob | None:
        """The analysis of this game of dice, if it is under way, done, or kept as that of the server's `game`."""
        key = dice_key(line, ply)
        job = self._known_by(key, requester)
        if job is not None or game is None or self._store is None:
            return job if isinstance(job, DiceAnalysisJob) else None
        try:
            data = await self._store.find(game, ply, key)
            if data is None:
                return None
            kept = DiceAnalysisJob(line, ply, self._answers, game)
            await work(PLY_MS * len(line.turns), kept.restore, data)
        except (DatabaseAway, ValueError) as fault:
            log.warning("an analysis of the game %s cannot be read: %r", game, fault)
            return None
        self.remember(kept)
        return kept

    def start_dice(self, line: DiceLine, ply: int, requester: Requester, game: UUID | None = None) -> DiceAnalysisJob:
        """Begin the analysis of a game of dice, which is not known. Raises `AxedrezError`."""
        job = DiceAnalysisJob(line, ply, self._answers, game)
        self.add(job, requester)
        return job

    async def finished(self, job: AnalysisJob | DiceAnalysisJob) -> None:
        """Keep the analysis of a game of dice of this server."""
        if self._store is None or not isinstance(job, DiceAnalysisJob) or job.game is None or job.data is None:
            return
        try:
            await self._store.keep(job.game, job.ply, job.key, job.data, now_ms())
        except Exception as fault:  # the analysis is there all the same
            log.warning("the analysis of the game %s is not kept: %r", job.game, fault)

    def _known_by(self, key: str, requester: Requester) -> AnalysisJob | DiceAnalysisJob | None:
        job = self.find(key)
        if job is None or (job.state != "done" and (job.is_over or job.stop.is_set())):
            return None
        return self.share(job, requester)

    async def evaluate(
        self, requester: Requester, position: Position, history: History, effort: Effort = SINGLE
    ) -> Evaluation:
        """Evaluate a single position, which has a legal move. Raises `TooMuch`."""
        analyst = analysts.analyst_of(position.game)
        key = question(analyst, position, history).key(position.game, effort)
        if (found := self._cache.get(key)) is None:
            found = await self._processors.do(
                requester, Priority.LOOK, lambda stop: analyst.evaluate(position, history, effort, stop=stop)
            )
            self._cache.put(key, found)
        return found

    async def evaluate_by(
        self,
        engine: AnalysisEngine,
        engines: Engines,
        requester: Requester,
        position: Position,
        history: History,
        effort: Effort,
    ) -> Evaluation:
        """Have an external engine evaluate a single position. Raises `AxedrezError` if it fails."""
        analyst = analysts.analyst_of(position.game)
        key = _evaluation_key(question(analyst, position, history).key(position.game, effort), engine)
        if (found := self._cache.get(key)) is None:
            limited = msgspec.structs.replace(effort, time_ms=ENGINE_SINGLE_MS)
            try:
                async with self._processors.turn(requester, Priority.LOOK):
                    found = await engines.ask(
                        NO_GAME,
                        engine.config,
                        lambda process, late: analyst.evaluate(position, history, limited, None, late, process),
                        ANSWER_S,
                    )
            except (EngineFault, TimeoutError) as fault:
                log.warning("the engine %s has failed: %r", engine.name, fault)
                raise AxedrezError("engine_failed", name=engine.name) from None
            self._cache.put(key, found)
        return found


def _evaluation_key(key: str, engine: AnalysisEngine | None) -> str:
    return key if engine is None else f"{engine.name} {key}"


def _key(line: GameLine, effort: Effort, engine: AnalysisEngine | None) -> str:
    moves = [str(turn.move) for turn in line.turns]
    name = engine.name if engine is not None else None
    return key_of((line.game.hash, line.start.text(), line.end.text(), moves, effort, name))
