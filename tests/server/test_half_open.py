"""Connections that send no whole request are ended; those that do are not."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from axedrez.server import create_app
from axedrez.server.base import http
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

SHORT_S = 1.0
POST = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(http, "HEAD_S", SHORT_S)
    monkeypatch.setattr(http, "BODY_S", 2 * SHORT_S)
    with serving(
        create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    ) as address:
        yield address


def opened(address: str) -> socket.socket:
    host, _, port = address.partition(":")
    return socket.create_connection((host, int(port)), timeout=LONG_S)


def is_ended(line: socket.socket, within_s: float) -> bool:
    """Whether the server ends a line on which a byte is sent now and then."""
    end = time.monotonic() + within_s
    line.settimeout(0.1)
    while time.monotonic() < end:
        try:
            line.sendall(b"x")
            if line.recv(1000) == b"":
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@pytest.mark.parametrize("sent", [b"", b"GET /api/me HT", b"GET /api/me HTTP/1.1\r\nHost: local", POST + b"\r\n{"])
def test_half_a_request_is_not_waited_for(address: str, sent: bytes) -> None:
    with opened(address) as line:
        line.sendall(sent)
        if not sent:
            line.settimeout(LONG_S)
            assert line.recv(10) == b""
        else:
            assert is_ended(line, LONG_S)


def test_half_a_second_request_neither(address: str) -> None:
    with opened(address) as line:
        line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in line.recv(10_000)
        line.sendall(b"GET /api/hea")
        assert is_ended(line, LONG_S)


def test_who_waits_for_an_answer_or_listens_is_left_alone(address: str) -> None:
    from websockets.sync.client import connect

    visitor = Visitor(address, "Ana")
    game = visitor.ask("POST", "/api/games", 201, id="00000000-0000-4000-8000-000000000001", rulebook="takeaway")["id"]
    with connect(f"ws://{address}/api/games/{game}/socket") as listening:
        listening.recv(timeout=LONG_S)
        for _ in range(4):  # one connection, kept open between requests
            time.sleep(SHORT_S)
            visitor.me()
        visitor.act(game, "move", move="take1")
        while '"moved"' not in str(listening.recv(timeout=LONG_S)):
            pass
