"""Analyses over HTTP: of finished games and the user's own positions, never of running games; hints, threats."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import chess.engine
import chess.pgn
import pytest

from axedrez.server import create_app
from axedrez.server.analysis.analyses import AnalysisJob
from tests.server.serving import Client, serving
from tests.server.visiting import Visitor

FOOLS_MATE = ["f3", "e5", "g4", "Qh4#"]
LONGEST_S = 200


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a server of the shipped rulebooks; kernels may have to be compiled before it answers."""
    folder = tmp_path_factory.mktemp("analyses")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        client = Client(address)
        client.http.timeout = LONGEST_S
        yield client


def ask(client: Client, **fields: Any) -> dict[str, Any]:
    answer = client.http.post("/api/analyses?lang=en", json={"nodes": 1000, **fields})
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def until(client: Client, view: dict[str, Any], *states: str, lang: str = "en") -> dict[str, Any]:
    latest = time.monotonic() + LONGEST_S
    while time.monotonic() < latest:
        view = client.http.get(f"/api/analyses/{view['id']}?lang={lang}").json()
        if view["state"] in states:
            return view
        time.sleep(0.1)
    raise AssertionError(view)


def refused(client: Client, path: str, fields: dict[str, Any]) -> tuple[int, str]:
    answer = client.http.post(path, json=fields)
    return answer.status_code, answer.json()["error"]["reason"]


def test_a_game_is_saved_with_its_analysis(real: Client) -> None:
    """Once more, read again and analysed again, nothing is said twice."""
    game = real.new("clasico", moves=FOOLS_MATE)
    view = until(real, ask(real, game=game["id"]), "done", "failed", "cancelled")
    address = f"/api/games/{game['id']}/files/pgn"
    answer = real.http.get(f"{address}?analysis={view['id']}&lang=en")
    assert answer.status_code == 200, answer.text
    read = chess.pgn.read_game(io.StringIO(answer.text))
    assert read is not None
    assert not read.errors
    nodes = list(read.mainline())
    assert [node.eval() is not None for node in nodes] == [True, True, True, False]
    evaluation = nodes[2].eval()
    assert evaluation is not None
    assert evaluation.white() == chess.engine.Mate(-1)
    assert nodes[2].nags == {4}
    assert "Blunder" in nodes[2].comment
    assert nodes[1].variations[1].san() == view["report"]["moves"][2]["best"]["text"].split()[1]
    assert "[%eval" not in real.http.get(address).text
    stored = real.http.post("/api/files", content=answer.content, headers={"content-type": "text/plain"}).json()
    again = stored["games"][0]["id"]
    view = until(real, ask(real, game=again), "done", "failed", "cancelled")
    moves = real.http.get(f"/api/games/{again}/files/pgn?analysis={view['id']}&lang=en").text.split("\n\n")[1]
    assert moves == answer.text.split("\n\n")[1]

    # Of another game it says nothing, nor does one that is not there.
    other = real.new("clasico", moves=["e4"])["id"]
    for game_id, key in ((other, view["id"]), (game["id"], "0" * 32), (game["id"], "x")):
        answer = real.http.get(f"/api/games/{game_id}/files/pgn?analysis={key}")
        assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "analysis_gone")


def test_what_was_analysed_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server of the same database has the latest analysis of a game, with these nodes."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(create_app(url)) as address:
        client = Client(address)
        client.http.timeout = LONGEST_S
        game = client.new("clasico", moves=FOOLS_MATE)["id"]
        view = until(client, ask(client, game=game), "done", "failed", "cancelled")
    monkeypatch.setattr(AnalysisJob, "work", None)
    with serving(create_app(url)) as address:
        client = Client(address)
        again = ask(client, game=game)
        assert (again["id"], again["state"], again["done"]) == (view["id"], "done", view["total"])
        assert again["report"] == view["report"]
        spanish = client.http.get(f"/api/analyses/{view['id']}?lang=es").json()["report"]
        assert spanish["players"][0]["text"] != view["report"]["players"][0]["text"]
        assert ask(client, game=game, nodes=1001)["state"] in ("queued", "running", "failed")


