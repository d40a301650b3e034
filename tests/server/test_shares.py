"""What strangers could do to those who play: flood the line for the processors, fill it with games of computers."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from axedrez.core import History, Move, Position
from axedrez.engine.levels import USUAL
from axedrez.server import create_app
from axedrez.server.access.throttle import Rates
from axedrez.server.play.computers import SELF_PLAY_BOUNDS
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S, until
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

COMPUTER = {"kind": "computer", "level": 1}
SERVE = "from axedrez.server import serve; serve(port=0, database_url={url!r}, lang='en', trusted_proxies='127.0.0.1')"
DEEP = 1_000_000


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that believes where a proxy says that its clients are."""
    url = f"sqlite:///{tmp_path_factory.mktemp('shares') / 'games.db'}"
    process = subprocess.Popen([sys.executable, "-c", SERVE.format(url=url)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://(\S+)", process.stdout.readline())
        assert found is not None
        yield found[1]
    finally:
        process.kill()
        process.wait(LONG_S)


def at(address: str, client: str) -> Visitor:
    return Visitor(address, headers={"x-forwarded-for": client})


def look(number: int, nodes: int = DEEP) -> dict[str, Any]:
    """A question that nobody has asked before."""
    return {"rulebook": "clasico", "moves": ["a3", "a6"], "nodes": nodes - number}


@contextmanager
def asking(address: str, senders: list[dict[str, str]]) -> Iterator[list[asyncio.Task[int]]]:
    """Senders who all ask for a deep look at once, and hang up at the end of the block."""
    loop, tasks = asyncio.new_event_loop(), list[asyncio.Task[int]]()

    async def ask(number: int, headers: dict[str, str]) -> int:
        async with httpx.AsyncClient(
            base_url=f"http://{address}", timeout=LONG_S, headers=headers, verify=False
        ) as http:
            return (await http.post("/api/evaluations", json=look(number))).status_code

    def work() -> None:
        asyncio.set_event_loop(loop)
        tasks.extend(loop.create_task(ask(number, headers)) for number, headers in enumerate(senders))
        loop.run_forever()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        until(lambda: len(tasks) == len(senders))
        yield tasks
    finally:

        async def hang_up() -> None:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(hang_up(), loop).result(LONG_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(LONG_S)
        loop.close()


def ask_for_a_hint(visitor: Visitor, moves: list[str]) -> None:
    """In a game of one's own."""
    game = visitor.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="clasico", moves=moves)["id"]
    visitor.ask("POST", f"/api/games/{game}/hint", whole=True)


def test_made_up_cookies_get_one_deep_look_and_an_honest_hint_is_given(public: str) -> None:
    ana = at(public, "203.0.113.9")
    ana.me()
    ask_for_a_hint(ana, ["e4"])
    flood = [{"x-forwarded-for": "203.0.113.1", "cookie": f"axedrez=made-up-{n}"} for n in range(200)]
    with asking(public, flood) as tasks:
        until(lambda: sum(task.done() for task in tasks) >= 199, limit_s=LONG_S)
        ask_for_a_hint(ana, ["d4"])
        until(lambda: all(task.done() for task in tasks), limit_s=LONG_S)
        assert Counter(task.result() for task in tasks) == {200: 1, 429: 199}


def test_new_guests_hold_up_nobody_at_another_address_and_leave_the_line_when_they_go(public: str) -> None:
    ana = at(public, "203.0.113.10")
    ana.me()
    cookies = [at(public, "203.0.113.2") for _ in range(25)]
    for guest in cookies:
        guest.me()
    flood = [
        {"x-forwarded-for": "203.0.113.2", "cookie": f"axedrez={guest.http.cookies['axedrez']}"} for guest in cookies
    ]
    with asking(public, flood) as tasks:
        until(lambda: any(task.done() for task in tasks), "they are not there")
        ask_for_a_hint(ana, ["c4"])
        assert sum(not task.done() for task in tasks) > 10, "it was given before most of theirs"
    ana.ask("POST", "/api/evaluations", **look(500, nodes=50_000))


@contextmanager
def playing(folder: Path, player: RandomPlayer) -> Iterator[str]:
    app = create_app(
        f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=lambda: player, rates=Rates()
    )
    with serving(app) as address:
        yield address


class Held(RandomPlayer):
    """Its first level thinks until `let_go`, the others answer at once."""

    def __init__(self) -> None:
        super().__init__(accepts=False)
        self.let_go = threading.Event()

    def choose(self, position: Position, history: History, *, level: int = USUAL, **given: Any) -> Move:
        while level == 1 and not self.let_go.wait(0.05) and not given["stop"].is_set():
            pass
        return super().choose(position, history, level=level, **given)


def alone() -> dict[str, Any]:
    return {"id": str(uuid4()), "rulebook": "takeaway", "players": {"white": COMPUTER, "black": COMPUTER}}


def test_computers_among_themselves_are_few_and_a_person_goes_before_them(tmp_path: Path) -> None:
    player = Held()
    with playing(tmp_path, player) as address:
        eva, ana = Visitor(address), Visitor(address)
        eva.me()

        async def flood() -> list[httpx.Response]:
            async with httpx.AsyncClient(
                base_url=f"http://{address}", cookies=eva.http.cookies, timeout=LONG_S
            ) as all_at:
                return await asyncio.gather(*(all_at.post("/api/games?lang=en", json=alone()) for _ in range(30)))

        answers = asyncio.run(flood())
        assert Counter(answer.status_code for answer in answers) == {
            201: SELF_PLAY_BOUNDS.sender,
            429: 30 - SELF_PLAY_BOUNDS.sender,
        }
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["error"]["reason"] == "too_many_computers"
        assert int(refused.headers["retry-after"]) > 0
        opponent = {"black": {"kind": "computer", "level": 2}}
        game = ana.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway", players=opponent)
        ana.act(game["id"], "move", move="take1")
        until(lambda: ana.ask("GET", f"/api/games/{game['id']}")["seq"] >= 2, "she waits for the computers")
        player.let_go.set()


def test_whoever_made_a_game_of_computers_may_end_it_and_nobody_else(tmp_path: Path) -> None:
    with playing(tmp_path, RandomPlayer(pause_s=0.3, accepts=False)) as address:
        eva, ana = Visitor(address), Visitor(address)
        ana.me()
        eva.me()
        views = [eva.ask("POST", "/api/games", 201, **alone()) for _ in range(SELF_PLAY_BOUNDS.sender)]
        game = views[0]["id"]
        until(lambda: ana.ask("GET", f"/api/games/{game}")["seq"] >= 3)
        stale: dict[str, Any] = {"id": str(uuid4()), "expected_seq": 1, "type": "abort"}

        def refusal() -> str:
            known = {**stale, "expected_seq": ana.ask("GET", f"/api/games/{game}")["seq"]}
            return str(ana.http.post(f"/api/games/{game}/commands", json=known).json()["error"]["reason"])

        until(lambda: refusal() == "not_your_game")
        assert "abort" in ana.ask("GET", f"/api/games/{game}")["can"]
        assert eva.http.post("/api/games", json=alone()).status_code == 429
        ended = eva.ask("POST", f"/api/games/{game}/commands", **stale)  # however far they have got meanwhile
        assert (ended["view"]["outcome"]["result"], ended["view"]["outcome"]["reason"]) == ("*", "aborted")
        until(lambda: eva.http.post("/api/games", json=alone()).status_code == 201, limit_s=LONG_S)
        own = eva.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway", moves=["take1"] * 4)["id"]
        assert eva.act(own, "abort", 422)["error"]["reason"] == "too_late_to_abort"


def test_reports_belong_to_those_who_asked_for_them(public: str) -> None:
    eva, ana, ida = (at(public, f"203.0.113.{n}") for n in (21, 22, 23))
    for visitor in (eva, ana, ida):
        visitor.me()
    wish: dict[str, Any] = {"sheets": [{"rulebook": "clasico"}], "game_count": 500}
    asked = [eva.ask("POST", "/api/balance", **wish, seed=n) for n in range(3)]
    first = asked[0]
    assert eva.refused("POST", "/api/balance", 429, **wish, seed=9) == "balance_busy"
    assert ana.refused("DELETE", f"/api/balance/{first['id']}", 422) == "not_your_job"
    again = ida.ask("POST", "/api/balance", **wish, seed=0)
    assert again["id"] == first["id"]
    assert eva.ask("DELETE", f"/api/balance/{first['id']}")["state"] != "cancelled", "ida wants it still"
    assert ida.ask("DELETE", f"/api/balance/{asked[2]['id']}", 422)
    assert eva.ask("DELETE", f"/api/balance/{asked[2]['id']}")["state"] == "cancelled", "it waited"
    ida.ask("DELETE", f"/api/balance/{first['id']}")
    until(lambda: ida.ask("GET", f"/api/balance/{first['id']}")["state"] == "cancelled", limit_s=LONG_S)
    eva.ask("DELETE", f"/api/balance/{asked[1]['id']}")
