"""External engines that the operator allows as players and analysts, a few processes at a time."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar
from uuid import UUID

from axedrez.core import AxedrezError, Game
from axedrez.processes import spare_processes
from axedrez.uci import engines as registry
from axedrez.uci.engines import Engine
from axedrez.uci.external_engine import EngineConfig, ExternalEngine

IDLE_S = 300.0
"""A process that was idle for so long is ended."""

Found = TypeVar("Found")
Question = Callable[[ExternalEngine, threading.Event], Found]
"""A question to an engine; the event is set when its answer is not waited for any longer."""


class AnalysisEngine(NamedTuple):
    """An external engine that evaluates positions instead of ours."""

    name: str
    config: EngineConfig


class _Idle(NamedTuple):
    engine: ExternalEngine
    timer: asyncio.TimerHandle


class Engines:
    """The engines that a server may run: `known`, by name. At most `most` play at once, however many games wait."""

    def __init__(self, known: Mapping[str, Engine], most: int | None = None) -> None:
        self._known = known
        self._most = most or spare_processes()
        self._room = asyncio.Semaphore(self._most)
        self._idle: OrderedDict[UUID, _Idle] = OrderedDict()
        self._busy: set[ExternalEngine] = set()
        self._closed = False

    @property
    def names(self) -> list[str]:
        """The engines, by name."""
        return sorted(self._known)

    def rulebooks(self, name: str) -> list[str]:
        """The rulebooks that an engine played by our rules when it was compared with us."""
        return list(self._known[name].rulebooks)

    def plays(self, name: str, game: Game) -> bool:
        """Whether an engine plays a game with its present rules."""
        return any(known.hash == game.hash for known in self._known[name].rulebooks.values())

    def config_of(self, name: str, game: Game) -> EngineConfig:
        """How to run an engine for a game. Raises `AxedrezError` if it is not allowed here or does not play it."""
        if name not in self._known:
            raise AxedrezError("engine_not_here", name=name[:60], valid=", ".join(self.names) or "-")
        return registry.config_of(name, self._known[name], game)

    async def ask(self, game_id: UUID, config: EngineConfig, question: Question[Found], longest_s: float) -> Found:
        """Run `question` on an engine, in a thread; preferably on the idle process that has played this game.

        After `longest_s` it no longer waits and leaves the process to end its search. Raises `TimeoutError`
        then, and whatever the question raises.
        """
        late = threading.Event()
        try:
            async with asyncio.timeout(longest_s):
                await self._room.acquire()
                engine, is_new_here = self._take(game_id, config)
                future = asyncio.ensure_future(asyncio.to_thread(_ask, engine, question, late, is_new_here))
                future.add_done_callback(lambda _: self._give_back(game_id, engine, future))
                return await asyncio.shield(future)
        finally:
            late.set()

    async def close(self) -> None:
        """End all processes at once."""
        self._closed = True
        for idle in self._idle.values():
            idle.timer.cancel()
        ending = [idle.engine for idle in self._idle.values()]
        self._idle.clear()
        for engine in self._busy:
            engine.give_up()
        await asyncio.gather(*(asyncio.to_thread(engine.close) for engine in ending))

    def _take(self, game_id: UUID, config: EngineConfig) -> tuple[ExternalEngine, bool]:
        """A process for a game, and whether it needs `ucinewgame`."""
        own = game_id if game_id in self._idle and self._idle[game_id].engine.config == config else None
        like = own or next((other for other, idle in self._idle.items() if idle.engine.config == config), None)
        if like is not None:
            idle = self._idle.pop(like)
            idle.timer.cancel()
            engine = idle.engine
        else:
            if len(self._idle) + len(self._busy) >= self._most and self._idle:
                self._end(next(iter(self._idle)))
            engine = ExternalEngine(config)
        self._busy.add(engine)
        return engine, like is not None and own is None

    def _give_back(self, game_id: UUID, engine: ExternalEngine, future: asyncio.Future[Found]) -> None:
        self._busy.discard(engine)
        self._room.release()
        if future.cancelled() or future.exception() is not None or self._closed or game_id in self._idle:
            _close(engine)
            return
        timer = asyncio.get_running_loop().call_later(IDLE_S, self._end, game_id)
        self._idle[game_id] = _Idle(engine, timer)

    def _end(self, game_id: UUID) -> None:
        idle = self._idle.pop(game_id)
        idle.timer.cancel()
        _close(idle.engine)


def allowed(names: Sequence[str]) -> dict[str, Engine]:
    """The named engines of this machine. Raises `AxedrezError` for an unknown name."""
    return {name: registry.named(name) for name in names}


def _ask(engine: ExternalEngine, question: Question[Found], late: threading.Event, is_new_here: bool) -> Found:
    if is_new_here:
        engine.new_game()
    return question(engine, late)


def _close(engine: ExternalEngine) -> None:
    """End a process in a thread: that may take seconds."""
    threading.Thread(target=engine.close, name="engine ends").start()
