"""Computer players: they answer, give way, recover, and go on after a restart."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from axedrez.server import create_app
from axedrez.server.play import computers
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import until
from tests.server.serving import Client, RandomPlayer, serving

COMPUTER = {"kind": "computer", "level": 1}


@contextmanager
def playing(folder: Path, player: RandomPlayer) -> Iterator[Client]:
    app = create_app(f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=lambda: player)
    with serving(app) as address:
        yield Client(address)


def test_a_computer_answers_every_move_to_the_end(tmp_path: Path) -> None:
    with playing(tmp_path, RandomPlayer(accepts=False)) as client:
        view = client.new(players={"white": COMPUTER})
        while view["outcome"] is None:
            view = client.wait(view["id"], view["seq"] + 1)
            if view["turn"] == "black":
                assert not view["thinking"]
                view = client.do(view, "move", move="take1")
        assert view["outcome"]["reason"] == "extinction"
        assert {move["by"] for move in view["moves"]} == {"white", "black"}


def test_two_computers_play_by_themselves(tmp_path: Path) -> None:
    with playing(tmp_path, RandomPlayer(accepts=False)) as client:
        view = client.new(players={"white": COMPUTER, "black": COMPUTER})
        until(lambda: client.view(view["id"])["outcome"])
        view = client.view(view["id"])
        assert view["outcome"]["reason"] == "extinction"
        assert view["can"] == []


def test_while_it_thinks_nobody_moves_for_it_and_an_undo_stops_it(tmp_path: Path) -> None:
    player = RandomPlayer(pause_s=300)
    with playing(tmp_path, player) as client:
        view = client.new(players={"black": COMPUTER})
        view = client.do(view, "move", move="take1")
        assert view["thinking"]
        assert view["steps"]["options"] == []
        refused = client.send(view["id"], 1, "move", move="take1")
        assert refused.json()["error"]["reason"] == "not_your_seat"
        view = client.do(view, "undo")
        assert (view["position"], view["thinking"]) == ("21/w", False)
        until(lambda: player.stopped == len(player.asked) == 1)
        assert client.view(view["id"])["seq"] == 2  # what it had found is dropped


@pytest.mark.parametrize("accepts", [True, False])
def test_it_answers_offers_even_while_it_thinks(tmp_path: Path, accepts: bool) -> None:
    with playing(tmp_path, RandomPlayer(pause_s=300, accepts=accepts)) as client:
        view = client.new(players={"black": COMPUTER})
        view = client.do(view, "move", move="take1")
        view = client.do(view, "offer", offer="draw", side="white")
        view = client.wait(view["id"], 3)
        assert (view["outcome"] is not None) is accepts
        assert view["offers"] == []
        if not accepts:
            log = client.http.get(f"/api/games/{view['id']}/events").json()["events"]
            assert (log[-1]["type"], log[-1]["by"]) == ("declined", "black")
            assert view["answer"] == {"offer": "draw", "by": "black", "answer": "declined", "value": None}


def test_it_claims_what_serves_it(tmp_path: Path) -> None:
    with playing(tmp_path, RandomPlayer()) as client:
        view = client.new(moves=["take1"] * 5, players={"black": COMPUTER})
        view = client.wait(view["id"], 6)
        assert view["turn"] == "white"
        view = client.do(view, "move", move="take1")
        view = client.wait(view["id"], view["seq"] + 1)
        assert view["outcome"]["reason"] == "move_limit"


def test_a_fault_is_logged_and_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    player = RandomPlayer()
    player.faults = 1
    with caplog.at_level(logging.ERROR, "axedrez.server"), playing(tmp_path, player) as client:
        view = client.new(players={"white": COMPUTER})
        assert client.wait(view["id"], 1)["turn"] == "black"
    assert len(player.asked) == 2
    assert "made for the test" in caplog.text


def test_games_that_waited_for_a_computer_go_on_after_a_restart(tmp_path: Path) -> None:
    with playing(tmp_path, RandomPlayer(pause_s=300)) as client:
        view = client.new(players={"white": COMPUTER})
        assert view["thinking"]
    with playing(tmp_path, RandomPlayer()) as client:
        assert client.wait(view["id"], 1)["turn"] == "black"


def test_it_takes_a_moment_for_a_person_at_the_page_and_for_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "MOMENT_MS", 1500)
    clock = {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0}
    with playing(tmp_path, RandomPlayer(accepts=False)) as client:

        def answered_after_s(*, page: bool, **game: Any) -> float:
            client.http.headers.pop("axedrez-client", None)
            view = client.new(players={"black": COMPUTER}, **game)
            if page:
                client.http.headers["axedrez-client"] = "page"
            view = client.do(view, "move", move="take1")
            view = client.wait(view["id"], view["seq"] + 1)
            return float(view["moves"][1]["at"] - view["moves"][0]["at"]) / 1000

        assert answered_after_s(page=True) >= 1.4
        assert answered_after_s(page=False) < 1
        assert answered_after_s(page=True, clock=clock) < 1


def test_an_undo_in_that_moment_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "MOMENT_MS", 1500)
    with playing(tmp_path, RandomPlayer(accepts=False)) as client:
        client.http.headers["axedrez-client"] = "page"
        view = client.new(players={"black": COMPUTER})
        view = client.do(view, "move", move="take1")
        assert view["thinking"]
        view = client.do(view, "undo")
        view = client.do(view, "move", move="take2")
        view = client.wait(view["id"], view["seq"] + 1)
        assert [move["by"] for move in view["moves"]] == ["white", "black"]
        assert view["moves"][0]["move"] == "take2"
