"""Rollouts in parts: by worker processes or in this one, of several turns beside each other, until they are told apart.

The games of a rollout depend on their numbers alone, so the parts together are the rollout of one process.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from typing import NamedTuple

import msgspec

from axedrez.analysis.equity import Chances, RolledCube, RolledOut, RolloutOptions
from axedrez.analysts import equities_of
from axedrez.core import Position
from axedrez.engine.player import Stop
from axedrez.processes import Pool, frozen, thawed

_Rolled = RolledOut | RolledCube

GAMES_AT_ONCE = 12
"""So many games of a turn are one part: what has been found is told after each."""
LEAST = 144
"""Intervals of fewer games of a turn settle nothing."""
_WIDTH = 1.96


class RolloutTask(NamedTuple):
    """Some of the games of one turn (None: of a position before a roll)."""

    sheet: str
    position: str
    turn: int
    move: str | None
    options: RolloutOptions


def rolling_out(
    position: Position,
    turns: Sequence[str | None],
    options: RolloutOptions,
    stop: Stop,
    processes: int = 0,
) -> Generator[Mapping[int, RolledOut], None, None]:
    """What has been found of each of the turns, by their numbers, after each part; those that have begun.

    `turns`: with the roll of the position, or None for a position before a roll. `options` as in
    `EquityAnalyst.rollout`: so many games of each turn, in rounds, all turns with the same dice. `processes`: workers,
    which end with the generator; 0: this process plays. Ends soon after `stop` is set. Raises `AxedrezError` where a
    worker dies, and what `EquityAnalyst.rollout` raises.
    """
    parts = len(turns) * math.ceil(options.trials / GAMES_AT_ONCE)
    found: dict[int, RolledOut] = {}
    with closing(Pool(min(processes, parts), "rollout_worker_died")) if processes else nullcontext() as workers:
        todo = _tasks(position, turns, options)
        # In the order of the games: sums do not depend on which process was quicker.
        playing = _here(todo, stop) if workers is None else workers.map(play, todo, stop, in_order=True)
        with closing(playing):
            for task, result in playing:
                before = found.get(task.turn)
                found[task.turn] = result if before is None else pooled(before, result)
                yield found


def is_settled(found: Mapping[int, RolledOut], within: float) -> bool:
    """Whether the intervals of all turns, after equally many games of each, are as narrow as ± `within`.

    A turn that another one leads beyond their joint interval need not be as narrow, nor who leads all others so.
    """
    trials = {each.trials for each in found.values()}
    if len(trials) != 1 or min(trials) < LEAST:
        return False
    doubled = [each.double_take.half for each in found.values() if each.double_take is not None]
    best, *others = sorted((each.judged for each in found.values()), reverse=True)
    close = [each for each in others if best[0] - each[0] <= math.hypot(best[1], each[1])]
    told_apart = bool(others) and not close
    return told_apart or max([half for _, half in (best, *close)] + doubled) <= within


def pooled(one: RolledOut, other: RolledOut) -> RolledOut:
    """What two rollouts of the same turn with different dice have found together."""
    trials = one.trials + other.trials

    def mean(first: float, second: float) -> float:
        return (one.trials * first + other.trials * second) / trials

    chances = zip(msgspec.structs.astuple(one.chances), msgspec.structs.astuple(other.chances), strict=True)

    def half(first: _Rolled, second: _Rolled) -> float:
        """Of all games together."""
        squares = _squares(first.half, one.trials) + _squares(second.half, other.trials)
        squares += one.trials * other.trials / trials * (first.equity - second.equity) ** 2
        return _WIDTH * math.sqrt(squares / (trials - 1) / trials)

    def chance(first: float | None, second: float | None) -> float | None:
        return None if first is None or second is None else mean(first, second)

    def with_cube(first: RolledCube | None, second: RolledCube | None) -> RolledCube | None:
        if first is None or second is None:
            return None
        found = mean(first.equity, second.equity), half(first, second)
        return RolledCube(*found, chance(first.match_chance, second.match_chance))

    return RolledOut(
        trials,
        mean(one.equity, other.equity),
        half(one, other),
        Chances(*(mean(*pair) for pair in chances)),
        one.finished + other.finished,
        one.drawn + other.drawn,
        one.cut + other.cut,
        mean(one.turns, other.turns),
        min(one.ply, other.ply),
        chance(one.match_chance, other.match_chance),
        with_cube(one.cubeful, other.cubeful),
        with_cube(one.double_take, other.double_take),
    )


def play(task: RolloutTask, stop: Stop) -> RolledOut | None:
    """Play the games of a task; None if `stop` was set before the first of them was over."""
    game = thawed(task.sheet)
    analyst = equities_of(game)
    assert analyst is not None
    found = analyst.rollout(game.parse(task.position), task.move, task.options, None, stop)
    return found if found.trials else None


def _squares(half: float, trials: int) -> float:
    """The squared differences of games from their mean, by half of the width of its interval."""
    return (half / _WIDTH) ** 2 * trials * (trials - 1)


def _tasks(position: Position, turns: Sequence[str | None], options: RolloutOptions) -> Iterator[RolloutTask]:
    """The games in rounds, each turn a few of them a round."""
    sheet, text = frozen(position.game), position.text()
    for first in range(0, options.trials, GAMES_AT_ONCE):
        trials = min(GAMES_AT_ONCE, options.trials - first)
        part = msgspec.structs.replace(options, trials=trials, first=options.first + first)
        for index, move in enumerate(turns):
            yield RolloutTask(sheet, text, index, move, part)


def _here(tasks: Iterable[RolloutTask], stop: Stop) -> Generator[tuple[RolloutTask, RolledOut], None, None]:
    for task in tasks:
        if stop.is_set() or (result := play(task, stop)) is None:
            return
        yield task, result
