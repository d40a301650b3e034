"""The time of the servers that tests run: it goes on when a test says so, not when the machine has got round to it."""

from __future__ import annotations

import time

import pytest

MINUTE_MS = 60_000


class Clock:
    """The time of all servers of this process, which can be put forward."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def time_ns(self) -> int:
        """What they take for the time."""
        return time.time_ns() + self.ahead_ms * 1_000_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the servers. They beat often, and are away when they are silent for ten minutes."""
    from axedrez.server import games, pulse  # tests without a server need not load one

    found = Clock()
    monkeypatch.setattr(games, "time", found)
    monkeypatch.setattr(pulse, "BEAT_S", 0.05)
    monkeypatch.setattr(pulse, "SILENCE_MS", 10 * MINUTE_MS)
    return found
