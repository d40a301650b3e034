"""The figures of a measured interval."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any


def percentile(values: array[float], part: float) -> float:
    """The percentile of values, `part` from 0 to 1; 0 for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Figures:
    """Latencies in seconds from sending a move, and failures, of the moves sent in the interval."""

    def __init__(self) -> None:
        self.heard: array[float] = array("d")
        """Until the opponent received it."""
        self.acked: array[float] = array("d")
        """Until the sender received the acknowledgement that it is stored."""
        self.bytes = 0
        """Bytes sent to the players."""
        self.failed: Counter[str] = Counter()
        self.repeated = 0
        """Moves that were sent again, because their sender had missed an event."""

    def latencies(self) -> dict[str, Any]:
        """Both in ms: median, 99th percentile and maximum."""
        return {
            name: {f"p{part}" if part < 100 else "max": _ms(values, part / 100) for part in (50, 99, 100)}
            for name, values in (("heard_ms", self.heard), ("acked_ms", self.acked))
        }


def _ms(values: array[float], part: float) -> float:
    return round(percentile(values, part) * 1000, 2)
