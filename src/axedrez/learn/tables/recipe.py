"""How a network of the tables family is made: the stages of its games and of its training."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.learn.tables.kernel.games import Plan


class Stage(NamedTuple):
    """A part of the training, until so many positions in all have been learned from.

    `by_hand`: the games are those of the evaluation made by hand, and their results are learned. `only_wins`: the
    network plays for the win, whatever it counts. `trace`, `random_turns`, `random_starts`: see `Plan`.
    """

    until: float
    by_hand: bool = False
    only_wins: bool = False
    trace: float = 0.0
    random_turns: float = 0.01
    random_starts: float = 0.1

    def plan(self, cap: int) -> Plan:
        """What the kernel plays by."""
        turns = 0.0 if self.by_hand else self.random_turns
        return Plan(self.trace, turns, self.random_starts, 8, cap, int(self.by_hand))


class Recipe(NamedTuple):
    """All that decides what comes of a training, the time given to it aside.

    `width`, `hidden`: sums of the first and of the second layer. Each round plays `games` games and learns from each
    of their positions `passes` times, `batch` at once. The step of the training is `step` at first, half of that after
    `half` positions, a third after twice as many, and so on. The network that plays is the running mean of the trained
    one over about `mean` batches. A game of `cap` turns is left.
    """

    width: int = 256
    hidden: int = 128
    games: int = 500
    passes: int = 2
    batch: int = 512
    step: float = 1e-3
    half: float = 4e6
    mean: int = 500
    cap: int = 400
    stages: tuple[Stage, ...] = (
        Stage(1e6, by_hand=True, trace=1.0, random_starts=0.3),
        Stage(4e6, only_wins=True, trace=0.7, random_turns=0.02),
        Stage(10e6, trace=0.5),
        Stage(1e18, trace=0.2),
    )

    def stage(self, positions: int) -> Stage:
        """The stage after so many positions."""
        return next(stage for stage in self.stages if positions < stage.until)

    def step_after(self, positions: int) -> float:
        """The step of the training after so many positions."""
        return self.step / (1 + positions / self.half)
