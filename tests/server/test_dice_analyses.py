"""Analyses of games of dice over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from axedrez.messages import LANGUAGES
from axedrez.server import create_app
from axedrez.server.analysis.analyses import AnalysisJob
from axedrez.server.routes import analyses
from axedrez.server.work.jobs import Job, State
from tests.server.serving import Client, serving
from tests.server.test_analyses import ask, refused, until

MOVES = ["31", "8/5 6/5", "42", "1/3 12/16", "66", "24/18 24/18 13/7 13/7"]

MATCH = Path(__file__).parents[1] / "tables" / "gnubg" / "match1.mat"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("dice")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        client = Client(address)
        client.http.timeout = 200
        yield client


def test_moves_of_ones_own(real: Client) -> None:
    view = until(real, ask(real, rulebook="backgammon", moves=MOVES), "done", "failed", "cancelled")
    assert (view["state"], view["done"], view["total"], view["report"]["kind"]) == ("done", 3, 3, "points")
    report: dict[str, Any] = view["report"]
    assert [turn["dice"] for turn in report["turns"]] == ["31", "42", "66"]
    first = report["turns"][0]
    assert (first["sign"], first["turns"][0]["move"], first["turns"][0]["is_played"]) == ("", "8/5 6/5", True)
    assert len(first["turns"]) == 5
    assert report["turns"][1]["loss"] > 0.03
    assert report["turns"][2]["luck"] > 0.2
    assert (report["result"], report["luck_adjusted"]) == (None, None)
    texts = {until(real, view, "done", lang=lang)["report"]["players"][0]["text"] for lang in LANGUAGES}
    assert len(texts) == 2
    again = ask(real, rulebook="backgammon", moves=MOVES)
    assert (again["id"], again["state"]) == (view["id"], "done")
    assert again["report"]["ply"] == 2
    deeper = ask(real, rulebook="backgammon", moves=MOVES, ply=1)
    assert deeper["id"] != view["id"]
    assert until(real, deeper, "done", "failed", "cancelled")["report"]["ply"] == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"ply": 9}, "request_malformed"),
        ({"rulebook": "chessgammon", "ply": 3}, "analysis_ply"),
        ({"moves": ["31", "8/4"]}, ""),
        ({"moves": ["13"]}, "tables_dice"),
    ],
)
def test_what_cannot_be_analysed(real: Client, fields: dict[str, Any], reason: str) -> None:
    status, found = refused(real, "/api/analyses", {"rulebook": "backgammon", **fields})
    assert status == 422
    assert not reason or found == reason


def test_what_was_analysed_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of the server with its cube, in both languages; another server of the same database has the analysis."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(create_app(url)) as address:
        client = Client(address)
        client.http.timeout = 200
        games = client.http.post("/api/files", content=MATCH.read_bytes()).json()["games"]
        assert len(games) == 6
        view = until(client, ask(client, game=games[0]["id"]), "done", "failed", "cancelled")
        report = view["report"]
        assert (view["state"], len(report["turns"])) == ("done", games[0]["plies"])
        assert [each["act"] for each in report["cube"]][-2:] == ["double", "pass"]
        assert (report["result"], report["cube"][-1]["ply"]) == (1, len(report["turns"]))
        assert report["luck_adjusted"] == pytest.approx(
            1 - report["players"][0]["luck"] + report["players"][1]["luck"], abs=1e-9
        )
        running = client.new("backgammon")
        assert refused(client, "/api/analyses", {"game": running["id"]}) == (422, "analysis_running")
    monkeypatch.setattr(AnalysisJob, "work", None)
    with serving(create_app(url)) as address:
        client = Client(address)
        assert client.http.get(f"/api/analyses/{view['id']}").status_code == 404
        again = ask(client, game=games[0]["id"])
        assert (again["id"], again["state"], again["done"]) == (view["id"], "done", view["total"])
        assert again["report"] == report
        assert client.http.get(f"/api/games/{games[0]['id']}/analyses?lang=en").json() == [again]
        tree = client.http.get(f"/api/games/{games[0]['id']}/tree?lang=en").json()
        marked = [turn["comment"] for turn in report["turns"] if turn["sign"]]
        said = [node["remarks"]["comment"] for node in tree["nodes"] if node["remarks"].get("nags")]
        assert marked
        assert said == marked
        spanish = client.http.get(f"/api/analyses/{view['id']}?lang=es").json()["report"]
        assert spanish["text"] != report["text"]
        assert ask(client, game=games[1]["id"])["state"] in ("queued", "running", "failed")


class EndsMeanwhile(AnalysisJob):
    """A job that ends just after somebody has asked how far it is."""

    def __init__(self) -> None:
        states: list[State] = ["running"]
        self.states = iter(states)
        Job.__init__(self, "key", 1)

    @property
    def state(self) -> State:
        return next(self.states, "done")

    @state.setter
    def state(self, _value: State) -> None:
        pass

    def report(self, lang: str) -> Any:
        return None


def test_nothing_is_told_as_done_without_its_report() -> None:
    view = asyncio.run(analyses._view(EndsMeanwhile(), "es"))
    assert (view.state, view.report) == ("running", None)
