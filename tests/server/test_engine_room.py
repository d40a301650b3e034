"""The processes of engines of others on a server: few, used again, given up."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from axedrez import History
from axedrez.chess.engine.engine import Limits
from axedrez.server.play.engines import Engines
from axedrez.uci.external_engine import ExternalEngine
from axedrez.uci.program import EngineFault
from tests import sheets
from tests.patience import LONG_S, in_loop_until
from tests.server.test_engines import strange

GAME, OTHER = uuid4(), uuid4()


def think(engine: ExternalEngine, late: threading.Event) -> ExternalEngine:
    """Have it look for a move, and tell which one it was."""
    engine.think(sheets.chess("clasico").start(), History(), Limits(nodes=20), stop=late)
    return engine


async def asked(engines: Engines, game: UUID, name: str, longest_s: float = LONG_S) -> ExternalEngine:
    return await engines.ask(game, engines.config_of(name, sheets.chess("clasico")), think, longest_s)


def test_a_process_is_used_again_and_makes_room_for_another_engine(tmp_path: Path) -> None:
    async def act() -> None:
        engines = Engines({"one": strange("plays"), "two": strange("plays", tmp_path)}, most=1)
        first = await asked(engines, GAME, "one")
        assert await asked(engines, GAME, "one") is first
        assert await asked(engines, OTHER, "one") is first  # told that a new game begins
        second = await asked(engines, GAME, "two")
        assert second is not first
        await engines.close()

    asyncio.run(act())


def test_however_many_ask_only_so_many_play_at_once() -> None:
    running, most = 0, 0
    guard = threading.Lock()

    def count(engine: ExternalEngine, late: threading.Event) -> None:
        nonlocal running, most
        with guard:
            running += 1
            most = max(most, running)
        think(engine, late)
        with guard:
            running -= 1

    async def act() -> None:
        engines = Engines({"one": strange("plays")}, most=2)
        seat = engines.config_of("one", sheets.chess("clasico"))
        await asyncio.gather(*(engines.ask(uuid4(), seat, count, LONG_S) for _ in range(6)))
        await engines.close()

    asyncio.run(act())
    assert most <= 2


def test_one_that_does_not_answer_is_not_waited_for_and_makes_room_again() -> None:
    async def act() -> None:
        engines = Engines({"one": strange("plays"), "slow": strange("sleeps")}, most=1)
        with pytest.raises(TimeoutError):
            await asked(engines, GAME, "slow", 0.5)  # it thinks until it is told to stop
        assert await asked(engines, GAME, "one") is not None
        await engines.close()

    asyncio.run(act())


def test_closing_ends_one_that_thinks(tmp_path: Path) -> None:
    async def act() -> None:
        engines = Engines({"mute": strange("sleeps", tmp_path)}, most=1)  # not even a stop moves it
        waiting = asyncio.create_task(asked(engines, GAME, "mute"))
        await in_loop_until(lambda: engines._busy and next(iter(engines._busy))._program)
        await engines.close()
        with pytest.raises(EngineFault):
            await asyncio.wait_for(waiting, LONG_S)

    asyncio.run(act())
