"""One server for the tests that do not disturb each other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from redis import Redis
from redis.exceptions import RedisError

from axedrez.server import create_app
from axedrez.server.access import accounts
from axedrez.server.app.app import HANDLERS
from axedrez.server.base import outages
from axedrez.server.play import live_game
from axedrez.storage import SharedClock, presence
from tests.match.takeaway import TakeawayRulebooks
from tests.server.channels import REDIS
from tests.server.serving import Client, RandomPlayer, serving

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

for _handler in HANDLERS:
    # Read once here, the signatures are not read again for each of the hundreds of servers of these tests.
    assert _handler.parsed_fn_signature


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a server that plays takeaway, with a small page."""
    folder = tmp_path_factory.mktemp("server")
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>page</title>")
    (page / "assets" / "app-1a2b.js").write_text("export {}")
    (folder / "secret.txt").write_text("nobody's business")
    app = create_app(_url(folder), page, rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(app) as address:
        yield Client(address)


@pytest.fixture(autouse=True)
def _steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may be silent for seconds: servers are away where a test has them be away, and only there.

    Passwords cost next to nothing here; what they cost elsewhere is looked at in `test_secrets.py`.

    Each test begins with a clock of its own: the server that they share has lived through tests that put the clock
    forward, and found heartbeats of the future in its database.
    """
    monkeypatch.setattr(live_game, "CLOCK", SharedClock())
    monkeypatch.setattr(accounts, "_HASHER", CHEAP)
    monkeypatch.setattr(outages, "SILENCE_MS", 600_000)
    monkeypatch.setattr(presence, "SILENT_MS", 600_000)


@pytest.fixture
def redis() -> Redis:
    """A client of the real Redis."""
    found = Redis.from_url(REDIS)
    try:
        found.ping()
    except RedisError as fault:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no Redis at {REDIS}: {fault}")
    return found


def _url(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"
