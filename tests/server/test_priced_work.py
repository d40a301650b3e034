"""Work of strangers: priced before it begins, charged, in turns, off the event loop; no way goes round it."""

from __future__ import annotations

import ast
import asyncio
import gc
import logging
import threading
import weakref
from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from litestar.handlers import HTTPRouteHandler

from axedrez import server
from axedrez.server import create_app
from axedrez.server.access.loop_watch import LAG, LoopWatch
from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.access.throttle import Rates
from axedrez.server.app.app import HANDLERS
from axedrez.server.base.errors import TooMuch
from axedrez.server.base.http import while_there
from axedrez.server.work import priced_work
from axedrez.server.work.fair_queue import FairQueue, QueueBounds
from axedrez.server.work.priced_work import SHORT_MS, PricedWork
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S, in_loop_until
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

ANA, EVA, FAR = Requester("ana", "school"), Requester("eva", "school"), Requester("far", "elsewhere")
NEVER = 1e-9
SMALL = Quota(Rate(1000, NEVER), Rate(1500, NEVER))

ROUND_IT = {
    "access/accounts.py": "passwords have threads of their own",
    "play/computers.py": "players think in the queue for processors",
    "app/description.py": "the description of the interface is written once",
    "play/engines.py": "engines of others think in the queue for processors",
    "analysis/explorer.py": "games that have ended are put into the index, one after another",
    "work/fair_queue.py": "this is the queue",
    "work/jobs.py": "analyses and reports have queues of their own",
    "access/loop_watch.py": "when the server stops",
    "notices/notifier.py": "mails are sent one after another",
    "work/priced_work.py": "this is the way",
    "routes/page.py": "files of the page, of fixed sizes",
    "app/run.py": "when the server starts",
    "app/services.py": "when the server starts",
    "tournaments/service.py": "large rounds are drawn in a process, one after another; when the server stops",
}
"""Who else may use threads, and why."""


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is run by an event loop."""

    @wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(test(*args, **named))

    return run


class Cost:
    """A processor's time, as the tests have it pass."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def cost(monkeypatch: pytest.MonkeyPatch) -> Cost:
    found = Cost()
    monkeypatch.setattr("axedrez.server.work.priced_work.time.thread_time", found)
    return found


def spending(cost: Cost, ms: float) -> Callable[[], str]:
    def spend() -> str:
        cost.s += ms / 1000
        return "done"

    return spend


@in_a_loop
async def test_what_is_too_dear_does_not_begin_and_costs_nothing(cost: Cost) -> None:
    work = PricedWork(RateLimiter(lambda: 0), SMALL)
    begun: list[str] = []
    with pytest.raises(TooMuch):
        await work.do(ANA, 1001, begun.append, "one")
    assert not begun
    assert await work.do(ANA, 1000, spending(cost, 1000)) == "done"
    with pytest.raises(TooMuch):
        await work.do(ANA, 1, begun.append, "two")
    # Another sender has a share of their own, and the address has one for all.
    assert await work.do(EVA, 500, spending(cost, 500)) == "done"
    with pytest.raises(TooMuch):
        await work.do(EVA, 1, begun.append, "three")
    assert await work.do(FAR, 1000, spending(cost, 0)) == "done"
    assert not begun


@in_a_loop
async def test_the_price_is_put_right_to_what_it_has_cost(cost: Cost) -> None:
    work = PricedWork(RateLimiter(lambda: 0), SMALL)
    for _ in range(4):  # dear to look at, but cheap
        assert await work.do(FAR, 900, spending(cost, 10)) == "done"
    assert await work.do(FAR, 1, spending(cost, 2000)) == "done"
    with pytest.raises(TooMuch):
        await work.do(FAR, 1, spending(cost, 0))

    def fails() -> None:
        spending(cost, 1500)()
        raise KeyError("what it raises")

    with pytest.raises(KeyError, match="what it raises"):
        await work.do(ANA, 1, fails)
    with pytest.raises(TooMuch):
        await work.do(ANA, 1, spending(cost, 0))


class Fault(Exception):
    """What work raises here."""


