"""`axedrez classroom`: the whole network is served, and told where."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest

from axedrez.cli import classroom
from axedrez.server.base import local_network
from tests.patience import LONG_S

RUN = "from axedrez.cli.app import run; run(['classroom', '--port', '0', '--database-url', {url!r}, '--lang', 'es'])"


def test_a_class_is_served_by_the_address_that_is_shown(tmp_path: Path) -> None:
    code = RUN.format(url=f"sqlite:///{tmp_path / 'games.db'}")
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        assert process.stdout is not None
        found = re.search(r"La clase juega en http://(\S+):(\d+)", process.stdout.readline())
        assert found is not None
        assert found[1] == local_network.local_address()
        drawn = [process.stdout.readline() for _ in range(15)]
        assert any("█▀▀" in line or "▄▄▄▄▄" in line for line in drawn)
        with httpx.Client(base_url=f"http://{found[1]}:{found[2]}", timeout=LONG_S) as http:
            http.get("/api/me")
            game = http.post("/api/games", json={"id": "0" * 31 + "1", "rulebook": "clasico"}).json()
            line = {"id": "00000000-0000-4000-8000-000000000001", "text": "hola"}
            said = http.post(f"/api/games/{game['id']}/chat", json=line)
            assert said.json()["error"]["reason"] == "chat_off"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(120)


def test_the_address_is_one(tmp_path: Path) -> None:
    assert ip_address(local_network.local_address()).version == 4


def test_a_server_on_all_addresses_names_those_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    assert local_network.addresses("127.0.0.1", 8000) == local_network.addresses("192.0.2.7", 8000) == ()
    monkeypatch.setattr(local_network, "local_address", lambda: "192.0.2.7")
    found = local_network.addresses("0.0.0.0", 8000)
    assert found[0] == "http://192.0.2.7:8000"
    assert not any("//127." in each for each in found)
    monkeypatch.setattr(local_network, "local_address", lambda: "127.0.0.1")
    assert "http://127.0.0.1:8000" not in local_network.addresses("0.0.0.0", 8000)


def test_a_code_holds_its_text() -> None:
    rows = classroom.qr_code("http://192.168.1.10:8000").split("\n")
    assert len({len(row) for row in rows}) == 1
    assert rows != classroom.qr_code("http://192.168.1.11:8000").split("\n")
