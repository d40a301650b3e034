"""Floods: refused, told once in the log without a secret, cut off when they go on; the honest play on."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.access import throttle
from axedrez.server.access.rate_limits import Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.access.sockets import CLOSE_FLOOD
from axedrez.server.access.throttle import Rates, Throttle
from axedrez.server.base.errors import TooMuch
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

NEVER = 1 / 3600
ROOT = Path(__file__).parents[2]
FRAMES = [
    json.dumps({"type": "steps", "id": str(uuid4()), "prefix": []}),
    '{"type":',
    "x" * 20_000,
    json.dumps({"type": "pong", "n": 1}),
]


@contextmanager
def limited(folder: Path, rates: Rates) -> Iterator[str]:
    app = create_app(
        f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer, rates=rates
    )
    with serving(app) as address:
        yield address


def cookie(visitor: Visitor) -> dict[str, str]:
    visitor.me()
    return {"cookie": f"axedrez={visitor.http.cookies['axedrez']}"}


def closed(socket: ClientConnection, frame: str) -> int | None:
    """Send a frame again and again; the code by which the server has closed the socket then."""
    while True:
        try:
            socket.send(frame)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else None


@pytest.mark.parametrize("frame", FRAMES, ids=["question", "malformed", "large", "pong"])
@pytest.mark.long
def test_who_goes_on_flooding_a_socket_is_cut_off_and_told_of(
    frame: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rates = Rates(sender=Rate(8, NEVER), patience=Rate(0, NEVER))
    with limited(tmp_path, rates) as address, caplog.at_level(logging.WARNING, "axedrez.server"):
        ana, foe = Visitor(address), Visitor(address)
        game = ana.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway")["id"]
        shown = cookie(foe)
        for path in (f"/api/games/{game}/socket?frames=events", "/api/lobby/socket"):
            with connect(f"ws://{address}{path}", additional_headers=shown) as socket:
                assert closed(socket, frame) == CLOSE_FLOOD
            shown = cookie(Visitor(address))
    lines = [record.getMessage() for record in caplog.records]
    assert lines.count("too much at once: address=127.0.0.1 kind=patience times=1") == 1, "one line a minute"
    assert not any(shown["cookie"].removeprefix("axedrez=") in line for line in lines)


@pytest.mark.long
def test_the_honest_play_on_while_others_flood(tmp_path: Path) -> None:
    rates = Rates(sender=Rate(200, NEVER), address=Rate(10**9, NEVER), patience=Rate(0, NEVER))
    with limited(tmp_path, rates) as address:
        ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
        game = eva.accept(ana.invite())
        over = threading.Event()
        codes: list[int | None] = []

        def flood() -> None:
            while not over.is_set():
                path = f"ws://{address}/api/games/{game['id']}/socket"
                with connect(path, additional_headers=cookie(Visitor(address))) as socket:
                    codes.append(closed(socket, FRAMES[3]))

        foe = threading.Thread(target=flood)
        foe.start()
        try:
            seats = {game["players"][side]["person"]: side for side in ("white", "black")}
            lines = {}
            for visitor in (ana, eva):
                line = connect(
                    f"ws://{address}/api/games/{game['id']}/socket?frames=events&after={game['seq']}",
                    additional_headers=cookie(visitor),
                )
                lines[seats[visitor.me()["id"]]] = line.__enter__()
            seq = game["seq"]
            for side in ("white", "black", "white", "black"):
                command = {"type": "move", "id": str(uuid4()), "expected_seq": seq, "move": "take1"}
                lines[side].send(json.dumps({"type": "command", "command": command}))
                while (frame := json.loads(lines[side].recv(timeout=30)))["type"] != "ack":
                    assert frame["type"] != "error", frame
                seq = frame["seq"]
            while len(codes) < 2:
                over.wait(0.05)
        finally:
            over.set()
            foe.join(60)
            for line in lines.values():
                line.close()
        assert set(codes) == {CLOSE_FLOOD}
        assert ana.ask("GET", f"/api/games/{game['id']}")["seq"] == seq


class Clock:
    """A time that goes on when somebody sleeps."""

    def __init__(self) -> None:
        self.ms = 0

    def now(self) -> int:
        return self.ms

    async def sleep(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    # The module's name alone: servers of other tests in this process sleep too, and would put the clock forward.
    monkeypatch.setattr(throttle, "asyncio", SimpleNamespace(sleep=found.sleep))
    return found


def passed(gate: Throttle, requester: Requester, most: int) -> int:
    """How many frames pass before the sender is cut off."""

    async def send() -> int:
        for number in range(most):
            try:
                await gate.frame(requester)
            except TooMuch:
                return number
        return most

    return asyncio.run(send())


def test_a_sender_is_cut_off_who_has_been_made_to_wait_often(clock: Clock) -> None:
    rates = Rates(sender=Rate(10, 5), address=Rate(1000, 1000), patience=Rate(4, NEVER))
    gate = Throttle(RateLimiter(clock.now), rates)
    ana, eva = Requester("ana", "192.0.2.1"), Requester("eva", "192.0.2.1")
    assert passed(gate, ana, 1000) == 10 + 4 * 5, "what was saved, and what came in while it waited four times"
    assert passed(gate, ana, 1000) < 10, "whoever comes back has no more patience left to spend"
    assert passed(gate, eva, 10) == 10


def test_nobody_is_cut_off_for_the_neighbours(clock: Clock) -> None:
    rates = Rates(sender=Rate(1000, 1000), address=Rate(10, 5), patience=Rate(1, NEVER))
    assert passed(Throttle(RateLimiter(clock.now), rates), Requester("ana", "192.0.2.1"), 100) == 100


def test_honest_play_at_its_quickest_is_never_cut_off(clock: Clock) -> None:
    gate = Throttle(RateLimiter(clock.now), Rates())

    async def play() -> None:
        for _ in range(2000):  # ten moves a second, each with a question before it
            await gate.frame(Requester("ana", "192.0.2.1"))
            clock.ms += 50

    asyncio.run(play())


def test_a_flood_is_one_line_a_minute_for_each_offender(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    gate = Throttle(RateLimiter(clock.now), Rates(sender=Rate(1, NEVER)))

    def flood(requester: Requester) -> None:
        for _ in range(50):
            with pytest.raises(TooMuch):
                gate.write(requester)

    offenders = [Requester("secret", "192.0.2.1"), Requester("hidden", "192.0.2.2")]
    with caplog.at_level(logging.WARNING, "axedrez.server"):
        for requester in offenders:
            gate.write(requester)
        for _ in range(2):
            for requester in offenders:
                flood(requester)
            clock.ms += 61_000
    told = [record.getMessage() for record in caplog.records]
    expected = [
        f"too much at once: address={address} kind=sender times={times}"
        for times in (1, 50)
        for address in ("192.0.2.1", "192.0.2.2")
    ]
    assert told == expected


def test_tokens_that_are_none_are_refused_and_then_not_even_looked_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with limited(tmp_path, Rates(tokens=Rate(3, NEVER))) as address, caplog.at_level(logging.WARNING, "axedrez.server"):
        ana = Visitor(address, "Ana")
        ana.ask("POST", "/api/accounts", 201, login="ana", password="caballo blanco")
        token = ana.ask("POST", "/api/me/tokens", 201, label="program")["token"]
        program = Visitor(address, headers={"authorization": f"Bearer {token}"})
        assert [program.http.get("/api/me").status_code for _ in range(8)] == [200] * 8, "a good token costs nothing"
        thieves = [Visitor(address, headers={"authorization": f"Bearer axt_made_up_{number}"}) for number in range(5)]
        assert [thief.http.get("/api/me").status_code for thief in thieves] == [401] * 3 + [429] * 2
        assert program.http.get("/api/me").status_code == 429, "nobody's token is looked up there for a while"
        assert ana.http.get("/api/me").status_code == 200
    assert [record.getMessage() for record in caplog.records] == [
        "too much at once: address=127.0.0.1 kind=tokens times=1"
    ]


@pytest.mark.long
def test_the_bench_of_floods() -> None:
    small = ("--games", "4", "--rate", "4", "--seconds", "2", "--rounds", "1", "--begun", "2")
    command = [sys.executable, "-m", "bench.floods", *small]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout.splitlines()[0])
    assert found["quiet"]["failed"] == found["flooded"]["failed"] == {}
    assert found["moves_in_the_logs"] >= 4
    assert set(found["hostile"]) == {"frames", "malformed", "large", "huge", "posts", "tokens", "sockets"}
    assert found["hostile"]["huge"].get("closed 1009", 0) > 0