@in_a_loop
async def test_what_was_raised_is_freed_at_once() -> None:
    """Its traceback holds everything of a request; the garbage collector, on which everybody waits, has none of it."""
    work, stays = PricedWork(RateLimiter(lambda: 0), None), asyncio.Event()
    request: Any = SimpleNamespace(receive=stays.wait)
    full = PricedWork(RateLimiter(lambda: 0), None)
    full._short = FairQueue(1, QueueBounds(sender=0, address=0, total=0))
    faults = list[weakref.ref[BaseException]]()

    def fails() -> None:
        raise Fault

    gc.disable()
    try:
        for asked in (
            work.do(ANA, 1, fails),
            full.do(ANA, 1, fails),
            while_there(request, work.do(ANA, 1, fails)),
            while_there(request, full.do(ANA, 1, fails)),
        ):
            with pytest.raises((Fault, TooMuch)) as caught:
                await asked
            faults.append(weakref.ref(caught.value))
            del caught
        # Tasks that have ended are forgotten, and threads let go of what they raised, within a moment.
        await in_loop_until(lambda: all(fault() is None for fault in faults), "only the collector would free it")
    finally:
        gc.enable()


@in_a_loop
async def test_without_a_quota_nothing_is_charged(cost: Cost) -> None:
    work = PricedWork(RateLimiter(lambda: 0), None)
    for _ in range(3):
        assert await work.do(ANA, 1e9, spending(cost, 1e9)) == "done"


@in_a_loop
async def test_long_work_is_done_one_at_a_time_and_short_work_passes_it() -> None:
    work = PricedWork(RateLimiter(lambda: 0), None)
    may_end, begun = threading.Event(), list[int]()

    def long(number: int) -> None:
        begun.append(number)
        assert may_end.wait(LONG_S)

    tasks = [asyncio.ensure_future(work.do(ANA, SHORT_MS + 1, long, number)) for number in range(4)]
    other = asyncio.ensure_future(work.do(FAR, SHORT_MS + 1, long, 9))
    for _ in range(20):
        assert await work.do(EVA, SHORT_MS, lambda: "short") == "short"
    assert begun == [0]
    gone = tasks.pop()
    gone.cancel()
    may_end.set()
    await asyncio.gather(*tasks, other)
    assert begun == [0, 1, 9, 2], "addresses take turns; who has gone is left out"


@in_a_loop
async def test_outside_requests_nobody_is_charged() -> None:
    assert await priced_work.work(1e12, lambda: "done") == "done"


def test_requests_are_charged_before_they_are_worked_for(tmp_path: Path) -> None:
    rates = Rates(work=Quota(Rate(90, NEVER), Rate(1e6, NEVER)))
    app = create_app(
        f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer, rates=rates
    )
    with serving(app) as address:
        ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
        many = {"rulebook": "takeaway", "position": "21/w", "moves": ["take1"] * 900}
        refused = ana.http.post("/api/positions", json=many)
        assert refused.status_code == 429
        assert refused.json()["error"]["reason"] == "too_much"
        assert int(refused.headers["retry-after"]) > 1000
        few = {**many, "moves": ["take1"] * 9}
        assert ana.http.post("/api/positions", json=few).status_code == 200
        game = eva.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway")
        assert eva.ask("GET", f"/api/games/{game['id']}")["id"] == game["id"]


def test_nothing_else_uses_threads() -> None:
    root = Path(server.__file__).parent
    found = {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("to_thread", "run_in_executor")
    }
    assert found == set(ROUND_IT)


def test_every_handler_is_a_coroutine() -> None:
    """One that is not would run in threads that are nobody's, or on the event loop."""
    handlers = [handler for handler in HANDLERS if isinstance(handler, HTTPRouteHandler)]
    assert len(handlers) > 150
    assert [handler for handler in handlers if not iscoroutinefunction(handler.fn)] == []


@in_a_loop
async def test_the_log_says_who_held_the_event_loop(caplog: pytest.LogCaptureFixture) -> None:
    seen = threading.Event()

    class Watch(LoopWatch):
        def _held_by(self) -> str:
            found = super()._held_by()
            seen.set()
            return found

    def observed() -> float:
        return sum(
            sample.value for metric in LAG.collect() for sample in metric.samples if sample.name.endswith("_count")
        )

    async def holds() -> None:
        assert seen.wait(LONG_S)

    before = observed()
    with caplog.at_level(logging.WARNING, "axedrez.server"):
        watch = Watch(every_s=0.01, long_s=0.01)
        watch.start()
        task = asyncio.create_task(holds(), name="GET /api/somewhere")
        await task
        told: list[Any] = []
        async with asyncio.timeout(LONG_S):
            while not told:
                await asyncio.sleep(0.01)
                told = [record.getMessage() for record in caplog.records if "was held" in record.getMessage()]
        await watch.close()
    assert "by GET /api/somewhere at" in told[0]
    assert observed() > before
