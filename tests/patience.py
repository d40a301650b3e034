"""Waiting in tests: for a condition and not for a time, and speed, of which a busy machine gets many tries."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG_S = 120.0
"""Nothing takes so long, however busy the machine is: who waits for longer waits in vain."""
PAUSE_S = 0.02


def until(condition: Callable[[], object], what: str = "", limit_s: float = LONG_S) -> None:
    """Wait until something is true. Raises AssertionError, with `what`, after `limit_s`."""
    latest = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < latest, what or "it never came true"
        time.sleep(PAUSE_S)


def quickest(measured: Callable[[], float], below: float, tries: int = 40) -> float:
    """The least of what is measured, tried until it is `below`: a program is as fast as it ever was."""
    least = measured()
    for _ in range(tries - 1):
        if least < below:
            break
        least = min(least, measured())
    return least


def seconds(act: Callable[[], object]) -> float:
    """How long something takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
