"""Fair queues for scarce resources such as processors: by address, then by sender."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from contextvars import copy_context
from enum import IntEnum
from functools import partial
from typing import NamedTuple, TypeVar

from axedrez.processes import spare_processes
from axedrez.server.access.requesters import Requester
from axedrez.server.base.errors import TooMuch

Found = TypeVar("Found")
Stop = threading.Event
MAX_WAIT_S = 60
"""The longest `retry-after`."""


class QueueBounds(NamedTuple):
    """Limits of the queue length: for one sender, for one address, and in all."""

    sender: int
    address: int
    total: int


class Ticket:
    """A place in the queue; `turn` becomes True when its turn comes, or False if it has lost its place before."""

    def __init__(self, requester: Requester, rank: int) -> None:
        self.requester = requester
        self.rank = rank
        self.turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class FairQueue:
    """A queue with `at_once` slots, by rank, and fair within a rank.

    A lower `rank` goes first; rank 0 has one slot of its own besides. Within a rank the addresses take turns, and at
    each address its senders, so that nobody waits for more than one job of another sender. `threads` run what is done
    (None: those that everything shares).
    """

    def __init__(self, at_once: int, most: QueueBounds, ranks: int = 1, threads: Executor | None = None) -> None:
        self._places = [at_once + (1 if ranks > 1 and rank == 0 else 0) for rank in range(ranks)]
        self._most = most
        self._threads = threads
        self._rings = [_Ring() for _ in range(ranks)]
        self._waiting: Counter[str] = Counter()
        self._waiting_at: Counter[str] = Counter()
        self._busy: set[Ticket] = set()

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return self._waiting.total()

    def take(self, requester: Requester, rank: int = 0) -> Ticket:
        """Join the queue: the turn starts when `turn` is done, and lasts until `end`. Raises `TooMuch` if full.

        In a queue that is full in all, a newcomer takes the place of the last ticket of the address that has by far the
        most: a few addresses cannot keep the others out.
        """
        own = self._waiting[requester.sender] >= self._most.sender
        if own or self._waiting_at[requester.address] >= self._most.address or not self._has_room(requester):
            raise self.full()
        ticket = Ticket(requester, rank)
        self._rings[rank].add(ticket)
        self._count(ticket, 1)
        self._call()
        return ticket

    def waits_besides(self, address: str) -> bool:
        """Whether somebody of another address waits."""
        return any(other != address for other in tuple(self._waiting_at))

    def full(self) -> TooMuch:
        """What whoever finds no place, or has lost it, is told."""
        return TooMuch(min(MAX_WAIT_S, max(1, self.waiting // self._places[0])))

    def _has_room(self, requester: Requester) -> bool:
        if self.waiting < self._most.total:
            return True
        longest, count = max(self._waiting_at.items(), key=lambda each: each[1])
        if count <= self._waiting_at[requester.address] + 1:
            return False
        ticket = next(last for ring in reversed(self._rings) if (last := ring.last(longest)) is not None)
        self._leave(ticket)
        return True

    def end(self, ticket: Ticket) -> None:
        """End a turn, or leave the queue."""
        if ticket in self._busy:
            self._busy.discard(ticket)
            self._call()
        elif not ticket.turn.done():
            self._leave(ticket)

    @asynccontextmanager
    async def turn(self, requester: Requester, rank: int = 0) -> AsyncIterator[None]:
        """Run the block when its turn comes. Cancellation leaves the queue. Raises `TooMuch`."""
        ticket = self.take(requester, rank)
        try:
            await self._wait(ticket)
            yield
        finally:
            self.end(ticket)

    async def do(self, requester: Requester, rank: int, work: Callable[[Stop], Found]) -> Found:
        """Run `work` in a thread when its turn comes; its `Stop` is set when the result is no longer wanted.

        The turn lasts until the thread has ended. Raises `TooMuch`, and what `work` raises.
        """
        ticket, stop = self.take(requester, rank), Stop()
        try:
            await self._wait(ticket)
        except BaseException:
            self.end(ticket)
            raise
        try:
            # Without a name: a future holds what was raised, that holds this frame, and only the garbage collector
            # would free them.
            return await asyncio.shield(self._start(ticket, partial(work, stop)))
        finally:
            stop.set()

    async def _wait(self, ticket: Ticket) -> None:
        if not await asyncio.shield(ticket.turn):
            raise self.full()

    def _start(self, ticket: Ticket, work: Callable[[], Found]) -> asyncio.Future[Found]:
        def ended(done: asyncio.Future[Found]) -> None:
            self.end(ticket)
            if not done.cancelled():
                done.exception()  # no warning if the caller was cancelled

        working = asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, work)
        working.add_done_callback(ended)
        return working

    def _leave(self, ticket: Ticket) -> None:
        self._rings[ticket.rank].remove(ticket)
        self._count(ticket, -1)
        ticket.turn.set_result(False)

    def _call(self) -> None:
        """Start turns while slots are free."""
        for ring, places in zip(self._rings, self._places, strict=True):
            while len(self._busy) < places and (ticket := ring.next()) is not None:
                self._count(ticket, -1)
                self._busy.add(ticket)
                ticket.turn.set_result(True)

    def _count(self, ticket: Ticket, by: int) -> None:
        for counter, name in ((self._waiting, ticket.requester.sender), (self._waiting_at, ticket.requester.address)):
            counter[name] += by
            if not counter[name]:
                del counter[name]


class _Ring:
    """The tickets that wait, by address and sender, round robin."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[str, deque[Ticket]]] = OrderedDict()

    def add(self, ticket: Ticket) -> None:
        """Add a ticket."""
        senders = self._lines.setdefault(ticket.requester.address, OrderedDict())
        senders.setdefault(ticket.requester.sender, deque()).append(ticket)

    def remove(self, ticket: Ticket) -> None:
        """Remove a ticket."""
        address, sender = ticket.requester.address, ticket.requester.sender
        line = self._lines[address][sender]
        line.remove(ticket)
        self._tidy(address, sender)

    def next(self) -> Ticket | None:
        """Remove and return the next ticket, if there is one."""
        if not self._lines:
            return None
        address, senders = next(iter(self._lines.items()))
        sender, line = next(iter(senders.items()))
        ticket = line.popleft()
        senders.move_to_end(sender)
        self._lines.move_to_end(address)
        self._tidy(address, sender)
        return ticket

    def last(self, address: str) -> Ticket | None:
        """The last ticket of an address: of the sender there who has most."""
        senders = self._lines.get(address)
        return max(reversed(senders.values()), key=len)[-1] if senders else None

    def _tidy(self, address: str, sender: str) -> None:
        senders = self._lines[address]
        if not senders[sender]:
            del senders[sender]
        if not senders:
            del self._lines[address]


QUEUE_BOUNDS = QueueBounds(sender=8, address=300, total=1000)
"""Enough for a class of 200 at once."""


class Priority(IntEnum):
    """Priorities: moves that a person waits for come first."""

    GAME = 0
    LOOK = 1
    COMPUTERS = 2


def processors() -> FairQueue:
    """The queue for the processors. One stays free for the server, except for moves that a person waits for."""
    return FairQueue(spare_processes(), QUEUE_BOUNDS, ranks=len(Priority))
