"""An unreadable game does not affect others: they are still listed, shown in the overview and handled when due."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from axedrez.server import create_app
from axedrez.server.play import overview, subscriptions
from axedrez.storage import decoding
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import until
from tests.server.serving import Client, RandomPlayer, received, serving

SHORT = {"kind": "fischer", "initial_ms": 1000}
FAULTS = [
    "UPDATE games SET sheet = '{\"id\": 1}' WHERE id = :id",
    "UPDATE games SET sheet = '{' WHERE id = :id",
    "UPDATE games SET players = '{' WHERE id = :id",
    "UPDATE games SET players = '{\"white\": 1}' WHERE id = :id",
    "UPDATE games SET names = '[1]' WHERE id = :id",
    'UPDATE games SET clock = \'{"kind": "hourglass"}\' WHERE id = :id',
    "UPDATE games SET start = 'nonsense' WHERE id = :id",
    "UPDATE events SET data = '{}' WHERE game = :id",
    "UPDATE events SET type = 'teleported' WHERE game = :id",
    "UPDATE events SET data = '{' WHERE game = :id",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(overview, "KEPT_MS", 0)
    decoding._logged.clear()
    return tmp_path


def app(folder: Path) -> Any:
    return create_app(f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_that_cannot_be_read_hides_no_other(fault: str, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(app(folder)) as address:
        client = Client(address)
        games = [client.new(clock=SHORT, moves=[])["id"] for _ in range(5)]
        for game in games:
            client.do(client.view(game), "move", move="take1")
    with closing(sqlite3.connect(folder / "games.db")) as database:
        database.execute(fault, {"id": games[2]})
        database.commit()
    good = [game for game in games if game != games[2]]
    caplog.clear()
    with serving(app(folder)) as address:
        client = Client(address)
        for _ in range(2):
            answer = client.http.get("/api/overview")
            assert answer.status_code == 200, answer.text
            assert {game["id"] for game in answer.json()["games"]} >= set(good)
        for query in ("", "?running=true", "?limit=2", "?limit=3"):
            answer = client.http.get(f"/api/games{query}")
            assert answer.status_code == 200, answer.text
        until(lambda: all(client.view(game)["outcome"] for game in good), "the flags of the others do not fall")
        assert set(good) <= set(listed(client))  # now that no game of theirs changes its page any more
        assert client.http.get(f"/api/games/{games[2]}").status_code in (200, 422, 500)
        assert client.http.get("/api/dice").status_code == 200
    left_out = [record.getMessage() for record in caplog.records if "is left out" in record.getMessage()]
    assert len(left_out) == len(set(left_out)), "each is told once"
    assert len(left_out) <= 3


def listed(client: Client) -> list[str]:
    """All games, page by page."""
    found: list[str] = []
    before = ""
    while True:
        page = client.http.get(f"/api/games?limit=2{before}").json()
        found += [game["id"] for game in page["games"]]
        if page["next"] is None:
            return found
        before = f"&before={page['next']}"


def test_a_room_that_cannot_be_read_stops_no_heartbeat(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "PARTS", 1)
    monkeypatch.setattr(subscriptions, "HEARTBEAT_S", 0.2)
    with serving(app(folder)) as address:
        client = Client(address)
        good, bad = (client.new()["id"] for _ in range(2))
        path = f"ws://{address}/api/games/{{}}/socket"
        with connect(path.format(good)) as socket, connect(path.format(bad)):
            received(socket, "view")
            with closing(sqlite3.connect(folder / "games.db")) as database:
                row = (bad, 1, "teleported", 1, "white", "{}")
                database.execute('INSERT INTO events (game, seq, type, at, "by", data) VALUES (?, ?, ?, ?, ?, ?)', row)
                database.execute("UPDATE games SET seq = 1 WHERE id = ?", (bad,))
                database.commit()
            time.sleep(0.5)
            for _ in range(3):
                received(socket, "heartbeat")
