"""Turns at the processors of this machine: one line for everything that thinks for a game or a page."""

from __future__ import annotations

from enum import IntEnum

from axedrez.processes import spare_processes
from axedrez.server.fair_queue import FairQueue, QueueBounds

MOST = QueueBounds(sender=8, address=300, total=1000)
"""A class of 200 may ask all at once."""


class Priority(IntEnum):
    """What goes before what: first the moves for which a person waits at a board."""

    GAME = 0
    LOOK = 1
    COMPUTERS = 2


def processors() -> FairQueue:
    """The turns at the processors: one is left to those who play, but for the moves that somebody waits for."""
    return FairQueue(spare_processes(), MOST, ranks=len(Priority))