def test_whoever_opens_the_game_finds_its_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at another server of the database, and in the tree and the studies that are made of it."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(create_app(url)) as address:
        client = Client(address)
        client.http.timeout = LONGEST_S
        game = client.new("clasico", moves=FOOLS_MATE)["id"]
        running = client.new("clasico", moves=FOOLS_MATE[:2])["id"]
        for each in (game, running):
            assert client.http.get(f"/api/games/{each}/analyses").json() == []
        view = until(client, ask(client, game=game), "done", "failed", "cancelled")
        assert client.http.get(f"/api/games/{game}/analyses?lang=en").json() == [view]
        assert client.http.get(f"/api/games/{uuid4()}/analyses").status_code == 404
    monkeypatch.setattr(AnalysisJob, "work", None)
    with serving(create_app(url)) as address:
        other = Visitor(address, "Ana").http
        [found] = other.get(f"/api/games/{game}/analyses?lang=en").json()
        assert (found["id"], found["report"]) == (view["id"], view["report"])
        assert other.get(f"/api/analyses/{view['id']}?lang=en").json()["report"] == view["report"]
        text = Client(address).http.get(f"/api/games/{game}/files/pgn?analysis={view['id']}&lang=en").text
        assert "[%eval #-1]" in text
        tree = other.get(f"/api/games/{game}/tree?lang=en").json()
        [blunder] = [node for node in tree["nodes"] if node["move"] == "g2g4"]
        assert (blunder["remarks"]["nags"], blunder["remarks"]["evaluation"]) == ([4], "#-1")
        assert "Blunder" in blunder["remarks"]["comment"]
        assert sum(node["parent"] == blunder["parent"] for node in tree["nodes"]) == 2
        assert other.get(f"/api/games/{running}/analyses").json() == []
        asked = {"id": str(uuid4()), "title": "Mate", "chapters": {"game": game}}
        made = other.post("/api/studies?lang=en", json=asked).json()
        chapter = other.get(f"/api/studies/{made['study']}/chapters/{made['chapters'][0]}").json()
        assert [node["remarks"] for node in chapter["nodes"]] == [node["remarks"] for node in tree["nodes"]]


def test_a_game_that_is_over_is_analysed_and_kept(real: Client) -> None:
    game = real.new("clasico", moves=FOOLS_MATE)
    assert game["outcome"] is not None
    asked = ask(real, game=game["id"])
    assert asked["total"] == 4
    view = until(real, asked, "done", "failed", "cancelled")
    assert (view["state"], view["done"], view["error"]) == ("done", 4, None)
    told = view["report"]
    assert [move["ply"] for move in told["moves"]] == [1, 2, 3, 4]
    assert told["moves"][2]["move"] == "2. g4??"
    assert told["moves"][2]["grade"] == "blunder"
    assert (told["moves"][2]["reply"]["origin"], told["moves"][2]["reply"]["target"]) == ("d8", "h4")
    assert told["moves"][3]["standing"] == {"expected": 0.0, "score": "0-1", "text": "Black wins."}
    assert 3 in told["moments"]
    assert told["puzzles"][-1] == 4
    assert "Error grave." in until(real, view, "done", lang="es")["report"]["moves"][2]["text"]
    again = ask(real, game=game["id"])
    assert (again["id"], again["state"]) == (view["id"], "done")
    same = ask(real, rulebook="clasico", moves=FOOLS_MATE)
    assert until(real, same, "done")["report"] == told


