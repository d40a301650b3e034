"""How long lines take: what was measured is given back, what is made up is not."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest
from websockets.sync.client import connect

from axedrez.match.events import Moved, MovedData
from axedrez.server import create_app
from axedrez.server.base.latency import TRUSTED_MS, Latency
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

CLOCK = {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 0}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('lags') / 'games.db'}"
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


def test_the_shortest_of_the_last_times_counts() -> None:
    now = 0
    lags, ana = Latency(lambda: now), uuid4()
    assert (lags.of(None), lags.of(ana)) == (0, 0)
    for number, took in enumerate((900, 300, 500)):
        lags.ping_sent(ana, number)
        now += took
        lags.pong_received(ana, number)
    assert lags.of(ana) == 300
    now += 5000
    for number in (1, 77):
        lags.pong_received(ana, number)  # answered already, never asked
    assert lags.of(ana) == 300
    for number in range(10, 15):
        lags.ping_sent(ana, number)
        now += 400
        lags.pong_received(ana, number)
    assert lags.of(ana) == 400, "the last five alone"


@pytest.mark.long
def test_a_slow_line_loses_no_time(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    game = eva.accept(ana.invite(colour="white", clock=CLOCK))["id"]
    ana.act(game, "move", move="take1")
    cookie = {"cookie": f"axedrez={eva.http.cookies['axedrez']}"}
    with connect(f"ws://{address}/api/games/{game}/socket", additional_headers=cookie) as socket:
        answered = threading.Event()

        def far_away() -> None:
            while not answered.is_set():
                frame = json.loads(socket.recv(timeout=LONG_S))
                if frame["type"] == "ping":
                    time.sleep(0.25)
                    socket.send(json.dumps({"type": "pong", "n": frame["n"]}))
                    answered.set()

        thread = threading.Thread(target=far_away)
        thread.start()
        assert answered.wait(LONG_S)
        thread.join()
        time.sleep(0.3)
        eva.act(game, "move", move="take1")
    ana.act(game, "move", move="take1")
    moves = [
        event["data"] for event in ana.ask("GET", f"/api/games/{game}/events")["events"] if event["type"] == "moved"
    ]
    assert [bool(move["lag_ms"]) for move in moves] == [False, True, False]
    assert 250 <= moves[1]["lag_ms"] <= 2000


@pytest.mark.long
def test_who_keeps_answers_back_gains_nearly_nothing() -> None:
    now = 0
    lags, eva = Latency(lambda: now), uuid4()
    given = 0
    for number in range(300):  # a game of 25 minutes, each answer a second late
        lags.ping_sent(eva, number)
        now += 1000
        lags.pong_received(eva, number)
        now += 4000
        lag_ms = lags.of(eva)
        given += lag_ms
        data = MovedData("take1", None, lag_ms)
        lags.gave(eva, [Moved(seq=number + 1, at=now, by="white", data=data)])
    assert given <= TRUSTED_MS + now * 0.01 + 300, "a second once, and a hundredth of the time"
    assert given >= 1000


@pytest.mark.long
def test_a_line_of_a_tenth_of_a_second_costs_nothing() -> None:
    now = 0
    lags, ana = Latency(lambda: now), uuid4()
    for number in range(300):
        lags.ping_sent(ana, number)
        now += 100
        lags.pong_received(ana, number)
        now += 9_900  # both move within ten seconds
        assert lags.of(ana) == 100
        lags.gave(ana, [Moved(seq=number + 1, at=now, by="white", data=MovedData("take1", None, 100))])
