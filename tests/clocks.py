"""A controllable clock for the servers of the tests, independent of how busy the machine is."""

from __future__ import annotations

import time

import pytest

MINUTE_MS = 60_000


class Clock:
    """The time of all servers of this process: it can pass, and the clock of the machine can be set."""

    def __init__(self) -> None:
        self.ahead_ms = 0
        self.set_ms = 0

    def time_ns(self) -> int:
        """What the clock of the machine shows."""
        return time.time_ns() + (self.ahead_ms + self.set_ms) * 1_000_000

    def monotonic_ns(self) -> int:
        """What nobody can set."""
        return time.monotonic_ns() + self.ahead_ms * 1_000_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the servers. They beat often, and are away when they are silent for ten minutes."""
    from axedrez.server.base import outages  # tests without a server need not load one
    from axedrez.server.play import live_game
    from axedrez.storage import shared_clock as steady
    from axedrez.storage import timekeeping

    found = Clock()
    monkeypatch.setattr(steady, "time", found)
    monkeypatch.setattr(timekeeping, "time", found)
    monkeypatch.setattr(live_game, "CLOCK", steady.SharedClock())
    monkeypatch.setattr(outages, "BEAT_S", 0.05)
    monkeypatch.setattr(outages, "SILENCE_MS", 10 * MINUTE_MS)
    return found
