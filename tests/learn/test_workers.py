"""Who plays the games of a training."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONG_S, is_gone, until

ASKED = """
import time
from axedrez.learn.workers import workers

def beat(number):
    print("at work", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    with workers(2) as found:
        found.map(beat, [1, 2])
"""


@pytest.mark.skipif(os.name != "posix", reason="signals to a group of processes")
def test_workers_end_when_the_program_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "asked.py"
    file.write_text(ASKED)
    program = subprocess.Popen(
        [sys.executable, str(file)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )  # fmt: skip
    assert program.stdout is not None
    assert [program.stdout.readline() for _ in range(2)] == 2 * ["at work\n"]
    program.kill()
    program.communicate(timeout=LONG_S)
    until(lambda: is_gone(program.pid), "a worker is left behind")
