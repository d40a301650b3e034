"""Waiting in tests: for a condition and not for a time."""

from __future__ import annotations

import asyncio
import os
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


def is_gone(group: int) -> bool:
    """Whether a group of processes has ended."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


async def in_loop_until(condition: Callable[[], object], what: str = "", limit_s: float = LONG_S) -> None:
    """`until`, while the event loop goes on."""
    latest = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < latest, what or "it never came true"
        await asyncio.sleep(PAUSE_S)
