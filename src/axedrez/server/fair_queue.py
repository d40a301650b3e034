"""Fair queues for what only a few may have at once, such as a processor: by address, then by sender."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import NamedTuple, TypeVar

from axedrez.processes import spare_processes
from axedrez.server.errors import TooMuch
from axedrez.server.requesters import Requester

Found = TypeVar("Found")
Stop = threading.Event
LONGEST_WAIT_S = 60
"""Nobody is told to come back later than that."""


class QueueBounds(NamedTuple):
    """So many may wait: of one sender, behind one address, and in all."""

    sender: int
    address: int
    total: int


class Ticket:
    """A place in the queue; `turn` is done when it is one's turn: True, or False for one that was torn up before."""

    def __init__(self, requester: Requester, rank: int) -> None:
        self.requester = requester
        self.rank = rank
        self.turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class FairQueue:
    """Gives out turns, `at_once` of them at the same time.

    Those of a lower `rank` come before all of a higher one, and rank 0 has one place of its own besides. Within a rank
    the addresses take turns, and at each address its senders: however many things one of them asks for, nobody else
    waits for more than one of these, and a crowd behind one address holds up no other.
    """

    def __init__(self, at_once: int, most: QueueBounds, ranks: int = 1) -> None:
        self._places = [at_once + (1 if ranks > 1 and rank == 0 else 0) for rank in range(ranks)]
        self._most = most
        self._rings = [_Ring() for _ in range(ranks)]
        self._waiting: Counter[str] = Counter()
        self._waiting_at: Counter[str] = Counter()
        self._busy: set[Ticket] = set()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return self._waiting.total()

    def take(self, requester: Requester, rank: int = 0) -> Ticket:
        """Get in line: one's turn comes when `turn` is done, and lasts until `end`. Raises `TooMuch` if it is full."""
        waiting = (self._waiting[requester.sender], self._waiting_at[requester.address], self.waiting)
        if any(count >= most for count, most in zip(waiting, self._most, strict=True)):
            raise TooMuch(min(LONGEST_WAIT_S, max(1, self.waiting // self._places[0])))
        ticket = Ticket(requester, rank)
        self._rings[rank].add(ticket)
        self._count(ticket, 1)
        self._call()
        return ticket

    def end(self, ticket: Ticket) -> None:
        """Leave the line, or make way for the next."""
        if ticket in self._busy:
            self._busy.discard(ticket)
            self._call()
        elif not ticket.turn.done():
            self._rings[ticket.rank].remove(ticket)
            self._count(ticket, -1)
            ticket.turn.set_result(False)

    @asynccontextmanager
    async def turn(self, requester: Requester, rank: int = 0) -> AsyncIterator[None]:
        """Do the block when it is one's turn. Whoever is cancelled leaves the line. Raises `TooMuch`."""
        ticket = self.take(requester, rank)
        try:
            await asyncio.shield(ticket.turn)
            yield
        finally:
            self.end(ticket)

    async def do(self, requester: Requester, rank: int, work: Callable[[Stop], Found]) -> Found:
        """Do `work` in a thread when it is one's turn. It is told to stop when nobody waits for it any longer.

        The turn lasts until the thread has ended. Raises `TooMuch`, and what `work` raises.
        """
        ticket, stop = self.take(requester, rank), Stop()
        try:
            await asyncio.shield(ticket.turn)
        except BaseException:
            self.end(ticket)
            raise

        def ended(done: asyncio.Future[Found]) -> None:
            self.end(ticket)
            if not done.cancelled():
                done.exception()  # should nobody wait for it any longer, that is no fault

        working = asyncio.ensure_future(asyncio.to_thread(work, stop))
        working.add_done_callback(ended)
        try:
            return await asyncio.shield(working)
        finally:
            stop.set()

    def _call(self) -> None:
        """Let those have their turn for whom there is a place."""
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
    """Those who wait, by address and sender; whoever had a turn goes to the end."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[str, deque[Ticket]]] = OrderedDict()

    def add(self, ticket: Ticket) -> None:
        """Let somebody wait."""
        senders = self._lines.setdefault(ticket.requester.address, OrderedDict())
        senders.setdefault(ticket.requester.sender, deque()).append(ticket)

    def remove(self, ticket: Ticket) -> None:
        """Somebody waits no longer."""
        address, sender = ticket.requester.address, ticket.requester.sender
        line = self._lines[address][sender]
        line.remove(ticket)
        self._tidy(address, sender)

    def next(self) -> Ticket | None:
        """Whose turn it is."""
        if not self._lines:
            return None
        address, senders = next(iter(self._lines.items()))
        sender, line = next(iter(senders.items()))
        ticket = line.popleft()
        senders.move_to_end(sender)
        self._lines.move_to_end(address)
        self._tidy(address, sender)
        return ticket

    def _tidy(self, address: str, sender: str) -> None:
        senders = self._lines[address]
        if not senders[sender]:
            del senders[sender]
        if not senders:
            del self._lines[address]


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
