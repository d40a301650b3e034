"""A real server, and a client that speaks for a player.

An application whose server has ended is used for the next one, with the settings of that: putting its routes together
takes a quarter of a second of a processor, and the tests want hundreds.
"""

from __future__ import annotations

import json
import random
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from uuid import uuid4

import httpx
from litestar import Litestar
from litestar.datastructures import State
from websockets.sync.client import ClientConnection

from axedrez.core import History, Move, Position, Side
from axedrez.core.match_state import MatchState
from axedrez.engine.levels import USUAL
from axedrez.engine.player import Stop
from axedrez.engine.time_budget import Budget
from axedrez.server.app import app as server_app
from axedrez.server.app.run import serving
from axedrez.server.app.services import ServiceOptions
from axedrez.server.app.services import services as _services
from tests.patience import LONG_S, until

__all__ = ["Client", "RandomPlayer", "posted", "received", "serving"]

_idle: list[tuple[server_app.Setting, Litestar]] = []
_used: dict[int, tuple[server_app.Setting, Litestar]] = {}  # by the identity of their state
_made = server_app.application


def _application(setting: server_app.Setting) -> Litestar:
    own, app = _idle.pop() if _idle else (setting, _made(setting))
    vars(own).update(vars(setting))
    app.state = State()
    _used[id(app.state)] = own, app
    return app


@asynccontextmanager
async def _services_of_used(state: State, options: ServiceOptions) -> AsyncIterator[None]:
    try:
        async with _services(state, options):
            yield
    finally:
        if id(state) in _used:
            _idle.append(_used.pop(id(state)))


server_app.application = _application
vars(server_app)["services"] = _services_of_used


class RandomPlayer:
    """A computer player that draws lots; `pause_s` makes it think until then or until it is stopped."""

    def __init__(self, pause_s: float = 0.0, accepts: bool = True) -> None:
        self.pause_s = pause_s
        self.accepts = accepts
        self.asked: list[str] = []
        self.stopped = 0
        self.faults = 0
        self.random = random.Random(1)

    def choose(
        self,
        position: Position,
        history: History,
        *,
        level: int = USUAL,
        time_ms: int | None = None,
        clock: Budget | None = None,
        nodes: int | None = None,
        stop: Stop | None = None,
        seed: int | None = None,
        state: MatchState | None = None,
    ) -> Move:
        self.asked.append(position.text())
        if self.faults:
            self.faults -= 1
            raise RuntimeError("a fault of the computer player, made for the test")
        assert isinstance(stop, threading.Event)
        if stop.wait(self.pause_s):
            self.stopped += 1
        return self.random.choice(position.legal_moves())

    def accepts_draw(
        self, position: Position, history: History, *, side: Side | None = None, level: int = USUAL
    ) -> bool:
        return self.accepts

    def doubles(self, position: Position, state: MatchState, *, side: Side) -> bool:
        return False

    def takes(self, position: Position, state: MatchState, *, side: Side) -> bool:
        return True

    def beavers(self, position: Position, state: MatchState, *, side: Side) -> bool:
        return False

    def accepts_resignation(self, position: Position, state: MatchState, *, side: Side, points: int) -> bool:
        return False


class Client:
    """Talks HTTP to a server."""

    def __init__(self, address: str, **options: Any) -> None:
        self.address = address
        self.http = httpx.Client(
            base_url=f"http://{address}", timeout=LONG_S, verify=False, **options
        )  # loading certificates takes longer than a request

    def new(self, rulebook: str = "takeaway", **fields: Any) -> dict[str, Any]:
        """A new game; its view."""
        answer = self.http.post("/api/games", json={"id": str(uuid4()), "rulebook": rulebook, **fields})
        assert answer.status_code == 201, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def view(self, game: str) -> dict[str, Any]:
        """A game as it stands."""
        view: dict[str, Any] = self.http.get(f"/api/games/{game}").json()
        return view

    def send(self, game: str, seq: int, kind: str, **fields: Any) -> httpx.Response:
        """Send a command."""
        command = {"id": str(uuid4()), "expected_seq": seq, "type": kind, **fields}
        return self.http.post(f"/api/games/{game}/commands", json=command)

    def do(self, view: dict[str, Any], kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command that must succeed; the view after it."""
        answer = self.send(view["id"], view["seq"], kind, **fields)
        assert answer.status_code == 200, answer.text
        after: dict[str, Any] = answer.json()["view"]
        return after

    def wait(self, game: str, seq: int) -> dict[str, Any]:
        """The view once the log has reached `seq`."""
        view: dict[str, Any] = {}

        def reached() -> bool:
            view.update(self.view(game))
            return bool(view["seq"] >= seq)

        until(reached, f"the log does not reach {seq}", limit_s=120)  # the first search may have to be compiled
        return view


def received(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next frame of a kind; heartbeats in between are left out, and who is there."""
    while True:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=LONG_S))
        if frame["type"] == kind:
            return frame
        assert frame["type"] in ("heartbeat", "company"), frame


@contextmanager
def posted(address: str, path: str, kind: str, body: bytes) -> Iterator[None]:
    """A request whose sender hangs up, unanswered, at the end of the block."""
    host, _, port = address.rpartition(":")
    head = f"POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
    with socket.create_connection((host, int(port))) as line:
        line.sendall(head.encode() + body)
        yield
