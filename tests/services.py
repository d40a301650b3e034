"""A PostgreSQL and a Redis of the tests' own, in memory, on ports of their own, once a run.

Those of the machine are neither needed nor disturbed. `AXEDREZ_TEST_POSTGRES` and `AXEDREZ_TEST_REDIS` name others that
are to be used instead. Redis is started with the run; PostgreSQL, which takes longer, by the first test that wants it.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

POSTGRES, REDIS = "AXEDREZ_TEST_POSTGRES", "AXEDREZ_TEST_REDIS"
"""Environment variables: the URLs of the servers of this run; all its processes have them from the first one."""
FOLDER = "AXEDREZ_TEST_SERVICES"
"""Environment variable: the folder of the servers that this run starts itself."""
MEMORY = Path("/dev/shm")
MIN_FREE_BYTES = 2_000_000_000
START_LIMIT_S = 120.0
END_LIMIT_S = 10.0
PORTS = range(30_000, 32_700)
"""Above those of the servers that tests start (`ports.py`), below those that the system gives away."""
PORT_FILE, DATA = "postgres.port", "postgres"
UNSAFE = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"
"""What is lost with the machine is of no use afterwards."""


def begin() -> None:
    """Start what the run needs, in its first process alone; its workers, and runs inside a test, use what is there.

    Called before any module of tests is read: some keep the URLs as constants.
    """
    if FOLDER in os.environ:
        return
    folder = Path(tempfile.mkdtemp(prefix="axedrez-tests-", dir=_in_memory()))
    folder.chmod(0o711)  # PostgreSQL has a user of its own
    os.environ[FOLDER] = str(folder)
    atexit.register(_end_postgres, folder, os.getpid())
    if REDIS not in os.environ and (program := shutil.which("redis-server")):
        port = _free_port()
        atexit.register(_end_redis, _start_redis(program, port, folder), os.getpid())
        os.environ[REDIS] = f"redis://127.0.0.1:{port}"
    if POSTGRES not in os.environ and postgres_programs():
        port = _free_port()
        (folder / PORT_FILE).write_text(str(port))
        os.environ[POSTGRES] = f"postgresql://postgres@127.0.0.1:{port}/"


def redis_url() -> str:
    """The URL of the Redis of this run; a port where nothing listens if there is none."""
    return os.environ.get(REDIS, "redis://127.0.0.1:1")


def postgres_url() -> str:
    """The URL of the PostgreSQL of this run, without a database, which runs then. Skips where there is none."""
    if POSTGRES not in os.environ:
        pytest.skip(f"no PostgreSQL: install it, or name one by {POSTGRES}")
    folder = Path(os.environ[FOLDER])
    if (folder / PORT_FILE).exists():
        with (folder / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / DATA / "postmaster.pid").exists():
                _start_postgres(folder)
    return os.environ[POSTGRES]


def _in_memory() -> Path | None:
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > MIN_FREE_BYTES:
        return MEMORY
    return None


def _free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


def _start_redis(program: str, port: int, folder: Path) -> subprocess.Popen[bytes]:
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    # In a session of its own, so that Ctrl-C does not end it before the tests that use it.
    process = subprocess.Popen(
        [*command, "--dir", str(folder)], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    latest = time.monotonic() + START_LIMIT_S
    while True:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return process
        assert process.poll() is None, f"redis-server ended with {process.returncode}"
        assert time.monotonic() < latest, "redis-server does not start"
        time.sleep(0.02)


def postgres_programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`, which Debian does not put on the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda bin: int(bin.parent.name), default=None)


def _start_postgres(folder: Path) -> None:
    data, options = folder / DATA, f"-c unix_socket_directories= -c max_connections=300 {UNSAFE}"
    data.mkdir(exist_ok=True)
    if (user := _postgres_user()) is not None:
        shutil.chown(data, user)
    made = ("initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
    port = (folder / PORT_FILE).read_text()
    for command in (made, ("pg_ctl", "start", "--wait", f"--log={data / 'log'}", f"--options=-p {port} {options}")):
        _run_postgres(folder, *command)


def _run_postgres(folder: Path, program: str, *arguments: str) -> None:
    programs = postgres_programs()
    assert programs is not None
    subprocess.run(
        [str(programs / program), f"--pgdata={folder / DATA}", *arguments],
        check=True,
        cwd="/",
        user=_postgres_user(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        timeout=START_LIMIT_S,
    )


def _postgres_user() -> str | None:
    """PostgreSQL refuses to run as root: its package has brought a user for it."""
    return "postgres" if os.getuid() == 0 else None


def _end_redis(process: subprocess.Popen[bytes], starter: int) -> None:
    if os.getpid() != starter:  # a fork
        return
    process.terminate()
    try:
        process.wait(END_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _end_postgres(folder: Path, starter: int) -> None:
    if os.getpid() != starter:  # a fork
        return
    if (folder / DATA / "postmaster.pid").exists():
        _run_postgres(folder, "pg_ctl", "stop", "--mode=immediate", "--wait")
    shutil.rmtree(folder, ignore_errors=True)
