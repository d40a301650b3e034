"""Servers, Redis and PostgreSQL are killed while games and a tournament are played: nothing is lost.

The short versions of `bench/chaos.py` and `bench/tournament_chaos.py`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
DATABASES = {"sqlite": (), "postgresql": ("--postgres",)}
Running = dict[str, subprocess.Popen[str]]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """Both at the same time, each with servers, a Redis and a database of its own: most of it is waiting."""
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server")
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        pytest.skip("no initdb of PostgreSQL")
    pipe = subprocess.PIPE
    started = {
        name: subprocess.Popen(
            [sys.executable, "-m", "bench.chaos", "--short", *options], cwd=ROOT, stdout=pipe, stderr=pipe, text=True
        )
        for name, options in DATABASES.items()
    }
    yield started
    for process in started.values():
        process.terminate()
        process.wait()


@pytest.mark.parametrize("database", DATABASES)
def test_nothing_is_lost_when_everything_is_killed(database: str, running: Running) -> None:
    process = running[database]
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    seen = json.loads(out)
    assert seen["games"] >= 20
    assert seen["moves"] > 200
    assert seen["killed"]["server"] >= 3
    assert all(seen["killed"].values())
    assert seen["games_credited"] > 0


def test_a_tournament_is_played_to_its_end_meanwhile(running: Running) -> None:
    command = [sys.executable, "-m", "bench.tournament_chaos", "--short", "--postgres"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert (seen["players"], seen["rounds"], seen["games"]) == (8, 3, 12)
    assert all(seen["killed"].values())
