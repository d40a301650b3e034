"""Balance reports, made in processes of their own: one at a time, the others wait; each is kept for who asks again."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import Literal

import msgspec

from axedrez.balance import GameSummary, Report, Settings, report
from axedrez.balance.workers import jobs_of, play
from axedrez.core import AxedrezError, Game

log = logging.getLogger("axedrez.server")

MAX_WAITING = 8
MAX_KEPT = 64

State = Literal["queued", "running", "done", "cancelled", "failed"]


class Balance:
    """A report that is being made, or is there."""

    def __init__(self, key: str, games: Sequence[Game], sheets: Sequence[str], settings: Settings) -> None:
        """`sheets`: the resolved sheets of the games, as JSON."""
        self.key = key
        self.games = games
        self.sheets = sheets
        self.settings = settings
        self.jobs = jobs_of(games, settings)
        self.state: State = "queued"
        self.done = 0
        self.error: AxedrezError | None = None
        self.reports: list[Report] = []
        self.stop = threading.Event()
        self.task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "cancelled", "failed")

    def make(self, processes: int) -> None:
        """Play the games and write the report; to be called in a thread. Raises like `play`."""
        self.state = "running"
        played: list[list[GameSummary]] = [[] for _ in self.games]
        with closing(play(self.sheets, self.jobs, self.settings, processes, self.stop)) as playing:
            for sheet, summary in playing:
                played[sheet].append(summary)
                self.done += 1
        asked = [sum(job.sheet == sheet for job in self.jobs) for sheet in range(len(self.games))]
        made = [report(g, self.settings, found, n) for g, found, n in zip(self.games, played, asked, strict=True)]
        if any(each.played for each in made):
            self.reports = made
        self.state = "done" if self.done == len(self.jobs) else "cancelled"


class Balances:
    """The reports of a server."""

    def __init__(self) -> None:
        self._known: dict[str, Balance] = {}
        self._turn = asyncio.Lock()

    def start(self, games: Sequence[Game], sheets: Sequence[str], settings: Settings) -> Balance:
        """The report of these sheets and settings, which is begun unless it is there. Raises `AxedrezError`."""
        asked = msgspec.json.encode([[game.hash for game in games], settings])
        key = hashlib.sha256(asked).hexdigest()[:32]
        known = self._known.get(key)
        if known is not None and (known.state == "done" or not known.is_over):
            return known
        if sum(not each.is_over for each in self._known.values()) >= MAX_WAITING:
            raise AxedrezError("balance_busy")
        self._known.pop(key, None)
        self._forget()
        balance = self._known[key] = Balance(key, games, sheets, settings)
        balance.task = asyncio.create_task(self._make(balance))
        return balance

    def find(self, key: str) -> Balance | None:
        """A report by its key."""
        return self._known.get(key)

    async def close(self) -> None:
        """End all games."""
        for balance in self._known.values():
            balance.stop.set()
        await asyncio.gather(*(each.task for each in self._known.values() if each.task), return_exceptions=True)

    def _forget(self) -> None:
        over = [key for key, balance in self._known.items() if balance.is_over]
        for key in over[: max(0, len(self._known) + 1 - MAX_KEPT)]:
            del self._known[key]

    async def _make(self, balance: Balance) -> None:
        async with self._turn:
            if balance.stop.is_set():
                balance.state = "cancelled"
                return
            try:
                # One processor is left to those who play.
                processes = min(max(1, (os.cpu_count() or 2) - 1), len(balance.jobs))
                await asyncio.to_thread(balance.make, processes)
            except AxedrezError as fault:
                balance.error, balance.state = fault, "failed"
            except Exception:
                log.exception("the balance report %s failed", balance.key)
                balance.error, balance.state = AxedrezError("internal"), "failed"
