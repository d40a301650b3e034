"""Analyses, made in processes of their own; what is found of a position is kept."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Generator
from contextlib import closing
from typing import NamedTuple
from uuid import UUID

import msgspec

from axedrez import analysts
from axedrez.analysis import Analysis, GameLine, Effort, Evaluation, Question, evaluate, question, report
from axedrez.chess.position import ChessPosition
from axedrez.core import AxedrezError, History
from axedrez.processes import frozen, spare_processes
from axedrez.server.requesters import Requester
from axedrez.server.engines import Engines
from axedrez.server.jobs import Job, Jobs, key_of
from axedrez.server.processors import Priority
from axedrez.server.fair_queue import FairQueue, QueueBounds
from axedrez.uci.external_engine import ExternalEngine, Seat
from axedrez.uci.program import EngineFault

log = logging.getLogger("axedrez.server")

MOST = QueueBounds(sender=2, address=32, total=64)
MAX_KEPT = 256
MAX_EVALUATIONS = 50_000
"""Evaluations that are kept; each takes about half a KB."""
LONGEST_MS = 10_000
"""An engine of others evaluations no longer into a position of a game, whatever it makes of the nodes."""
GLANCE_MS = 3_000
"""Nor into a single one: games may be waiting for it."""
LONGEST_S = 30.0
"""An answer about a single position is not waited for any longer."""
ANALYSED = UUID(int=0)
"""What engines of others are told to play while they look into single positions: no game."""
GLANCE = Effort(nodes=50_000)
"""How far a single position is looked into, for a hint or a threat."""


class Evaluations:
    """What was found of positions, by the hash of the question; the least used are forgotten. Safe in threads."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Evaluation] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Evaluation | None:
        """What was found, if it is still there."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: str, found: Evaluation) -> None:
        """Keep what was found."""
        with self._lock:
            self._found[key] = found
            if len(self._found) > MAX_EVALUATIONS:
                self._found.popitem(last=False)


class Analyst(NamedTuple):
    """An engine of others that evaluations into positions in place of ours."""

    name: str
    seat: Seat


class AnalysisJob(Job):
    """An analysis that is being made, or is there."""

    def __init__(self, game_line: GameLine, effort: Effort, analyst: Analyst | None, evaluations: Evaluations) -> None:
        """`evaluations`: what is known of positions, and shall be."""
        self.game_line = game_line
        self.effort = effort
        self.analyst = analyst
        self.questions = game_line.questions()
        self.analysis: Analysis | None = None
        self._evaluations = evaluations
        self._engine = ExternalEngine(analyst.seat) if analyst is not None else None
        super().__init__(_key(game_line, effort, analyst), len(self.questions))

    def is_of(self, game_line: GameLine) -> bool:
        """Whether it is an analysis of this very game_line."""
        return self.key == _key(game_line, self.effort, self.analyst)

    def halt(self) -> None:
        """See `Job`."""
        super().halt()
        if self._engine is not None:
            self._engine.give_up()

    def work(self) -> None:
        """Find what is not known yet, and write the report; raises like `Pool.map`."""
        found: dict[Question, Evaluation] = {}
        keys = {asked: self._key_of(asked) for asked in self.questions}
        for asked, key in keys.items():
            if (kept := self._evaluations.get(key)) is not None:
                found[asked] = kept
        self.done = len(found)
        todo = [asked for asked in self.questions if asked not in found]
        with closing(self._answers(todo)) as answers:
            for asked, each in answers:
                found[asked] = each
                self._evaluations.put(keys[asked], each)
                self.done += 1
        if len(found) < self.total:
            self.state = "cancelled"
            return
        self.analysis = report(self.game_line, found)
        self.state = "done"

    def _key_of(self, asked: Question) -> str:
        key = asked.key(self.game_line.game, self.effort)
        return key if self.analyst is None else f"{self.analyst.name} {key}"

    def _answers(self, todo: list[Question]) -> Generator[tuple[Question, Evaluation], None, None]:
        if not todo:
            return
        if self._engine is None:
            with closing(analysts.pool(min(spare_processes(), len(todo)))) as workers:
                yield from analysts.evaluations(workers, frozen(self.game_line.game), todo, self.effort, self.stop)
            return
        effort = msgspec.structs.replace(self.effort, time_ms=LONGEST_MS)
        try:
            with self._engine as engine:
                for asked in todo:
                    position = self.game_line.game.parse(asked.position)
                    yield asked, evaluate(position, History(asked.keys), effort, asked.move, self.stop, engine)
        except EngineFault as fault:
            if self.stop.is_set():
                return
            assert self.analyst is not None
            log.warning("an analysis has failed: %s", fault)
            raise AxedrezError("engine_failed", name=self.analyst.name) from None


class Analyses(Jobs[AnalysisJob]):
    """The analyses of a server."""

    def __init__(self, processors: FairQueue, *, missed: bool = True) -> None:
        """`processors`: the turns at them. `missed`: see `Jobs`."""
        super().__init__("analysis_busy", MOST, MAX_KEPT, missed=missed)
        self._processors = processors
        self._evaluations = Evaluations()

    def known(self, game_line: GameLine, effort: Effort, requester: Requester, analyst: Analyst | None = None) -> AnalysisJob | None:
        """The analysis of this game_line, if it is there or under way."""
        job = self.find(_key(game_line, effort, analyst))
        if job is None or (job.state != "done" and (job.is_over or job.stop.is_set())):
            return None
        return self.share(job, requester)

    def start(self, game_line: GameLine, effort: Effort, requester: Requester, analyst: Analyst | None = None) -> AnalysisJob:
        """Begin the analysis of a game_line, which is not `known`. Raises `AxedrezError`."""
        job = AnalysisJob(game_line, effort, analyst, self._evaluations)
        self.add(job, requester)
        return job

    async def glance(self, requester: Requester, position: ChessPosition, history: History, effort: Effort = GLANCE) -> Evaluation:
        """Evaluation into a single position, soon. It must have a legal move. Raises `TooMuch`."""
        key = question(position, history).key(position.game, effort)
        if (found := self._evaluations.get(key)) is None:
            found = await self._processors.do(requester, Priority.LOOK, lambda stop: evaluate(position, history, effort, stop=stop))
            self._evaluations.put(key, found)
        return found

    async def consult(
        self,
        requester: Requester,
        engines: Engines,
        analyst: Analyst,
        position: ChessPosition,
        history: History,
        effort: Effort,
    ) -> Evaluation:
        """Have an engine of others look into a single position. Raises `AxedrezError` if it fails."""
        key = f"{analyst.name} {question(position, history).key(position.game, effort)}"
        if (found := self._evaluations.get(key)) is None:
            most = msgspec.structs.replace(effort, time_ms=GLANCE_MS)
            try:
                async with self._processors.turn(requester, Priority.LOOK):
                    found = await engines.ask(
                        ANALYSED,
                        analyst.seat,
                        lambda engine, late: evaluate(position, history, most, None, late, engine),
                        LONGEST_S,
                    )
            except (EngineFault, TimeoutError) as fault:
                log.warning("the engine %s has failed: %r", analyst.name, fault)
                raise AxedrezError("engine_failed", name=analyst.name) from None
            self._evaluations.put(key, found)
        return found


def _key(game_line: GameLine, effort: Effort, analyst: Analyst | None) -> str:
    moves = [str(turn.move) for turn in game_line.turns]
    name = analyst.name if analyst is not None else None
    return key_of((game_line.game.hash, game_line.start.text(), game_line.end.text(), moves, effort, name))
