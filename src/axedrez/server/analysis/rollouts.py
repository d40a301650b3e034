"""Rollouts of positions of games of dice: played on many times by worker processes, the results averaged."""

from __future__ import annotations

import hmac
import math
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import msgspec

from axedrez import analysts
from axedrez.analysis.equity import Chances, RolledOut, RolloutOptions
from axedrez.core import Position
from axedrez.engine.player import Stop
from axedrez.processes import Pool, frozen, spare_processes, thawed
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
GAMES_AT_ONCE = 12
"""So many games are one task of a worker: progress is told after each."""


class RolloutTask(NamedTuple):
    """Some of the games of one turn (None: of a position before a roll)."""

    sheet: str
    position: str
    turn: int
    move: str | None
    options: RolloutOptions


class Rollout(Job):
    """A rollout that is queued, running or over: `results` has what was found of each of `turns` so far."""

    def __init__(self, key: str, position: Position, turns: Sequence[str | None], options: RolloutOptions) -> None:
        self.position = position
        self.turns = tuple(turns)
        self.options = options
        self.results: dict[int, RolledOut] = {}
        super().__init__(key, len(self.turns) * options.trials)

    def tasks(self) -> Iterator[RolloutTask]:
        """The games in rounds, each turn a few of them a round, all with the same dice."""
        sheet, position = frozen(self.position.game), self.position.text()
        for first in range(0, self.options.trials, GAMES_AT_ONCE):
            trials = min(GAMES_AT_ONCE, self.options.trials - first)
            options = msgspec.structs.replace(self.options, trials=trials, first=first)
            for index, move in enumerate(self.turns):
                yield RolloutTask(sheet, position, index, move, options)

    def work(self) -> None:
        """Play the games; raises like `Pool.map`."""
        began = time.monotonic()
        processes = min(spare_processes(), len(self.turns) * math.ceil(self.options.trials / GAMES_AT_ONCE))
        with (
            closing(Pool(processes, "rollout_worker_died")) as workers,
            closing(workers.map(play, self.tasks(), self.stop)) as playing,
        ):
            for task, found in playing:
                before = self.results.get(task.turn)
                self.results[task.turn] = found if before is None else pooled(before, found)
                self.done += found.trials
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


def pooled(one: RolledOut, other: RolledOut) -> RolledOut:
    """What two rollouts of the same turn with different dice have found together."""
    trials = one.trials + other.trials

    def mean(first: float, second: float) -> float:
        return (one.trials * first + other.trials * second) / trials

    chances = zip(msgspec.structs.astuple(one.chances), msgspec.structs.astuple(other.chances), strict=True)
    return RolledOut(
        trials,
        mean(one.equity, other.equity),
        math.hypot(one.trials * one.half, other.trials * other.half) / trials,
        Chances(*(mean(*pair) for pair in chances)),
        one.finished + other.finished,
        one.drawn + other.drawn,
        one.cut + other.cut,
        mean(one.turns, other.turns),
        min(one.ply, other.ply),
        None if one.match_chance is None or other.match_chance is None else mean(one.match_chance, other.match_chance),
    )


def play(task: RolloutTask, stop: Stop) -> RolledOut | None:
    """Play the games of a task, in a worker; None if `stop` was set before the first of them was over."""
    game = thawed(task.sheet)
    analyst = analysts.equities_of(game)
    assert analyst is not None
    found = analyst.rollout(game.parse(task.position), task.move, task.options, None, stop)
    return found if found.trials else None
