"""Servers, Redis and PostgreSQL are killed while games are played: nothing is lost (`bench/chaos.py --short`)."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "chaos.py"


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_is_lost_when_everything_is_killed(database: str) -> None:
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server")
    if database == "postgresql" and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        pytest.skip("no initdb of PostgreSQL")
    options = ["--postgres"] if database == "postgresql" else []
    told = subprocess.run([sys.executable, BENCH, "--short", *options], capture_output=True, text=True, timeout=250)
    assert told.returncode == 0, told.stderr
    seen = json.loads(told.stdout)
    assert seen["games"] >= 20
    assert seen["moves"] > 200
    assert seen["killed"]["server"] >= 3
    assert all(seen["killed"].values())
    assert seen["games_credited"] > 0
