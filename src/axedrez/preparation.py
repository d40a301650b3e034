"""The first start: separate processes compile the kernels while this one already serves.

Until then kernels of chess run as plain Python (`axedrez.interpreter`); callers that need others wait.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

from axedrez import interpreter, kernel_cache, warm
from axedrez.jit import settle

log = logging.getLogger("axedrez.preparation")


class Preparation:
    """Compiles missing stages of `axedrez.warm` in the background. As a context manager, it ends the work on exit."""

    def __init__(self, stages: Sequence[str] = warm.STAGES, told: Callable[[str], None] | None = None) -> None:
        """`told` hears of each stage that is done, in a thread."""
        self._done = {stage: threading.Event() for stage in stages}
        self._told = told
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Begin. From now on, kernels that are not compiled are interpreted."""
        if all(map(kernel_cache.is_complete, self._done)):
            for done in self._done.values():
                done.set()
            return
        interpreter.interpret()
        for group in _shared_out(list(self._done)):
            threading.Thread(target=self._prepare, args=(group,), name="preparation", daemon=True).start()

    def is_done(self, stage: str) -> bool:
        """Whether the kernels of a stage are compiled."""
        return self._done[stage].is_set()

    def wait(self, stage: str, timeout_s: float | None = None) -> bool:
        """Wait until the kernels of a stage are compiled; returns whether they are."""
        return self._done[stage].wait(timeout_s)

    def close(self) -> None:
        """End the processes; what they have compiled so far stays in the cache."""
        with self._lock:
            self._closed = True
            processes = list(self._processes)
        for process in processes:
            process.kill()

    def __enter__(self) -> Preparation:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        interpreter.stop_interpreting()

    def _prepare(self, stages: Sequence[str]) -> None:
        """Compile stages in a process, one after the other; stages that fail there are compiled here."""
        complete = [stage for stage in stages if kernel_cache.is_complete(stage)]
        for stage in complete:
            self._load(stage)
        missing = [stage for stage in stages if stage not in complete]
        try:
            if missing:
                self._compile(missing)
        except (OSError, TypeError) as fault:  # TypeError: an embedded interpreter without an executable path
            log.warning("kernels are compiled by this process itself: %s", fault)
        for stage in missing:
            if not self._done[stage].is_set() and not self._closed:
                self._load(stage)

    def _compile(self, stages: Sequence[str]) -> None:
        with self._lock:
            if self._closed:
                return
            process = compiler(stages)
            self._processes.add(process)
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                stage = line.decode().strip()
                if stage in stages and not self._closed:
                    self._load(stage)
        with self._lock:
            self._processes.discard(process)

    def _load(self, stage: str) -> None:
        """Load a compiled stage, or compile it."""
        try:
            with interpreter.machine_code():
                warm.run(stage)
        except Exception:
            log.exception("the kernels of %s could not be prepared", stage)
            return
        self._done[stage].set()
        if self._told is not None:
            self._told(stage)
        if all(done.is_set() for done in self._done.values()):
            self._finish()

    def _finish(self) -> None:
        interpreter.stop_interpreting()
        settle()
        kernel_cache.remove_unused()


@contextmanager
def brief() -> Iterator[None]:
    """For commands that run once: interpreting a kernel that is not compiled is faster than compiling it."""
    if all(kernel_cache.is_complete(stage) for stage in warm.STAGES if warm.family_of_stage(stage).is_interpretable):
        yield
        return
    interpreter.interpret()
    try:
        yield
    finally:
        interpreter.stop_interpreting()


def compiler(stages: Sequence[str], stderr: int | None = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """A process that compiles stages and prints the name of each that is done. It ends with this one."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "axedrez.warm", *stages],
        stdin=subprocess.PIPE,  # closed whenever this process ends, even if it crashes
        stdout=subprocess.PIPE,
        stderr=stderr,
        start_new_session=True,  # Ctrl+C is for us
    )


def _shared_out(stages: Sequence[str]) -> list[list[str]]:
    """Distribute the stages: with two processors, games that cannot be interpreted compile in parallel."""
    interpreted = [stage for stage in stages if warm.family_of_stage(stage).is_interpretable]
    others = [stage for stage in stages if stage not in interpreted]
    if not others or not interpreted or (os.cpu_count() or 1) < 2:
        return [list(stages)]
    return [interpreted, others]
