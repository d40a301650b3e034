"""The command as a process: what its start costs, pipes that close, signals, streams that are not there."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from axedrez.cli import failures
from tests.patience import LONG_S, until

STOPPED_S = 20.0
"""A server ends within this, also while kernels are compiled, which takes minutes where much else is done."""
COMMAND = [sys.executable, "-c", "from axedrez.cli import main; main()"]


def run(*arguments: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, timeout=300, check=False, **more)  # type: ignore[call-overload, no-any-return]


def processor_s(pid: int) -> float:
    """The seconds that a processor has spent on a process."""
    figures = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, figures[11:13])) / os.sysconf("SC_CLK_TCK")


def test_importing_the_command_is_cheap() -> None:
    code = "import sys, axedrez.cli.app; print(sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    for heavy in ("numba", "numpy", "litestar", "sqlalchemy", "uvicorn", "rich"):
        assert f"'{heavy}'" not in loaded


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "axedrez", "perft", "clasico", "2"]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert json.loads(told)["nodes"] == 400


def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen([*COMMAND, "moves", "clasico", "--batch"], stdin=-1, stdout=-1, stderr=-1)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    assert b"e2e4" in process.stdout.readline()
    process.stdout.close()
    try:
        process.stdin.write(b"{}\n" * 100)
        process.stdin.close()
    except BrokenPipeError:
        pass
    process.wait(LONG_S)
    assert process.stderr.read() == b""
    assert process.returncode == 1


PAIRS = (
    ("moves clasico --batch", "<&-"),
    ("moves clasico --batch", ">&-"),
    ("moves clasico --batch", "<&- >&- 2>&-"),
    ("perft clasico x", "2>&-"),
    ("play clasico", "<&-"),
    ("play clasico", "<&- >&- 2>&-"),
)
"""Each command and each stream once at least; a process takes a second to start, so the others are long."""


@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        pytest.param(arguments, closed, marks=() if (arguments, closed) in PAIRS else pytest.mark.long)
        for arguments in ("moves clasico --batch", "perft clasico x", "play clasico")
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-")
    ],
)
def test_streams_that_are_not_there(arguments: str, closed: str) -> None:
    code = f'exec "{sys.executable}" -c "from axedrez.cli import main; main()" {arguments} {closed}'
    done = subprocess.run(["sh", "-c", code], stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_the_signs() -> None:
    done = run("rules", "clasico", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"king" in done.stdout


def test_arguments_that_are_no_text() -> None:
    done = subprocess.run([*map(os.fsencode, COMMAND), b"moves", b"\xff\xfe"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_counting_is_interrupted() -> None:
    process = subprocess.Popen([*COMMAND, "perft", "clasico", "12"], stdout=-1, stderr=-1)
    kernels = Path(f"/proc/{process.pid}/maps")
    until(lambda: "llvmlite" in kernels.read_text(), "it loads no kernel")
    since = processor_s(process.pid)
    until(lambda: processor_s(process.pid) > since + 2, "it does not count")
    process.send_signal(signal.SIGINT)
    process.wait(LONG_S)
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    assert process.returncode in (-signal.SIGINT, 130)


@pytest.mark.parametrize("when", ["late", "early"])
def test_an_interrupt_that_machine_code_swallows_comes_again(when: str) -> None:
    """Early: while the thread that sends it again is being started, within the hook, where it is swallowed too."""
    code = """
import ctypes, signal, sys, threading, time
from axedrez.cli import failures

def interrupted():
    raise KeyboardInterrupt

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the shell has it ignored
if sys.argv[1] == "early":
    start, starts = threading.Thread.start, []

    def slowly(thread):
        start(thread)
        starts.append(thread)
        if len(starts) == 1:
            time.sleep(1)

    threading.Thread.start = slowly
failures.repeat_lost_interrupts()
try:
    ctypes.CFUNCTYPE(None)(interrupted)()
    time.sleep(60)
except KeyboardInterrupt:
    print("again")
"""
    command = [sys.executable, "-c", code, when]
    done = subprocess.run(command, capture_output=True, timeout=LONG_S, check=True, text=True)
    assert (done.stdout, done.stderr) == ("again\n", "")


def test_alone_it_serves_and_opens_the_browser(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    # Without any machine code of before, so that the compiler is at work when the user leaves.
    homes = {"XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    environment = {**os.environ, **homes, "BROWSER": f"{browser} %s"}
    process = subprocess.Popen(COMMAND, stdout=-1, stderr=-1, env=environment, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line[line.index("http://") :].split()[0]
        with urllib.request.urlopen(f"{address}/api/health", timeout=LONG_S) as answer:
            assert json.load(answer)["status"] == "ok"
        until(lambda: opened.exists() and opened.read_text(), "no browser was opened")
        assert opened.read_text().startswith(address)
        # Served while the compilers are at work; what cannot be shown without them is being prepared.
        with urllib.request.urlopen(f"{address}/api/rulebooks/clasico", timeout=LONG_S) as answer:
            assert json.load(answer)["id"] == "clasico"
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{address}/api/rulebooks/chessgammon", timeout=LONG_S)
        assert json.load(refused.value)["error"]["reason"] == "preparing"
        process.send_signal(signal.SIGINT)
        assert process.wait(STOPPED_S) in (0, 130, -signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.wait()


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("serve", "--port", str(taken.getsockname()[1]), "--lang", "es")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_an_interrupt_that_python_has_wrapped_is_one() -> None:
    """Ctrl-C may come while an imported module makes its classes."""

    def importing(lang: str) -> int:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    def broken(lang: str) -> int:
        raise RuntimeError("something else")

    assert failures.guarded(importing, "en") == failures.INTERRUPTED
    with pytest.raises(RuntimeError, match="something else"):
        failures.guarded(broken, "en")
