"""What is measured in a stretch of time."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any


def percentile(values: array[float], part: float) -> float:
    """The value that so much of the others, 0 to 1, do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Figures:
    """Latencies in seconds from the sending of a move, and what went wrong; counted are the moves sent meanwhile."""

    def __init__(self) -> None:
        self.heard: array[float] = array("d")
        """Until the opponent had it."""
        self.acked: array[float] = array("d")
        """Until the mover knew that it is on the disk."""
        self.bytes = 0
        """What the players were sent."""
        self.failed: Counter[str] = Counter()
        self.repeated = 0
        """Moves that were sent once more, because their sender had missed an event."""

    def latencies(self) -> dict[str, Any]:
        """Both in ms: median, 99th percentile and maximum."""
        return {
            name: {f"p{part}" if part < 100 else "max": _ms(values, part / 100) for part in (50, 99, 100)}
            for name, values in (("heard_ms", self.heard), ("acked_ms", self.acked))
        }


def _ms(values: array[float], part: float) -> float:
    return round(percentile(values, part) * 1000, 2)
