"""Single positions, evaluated while somebody waits: in the queue of all such work, within a limit, and cached."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast
from uuid import UUID

import msgspec

from axedrez import analysts
from axedrez.analysis import Effort, Evaluation
from axedrez.analysis.cube import CubeVerdict
from axedrez.analysis.equity import Estimate, RatedRoll, RatedTurn
from axedrez.analysis.evaluation import SINGLE
from axedrez.analysis.game_line import question
from axedrez.analysis.score_matrix import ScoreMatrix, score_matrix
from axedrez.core import AxedrezError, History, NotAllowed, Position
from axedrez.core.match_state import MatchState
from axedrez.engine.player import Stop
from axedrez.server.access.requesters import Requester
from axedrez.server.analysis.dice_positions import DicePosition
from axedrez.server.base.caches import RecentCache
from axedrez.server.play.engines import AnalysisEngine, Engines
from axedrez.server.work.fair_queue import FairQueue, Priority
from axedrez.uci.program import EngineFault

log = logging.getLogger("axedrez.server")

MAX_SECONDS = 10.0
"""What takes longer is given as far as it came."""
MAX_KEPT = 4000
"""So many answers are cached; one about a whole turn takes a few KB, others half of one."""
ENGINE_MS = 3_000
"""The time limit of an external engine: games may be waiting for it."""
ENGINE_S = 30.0
"""Its answer is not waited for any longer."""
NO_GAME = UUID(int=0)
"""The game that external engines are told."""

Found = TypeVar("Found")


class _InTime:
    """A `Stop` that also says so when `within_s` are over."""

    def __init__(self, stop: Stop, within_s: float) -> None:
        self._stop = stop
        self._until = time.monotonic() + within_s
        self.was_set = False

    def is_set(self) -> bool:
        self.was_set = self.was_set or self._stop.is_set() or time.monotonic() > self._until
        return self.was_set


class Evaluations:
    """Evaluations of single positions. What was stopped early is given, but not cached."""

    def __init__(self, processors: FairQueue, engines: Engines) -> None:
        self._processors = processors
        self._engines = engines
        self._cache: RecentCache[Hashable, Any] = RecentCache(MAX_KEPT)

    async def lines(
        self,
        requester: Requester,
        position: Position,
        history: History,
        effort: Effort = SINGLE,
        engine: AnalysisEngine | None = None,
    ) -> Evaluation:
        """The best lines of a position that has a legal move, by an external `engine` if one is given.

        Raises `TooMuch`, and `AxedrezError` if the engine fails.
        """
        evaluator = analysts.evaluator_of(position.game)
        key = question(evaluator, position, history).key(position.game, effort)
        if engine is not None:
            return await self._by_engine(engine, (engine.name, key), requester, position, history, effort)
        return await self._find(requester, key, lambda stop: evaluator.evaluate(position, history, effort, stop=stop))

    async def best(
        self, requester: Requester, position: Position, history: History, match: MatchState | None = None
    ) -> str:
        """The best move or turn of a position that has one. Raises `TooMuch`.

        What was found in time is kept even if it looks less far than usual: asked again, it stays the same.
        """
        analyst = analysts.analyst_of(position.game)
        repeatable = analyst.evaluator and analyst.evaluator.repeatable(position, history)
        key = ("best", *_place(position), match, repeatable)
        return await self._find(
            requester, key, lambda stop: analyst.best(position, history, stop, match), analyst.hint_s, keep=True
        )

    async def estimate(
        self, requester: Requester, asked: DicePosition, ply: int, match: MatchState | None = None
    ) -> Estimate:
        """What a position before a roll is worth in a match that stands so; None: in points. Raises `TooMuch`."""
        analyst, position = asked.analyst, asked.position
        key = ("estimate", *_place(position), match, ply)
        return await self._find(requester, key, lambda stop: analyst.estimate(position, ply, stop, match))

    async def turns(
        self,
        requester: Requester,
        asked: DicePosition,
        ply: int,
        most: int,
        also: str | None = None,
        within_s: float = MAX_SECONDS,
        match: MatchState | None = None,
    ) -> tuple[RatedTurn, ...]:
        """The best turns with the roll of a position in a match. Raises `TooMuch`, `IllegalMove` or `TextError`.

        With a limit of one's own, what was found `within_s` is kept like that of `best`.
        """
        analyst, position = asked.analyst, asked.position
        return await self._find(
            requester,
            ("turns", *_place(position), match, ply, most, also, within_s),
            lambda stop: analyst.turns(position, ply, most, also, stop, match),
            within_s,
            keep=within_s != MAX_SECONDS,
        )

    async def rolls(
        self, requester: Requester, asked: DicePosition, ply: int, match: MatchState | None = None
    ) -> tuple[RatedRoll, ...]:
        """The 21 rolls of a position in a match. Raises `TooMuch`, and `NotAllowed` if they take too long."""
        analyst, position = asked.analyst, asked.position
        key = ("rolls", *_place(position), match, ply)
        found = await self._find(requester, key, lambda stop: analyst.rolls(position, ply, stop, match))
        if not found and not position.outcome():
            raise NotAllowed("rolls_late")
        return found

    async def cube(self, requester: Requester, asked: DicePosition, match: MatchState, ply: int) -> CubeVerdict:
        """The cube before a roll, in a match that stands so. Raises `TooMuch`."""
        analyst, position = asked.analyst, asked.position
        key = ("cube", *_place(position), match, ply)
        return await self._find(requester, key, lambda stop: analyst.cube(position, match, ply, stop))

    async def scores(
        self, requester: Requester, asked: DicePosition, lacking: int, match: MatchState, ply: int
    ) -> ScoreMatrix:
        """The cube before a roll, wherever either side lacks up to so many points. Raises `TooMuch`."""
        analyst, position = asked.analyst, asked.position
        key = ("scores", *_place(position), lacking, match.cube, match.owner, ply)
        return await self._find(
            requester, key, lambda stop: score_matrix(analyst, position, lacking, match, ply, stop)
        )  # fmt: skip

    async def _by_engine(
        self,
        engine: AnalysisEngine,
        key: Hashable,
        requester: Requester,
        position: Position,
        history: History,
        effort: Effort,
    ) -> Evaluation:
        evaluator = analysts.evaluator_of(position.game)
        found: Evaluation | None = self._cache.get(key)
        if found is None:
            limited = msgspec.structs.replace(effort, time_ms=ENGINE_MS)
            try:
                async with self._processors.turn(requester, Priority.LOOK):
                    found = await self._engines.ask(
                        NO_GAME,
                        engine.config,
                        lambda process, late: evaluator.evaluate(position, history, limited, None, late, process),
                        ENGINE_S,
                    )
            except (EngineFault, TimeoutError) as fault:
                log.warning("the engine %s has failed: %r", engine.name, fault)
                raise AxedrezError("engine_failed", name=engine.name) from None
            self._cache.put(key, found)
        return found

    async def _find(
        self,
        requester: Requester,
        key: Hashable,
        work: Callable[[Stop], Found],
        within_s: float = MAX_SECONDS,
        *,
        keep: bool = False,
    ) -> Found:
        """The result of `work`, from the cache if it is there. `keep`: also what was stopped by its limit."""
        if (cached := self._cache.get(key)) is not None:
            return cast("Found", cached)

        def in_time(stop: Stop) -> tuple[Found, bool]:
            limit = _InTime(stop, within_s)
            found = work(limit)
            return found, stop.is_set() or (limit.was_set and not keep)

        found, is_early = await self._processors.do(requester, Priority.LOOK, in_time)
        if not is_early:
            self._cache.put(key, found)
        return found


def _place(position: Position) -> tuple[str, str]:
    return position.game.hash, position.text()
