"""The queue for the processors: fair, bounded, and left by cancelled requests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from axedrez.server.access.requesters import Requester
from axedrez.server.base.errors import TooMuch
from axedrez.server.work.fair_queue import FairQueue, QueueBounds, Stop
from tests.patience import in_loop_until

WIDE = QueueBounds(1000, 1000, 1000)
ANA, EVA = Requester("ana", "192.0.2.1"), Requester("eva", "192.0.2.1")
LEO = Requester("leo", "192.0.2.2")


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await work()

    asyncio.run(bounded())


def served(turns: FairQueue, wishes: list[tuple[Requester, int]]) -> list[str]:
    """Who has a turn, in that order; the first has it while the others come."""
    order: list[str] = []

    async def work() -> None:
        first = turns.take(Requester("first", "first"), 0)

        async def one(requester: Requester, rank: int) -> None:
            async with turns.turn(requester, rank):
                order.append(requester.sender)

        tasks = [asyncio.create_task(one(*wish)) for wish in wishes]
        await asyncio.sleep(0)
        assert not order
        turns.end(first)
        await asyncio.gather(*tasks)

    run(work)
    return order


def test_addresses_take_turns_and_at_each_its_senders() -> None:
    wishes = [(ANA, 0)] * 4 + [(EVA, 0)] * 2 + [(LEO, 0)] * 3
    assert served(FairQueue(1, WIDE), wishes) == ["ana", "leo", "eva", "leo", "ana", "leo", "eva", "ana", "ana"]


def test_a_lower_rank_goes_first_and_has_a_place_of_its_own() -> None:
    async def work() -> None:
        turns = FairQueue(1, WIDE, ranks=3)
        look, other = turns.take(ANA, 1), turns.take(ANA, 1)
        own, computers = turns.take(EVA, 0), turns.take(LEO, 2)
        assert (look.turn.done(), other.turn.done(), own.turn.done()) == (True, False, True)
        another = turns.take(EVA, 0)
        assert not another.turn.done()
        turns.end(look)
        assert another.turn.done()
        assert not other.turn.done()
        turns.end(own)
        turns.end(another)
        assert other.turn.done()
        assert not computers.turn.done()
        turns.end(other)
        assert computers.turn.done()

    run(work)


def test_the_line_is_bounded_by_sender_by_address_and_in_all() -> None:
    async def work() -> None:
        turns = FairQueue(1, QueueBounds(sender=2, address=3, total=4))
        busy = turns.take(ANA)
        for requester in (ANA, ANA):
            turns.take(requester)
        with pytest.raises(TooMuch):
            turns.take(ANA)
        waiting = turns.take(EVA)
        with pytest.raises(TooMuch):
            turns.take(EVA)
        turns.take(LEO)
        with pytest.raises(TooMuch) as full:
            turns.take(EVA)
        assert full.value.seconds >= 1
        turns.end(waiting)  # torn up
        assert waiting.turn.result() is False
        turns.take(Requester("ida", "192.0.2.3"))
        turns.end(busy)
        turns.take(EVA)
        assert turns.waiting == 4

    run(work)


def test_whoever_is_cancelled_leaves_the_line_and_what_is_under_way_is_told_to_stop() -> None:
    async def work() -> None:
        turns, stops = FairQueue(1, WIDE), list[Stop]()

        def think(stop: Stop) -> bool:
            stops.append(stop)
            return stop.wait(20)

        thinking = asyncio.create_task(turns.do(ANA, 0, think))
        waiting = asyncio.create_task(turns.do(EVA, 0, think))
        after = asyncio.create_task(turns.do(LEO, 0, lambda _: "seen"))
        await in_loop_until(lambda: stops)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert turns.waiting == 1
        thinking.cancel()
        assert await after == "seen"
        assert stops[0].is_set()
        assert len(stops) == 1

    run(work)


def test_what_fails_makes_way() -> None:
    async def work() -> None:
        turns = FairQueue(1, WIDE)

        def fail(_: Stop) -> None:
            raise ValueError

        with pytest.raises(ValueError):  # noqa: PT011
            await turns.do(ANA, 0, fail)
        assert await turns.do(ANA, 0, lambda _: 1) == 1

    run(work)


def test_a_newcomer_of_another_address_takes_the_last_place_of_the_longest_line() -> None:
    async def work() -> None:
        turns = FairQueue(1, QueueBounds(sender=2, address=4, total=8))
        turns.take(ANA)
        lines = {
            address: [turns.take(Requester(f"{address}{number // 2}", address)) for number in range(4)]
            for address in ("192.0.2.8", "192.0.2.9")
        }
        assert turns.waiting == 8
        assert turns.waits_besides("192.0.2.8")
        newcomers = [turns.take(LEO), turns.take(Requester("ida", "192.0.2.3"))]
        assert turns.waiting == 8
        displaced = [ticket for line in lines.values() for ticket in line if ticket.turn.done()]
        assert displaced == [line[-1] for line in lines.values()], "the last of each"
        for ticket in displaced:
            assert ticket.turn.result() is False
            turns.end(ticket)
        assert turns.waiting == 8
        another = turns.take(LEO)  # two of three
        assert sum(ticket.turn.done() for line in lines.values() for ticket in line) == 3
        with pytest.raises(TooMuch):  # nobody has two more than this address would
            turns.take(Requester("leo2", "192.0.2.2"))
        assert not any(ticket.turn.done() for ticket in [*newcomers, another])

    run(work)
