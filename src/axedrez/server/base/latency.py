"""Network latency of players, measured by the server, for lag compensation."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from axedrez.match import Event

LATEST = 5
MAX_LINES = 20_000
TRUSTED_MS = 1000
A_HUNDREDTH = 0.01
"""The share of passing time that is given back at most: a client may delay its pongs on purpose."""


class Latency:
    """Round-trip times of the last pings to each person, in ms; `now` returns ms of a monotonic clock.

    The shortest of them counts; longer ones include time spent by the client or this server. Since a client can delay
    all of them, at most `TRUSTED_MS` at once and a hundredth of the passing time is compensated: that covers most of a
    slow line and makes cheating worth little. Only sockets of this server are measured.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._sent: OrderedDict[UUID, dict[int, int]] = OrderedDict()
        self._times: OrderedDict[UUID, deque[int]] = OrderedDict()
        self._given: OrderedDict[UUID, tuple[float, int]] = OrderedDict()

    def ping_sent(self, person: UUID, number: int) -> None:
        """Note that the ping `number` is being sent."""
        sent = self._sent.setdefault(person, {})
        sent[number] = self._now()
        if len(sent) > LATEST:
            del sent[min(sent)]
        _trim(self._sent, person)

    def pong_received(self, person: UUID, number: int) -> None:
        """Note that the pong `number` has arrived; one without a ping is ignored."""
        sent = self._sent.get(person, {}).pop(number, None)
        if sent is not None:
            self._times.setdefault(person, deque(maxlen=LATEST)).append(self._now() - sent)
            _trim(self._times, person)

    def of(self, person: UUID | None) -> int:
        """The compensation (ms) for a move of a person: one round trip."""
        times = self._times.get(person) if person is not None else None
        return min(*times, self._trust(person)) if times and person is not None else 0

    def gave(self, person: UUID | None, log: Sequence[Event]) -> None:
        """Note how much the events of a person's command have compensated."""
        given = sum(getattr(event.data, "lag_ms", 0) for event in log)
        if person is not None and given:
            self._given[person] = (TRUSTED_MS - self._trust(person) + given, self._now())
            _trim(self._given, person)

    def _trust(self, person: UUID) -> int:
        given, at = self._given.get(person, (0.0, 0))
        return int(min(TRUSTED_MS, TRUSTED_MS - given + A_HUNDREDTH * (self._now() - at)))


def _trim(known: OrderedDict[UUID, Any], last: UUID) -> None:
    known.move_to_end(last)
    if len(known) > MAX_LINES:
        known.popitem(last=False)
