"""Who plays the games of a training."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import LONG_S, is_gone, until

ASKED = """
import pathlib, signal, sys, time
from axedrez.learn.workers import workers

INTERRUPTED = pathlib.Path(sys.argv[1])

def beat(number):
    print("at work", flush=True)
    while not INTERRUPTED.exists():
        time.sleep(0.01)
    return number

if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: INTERRUPTED.touch())
    with workers(2) as found:
        print(*found.map(beat, [1, 2]))
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program whose two workers are at work."""
    file = tmp_path / "asked.py"
    file.write_text(ASKED)
    with subprocess.Popen(
        [sys.executable, str(file), str(tmp_path / "interrupted")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        assert [program.stdout.readline() for _ in range(2)] == 2 * ["at work\n"]
        try:
            yield program
        finally:
            program.kill()


@pytest.mark.skipif(os.name != "posix", reason="signals to a group of processes")
def test_workers_end_when_the_program_is_killed(program: subprocess.Popen[str]) -> None:
    program.kill()
    program.communicate(timeout=LONG_S)
    until(lambda: is_gone(program.pid), "a worker is left behind")


@pytest.mark.skipif(os.name != "posix", reason="signals to a group of processes")
def test_ctrl_c_leaves_workers_at_their_tasks(program: subprocess.Popen[str]) -> None:
    """A terminal sends it to all of them; the program ends the training after the round."""
    os.killpg(program.pid, signal.SIGINT)
    assert program.communicate(timeout=LONG_S) == ("1 2\n", "")
