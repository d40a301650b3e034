"""What opens doors is in no log and, as it is, in no database."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from argon2 import Type

from axedrez.server import create_app
from axedrez.server.access import accounts
from axedrez.storage import Store
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

PASSWORD = "caballo-blanco-7391"
HASHER = accounts._HASHER
"""That of servers outside of these tests."""


def test_guessing_a_password_is_work() -> None:
    # RFC 9106, second recommended option: Argon2id, 3 passes, 64 MiB, 4 lanes.
    assert (HASHER.type, HASHER.time_cost, HASHER.memory_cost, HASHER.parallelism) == (Type.ID, 3, 65_536, 4)


def test_passwords_tokens_and_cookies_are_written_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_store: Store, *_asked: object) -> None:
        raise ValueError("a fault made for the test")

    caplog.set_level(logging.DEBUG)
    with serving(
        create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    ) as address:
        ana = Visitor(address, "Ana")
        ana.ask("POST", "/api/accounts", 201, login="ana", password=PASSWORD)
        token = ana.ask("POST", "/api/me/tokens", 201, label="client")["token"]
        cookie = ana.http.cookies["axedrez"]
        ana.refused("POST", "/api/sessions", 401, login="ana", password=f"{PASSWORD}x")
        ana.http.post("/api/sessions", json={"login": "ana", "password": [PASSWORD]})
        monkeypatch.setattr(Store, "page", fail)
        bearer = Visitor(address, headers={"authorization": f"Bearer {token}"})
        assert bearer.http.get("/api/games").status_code == 500
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert "a fault made for the test" in caplog.text
    assert b"argon2id" in kept
    for secret in (PASSWORD, token, token.removeprefix("axt_"), cookie.removeprefix("s.")):
        logged = [record for record in caplog.records if record.name.startswith(("axedrez", "uvicorn", "litestar"))]
        assert not any(secret in record.getMessage() + str(record.exc_info) for record in logged)
        assert secret.encode() not in kept
