"""Measuring two programs beside each other: alternately, in one run, medians compared."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Pair(NamedTuple):
    """Median seconds of ours and of a peer for the same work, measured alternately."""

    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.theirs / self.ours


class Row(NamedTuple):
    """One line of the table: what was measured, our figure, the peer and its figure, the ratio (None: no peer)."""

    what: str
    ours: str
    peer: str
    theirs: str
    ratio: float | None


def seconds(work: Callable[[], object]) -> float:
    """The wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def alternately(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> Pair:
    """Time both in turn, `rounds` times each, after one round of each that does not count."""
    ours(), theirs()
    times = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    return Pair(*(statistics.median(column) for column in zip(*times, strict=True)))


def geometric_mean(values: list[float]) -> float:
    """The geometric mean of ratios."""
    return statistics.geometric_mean(values)
