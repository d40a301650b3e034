"""What those who run a server are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar import Litestar
from websockets.sync.client import connect

from axedrez.server import create_app
from axedrez.storage import Store
from match.takeaway import TakeawayShelf
from patience import LONG_S
from server.serving import Client, Lots, serving


def app(folder: Path) -> Litestar:
    return create_app(f"sqlite:///{folder / 'games.db'}", shelf=TakeawayShelf(), mind=Lots)


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

        async def fail(_store: Store, _since: int) -> int:
            raise OSError("no database")

        monkeypatch.setattr(Store, "running", fail)
        assert client.http.get("/healthz").status_code == 503


def test_a_list_of_the_games_that_go_on(tmp_path: Path) -> None:
    with serving(app(tmp_path)) as address:
        client = Client(address)
        views = [client.new() for _ in range(3)]
        client.do(views[1], "resign", side="white")
        running = client.http.get("/api/games?running=true").json()["games"]
        assert [game["id"] for game in running] == [views[2]["id"], views[0]["id"]]
