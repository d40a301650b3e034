"""Who plays the games of a training."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONG_S, until

ASKED = """
import os, time
from axedrez.learn.workers import workers

def beat(number):
    print(os.getpid(), flush=True)
    time.sleep(600)

if __name__ == "__main__":
    with workers(2) as found:
        found.map(beat, [1, 2])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_workers_end_when_the_program_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "asked.py"
    file.write_text(ASKED)
    program = subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    numbers = [int(program.stdout.readline()) for _ in range(2)]
    program.kill()
    program.communicate(timeout=LONG_S)

    def are_gone() -> bool:
        return all(is_gone(number) for number in numbers)

    until(are_gone, "a worker is left behind")


def is_gone(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return False
