"""Balance reports over HTTP: made aside, one at a time, kept, cancelled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from axedrez.server import create_app
from tests.server.serving import Client, serving


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a server of the shipped rulebooks; kernels may have to be compiled before it answers."""
    folder = tmp_path_factory.mktemp("balance")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        client = Client(address)
        client.http.timeout = 200
        yield client


def ask(client: Client, *sheets: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = client.http.post("/api/balance", json={"sheets": sheets, **fields})
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def until(client: Client, view: dict[str, Any], *states: str, done: int = 0) -> dict[str, Any]:
    latest = time.monotonic() + 200
    while time.monotonic() < latest:
        view = client.http.get(f"/api/balance/{view['id']}?lang=en").json()
        if view["state"] in states and view["done"] >= done:
            return view
        time.sleep(0.1)
    raise AssertionError(view)


def test_a_report_is_made_told_and_kept(real: Client) -> None:
    asked = ask(real, {"rulebook": "backgammon"}, game_count=2, seed=5)
    assert (asked["total"], asked["report"]) == (4, None)
    view = until(real, asked, "done", "failed", "cancelled")
    assert (view["state"], view["done"], view["error"]) == ("done", 4, None)
    report = view["report"]
    assert report["title"] == "Balance of Backgammon"
    assert {table["part"] for table in report["tables"]} >= {"results", "course", "turns", "openings", "skill"}
    score = report["tables"][0]["rows"][0]["cells"][0]["estimate"]
    assert 0 <= score["low"] <= score["value"] <= score["high"] <= 1
    # The same question has its answer at once, in another language too.
    again = ask(real, {"rulebook": "backgammon"}, game_count=2, seed=5)
    assert (again["id"], again["state"], again["report"]["title"]) == (view["id"], "done", "Equilibrio de Backgammon")
    assert ask(real, {"rulebook": "backgammon"}, game_count=2, seed=6)["id"] != view["id"]


def test_two_sheets_one_of_them_as_data(real: Client) -> None:
    changed = {"extends": "chess2d", "id": "changed", "names": {"es": "Otro", "en": "Other"}}
    asked = ask(real, {"rulebook": "chess2d"}, {"sheet": changed}, game_count=1, level=2)
    view = until(real, asked, "done", "failed", "cancelled")
    assert view["state"] == "done"
    assert view["report"]["names"] == ["Chess 2D", "Other"]
    assert view["report"]["tables"][0]["rows"][0]["difference"]["estimate"]["value"] == pytest.approx(0, abs=1)


def test_reports_wait_for_each_other_and_are_cancelled(real: Client) -> None:
    first = ask(real, {"rulebook": "chess2d"}, game_count=500, level=1)
    second = ask(real, {"rulebook": "clasico"}, game_count=500, level=8)
    running = until(real, first, "running", done=1)
    assert running["report"] is None
    assert until(real, second, "queued")["done"] == 0
    # The server answers meanwhile.
    assert real.http.get("/api/health").json()["status"] == "ok"
    assert until(real, first, "running")["done"] < 500
    for view in (second, first):
        assert real.http.delete(f"/api/balance/{view['id']}").status_code == 200
    stopped = until(real, first, "cancelled")
    assert 0 < stopped["done"] < 500
    assert "interrupted" in stopped["report"]["notes"][0]
    assert until(real, second, "cancelled")["report"] is None
    # A cancelled job starts again at the next request.
    third = ask(real, {"rulebook": "clasico"}, game_count=500, level=8)
    assert third["id"] == second["id"]
    assert third["state"] in ("queued", "running")
    real.http.delete(f"/api/balance/{third['id']}")
    until(real, third, "cancelled")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (404, {"sheets": [{"rulebook": "nada"}]}),
        (422, {"sheets": []}),
        (422, {"sheets": [{"rulebook": "clasico"}] * 3}),
        (422, {"sheets": [{}]}),
        (422, {"sheets": [{"rulebook": "clasico", "sheet": {"extends": "clasico", "id": "x"}}]}),
        (422, {"sheets": [{"sheet": {"family": "chess"}}]}),
        (422, {"sheets": [{"sheet": {"extends": ["clasico"]}}]}),
        (422, {"sheets": [{"rulebook": "clasico", "options": {"nothing": 1}}]}),
        (422, {"sheets": [{"rulebook": "clasico"}], "game_count": 501}),
        (422, {"sheets": [{"rulebook": "clasico"}], "game_count": 0}),
        (422, {"sheets": [{"rulebook": "clasico"}], "level": 9}),
        (422, {"sheets": [{"rulebook": "clasico"}], "other": 1}),
    ],
)
def test_what_cannot_be_asked(real: Client, status: int, body: dict[str, Any]) -> None:
    answer = real.http.post("/api/balance", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["reason"] != "internal"


def test_a_report_that_nobody_asked_for(real: Client) -> None:
    for answer in (real.http.get(f"/api/balance/{'0' * 32}"), real.http.delete(f"/api/balance/{'0' * 32}")):
        assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "balance_gone")


def test_a_server_that_ends_ends_its_games(tmp_path: Path) -> None:
    with serving(create_app(f"sqlite:///{tmp_path / 'games.db'}")) as address:
        client = Client(address)
        client.http.timeout = 200
        asked = ask(client, {"rulebook": "clasico"}, game_count=500, level=8)
        until(client, asked, "running")
