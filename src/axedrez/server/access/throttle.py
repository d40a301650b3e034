"""Rate limits of writing, signing in, opening sockets and using tokens."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from litestar.exceptions import TooManyRequestsException
from litestar.handlers import BaseRouteHandler

from axedrez.server.access.guard import SAFE_METHODS
from axedrez.server.access.rate_limits import MAX_BUCKETS, Quota, Rate, RateLimiter
from axedrez.server.access.requesters import Connection, Requester, address_of, anonymous, requester_of
from axedrez.server.base.errors import TooMuch

log = logging.getLogger("axedrez.server")

ONE_LINE_A_MINUTE = Rate(burst=1, a_second=1 / 60)


class Rates(NamedTuple):
    """Rate limits that normal play never reaches.

    `sender`: a person with a valid cookie or token; all others at an address count as one. `address`: everybody behind
    a router, perhaps a school. `patience`: how often a sender's frames may be delayed before the socket is closed.
    `door`: signing in, enrolling and recovering passwords, for one account from one address; `doors`: for all accounts
    from there. `tokens`: invalid tokens from one address. `stored`: games and sheets that are stored permanently;
    `searches`: in the manual. `work`: milliseconds of a processor (`priced_work`).
    """

    sender: Rate = Rate(burst=40, a_second=20)
    address: Rate = Rate(burst=500, a_second=100)
    patience: Rate = Rate(burst=10, a_second=1 / 60)
    door: Rate = Rate(burst=5, a_second=1 / 60)
    doors: Rate = Rate(burst=60, a_second=1 / 10)
    tokens: Rate = Rate(burst=60, a_second=1)
    stored: Quota = Quota(Rate(burst=1000, a_second=1 / 10), Rate(burst=3000, a_second=1 / 2))
    searches: Quota = Quota(Rate(burst=30, a_second=2), Rate(burst=300, a_second=20))
    work: Quota = Quota(Rate(burst=120_000, a_second=250), Rate(burst=600_000, a_second=1000))


class Throttle:
    """Applies the rate limits to requests; without `rates` there are none."""

    def __init__(self, rate_limiter: RateLimiter, rates: Rates | None) -> None:
        self._rate_limiter = rate_limiter
        self._rates = rates
        self._unlogged: OrderedDict[tuple[str, str], int] = OrderedDict()

    def write(self, requester: Requester) -> None:
        """Count one request. Raises `TooMuch`."""
        if self._rates is not None:
            # The sender first, so that their refused requests cost the others at the address nothing.
            self._spend("sender", requester.sender, requester, self._rates.sender)
            self._spend("address", requester.address, requester, self._rates.address)

    async def frame(self, requester: Requester) -> None:
        """Count one frame of a socket, and delay it if there were too many: no move is lost.

        Raises `TooMuch` for a sender who keeps exceeding the rate: the socket is to be closed. Others at the same
        address never cause that.
        """
        if self._rates is None:
            return
        while (pause_s := self._lacking("sender", requester.sender, requester, self._rates.sender)) > 0:
            self._spend("patience", requester.sender, requester, self._rates.patience)
            await asyncio.sleep(pause_s)
        while (pause_s := self._lacking("address", requester.address, requester, self._rates.address)) > 0:
            await asyncio.sleep(pause_s)

    def door(self, connection: Connection, account: str) -> None:
        """Count an attempt to sign in or to enrol. Raises `TooMuch`."""
        if self._rates is not None:
            requester = anonymous(address_of(connection))
            self._spend("door", f"{requester.address} {account}", requester, self._rates.door)
            self._spend("doors", requester.address, requester, self._rates.doors)

    def store(self, requester: Requester) -> None:
        """Count a game or sheet that is stored permanently. Raises `TooMuch`."""
        self._share("stored", requester, self._rates.stored if self._rates is not None else None)

    def search(self, requester: Requester) -> None:
        """Count a search in the manual. Raises `TooMuch`."""
        self._share("searches", requester, self._rates.searches if self._rates is not None else None)

    def _share(self, kind: str, requester: Requester, share: Quota | None) -> None:
        if share is None:
            return
        try:
            self._rate_limiter.share(kind, requester, share)
        except TooMuch:
            self._log(kind, requester.address)
            raise

    @contextmanager
    def token(self, requester: Requester) -> Iterator[None]:
        """Count the token that the block looks up if it is invalid (the block raises). Raises `TooMuch`."""
        if self._rates is None:
            yield
            return
        self._spend("tokens", requester.address, requester, self._rates.tokens)
        yield
        self._rate_limiter.spend("tokens", requester.address, self._rates.tokens, cost=-1)  # a valid one is not counted

    def _lacking(self, kind: str, who: str, requester: Requester, rate: Rate) -> int:
        try:
            self._spend(kind, who, requester, rate)
        except TooMuch as fault:
            return fault.seconds
        return 0

    def _spend(self, kind: str, who: str, requester: Requester, rate: Rate) -> None:
        try:
            self._rate_limiter.spend(kind, who, rate)
        except TooMuch:
            self._log(kind, requester.address)
            raise

    def _log(self, kind: str, address: str) -> None:
        """Log the first time, and then once a minute with the count; never credentials."""
        times = self._unlogged.pop((address, kind), 0) + 1
        try:
            self._rate_limiter.spend("log", f"{address} {kind}", ONE_LINE_A_MINUTE)
        except TooMuch:
            self._unlogged[address, kind] = times
            if len(self._unlogged) > MAX_BUCKETS:
                self._unlogged.popitem(last=False)
        else:
            log.warning("too much at once: address=%s kind=%s times=%d", address, kind, times)


async def throttled(connection: Connection, _handler: BaseRouteHandler) -> None:
    """A guard of writing requests and of opening sockets."""
    throttle: Throttle = connection.app.state.throttle
    if connection.scope.get("method") in SAFE_METHODS:  # a socket has no method
        return
    try:
        throttle.write(await requester_of(connection))
    except TooMuch as fault:
        if "method" not in connection.scope:
            raise TooManyRequestsException from fault
        raise


async def searching(connection: Connection, _handler: BaseRouteHandler) -> None:
    """A guard of searches, which cost more than other reading."""
    throttle: Throttle = connection.app.state.throttle
    throttle.search(await requester_of(connection))
