"""Many lookups become few queries, and no answer is outdated."""

from __future__ import annotations

import asyncio

import pytest

from axedrez.server.base.batcher import Batcher


async def settled() -> None:
    """Let everybody go on until they wait for something."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_many_lookups_become_few_queries() -> None:
    asked: list[list[str]] = []
    going_on = asyncio.Event()

    async def ask(keys: list[str]) -> dict[str, int]:
        asked.append(keys)
        await going_on.wait()
        return {key: len(asked) for key in keys}

    async def test() -> list[int]:
        gathering = Batcher(ask, max_batch=3)
        first = [asyncio.create_task(gathering.get(key)) for key in "aba"]
        await settled()
        later = [asyncio.create_task(gathering.get(key)) for key in "acdefc"]
        await settled()
        going_on.set()
        return list(await asyncio.gather(*first, *later))

    assert asyncio.run(test()) == [1, 1, 1, 2, 2, 2, 3, 3, 2], "what is asked for meanwhile is asked for anew"
    assert asked == [["a", "b"], ["a", "c", "d"], ["e", "f"]]


def test_a_fault_is_told_to_all_who_asked_and_forgotten() -> None:
    faults = [ValueError("made for the test")]

    async def ask(keys: list[str]) -> dict[str, int]:
        if faults:
            raise faults.pop()
        return dict.fromkeys(keys, 1)

    async def test() -> None:
        gathering = Batcher(ask)
        for found in await asyncio.gather(*(gathering.get("a") for _ in range(3)), return_exceptions=True):
            assert isinstance(found, ValueError)
        assert await gathering.get("a") == 1

    asyncio.run(test())


def test_who_hangs_up_takes_nobody_along() -> None:
    async def ask(keys: list[str]) -> dict[str, int]:
        await asyncio.sleep(0.01)
        return dict.fromkeys(keys, 1)

    async def test() -> None:
        gathering = Batcher(ask)
        one, other = (asyncio.create_task(gathering.get("a")) for _ in range(2))
        await asyncio.sleep(0)
        one.cancel()
        assert await other == 1
        with pytest.raises(asyncio.CancelledError):
            await one

    asyncio.run(test())
