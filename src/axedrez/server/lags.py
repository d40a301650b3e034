"""How long the lines of players take, by the server's own measure."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any
from uuid import UUID

LATEST = 5
MOST_LINES = 20_000


class Lags:
    """Times there and back of the last pings to each person, in ms; `now` tells ms of a clock that never goes back.

    The shortest of them counts: what is longer was the client's, or the server's, own time. This server's lines alone:
    of a command that comes by another one nothing is known, and nothing is given back.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._sent: OrderedDict[UUID, dict[int, int]] = OrderedDict()
        self._times: OrderedDict[UUID, deque[int]] = OrderedDict()

    def asked(self, person: UUID, number: int) -> None:
        """The ping `number` goes out."""
        sent = self._sent.setdefault(person, {})
        sent[number] = self._now()
        if len(sent) > LATEST:
            del sent[min(sent)]
        _trim(self._sent, person)

    def answered(self, person: UUID, number: int) -> None:
        """The answer to the ping `number` is there; one that nobody asked for counts nothing."""
        sent = self._sent.get(person, {}).pop(number, None)
        if sent is not None:
            self._times.setdefault(person, deque(maxlen=LATEST)).append(self._now() - sent)
            _trim(self._times, person)

    def of(self, person: UUID | None) -> int:
        """What a move of a person was on its way, and the news before it; 0 for somebody unknown."""
        times = self._times.get(person) if person is not None else None
        return min(times) if times else 0


def _trim(known: OrderedDict[UUID, Any], last: UUID) -> None:
    known.move_to_end(last)
    if len(known) > MOST_LINES:
        known.popitem(last=False)
