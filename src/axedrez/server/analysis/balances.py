"""Balance reports, computed in worker processes and cached."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from axedrez.balance import GameSummary, Report, Settings, report
from axedrez.balance.workers import jobs_of, play
from axedrez.core import Game
from axedrez.processes import spare_processes
from axedrez.server.access.requesters import Requester
from axedrez.server.work.fair_queue import QueueBounds
from axedrez.server.work.jobs import Job, Jobs, key_of

QUEUE_BOUNDS = QueueBounds(sender=2, address=6, total=16)
MAX_KEPT = 64


class Balance(Job):
    """A report that is queued, running or done."""

    def __init__(self, key: str, games: Sequence[Game], sheets: Sequence[str], settings: Settings) -> None:
        """`sheets`: the resolved sheets of the games, as JSON."""
        self.games = games
        self.sheets = sheets
        self.settings = settings
        self.matches = jobs_of(games, settings)
        self.reports: list[Report] = []
        super().__init__(key, len(self.matches))

    def work(self) -> None:
        """Play the games and write the report; raises like `play`."""
        played: list[list[GameSummary]] = [[] for _ in self.games]
        processes = min(spare_processes(), len(self.matches))
        with closing(play(self.sheets, self.matches, self.settings, processes, self.stop)) as playing:
            for sheet, summary in playing:
                played[sheet].append(summary)
                self.done += 1
        requested = [sum(match.sheet == sheet for match in self.matches) for sheet in range(len(self.games))]
        made = [report(g, self.settings, found, n) for g, found, n in zip(self.games, played, requested, strict=True)]
        if any(each.played for each in made):
            self.reports = made
        self.state = "done" if self.done == self.total else "cancelled"


class Balances(Jobs[Balance]):
    """The reports of a server."""

    def __init__(self, *, missed: bool = True) -> None:
        """See `Jobs`."""
        super().__init__("balance_busy", QUEUE_BOUNDS, MAX_KEPT, missed=missed)

    def known(self, games: Sequence[Game], settings: Settings, requester: Requester) -> Balance | None:
        """The report of these sheets and settings, if it is done or under way."""
        known = self.find(_key(games, settings))
        if known is None or (known.state != "done" and (known.is_over or known.stop.is_set())):
            return None
        return self.share(known, requester)

    def start(self, games: Sequence[Game], sheets: Sequence[str], settings: Settings, requester: Requester) -> Balance:
        """Begin a report, which is not `known`. Raises `AxedrezError`."""
        balance = Balance(_key(games, settings), games, sheets, settings)
        self.add(balance, requester)
        return balance


def _key(games: Sequence[Game], settings: Settings) -> str:
    return key_of(([game.hash for game in games], settings))
