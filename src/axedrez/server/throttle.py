"""How often anybody may write, sign in, open a socket or show a token."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from litestar.exceptions import TooManyRequestsException
from litestar.handlers import BaseRouteHandler

from axedrez.server.askers import Asker, Connection, address_of, asker_of, stranger
from axedrez.server.errors import TooMuch
from axedrez.server.guard import READING
from axedrez.server.limits import MOST_BUCKETS, Limits, Rate, Share

log = logging.getLogger("axedrez.server")

ONE_LINE_A_MINUTE = Rate(burst=1, a_second=1 / 60)


class Rates(NamedTuple):
    """What honest play never meets.

    `sender`: a person with a cookie or token of this server's; all others of an address count as one. `address`:
    everybody behind a router, a school perhaps. `patience`: how often a sender's frames may have to wait before their
    socket is closed. `door`: signing in, enrolling, a forgotten password, for one account from one address; `doors`
    for all accounts from there. `tokens`: tokens that are none, from one address. `stored`: games and
    sheets that are kept for good; `searches` in the manual.
    """

    sender: Rate = Rate(burst=40, a_second=20)
    address: Rate = Rate(burst=500, a_second=100)
    patience: Rate = Rate(burst=10, a_second=1 / 60)
    door: Rate = Rate(burst=5, a_second=1 / 60)
    doors: Rate = Rate(burst=60, a_second=1 / 10)
    tokens: Rate = Rate(burst=60, a_second=1)
    stored: Share = Share(Rate(burst=1000, a_second=1 / 10), Rate(burst=3000, a_second=1 / 2))
    searches: Share = Share(Rate(burst=30, a_second=2), Rate(burst=300, a_second=20))


class Throttle:
    """Spends from the buckets of whoever asks; without `rates` there are no limits."""

    def __init__(self, limits: Limits, rates: Rates | None) -> None:
        self._limits = limits
        self._rates = rates
        self._unlogged: OrderedDict[tuple[str, str], int] = OrderedDict()

    def write(self, asker: Asker) -> None:
        """Let one request pass. Raises `TooMuch`."""
        if self._rates is not None:
            # In this order: what is refused of one sender costs the others at the address nothing.
            self._spend("sender", asker.sender, asker, self._rates.sender)
            self._spend("address", asker.address, asker, self._rates.address)

    async def frame(self, asker: Asker) -> None:
        """Let one frame of a socket pass, after a while if there were too many: no move is lost for that.

        Raises `TooMuch` for a sender who goes on and on: the socket is to be closed. What others at the same address
        do closes nobody's who is known.
        """
        if self._rates is None:
            return
        while (pause_s := self._lacking("sender", asker.sender, asker, self._rates.sender)) > 0:
            self._spend("patience", asker.sender, asker, self._rates.patience)
            await asyncio.sleep(pause_s)
        while (pause_s := self._lacking("address", asker.address, asker, self._rates.address)) > 0:
            await asyncio.sleep(pause_s)

    def door(self, connection: Connection, account: str) -> None:
        """Let somebody try a password, or make an account. Raises `TooMuch`."""
        if self._rates is not None:
            asker = stranger(address_of(connection))
            self._spend("door", f"{asker.address} {account}", asker, self._rates.door)
            self._spend("doors", asker.address, asker, self._rates.doors)

    def store(self, asker: Asker) -> None:
        """Let somebody keep a game or a sheet here. Raises `TooMuch`."""
        self._share("stored", asker, self._rates.stored if self._rates is not None else None)

    def search(self, asker: Asker) -> None:
        """Let somebody search the manual. Raises `TooMuch`."""
        self._share("searches", asker, self._rates.searches if self._rates is not None else None)

    def _share(self, kind: str, asker: Asker, share: Share | None) -> None:
        if share is None:
            return
        try:
            self._limits.share(kind, asker, share)
        except TooMuch:
            self._log(kind, asker.address)
            raise

    @contextmanager
    def token(self, asker: Asker) -> Iterator[None]:
        """Look a token up in the block, which raises if it is none: that costs something. Raises `TooMuch`."""
        if self._rates is None:
            yield
            return
        self._spend("tokens", asker.address, asker, self._rates.tokens)
        yield
        self._limits.spend("tokens", asker.address, self._rates.tokens, cost=-1)  # a good one costs nothing

    def _lacking(self, kind: str, who: str, asker: Asker, rate: Rate) -> int:
        try:
            self._spend(kind, who, asker, rate)
        except TooMuch as fault:
            return fault.seconds
        return 0

    def _spend(self, kind: str, who: str, asker: Asker, rate: Rate) -> None:
        try:
            self._limits.spend(kind, who, rate)
        except TooMuch:
            self._log(kind, asker.address)
            raise

    def _log(self, kind: str, address: str) -> None:
        """A line at once, and then one a minute with the number of times; never what the sender showed."""
        times = self._unlogged.pop((address, kind), 0) + 1
        try:
            self._limits.spend("log", f"{address} {kind}", ONE_LINE_A_MINUTE)
        except TooMuch:
            self._unlogged[address, kind] = times
            if len(self._unlogged) > MOST_BUCKETS:
                self._unlogged.popitem(last=False)
        else:
            log.warning("too much at once: address=%s kind=%s times=%d", address, kind, times)


async def throttled(connection: Connection, _handler: BaseRouteHandler) -> None:
    """A guard of everything that writes, and of the opening of sockets."""
    throttle: Throttle = connection.app.state.throttle
    if connection.scope.get("method") in READING:  # a socket has no method
        return
    try:
        throttle.write(await asker_of(connection))
    except TooMuch as fault:
        if "method" not in connection.scope:
            raise TooManyRequestsException from fault
        raise


async def searching(connection: Connection, _handler: BaseRouteHandler) -> None:
    """A guard of what is searched, which costs more than other reading."""
    throttle: Throttle = connection.app.state.throttle
    throttle.search(await asker_of(connection))
