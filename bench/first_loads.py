"""Rulebooks loaded for the first time by many threads at once, in fresh processes: `python -m bench.first_loads`.

`--threads 200 --processes 50`: how many threads load in each process, and how many processes follow each other. Any
process that does not end well is told, and makes the run fail.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

PROGRAM = """
import sys, threading
import axedrez
from axedrez.library import gallery
names = [*axedrez.rulebooks(), *gallery()]
start = threading.Barrier({threads})
failed = []
def load(number):
    start.wait()
    try:
        game = axedrez.load(names[number % len(names)])
        assert game.start().legal_moves() is not None
    except BaseException as fault:
        failed.append(repr(fault))
threads = [threading.Thread(target=load, args=(number,)) for number in range({threads})]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
sys.exit("; ".join(failed[:3]) or 0)
"""


def failures(threads: int, processes: int) -> list[str]:
    """What became of the processes that did not end well."""
    found = []
    for number in range(processes):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM.format(threads=threads)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            found.append(f"process {number}: {done.returncode} {done.stderr[-300:]}")
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=200)
    parser.add_argument("--processes", type=int, default=50)
    args = parser.parse_args()
    wrong = failures(args.threads, args.processes)
    print(*wrong, f"{args.processes} processes of {args.threads} threads: {len(wrong)} failed", sep="\n")
    sys.exit(bool(wrong))
