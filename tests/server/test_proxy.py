"""The proxies of `deploy/` before two servers over PostgreSQL and Redis: two players at different servers."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import uuid4

import pytest
from redis import Redis
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.play import subscriptions
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S, until
from tests.ports import free_port
from tests.server.channels import REDIS
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

DEPLOY = Path(__file__).parents[2] / "deploy"


@contextmanager
def nginx(folder: Path, nodes: list[str]) -> Iterator[str]:
    """The configuration as it is shipped, but for names and ports; gives the address."""
    port = free_port()
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("listen 80;", f"listen 127.0.0.1:{port};")
    site = site.replace("least_conn;", "")  # in turns
    whole = (
        f"daemon off; pid {folder}/pid; error_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n"
        + "".join(
            f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        + named(site, nodes)
        + "}\n"
    )
    path = folder / "nginx.conf"
    path.write_text(whole, encoding="utf-8")
    folder.chmod(0o755)
    with running(["nginx", "-p", str(folder), "-c", str(path)], port):
        yield f"127.0.0.1:{port}"


@contextmanager
def caddy(folder: Path, nodes: list[str]) -> Iterator[str]:
    """The Caddyfile as it is shipped, but for names, ports and the certificate; gives the address."""
    port, admin = free_port(), free_port()
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "least_conn" in site
    site = site.replace("least_conn", "round_robin")
    path = folder / "Caddyfile"
    path.write_text(f"{{\n\tadmin 127.0.0.1:{admin}\n}}\n{named(site, nodes)}", encoding="utf-8")
    home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    home["AXEDREZ_DOMAIN"] = f"http://127.0.0.1:{port}"
    with running(["caddy", "run", "--config", str(path), "--adapter", "caddyfile"], port, home):
        yield f"127.0.0.1:{port}"


def named(site: str, nodes: list[str]) -> str:
    """A configuration with the addresses that the servers have here."""
    for number, node in enumerate(nodes, 1):
        assert f"node{number}:8000" in site
        site = site.replace(f"node{number}:8000", node)
    return site


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str] | None = None) -> Iterator[None]:
    """A program, once it listens."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
    try:
        until(lambda: listens(port), f"{command[0]} does not listen")
        yield
    finally:
        process.terminate()
        process.wait(LONG_S)


def listens(port: int) -> bool:
    """Whether a server listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def heard(line: ClientConnection, seq: int) -> None:
    """Read until the line has told of event `seq`."""
    latest = time.monotonic() + LONG_S
    while time.monotonic() < latest:
        frame = json.loads(line.recv(timeout=LONG_S))
        if frame["type"] == "events" and frame["events"][-1]["seq"] >= seq:
            return
    raise AssertionError(f"event {seq} came too late")


Proxy = Callable[[Path, list[str]], AbstractContextManager[str]]


@pytest.fixture(params=[nginx, caddy], ids=lambda proxied: proxied.__name__)
def proxied(request: pytest.FixtureRequest) -> Proxy:
    """Each of the proxies. Where one is not installed its tests are skipped."""
    if shutil.which(request.param.__name__) is None:
        pytest.skip(f"no {request.param.__name__}")
    found: Proxy = request.param
    return found


class Echo(BaseHTTPRequestHandler):
    """Answers with what it was told of the client."""

    def do_GET(self) -> None:
        told = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_proxy_says_who_asks_and_believes_nobody(proxied: Proxy, tmp_path: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as node:
        threading.Thread(target=node.serve_forever, daemon=True).start()
        try:
            address = f"127.0.0.1:{node.server_port}"
            with proxied(tmp_path, [address, address]) as proxy:
                lies = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
                told = Visitor(proxy).http.get("/", headers=lies).json()
        finally:
            node.shutdown()
    assert (told["x-forwarded-for"], told["x-forwarded-proto"], told["host"]) == ("127.0.0.1", "http", proxy)


METRICS = (
    "/metrics",
    "/metrics/",
    "/metrics//",
    "/metrics%2f",
    "/metrics%2F",
    "//metrics",
    "/./metrics",
    "/x/../metrics",
    "/x/..%2fmetrics",
    "/%6detrics",
    "/%6Detrics/",
    "/metrics?x=1",
    "/metrics/?x=1",
    "/metrics%3f",
    "/metrics;x",
    "/metrics%00",
    "/METRICS",
)


def raw(address: str, path: str) -> bytes:
    """What comes back for a path that no client tidies up."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=LONG_S) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(2**16), b""))


def test_a_proxy_keeps_the_metrics_to_itself(proxied: Proxy, tmp_path: Path) -> None:
    """Not even a server that would tell everybody is asked."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as node:
        threading.Thread(target=node.serve_forever, daemon=True).start()
        try:
            address = f"127.0.0.1:{node.server_port}"
            with proxied(tmp_path, [address, address]) as proxy:
                passed = [path for path in METRICS if b"x-forwarded-for" in raw(proxy, path)]
                assert b"x-forwarded-for" in raw(proxy, "/healthz")
        finally:
            node.shutdown()
    assert set(passed) <= {"/METRICS"}


def test_two_players_at_different_servers_behind_a_proxy(
    proxied: Proxy, postgres_url: str, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "HEARTBEAT_S", 600.0)  # it is not the heartbeat that brings the news
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(
                serving(
                    create_app(postgres_url, rulebooks=TakeawayRulebooks(), player=RandomPlayer, channels_url=REDIS)
                )
            )
            for _ in range(2)
        ]
        proxy = stack.enter_context(proxied(tmp_path, nodes))
        ana, eva = Visitor(proxy, "Ana"), Visitor(proxy, "Eva")
        for written in METRICS:
            answer = raw(proxy, written)
            assert b"axedrez_commands" not in answer, written
            assert answer.split(b" ", 2)[1] in (b"403", b"404", b"400") or b"<!doctype html" in answer.lower(), written
        assert ana.http.get("/healthz").json() == {"status": "ok"}
        foreign = ana.http.post("/api/games", json={}, headers={"origin": "http://evil.example"})
        assert foreign.status_code == 403
        own = ana.http.patch("/api/me", json={"name": "Ana"}, headers={"origin": f"http://{proxy}"})
        assert own.status_code == 200, "a page of the proxy is no stranger"
        game = eva.accept(ana.invite(colour="white"))["id"]
        lines = {}
        for visitor in (ana, eva):  # in turns: one at each server
            cookie = {"cookie": f"axedrez={visitor.http.cookies['axedrez']}"}
            path = f"ws://{proxy}/api/games/{game}/socket?frames=events"
            lines[visitor] = stack.enter_context(connect(path, additional_headers=cookie))
            lines[visitor].recv(timeout=LONG_S)
        for seq in range(1, 7):
            mover, other = (ana, eva) if seq % 2 else (eva, ana)
            command = {"id": str(uuid4()), "expected_seq": seq - 1, "type": "move", "move": "take1"}
            lines[mover].send(json.dumps({"type": "command", "command": command}))
            heard(lines[other], seq)
            heard(lines[mover], seq)
        assert {node: Visitor(node).ask("GET", f"/api/games/{game}")["seq"] for node in nodes} == dict.fromkeys(
            nodes, 6
        )
