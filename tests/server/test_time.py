"""Time that passes by itself: flags without anybody there, and no time at all while no server runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar

from axedrez.server import create_app
from axedrez.server.play import deadlines, live_game
from axedrez.server.play.games import Games
from axedrez.server.play.live_game import LiveGame
from tests.clocks import MINUTE_MS, Clock
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import until
from tests.server.serving import Client, RandomPlayer, serving

SHORT = {"kind": "fischer", "initial_ms": 1000}


class Node(Client):
    """A server, and a client of it."""

    def __init__(self, app: Litestar, address: str) -> None:
        super().__init__(address)
        self._app = app

    def beats(self) -> None:
        """Wait until the server has told the database that it is there at the present time."""
        now = live_game.now_ms()
        until(lambda: self._app.state.games.outages._lived >= now, "the server does not beat")


@contextmanager
def server(folder: Path) -> Iterator[Node]:
    app = create_app(f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(app) as address:
        yield Node(app, address)


def log_of(client: Client, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = client.http.get(f"/api/games/{game}/events").json()["events"]
    return events


def has_moved_on(client: Client, game: str) -> bool:
    return len(log_of(client, game)) > 1


def test_a_flag_falls_while_nobody_is_there_and_at_one_server_only(tmp_path: Path) -> None:
    with ExitStack() as stack:
        one, other = (stack.enter_context(server(tmp_path)) for _ in range(2))
        made = [(one, other)[number % 2].new(clock=SHORT, moves=[])["id"] for number in range(6)]
        for game in made:
            one.send(game, 0, "move", move="take1")
        until(lambda: all(len(log_of(other, game)) > 1 for game in made), "no flag falls")
        time.sleep(2 * deadlines.POLL_S)  # the other server has looked too
        for game in made:
            log = log_of(other, game)
            assert [event["type"] for event in log] == ["moved", "ended"]
            assert (log[1]["data"]["reason"], log[1]["data"]["result"]) == ("time", "1-0")
            assert log[1]["at"] - log[0]["at"] >= 1000


@pytest.mark.parametrize("kind", ["move", "flag"])
def test_the_clock_is_judged_by_the_server(tmp_path: Path, clock: Clock, kind: str) -> None:
    with server(tmp_path) as client:
        view = client.new(clock={"kind": "delay", "initial_ms": 8 * MINUTE_MS, "increment_ms": 0})
        view = client.do(view, "move", move="take1")
        clock.ahead_ms += 9 * MINUTE_MS
        fields = {"move": "take1"} if kind == "move" else {}
        client.send(view["id"], view["seq"], kind, **fields)  # unless the server has looked at the clock by itself
        outcome = client.view(view["id"])["outcome"]
        assert (outcome["reason"], outcome["result"]) == ("time", "1-0")


def test_no_time_passes_while_no_server_runs(tmp_path: Path, clock: Clock) -> None:
    spec = {"kind": "fischer", "initial_ms": 30 * MINUTE_MS}
    with server(tmp_path) as client:
        timed = client.new(clock=spec)
        timed = client.do(timed, "move", move="take1")
        still = client.new(clock=spec)  # its clock has not started
        plain = client.do(client.new(), "move", move="take1")
        clock.ahead_ms += 5 * MINUTE_MS
        client.beats()
    clock.ahead_ms += 60 * MINUTE_MS
    with server(tmp_path) as client:
        view = client.wait(timed["id"], 2)
        (credit,) = log_of(client, timed["id"])[1:]
        assert credit["type"] == "credited"
        assert 60 * MINUTE_MS <= credit["data"]["ms"] < 65 * MINUTE_MS
        assert view["outcome"] is None
        left = view["clock"]["black_ms"] - (view["clock"]["now"] - view["clock"]["at"])
        # Five minutes went by with a server; without the credit nothing would be left.
        assert 20 * MINUTE_MS < left <= 25 * MINUTE_MS
        assert client.view(still["id"])["seq"] == 0
        assert client.view(plain["id"])["seq"] == 1
        view = client.do(view, "move", move="take1")
        assert len(view["moves"]) == 2


def test_a_server_that_stops_leaves_others_in_charge(tmp_path: Path, clock: Clock) -> None:
    with server(tmp_path) as other:
        with server(tmp_path) as one:
            game = one.new(clock={"kind": "fischer", "initial_ms": 24 * MINUTE_MS})["id"]
            one.send(game, 0, "move", move="take1")
        for _ in range(5):
            clock.ahead_ms += 5 * MINUTE_MS
            other.beats()
        until(lambda: len(log_of(other, game)) > 1, "the flag does not fall")
        log = log_of(other, game)
        assert [event["type"] for event in log] == ["moved", "ended"]  # somebody was there: the time ran


@pytest.mark.parametrize("ms", [60 * MINUTE_MS, -60 * MINUTE_MS])
def test_a_clock_that_is_set_and_set_back_moves_no_time(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, ms: int
) -> None:
    """No time is given back that ran, no flag stops, and no server runs in circles."""
    looked = 0
    handle_deadline = Games.handle_deadline

    async def counted(self: Games, game: UUID) -> LiveGame:
        nonlocal looked
        looked += 1
        return await handle_deadline(self, game)

    monkeypatch.setattr(Games, "handle_deadline", counted)
    with server(tmp_path) as one, server(tmp_path) as other:
        long = one.do(one.new(clock={"kind": "fischer", "initial_ms": 30 * MINUTE_MS}), "move", move="take1")
        for step in (ms, -ms):
            clock.set_ms += step
            one.beats()
            other.beats()
            before = looked
            short = one.do(one.new(clock=SHORT), "move", move="take1")
            until(partial(has_moved_on, other, short["id"]), "the flag does not fall")
            assert log_of(other, short["id"])[1]["data"]["reason"] == "time"
            assert looked - before < 20
        time.sleep(0.5)
        assert [event["type"] for event in log_of(other, long["id"])] == ["moved"], "nothing was given back"
        view = other.view(long["id"])
        assert abs(view["clock"]["now"] - view["clock"]["at"]) < MINUTE_MS
