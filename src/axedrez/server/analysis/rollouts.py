"""Rollouts of positions of games of dice: played on many times by worker processes, the results averaged."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Sequence
from contextlib import closing

import msgspec

from axedrez.analysis.equity import RolledOut, RolloutOptions
from axedrez.core import Position
from axedrez.processes import spare_processes
from axedrez.rolling_out import rolling_out
from axedrez.server.access.requesters import Requester
from axedrez.server.work.fair_queue import QueueBounds
from axedrez.server.work.jobs import Job, Jobs

QUEUE_BOUNDS = QueueBounds(sender=2, address=6, total=16)
MAX_KEPT = 128
MAX_ROLLED = 5
"""So many turns of one roll are rolled out beside each other."""
MAX_TRIALS = 2592
MAX_TURNS = 200
"""A game of a rollout is left after so many turns at the latest."""
MAX_SECONDS = 600.0
"""A rollout ends after so long with the games that it has."""
CROWDED_S = 120.0
"""The same where others wait."""


class Rollout(Job):
    """A rollout that is queued, running or over: `results` has what was found of each of `turns` so far."""

    def __init__(self, key: str, position: Position, turns: Sequence[str | None], options: RolloutOptions) -> None:
        self.position = position
        self.turns = tuple(turns)
        self.options = options
        self.results: dict[int, RolledOut] = {}
        super().__init__(key, len(self.turns) * options.trials)

    def work(self) -> None:
        """Play the games; raises like `Pool.map`."""
        began = time.monotonic()
        with closing(
            rolling_out(self.position, self.turns, self.options, self.stop, spare_processes())
        ) as playing:  # fmt: skip
            for found in playing:
                self.results = dict(found)
                self.done = sum(each.trials for each in found.values())
                if time.monotonic() - began > (CROWDED_S if self.is_crowded() else MAX_SECONDS):
                    break
        self.state = "cancelled" if self.stop.is_set() and self.done < self.total else "done"


class Rollouts(Jobs[Rollout]):
    """The rollouts of a server. Their ids are made with a secret, so that nobody finds those of others by guessing."""

    def __init__(self, *, missed: bool = True) -> None:
        """See `Jobs`."""
        super().__init__("rollout_busy", QUEUE_BOUNDS, MAX_KEPT, missed=missed)
        self._secret = secrets.token_bytes(32)

    def known(
        self, position: Position, turns: Sequence[str | None], options: RolloutOptions, requester: Requester
    ) -> Rollout | None:
        """The rollout of these turns, if it is done or under way."""
        known = self.find(self._key(position, turns, options))
        if known is None or (known.state != "done" and (known.is_over or known.stop.is_set())):
            return None
        return self.share(known, requester)

    def start(
        self, position: Position, turns: Sequence[str | None], options: RolloutOptions, requester: Requester
    ) -> Rollout:
        """Begin a rollout, which is not `known`. Raises `AxedrezError`."""
        rollout = Rollout(self._key(position, turns, options), position, turns, options)
        self.add(rollout, requester)
        return rollout

    def _key(self, position: Position, turns: Sequence[str | None], options: RolloutOptions) -> str:
        asked = msgspec.json.encode((position.game.hash, position.text(), turns, options))
        return hmac.digest(self._secret, asked, "sha256").hex()[:32]
