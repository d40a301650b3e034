"""The games of a balance report in processes of this machine and on a Ray cluster: the same games; and the times.

`pip install axedrez[cluster]`, then `python -m bench.balance_cluster [rulebook] [games] [workers]`; `RAY_ADDRESS` names
a cluster that runs already.
"""

from __future__ import annotations

import os
import sys
import threading
import time

import ray

import axedrez
from axedrez.balance import Settings
from axedrez.balance.workers import jobs_of, play, play_on_cluster
from axedrez.processes import frozen


def main() -> None:
    """Play both, and compare."""
    name, number, workers = (*sys.argv[1:], *("chess2d", "20", "2")[len(sys.argv) - 1 :])
    game, settings = axedrez.load(name), Settings(games=int(number))
    sheets, jobs = [frozen(game)], jobs_of([game], settings)
    began = time.perf_counter()
    own = sorted(play(sheets, jobs, settings, int(workers), threading.Event()), key=lambda item: item[1].task)
    between = time.perf_counter()
    if "RAY_ADDRESS" not in os.environ:
        ray.init(num_cpus=int(workers), include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    theirs = sorted(play_on_cluster(sheets, jobs, settings, threading.Event()), key=lambda item: item[1].task)
    seconds, theirs_took = between - began, time.perf_counter() - between
    print(f"{name}: {len(own)} games; {workers} processes {seconds:.1f} s, cluster {theirs_took:.1f} s")
    sys.exit(own != theirs)


if __name__ == "__main__":
    main()
