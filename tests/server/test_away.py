"""The database is unavailable for a while: all requests get one sentence, and service resumes when it is back."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import asyncpg
import httpx
import pytest
from sqlalchemy.engine import URL, make_url
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.base import monitoring
from axedrez.storage import store
from tests.cutting import Cut, cutting
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S, until
from tests.server.serving import Client, RandomPlayer, received, serving
from tests.server.visiting import Visitor


@contextmanager
def away_from(postgres_url: str) -> Iterator[tuple[str, Cut]]:
    """A server over a database, and the line between the two."""
    url = make_url(postgres_url)
    with cutting(url.port or 5432) as line:
        near = url.set(host="127.0.0.1", port=line.port).render_as_string(hide_password=False)
        with serving(create_app(near, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
            yield address, line


def refused(answer: httpx.Response, lang: str = "es") -> None:
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["retry-after"]) > 0
    error = answer.json()["error"]
    assert error["reason"] == "database_away"
    assert {"es": "base de datos", "en": "database"}[lang] in error["message"]


def test_while_the_database_is_away_everybody_is_told_so(
    postgres_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitoring, "EVERY_MS", 0)
    with away_from(postgres_url) as (address, line):
        ana = Visitor(address, "Ana")
        client = Client(address)
        game = client.new(clock={"kind": "fischer", "initial_ms": 3_600_000})["id"]
        with connect(f"ws://{address}/api/games/{game}/socket?lang=en") as socket:
            received(socket, "view")
            line.cut()
            caplog.clear()
            command = {"id": str(uuid4()), "expected_seq": 0, "type": "move", "move": "take1"}
            refused(client.http.get(f"/api/games/{game}"))
            refused(client.http.get(f"/api/games/{game}?lang=en"), "en")
            refused(client.http.post(f"/api/games/{game}/commands", json=command))
            refused(client.http.get("/api/games"))
            refused(client.http.get("/api/overview"))
            refused(ana.http.patch("/api/me", json={"name": "Eva"}))
            assert client.http.get("/healthz").status_code == 503
            assert client.http.get("/livez").status_code == 200
            figures = client.http.get("/metrics")
            assert figures.status_code == 200
            assert "\naxedrez_database_up 0.0" in figures.text
            assert "\naxedrez_games_running NaN" in figures.text
            socket.send(json.dumps({"type": "command", "command": command}))
            frame = received(socket, "error")
            assert (frame["id"], frame["error"]["reason"]) == (command["id"], "database_away")
            with connect(f"ws://{address}/api/games/{game}/socket?lang=en") as late:
                assert received(late, "error")["error"]["reason"] == "database_away"
                with pytest.raises(ConnectionClosed) as closed:
                    late.recv(timeout=LONG_S)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
            line.restore()
            until(lambda: client.http.get("/healthz").status_code == 200, "it does not get well")
            answer = client.http.post(f"/api/games/{game}/commands", json=command)
            assert answer.status_code == 200, answer.text
            assert received(socket, "events")["events"][-1]["seq"] == 1  # the old line goes on
        assert "\naxedrez_database_up 1.0" in client.http.get("/metrics").text
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert told
    assert all(record.exc_info is None for record in told), "one line each, no story"
    assert all("\n" not in record.getMessage() and len(record.getMessage()) < 300 for record in told)


def test_a_socket_of_somebody_is_told_so_too(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who it is cannot be looked up: a server that has just started would refuse the socket without a word."""
    with away_from(postgres_url) as (address, line):
        ana = Visitor(address, "Ana")
        game = Client(address).new()["id"]
        cookie = {"cookie": f"axedrez={ana.http.cookies['axedrez']}"}
        line.cut()
        for path in (f"games/{game}/socket", "lobby/socket", "me/socket", f"studies/{game}/socket"):
            with connect(f"ws://{address}/api/{path}?lang=en", additional_headers=cookie) as socket:
                frame = received(socket, "error")
                assert frame["error"]["reason"] == "database_away", path
                with pytest.raises(ConnectionClosed) as closed:
                    socket.recv(LONG_S)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013


