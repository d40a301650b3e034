"""How long the lines of players take, by the server's own measure."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from axedrez.match import Event

LATEST = 5
MOST_LINES = 20_000
TRUSTED_MS = 1000
A_HUNDREDTH = 0.01
"""What is given back of the time that passes: nothing proves that an answer was on its way, and was not kept back."""


class Latency:
    """Times there and back of the last pings to each person, in ms; `now` tells ms of a clock that never goes back.

    The shortest of them counts: what is longer was the client's, or the server's, own time. All of them may have been
    kept back, so that no more is given than `TRUSTED_MS` at once and a hundredth of the time: who has a slow line has
    most of what it costs, who pretends to one has nearly nothing. This server's lines alone: of a command that comes by
    another one nothing is known, and nothing is given back.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._sent: OrderedDict[UUID, dict[int, int]] = OrderedDict()
        self._times: OrderedDict[UUID, deque[int]] = OrderedDict()
        self._given: OrderedDict[UUID, tuple[float, int]] = OrderedDict()

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
        """What is to be given back for a move of a person, which was on its way, as the news before it was."""
        times = self._times.get(person) if person is not None else None
        return min(*times, self._trust(person)) if times and person is not None else 0

    def gave(self, person: UUID | None, log: Sequence[Event]) -> None:
        """So much was given back for what a person has sent: what it has appended tells."""
        given = sum(getattr(event.data, "lag_ms", 0) for event in log)
        if person is not None and given:
            self._given[person] = (TRUSTED_MS - self._trust(person) + given, self._now())
            _trim(self._given, person)

    def _trust(self, person: UUID) -> int:
        given, at = self._given.get(person, (0.0, 0))
        return int(min(TRUSTED_MS, TRUSTED_MS - given + A_HUNDREDTH * (self._now() - at)))


def _trim(known: OrderedDict[UUID, Any], last: UUID) -> None:
    known.move_to_end(last)
    if len(known) > MOST_LINES:
        known.popitem(last=False)
