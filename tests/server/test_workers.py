"""Several processes behind one port: each is a server, and together they are one."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from redis import Redis
from websockets.sync.client import connect

from axedrez.core import AxedrezError
from axedrez.server.app.run import serve
from tests.patience import LONG_S, until
from tests.server.channels import REDIS
from tests.server.serving import Client, received

COMMAND = (Path(sys.executable).with_name("axedrez"), "serve", "--port", "0", "--workers", "2", "--lang", "en")
GAMES = 6


@contextmanager
def two_workers(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    url = f"sqlite:///{folder / 'games.db'}"
    command = [*map(str, COMMAND), "--channels", REDIS, "--database-url", url]
    with (folder / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert process.stdout is not None
            address = re.search(r"http://(\S+)", process.stdout.readline())
            assert address is not None
            yield process, Client(address[1])
        finally:
            process.terminate()
            process.wait(LONG_S)


def workers_of(process: int) -> list[int]:
    """The processes that were started by another one and serve."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    lines = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [child for child, line in lines.items() if b"spawn_main" in line]


def owners(process: int) -> set[int]:
    """Which of the workers have a connection."""
    return {worker for worker in workers_of(process) if sockets(worker) > 0}


def sockets(worker: int) -> int:
    """How many connections of a worker's port are open."""
    links = (os.readlink(link) for link in Path(f"/proc/{worker}/fd").iterdir() if link.is_symlink())
    inodes = {found[1] for link in links if (found := re.match(r"socket:\[(\d+)\]", link))}
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(fields[9] in inodes and fields[3] == "01" for fields in lines)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_players_at_all_workers_hear_each_other_and_a_dead_worker_is_replaced(tmp_path: Path, redis: Redis) -> None:
    with two_workers(tmp_path) as (process, client), ExitStack() as stack:
        workers = workers_of(process.pid)
        assert len(workers) == 2
        games = [client.new("clasico")["id"] for _ in range(GAMES)]
        lines = [
            [stack.enter_context(connect(f"ws://{client.address}/api/games/{game}/socket")) for _ in range(2)]
            for game in games
        ]
        for both in lines:
            for line in both:
                received(line, "view")
        assert owners(process.pid) == set(workers)
        for mover, other in lines:
            command = {"type": "move", "id": str(uuid4()), "expected_seq": 0, "move": "e4"}
            mover.send(json.dumps({"type": "command", "command": command}))
            assert received(other, "events")["events"][-1]["seq"] == 1
        commands = re.search(r"^axedrez_commands_total (\S+)", client.http.get("/metrics").text, re.MULTILINE)
        assert commands is not None
        assert float(commands[1]) == GAMES, "the metrics are not those of both"

        os.kill(workers[0], signal.SIGKILL)
        until(lambda: is_replaced(workers[0], workers_of(process.pid)))
        until(lambda: answers(client))
        assert [client.view(game)["seq"] for game in games] == [1] * GAMES
        left = workers_of(process.pid)
        process.terminate()
        assert process.wait(LONG_S) == 0
        assert not any(Path(f"/proc/{worker}").exists() for worker in left)
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert "Traceback" not in log
    assert f"worker {workers[0]} has ended" in log


def is_replaced(dead: int, workers: list[int]) -> bool:
    """Whether one list of workers, seen at one time, has another in place of the dead one."""
    return len(workers) == 2 and dead not in workers


def answers(client: Client) -> bool:
    try:
        return bool(client.http.get("/livez").status_code == 200)
    except Exception:  # the connection was that of the worker that is no more
        return False


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path, redis: Redis) -> None:
    with two_workers(tmp_path) as (process, _):
        workers = workers_of(process.pid)
        process.kill()
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def test_several_workers_need_a_way_to_tell_each_other_their_news() -> None:
    with pytest.raises(AxedrezError) as refused:
        serve(workers=2)
    assert refused.value.reason == "workers_channels"


def test_a_database_that_cannot_be_opened_is_told_before_any_worker_starts(tmp_path: Path, redis: Redis) -> None:
    with pytest.raises(AxedrezError) as refused:
        serve(database_url=f"sqlite:///{tmp_path / 'no' / 'games.db'}", channels_url=REDIS, workers=2)
    assert refused.value.reason == "database_unavailable"
