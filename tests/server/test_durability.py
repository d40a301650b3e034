"""What was acknowledged survives the death of the server, played as a real game of chess."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from axedrez.server.app import run
from tests.patience import LONG_S
from tests.server.serving import Client

LINE = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6"]
SERVE = "from axedrez.server import serve; serve(port=0, database_url={url!r}, lang='en')"


@contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """A server process of its own; it is killed in the end."""
    code = SERVE.format(url=f"sqlite:///{folder / 'games.db'}")
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://(\S+)", process.stdout.readline())
        assert address is not None
        yield process, Client(address[1])
    finally:
        process.kill()
        process.wait(LONG_S)


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    acked = made = 0
    view: dict[str, Any] = {}
    for start in range(0, len(LINE), 4):
        with server(tmp_path) as (process, client):
            view = (
                client.view(view["id"]) if view else client.new("clasico", clock={"kind": "delay", "initial_ms": 10**7})
            )
            # Whoever was away for long gets the time back.
            assert acked <= view["seq"] <= acked + 1
            assert len(view["moves"]) == made
            with connect(f"ws://{client.address}/api/games/{view['id']}/socket") as socket:
                for number, move in enumerate(LINE[start : start + 4]):
                    command = {
                        "type": "move",
                        "id": f"00000000-0000-4000-8000-{start + number:012}",
                        "expected_seq": acked if number else view["seq"],
                        "move": move,
                    }
                    socket.send(json.dumps({"type": "command", "command": command}))
                    while (frame := json.loads(socket.recv(timeout=LONG_S)))["type"] != "ack":
                        assert frame["type"] != "error", frame
                    acked, made = frame["seq"], made + 1
                os.kill(process.pid, signal.SIGKILL)  # the instant after the acknowledgement
    with server(tmp_path) as (_, client):
        after = client.view(view["id"])
        acked = after["seq"]
        assert [move["san"]["en"] for move in after["moves"]] == LINE
        assert after["moves"][2]["san"]["es"] == "Cf3"
        again = client.http.post(f"/api/games/{view['id']}/commands", json=command)  # the last one, sent once more
        assert (again.status_code, again.json()["view"]["seq"]) == (200, acked)


def test_answers_do_not_wait_for_the_network() -> None:
    """A delayed acknowledgement would take 40 ms, each time."""
    with closing(run._listen("127.0.0.1", 0)) as listener, closing(socket.create_connection(listener.getsockname())):
        accepted, _ = listener.accept()
        with closing(accepted):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_local_server_answers_to_local_names_only(tmp_path: Path) -> None:
    with server(tmp_path) as (_, client):
        port = client.address.partition(":")[2]
        for host, status in [("localhost", 200), ("127.0.0.1", 200), ("evil.example", 403), ("", 403)]:
            answer = client.http.get("/api/health", headers={"host": f"{host}:{port}"})
            assert answer.status_code == status, host


def test_an_interrupted_server_stops_in_order(tmp_path: Path) -> None:
    with server(tmp_path) as (process, client):
        view = client.new("clasico", players={"white": {"kind": "computer", "level": 3}})
        with connect(f"ws://{client.address}/api/games/{view['id']}/socket") as socket:
            socket.recv(timeout=LONG_S)
            process.send_signal(signal.SIGINT)
            assert process.wait(LONG_S) in (0, -signal.SIGINT)