def test_a_position_of_ones_own_and_what_is_threatened_in_it(real: Client) -> None:
    mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1"
    view = until(real, ask(real, rulebook="clasico", position=mate_in_one), "done")
    assert view["report"]["moves"] == []
    assert view["report"]["next"]["text"].startswith("1… ")
    threat = real.http.post(f"/api/analyses/{view['id']}/threat?lang=en", json={"ply": 0}).json()
    assert threat["line"]["origin"] == "a1"
    assert threat["text"] == "If it were its move, the other side would play 1. Ra8#."
    assert refused(real, f"/api/analyses/{view['id']}/threat", {"ply": 1}) == (422, "request_malformed")
    check = until(real, ask(real, rulebook="clasico", position="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), "done")
    answer = real.http.post(f"/api/analyses/{check['id']}/threat", json={"ply": 0}).json()
    assert answer["line"] is None


def test_a_game_that_goes_on_is_not_analysed(real: Client) -> None:
    game = real.new("clasico", moves=["e4"])
    assert refused(real, "/api/analyses", {"game": game["id"]}) == (422, "analysis_running")


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({}, 422, "request_malformed"),
        ({"game": str(uuid4())}, 404, "unknown_game"),
        ({"game": str(uuid4()), "rulebook": "clasico"}, 422, "request_malformed"),
        ({"rulebook": "nada"}, 404, "unknown_rulebook"),
        ({"rulebook": "backgammon", "engine": "stockfish"}, 422, "request_malformed"),
        ({"rulebook": "clasico", "position": "x"}, 422, "fen_fields"),
        ({"rulebook": "clasico", "moves": ["e5"]}, 422, "pawn_step"),
        ({"rulebook": "clasico", "nodes": 10}, 422, "request_malformed"),
    ],
)
def test_what_cannot_be_analysed(real: Client, fields: dict[str, Any], status: int, reason: str) -> None:
    found = refused(real, "/api/analyses", fields)
    assert found[0] == status
    if reason != "pawn_step":
        assert found[1] == reason


def test_an_analysis_is_cancelled(real: Client) -> None:
    moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]
    asked = ask(real, rulebook="clasico", moves=moves, nodes=1_000_000)
    real.http.delete(f"/api/analyses/{asked['id']}")
    view = until(real, asked, "cancelled", "done")
    assert (view["state"], view["report"]) == ("cancelled", None)
    begun = ask(real, rulebook="clasico", moves=moves)
    assert begun["state"] in ("queued", "running")
    assert until(real, begun, "done")["done"] == len(moves) + 1


def test_an_analysis_that_nobody_asked_for(real: Client) -> None:
    for answer in (real.http.get(f"/api/analyses/{'0' * 32}"), real.http.delete(f"/api/analyses/{'0' * 32}")):
        assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "analysis_gone")


def test_a_hint_in_two_steps(real: Client) -> None:
    game = real.new("clasico", position="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    first = real.http.post(f"/api/games/{game['id']}/hint", json={}).json()
    assert (first["seq"], first["origin"], first["target"]) == (game["seq"], "a1", None)
    assert first["text"] == {"es": "Piense en la pieza de a1.", "en": "Think of the piece on a1."}
    whole = real.http.post(f"/api/games/{game['id']}/hint", json={"whole": True}).json()
    assert (whole["origin"], whole["target"]) == ("a1", "a8")
    assert whole["text"] == {"es": "Pista: 1. Ta8#.", "en": "Hint: 1. Ra8#."}


def test_no_hint_where_it_would_be_cheating_or_there_is_nothing_to_say(real: Client) -> None:
    computer = real.new("clasico", players={"white": {"kind": "computer", "level": 1}, "black": {"kind": "human"}})
    waiting = real.wait(computer["id"], 1)
    assert real.http.post(f"/api/games/{waiting['id']}/hint", json={}).status_code == 200
    over = real.new("clasico", moves=FOOLS_MATE)
    assert refused(real, f"/api/games/{over['id']}/hint", {}) == (422, "game_over")


def test_no_hint_and_no_analysis_between_two_persons(real: Client) -> None:
    ana, eva = Visitor(real.address, "Ana"), Visitor(real.address, "Eva")
    game = eva.accept(ana.invite(rulebook="clasico", colour="white"))["id"]
    assert ana.refused("POST", f"/api/games/{game}/hint", 422, whole=True) == "hint_alone"
    assert ana.refused("POST", "/api/analyses", 422, game=game) == "analysis_running"
    assert eva.refused("POST", "/api/analyses", 422, rulebook="clasico", moves=["e4"]) == "analysis_playing"
    ana.act(game, "resign", side="white")
    assert eva.ask("POST", "/api/analyses", rulebook="clasico", moves=["e4"], nodes=1000)["total"] == 2
