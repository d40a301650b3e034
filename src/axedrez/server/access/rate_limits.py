"""Rate limits: token buckets."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from axedrez.server.access.requesters import Requester
from axedrez.server.base.errors import TooMuch

MAX_BUCKETS = 50_000


class Rate(NamedTuple):
    """The size of a bucket, and how fast it fills up again."""

    burst: float
    a_second: float


class Quota(NamedTuple):
    """The rate of one sender, and that of all senders of an address together (which may be a whole school)."""

    own: Rate
    address: Rate


class RateLimiter:
    """A token bucket for each kind and requester, in the memory of this server; `now` returns ms.

    The least recently used buckets are dropped first; a dropped bucket is a full one.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def spend(self, kind: str, who: str, rate: Rate, cost: float = 1.0) -> None:
        """Take `cost` out of a bucket. Raises `TooMuch` and takes nothing where there is too little in it."""
        left = self._take_out(kind, who, rate, cost)
        if left < cost:
            self._take_out(kind, who, rate, -cost)
            raise TooMuch(max(1, math.ceil((cost - left) / rate.a_second)))

    def share(self, kind: str, requester: Requester, share: Quota, cost: float = 1.0) -> None:
        """Take `cost` out of the buckets of the sender and the address; out of neither if one has too little.

        Raises `TooMuch`.
        """
        self.spend(kind, requester.sender, share.own, cost)
        try:
            self.spend(f"{kind} address", requester.address, share.address, cost)
        except TooMuch:
            self.spend(kind, requester.sender, share.own, -cost)
            raise

    def settle(self, kind: str, requester: Requester, share: Quota, cost: float) -> None:
        """Take `cost`, which has been spent, out of both buckets, even if they hold less; below 0 it is given back."""
        self._take_out(kind, requester.sender, share.own, cost)
        self._take_out(f"{kind} address", requester.address, share.address, cost)

    def _take_out(self, kind: str, who: str, rate: Rate, cost: float) -> float:
        """What was in the bucket before."""
        now = self._now()
        left, at = self._buckets.pop((kind, who), (rate.burst, now))
        left = min(rate.burst, left + max(0, now - at) * rate.a_second / 1000)
        self._buckets[kind, who] = (left - cost, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return left