def test_a_database_that_is_gone_is_away_too(postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    url = make_url(postgres_url)
    with serving(create_app(postgres_url, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        client = Client(address)
        view = client.do(client.new(), "move", move="take1")
        caplog.clear()
        hidden = f"{url.database}_hidden"
        try:
            renamed(url, str(url.database), hidden)
            refused(client.http.get(f"/api/games/{view['id']}"))
            refused(client.send(view["id"], 1, "move", move="take1"))
        finally:
            renamed(url, hidden, str(url.database))
        until(lambda: client.send(view["id"], 1, "move", move="take1").status_code in (200, 409), "it does not go on")
    assert all(record.exc_info is None for record in caplog.records if record.levelno >= logging.WARNING)


def renamed(url: URL, old: str, new: str) -> None:
    async def work() -> None:
        server = url.set(database="postgres").render_as_string(hide_password=False)
        connection = await asyncpg.connect(server)
        await connection.execute(f"ALTER DATABASE {old} ALLOW_CONNECTIONS false")
        await connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{old}'")
        await connection.execute(f"ALTER DATABASE {old} RENAME TO {new}")
        await connection.execute(f"ALTER DATABASE {new} ALLOW_CONNECTIONS true")
        await connection.close()

    asyncio.run(work())


def sees(socket: ClientConnection, black: str) -> None:
    """Read until a frame says where Black is."""
    latest = time.monotonic() + LONG_S
    while time.monotonic() < latest:
        frame = json.loads(socket.recv(timeout=LONG_S))
        if frame["type"] == "company" and frame["black"] == black:
            return
    raise AssertionError(f"Black is never {black}")


def test_whoever_leaves_while_the_database_is_away_is_not_there_for_ever(postgres_url: str) -> None:
    with away_from(postgres_url) as (address, line):
        ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
        game = eva.accept(ana.invite(colour="white"))["id"]
        cookies = {who: {"cookie": f"axedrez={who.http.cookies['axedrez']}"} for who in (ana, eva)}
        path = f"ws://{address}/api/games/{game}/socket"
        with connect(path, additional_headers=cookies[ana]) as here:
            with connect(path, additional_headers=cookies[eva]):
                sees(here, "here")
                line.cut()
            time.sleep(0.2)
            line.restore()
        with connect(path, additional_headers=cookies[ana]) as here:
            sees(here, "away")


def test_a_full_disk_is_told_by_the_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "EVERY_MS", 0)
    with serving(
        create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    ) as address:
        client = Client(address)
        assert client.http.get("/healthz").status_code == 200
        with monkeypatch.context() as full:
            full.setattr(store, "MIN_FREE", 2**80)
            assert client.http.get("/healthz").status_code == 503
        assert client.http.get("/healthz").status_code == 200


SERVE = """
import sys
from axedrez.server import serve
from axedrez.server.base import monitoring
monitoring.EVERY_MS = 0
serve(database_url=sys.argv[1], lang="en")
"""


def test_a_file_that_cannot_grow_is_told_by_the_health_and_in_a_sentence(tmp_path: Path) -> None:
    """The kernel refuses what is written to the files of a real server, as it does on a full disk."""
    command = [sys.executable, "-c", SERVE, f"sqlite:///{tmp_path / 'games.db'}"]
    log = (tmp_path / "log").open("w+", encoding="utf-8")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://([\w.:]+)", server.stdout.readline())
            assert found is not None
            client = Client(found[1])
            assert client.http.get("/healthz").status_code == 200
            body = {"id": str(uuid4()), "rulebook": "clasico"}
            assert client.http.post("/api/games", json={**body, "id": str(uuid4())}).status_code == 201
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
            until(lambda: client.http.get("/healthz").status_code == 503, "it is well on a full disk")
            assert client.http.get("/livez").status_code == 200
            refused(client.http.post("/api/games", json=body))
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            until(lambda: client.http.get("/healthz").status_code == 200, "it does not get well")
            assert client.http.post("/api/games", json=body).status_code == 201
        finally:
            server.terminate()
    log.seek(0)
    assert "Traceback" not in log.read()
    log.close()
