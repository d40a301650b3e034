"""Several server processes behind one port: each is a server of its own; this process starts and ends them."""

from __future__ import annotations

import logging
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Semaphore
from typing import Any

from prometheus_client import multiprocess

from axedrez.processes import when_parent_ends

log = logging.getLogger("axedrez.server")

METRICS_DIR = "PROMETHEUS_MULTIPROC_DIR"
"""By this name in the environment `prometheus_client` adds up the metrics of several processes in a directory."""
WATCH_S = 0.5
RESTART_S = 1.0
END_S = 30.0

Target = Callable[..., None]


def supervise(count: int, target: Target, arguments: tuple[Any, ...], announce: Callable[[], None]) -> None:
    """Run `target(*arguments, ready)` in `count` processes until this one gets SIGINT or SIGTERM.

    Each releases `ready` when it serves; `announce` is called when all do. A process that ends by itself is replaced.
    """
    context = multiprocessing.get_context("spawn")
    ready, ending = context.Semaphore(0), threading.Event()

    def start() -> SpawnProcess:
        process = context.Process(target=_work, args=(target, arguments, ready))
        process.start()
        return process

    with _signals(ending), _metrics():
        processes = [start() for _ in range(count)]
        threading.Thread(target=_tell, args=(ready, count, announce), daemon=True).start()
        while not ending.wait(WATCH_S):
            for number, process in enumerate(processes):
                if not process.is_alive() and not ending.wait(RESTART_S):
                    log.error("worker %s has ended with %s: it is replaced", process.pid, process.exitcode)
                    multiprocess.mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
                    processes[number] = start()
        _end(processes)


def _end(processes: list[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    latest = time.monotonic() + END_S
    for process in processes:
        process.join(max(0.0, latest - time.monotonic()))
        if process.is_alive():
            log.error("worker %s does not end: it is killed", process.pid)
            process.kill()


def _tell(ready: Semaphore, count: int, announce: Callable[[], None]) -> None:
    for _ in range(count):
        ready.acquire()
    announce()


def _work(target: Target, arguments: tuple[Any, ...], ready: Semaphore) -> None:
    """In a worker: serve, and end with the process that started it, however that ends."""
    when_parent_ends(lambda: os.kill(os.getpid(), signal.SIGTERM))
    target(*arguments, ready)


@contextmanager
def _signals(ending: threading.Event) -> Iterator[None]:
    """Set `ending` at SIGINT and SIGTERM."""
    kinds = (signal.SIGINT, signal.SIGTERM)
    previous = [signal.signal(kind, lambda *_: ending.set()) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, previous, strict=True):
            signal.signal(kind, handler)


@contextmanager
def _metrics() -> Iterator[None]:
    """A directory in which the workers add up their metrics."""
    folder = tempfile.mkdtemp(prefix="axedrez-metrics-")
    os.environ[METRICS_DIR] = folder
    try:
        yield
    finally:
        del os.environ[METRICS_DIR]
        shutil.rmtree(folder, ignore_errors=True)
