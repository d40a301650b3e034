"""Buckets that fill up with time."""

from __future__ import annotations

import pytest

from axedrez.server.access.rate_limits import Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Requester
from axedrez.server.base.errors import TooMuch


def test_a_bucket_empties_and_fills() -> None:
    now = 0
    limits = RateLimiter(lambda: now)
    rate = Rate(burst=3, a_second=0.5)
    for _ in range(3):
        limits.spend("write", "ana", rate)
    with pytest.raises(TooMuch) as refused:
        limits.spend("write", "ana", rate)
    assert refused.value.seconds == 2
    limits.spend("write", "eva", rate)
    limits.spend("read", "ana", rate)
    now = 1999
    with pytest.raises(TooMuch):
        limits.spend("write", "ana", rate)
    now = 2000
    limits.spend("write", "ana", rate)
    now = 10**9
    for _ in range(3):
        limits.spend("write", "ana", rate)
    with pytest.raises(TooMuch):
        limits.spend("write", "ana", rate)


def test_a_clock_that_goes_back_costs_nothing() -> None:
    now = 1000
    limits = RateLimiter(lambda: now)
    limits.spend("write", "ana", Rate(2, 1))
    now = 0
    limits.spend("write", "ana", Rate(2, 1))
    with pytest.raises(TooMuch):
        limits.spend("write", "ana", Rate(2, 1))


def test_an_address_has_a_share_in_common_and_what_it_refuses_costs_nothing() -> None:
    now = 0
    limits = RateLimiter(lambda: now)
    share = Quota(own=Rate(2, 0.001), address=Rate(3, 1))
    ana, eva, leo = (Requester(name, "192.0.2.1") for name in ("ana", "eva", "leo"))
    limits.share("look", ana, share)
    limits.share("look", ana, share)
    with pytest.raises(TooMuch):
        limits.share("look", ana, share)
    limits.share("look", eva, share)
    with pytest.raises(TooMuch):
        limits.share("look", leo, share)
    now = 3000
    limits.share("look", leo, share, cost=2)  # it was refused by the address, and has all of its own still
    limits.share("look", Requester("eva", "192.0.2.2"), share)
