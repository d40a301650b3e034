"""Health and metrics for operators."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.connection import ASGIConnection
from websockets.sync.client import connect

from axedrez.core import AxedrezError
from axedrez.server import create_app
from axedrez.server.base import monitoring
from axedrez.server.base.monitoring import LOOPBACK, MetricsAccess
from axedrez.storage import Store
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import Client, RandomPlayer, serving


def app(folder: Path) -> Litestar:
    return create_app(f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)


def figure(client: Client, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", client.http.get("/metrics").text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    with serving(app(tmp_path)) as address:
        client = Client(address)
        names = ("axedrez_commands_total", "axedrez_commit_seconds_count", "axedrez_sockets")
        refused = 'axedrez_refusals_total{reason="illegal"}'
        before = {name: figure(client, name) for name in names}
        view = client.new()
        client.do(view, "move", move="take1")
        reason = client.send(view["id"], 1, "move", move="take9").json()["error"]["reason"]
        refused = f'axedrez_refusals_total{{reason="{reason}"}}'
        seen = figure(client, refused)
        client.send(view["id"], 1, "move", move="take9")
        assert figure(client, refused) == seen + 1
        with connect(f"ws://{address}/api/games/{view['id']}/socket") as socket:
            socket.recv(timeout=LONG_S)
            after = {name: figure(client, name) for name in names}
        assert {name: after[name] - before[name] for name in names} == dict.fromkeys(names, 1)
        assert figure(client, "axedrez_games_running") == 1
        client.do(client.view(view["id"]), "resign", side="white")
        assert figure(client, "axedrez_games_running") == 0


def test_health_tells_whether_the_database_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(app(tmp_path)) as address:
        client = Client(address)
        assert client.http.get("/healthz").status_code == 200

        async def fail(_store: Store) -> None:
            raise OSError("no database")

        monkeypatch.setattr(Store, "probe", fail)
        assert client.http.get("/healthz").status_code == 200, "a moment ago it was well: no flood of questions"
        monkeypatch.setattr(monitoring, "EVERY_MS", 0)
        assert client.http.get("/healthz").status_code == 503


def test_a_list_of_the_games_that_go_on(tmp_path: Path) -> None:
    with serving(app(tmp_path)) as address:
        client = Client(address)
        views = [client.new() for _ in range(3)]
        client.do(views[1], "resign", side="white")
        running = client.http.get("/api/games?running=true").json()["games"]
        assert [game["id"] for game in running] == [views[2]["id"], views[0]["id"]]


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via", "X-Forwarded-For"])
def test_no_proxy_gets_the_metrics(tmp_path: Path, header: str) -> None:
    with serving(app(tmp_path)) as address:
        http = Client(address).http
        for path in ("/metrics", "/metrics/", "/metrics%2f"):
            assert "axedrez_commands" in http.get(path).text
            answer = http.get(path, headers={header: "127.0.0.1"})
            assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("networks", "client", "included"),
    [
        (LOOPBACK, "127.0.0.1", True),
        (LOOPBACK, "::1", True),
        (LOOPBACK, "::ffff:127.0.0.1", True),
        (LOOPBACK, "10.1.2.3", False),
        (LOOPBACK, "nobody", False),
        ("10.0.0.0/8, 192.0.2.7", "10.1.2.3", True),
        ("10.0.0.0/8, 192.0.2.7", "192.0.2.7", True),
        ("10.0.0.0/8, 192.0.2.7", "127.0.0.1", False),
    ],
)
def test_the_metrics_are_for_some_addresses(networks: str, client: str, included: bool) -> None:
    scope: Any = {"type": "http", "client": (client, 1), "headers": []}
    asked = ASGIConnection[Any, Any, Any, Any](scope)
    assert MetricsAccess(networks).include(asked) is included


@pytest.mark.parametrize("networks", ["everybody", "10.0.0.1/8", "1.2.3.4;5.6.7.8"])
def test_what_is_no_address_is_told(networks: str) -> None:
    with pytest.raises(AxedrezError) as told:
        MetricsAccess(networks)
    assert told.value.reason == "metrics_for"
