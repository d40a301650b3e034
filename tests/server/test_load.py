"""Games at real servers over sockets (`bench/load.py`): nothing is refused, what was acknowledged is in the logs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import postgres_url as postgres_server

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
SHORT = ("--games", "20", "--rate", "20", "--seconds", "4", "--settle", "1", "--bare", "0.2")
PATIENCE_MS = 10_000
"""Machines that test are slow and busy: this only says that nobody waits for a heartbeat, or for ever."""


@pytest.mark.parametrize(("database", "frames"), [("sqlite", "views"), ("postgresql", "events")])
def test_games_go_on_at_their_pace(database: str, frames: str, request: pytest.FixtureRequest) -> None:
    if database == "postgresql":
        request.getfixturevalue("postgres_url")  # skips where there is none
    where = postgres_server() if database == "postgresql" else "sqlite"
    command = [sys.executable, "-m", "bench.load", *SHORT, "--database", where, "--frames", frames]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stderr
    step, whole = (json.loads(line) for line in told.stdout.splitlines()[:2])
    assert step["failed"] == {}
    assert 0 < step["heard_ms"]["p50"] <= step["heard_ms"]["max"] < PATIENCE_MS
    assert 0 < step["acked_ms"]["p50"] <= step["acked_ms"]["max"] < PATIENCE_MS
    assert whole["sockets"] == 40
    assert whole["moves_in_the_logs"] >= 20
    assert "acknowledged" in told.stdout
