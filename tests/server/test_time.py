"""Time that passes by itself: flags without anybody there, and no time at all while no server runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from axedrez.server import create_app, pulse
from match.takeaway import TakeawayShelf
from server.serving import Client, Lots, serving

SHORT = {"kind": "fischer", "initial_ms": 1000}


@contextmanager
def server(folder: Path) -> Iterator[Client]:
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", shelf=TakeawayShelf(), mind=Lots)) as address:
        yield Client(address)


def log_of(client: Client, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = client.http.get(f"/api/games/{game}/events").json()["events"]
    return events


def test_a_flag_falls_while_nobody_is_there_and_at_one_server_only(tmp_path: Path) -> None:
    with ExitStack() as stack:
        one, other = (stack.enter_context(server(tmp_path)) for _ in range(2))
        games = [(one, other)[number % 2].new(clock=SHORT, moves=[])["id"] for number in range(6)]
        for game in games:
            one.send(game, 0, "move", move="take1")
        time.sleep(3)
        for game in games:
            log = log_of(other, game)
            assert [event["type"] for event in log] == ["moved", "ended"]
            assert (log[1]["data"]["reason"], log[1]["data"]["result"]) == ("time", "1-0")
            assert 1000 <= log[1]["at"] - log[0]["at"] < 2500


def test_no_time_passes_while_no_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "BEAT_S", 0.1)
    monkeypatch.setattr(pulse, "SILENCE_MS", 500)
    with server(tmp_path) as client:
        timed = client.new(clock={"kind": "fischer", "initial_ms": 9000})
        timed = client.do(timed, "move", move="take1")
        still = client.new(clock={"kind": "fischer", "initial_ms": 9000})  # its clock has not started
        plain = client.do(client.new(), "move", move="take1")
        time.sleep(1)
    time.sleep(4)
    with server(tmp_path) as client:
        view = client.wait(timed["id"], 2)
        (credit,) = log_of(client, timed["id"])[1:]
        assert credit["type"] == "credited"
        assert 3500 < credit["data"]["ms"] < 6000
        assert view["outcome"] is None
        left = view["clock"]["black_ms"] - (view["clock"]["now"] - view["clock"]["at"])
        assert 4500 < left <= 8100  # without the credit there would be less than 4000
        assert client.view(still["id"])["seq"] == 0
        assert client.view(plain["id"])["seq"] == 1
        view = client.do(view, "move", move="take1")
        assert len(view["moves"]) == 2


def test_a_server_that_stops_leaves_others_in_charge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "BEAT_S", 0.1)
    monkeypatch.setattr(pulse, "SILENCE_MS", 500)
    with server(tmp_path) as other:
        with server(tmp_path) as one:
            game = one.new(clock={"kind": "fischer", "initial_ms": 2000})["id"]
            one.send(game, 0, "move", move="take1")
        time.sleep(3.5)
        log = log_of(other, game)
        assert [event["type"] for event in log] == ["moved", "ended"]  # somebody was there: the time ran
