"""Floods: refused or slowed down, without an effect on others."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from axedrez.server import create_app
from axedrez.server.access.rate_limits import Rate
from axedrez.server.access.throttle import Rates
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

NEVER = 1 / 3600
RATES = Rates(sender=Rate(5, NEVER), address=Rate(11, NEVER), door=Rate(3, NEVER), doors=Rate(5, NEVER))


@contextmanager
def limited(folder: Path, rates: Rates) -> Iterator[str]:
    app = create_app(
        f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer, rates=rates
    )
    with serving(app) as address:
        yield address


def wish() -> dict[str, str]:
    return {"id": str(uuid4()), "rulebook": "takeaway"}


def test_who_writes_too_much_is_refused_and_nobody_else(tmp_path: Path) -> None:
    with limited(tmp_path, RATES) as address:
        ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")  # a write each, for the name
        assert [ana.http.post("/api/games", json=wish()).status_code for _ in range(4)] == [201] * 4
        refused = ana.http.post("/api/games?lang=en", json=wish())
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 1000
        assert refused.json()["error"]["reason"] == "too_much"
        assert eva.http.post("/api/games", json=wish()).status_code == 201
        assert ana.http.get("/api/games").status_code == 200, "reading costs nothing"
        for key in ("made up", "another"):  # whatever is shown, the address pays
            for _ in range(2):
                Visitor(address, headers={"cookie": f"axedrez={key}"}).http.post("/api/games", json=wish())
        assert eva.http.post("/api/games", json=wish()).status_code == 429
        with pytest.raises(InvalidStatus) as closed, connect(f"ws://{address}/api/lobby/socket"):
            pass
        assert closed.value.response.status_code == 403


def test_made_up_cookies_have_no_share_of_their_own(tmp_path: Path) -> None:
    with limited(tmp_path, Rates(sender=Rate(5, NEVER))) as address:
        ana = Visitor(address)
        ana.me()
        signed = ana.http.cookies["axedrez"]
        made_up = ["x", "g.", f"g.{uuid4().hex}.{'0' * 32}", "s.12345678", f"{signed[:-1]}{'01'[signed[-1] == '0']}"]
        for cookie in made_up:
            stranger = Visitor(address, headers={"cookie": f"axedrez={cookie}"})
            assert stranger.http.post("/api/games", json=wish()).status_code == 201
        assert stranger.http.post("/api/games", json=wish()).status_code == 429, "they are all one stranger"
        assert Visitor(address).http.post("/api/games", json=wish()).status_code == 429
        assert [ana.http.post("/api/games", json=wish()).status_code for _ in range(6)] == [201] * 5 + [429]


def test_commands_that_come_too_fast_wait_and_none_is_lost(tmp_path: Path) -> None:
    with limited(tmp_path, Rates(sender=Rate(4, 4))) as address:
        ana = Visitor(address)
        game = ana.ask("POST", "/api/games", 201, **wish())["id"]
        with connect(f"ws://{address}/api/games/{game}/socket?frames=events") as socket:
            began = time.monotonic()
            for _ in range(8):
                socket.send(json.dumps({"type": "steps", "id": str(uuid4()), "prefix": []}))
            answers = 0
            while answers < 8:
                answers += json.loads(socket.recv(timeout=LONG_S))["type"] == "steps"
        # However long the beginning took: four can be saved, and four come in each second.
        assert time.monotonic() - began > 0.9


def test_passwords_are_tried_a_few_times_only(tmp_path: Path) -> None:
    with limited(tmp_path, Rates(door=Rate(3, NEVER), doors=Rate(5, NEVER))) as address:
        ana = Visitor(address, "Ana")
        ana.ask("POST", "/api/accounts", 201, login="ana", password="caballo blanco")
        thief = Visitor(address)
        wrong = {"login": "ana", "password": "caballo negro"}
        assert [thief.http.post("/api/sessions", json=wrong).status_code for _ in range(3)] == [401, 401, 429]
        right = {"login": "ana", "password": "caballo blanco"}
        assert thief.http.post("/api/sessions", json=right).status_code == 429
        code = {"login": "ana", "code": "A", "password": "caballo negro"}
        assert thief.http.post("/api/sessions/recover", json=code).status_code == 429
        eva = Visitor(address)
        assert eva.refused("POST", "/api/sessions", 401, login="eva", password="x") == "wrong_password"
        # Each account has its own few tries; all of them together have five.
        others = [{"login": name, "password": "caballo negro"} for name in ("leo", "mia")]
        assert [eva.http.post("/api/sessions", json=each).status_code for each in others] == [401, 429]


SERVE = "from axedrez.server import serve; serve(port=0, database_url={url!r}, lang='en', trusted_proxies={proxies!r})"


@pytest.mark.parametrize(("proxies", "last"), [("127.0.0.1", 401), ("192.0.2.7", 429)])
def test_a_proxy_is_believed_only_if_it_is_trusted(proxies: str, last: int, tmp_path: Path) -> None:
    code = SERVE.format(url=f"sqlite:///{tmp_path / 'games.db'}", proxies=proxies)
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://(\S+)", process.stdout.readline())
        assert found is not None
        statuses = []
        for client in ("203.0.113.1",) * 6 + ("203.0.113.2",):
            visitor = Visitor(found[1], headers={"x-forwarded-for": client})
            answer = visitor.http.post("/api/sessions", json={"login": "ana", "password": "no"})
            statuses.append(answer.status_code)
        assert statuses == [401] * 5 + [429, last]
    finally:
        process.kill()
        process.wait(LONG_S)
