"""How a network of the tables family is made: the stages of its games and of its training."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.learn.tables.by_hand import Meaning
from axedrez.learn.tables.kernel.games import Plan
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel.layout import PLAIN

LAST_LEARNING_RATE = 1 / 50
"""What is left of a stage's own learning rate at its end."""


class Stage(NamedTuple):
    """A part of the training, until so many positions in all have been learned from.

    `by_hand`: the games are those of the evaluation made by hand, and their results are learned, and what it thinks of
    `scored` results of each roll, as probabilities at this `temperature` (below 1 small differences are learned sooner;
    what comes later puts the probabilities right). `only_wins`: the network plays for the win, whatever it is worth.
    `searched`: of this share of the positions, drawn by lot, the value at 1-ply is learned, and nothing of the others.
    `learning_rate`: falls from this on a straight line to a fiftieth at the end of the stage; 0: see `Recipe`.
    `td_lambda`, `random_turns`, `random_starts`, `most_random`, `one_sided`, `max_candidates`, `stalls`, `replays`,
    `late`, `fade`, `stored`, `thinned`: see `Plan`; `pull`: see `ByHand`.
    """

    until: float
    by_hand: bool = False
    only_wins: bool = False
    td_lambda: float = 0.0
    random_turns: float = 0.01
    random_starts: float = 0.1
    most_random: int = 8
    one_sided: float = 0.0
    scored: int = 0
    temperature: float = 1.0
    max_candidates: int = 1 << 20
    pull: float = 0.0
    stalls: float = 0.0
    replays: int = 0
    late: int = 1 << 20
    fade: float = 0.0
    stored: float = 0.0
    thinned: float = 0.0
    searched: float = 0.0
    learning_rate: float = 0.0

    def plan(self, cap: int, meaning: Meaning) -> Plan:
        """What the kernel plays by; `meaning`: of scores of the evaluation made by hand."""
        by_hand = int(self.by_hand)
        return Plan(
            self.td_lambda,
            self.random_turns,
            self.random_starts,
            self.most_random,
            cap,
            self.max_candidates,
            by_hand,
            self.scored,
            meaning.scale * self.temperature,
            meaning.gammon,
            meaning.backgammon,
            self.stalls,
            self.replays,
            self.late,
            self.fade,
            self.stored,
            self.one_sided,
            self.thinned,
        )


BACK_GAMES = Stage(0, random_turns=0.03, random_starts=0.6, most_random=40, one_sided=0.7, stored=0.15)
"""Most games begin with many random turns of one side, which is then far behind."""


class Recipe(NamedTuple):
    """All that decides what comes of a training, the time given to it aside.

    `width`, `hidden`: sums of the first and of the second layer. Each round plays `games` games and learns from each
    of their positions `epochs` times, `batch` at once. The learning rate is `learning_rate` at first, half of that
    after `half` positions, a third after twice as many, and so on. The network that plays is the exponential moving
    average of the trained one over about `ema` batches. A game of `cap` turns is left.

    `varied`: the share of the rounds that are played with options of the sheet drawn by lot, each option that changes
    the rules with the probability `chosen`; the network learns them all at once (`engine.network.adapted`).
    """

    width: int = 512
    hidden: int = 128
    games: int = 500
    epochs: int = 2
    batch: int = 512
    learning_rate: float = 1e-3
    half: float = 4e6
    ema: int = 500
    cap: int = 400
    varied: float = 0.0
    chosen: float = 0.2
    stages: tuple[Stage, ...] = (
        Stage(1e6, by_hand=True, td_lambda=1.0, random_starts=0.3, scored=1),
        Stage(4e6, only_wins=True, td_lambda=0.7, random_turns=0.02),
        Stage(10e6, td_lambda=0.5),
        Stage(77e6, td_lambda=0.2),
        Stage(81e6, random_turns=0.03, random_starts=0.25, stored=0.15, searched=0.25, learning_rate=1e-3),
        # Two good players seldom play back games: many games begin with those.
        BACK_GAMES._replace(until=85e6, td_lambda=0.8, learning_rate=4e-4),
        BACK_GAMES._replace(until=88.5e6, searched=0.25, learning_rate=6e-4),
        BACK_GAMES._replace(until=1e18, searched=0.25, learning_rate=1.2e-5),
    )

    @classmethod
    def usual(cls, ruleset: Ruleset) -> Recipe:
        """For a sheet: a smaller network where a roll has hundreds of results, so that there are more games.

        There its results are looked at more closely at the end: who is losing finds a lock among all of them.
        """
        if ruleset.compiled[PLAIN]:
            return cls()
        fading = Stage(0, max_candidates=48, stalls=0.005, replays=1, late=250, fade=0.02)  # games take some 110 turns
        last = fading._replace(until=1e18, td_lambda=0.9, pull=0.01, stalls=0.01, stored=0.15, fade=0.0)
        # What comes true is learned at last: nearly the results alone, and few turns that nobody would choose. In such
        # games few ends have few men, and what was known of these would be lost.
        results = last._replace(td_lambda=0.98, random_turns=0.002, stalls=0.002, max_candidates=256, thinned=0.3)
        return cls(
            width=256,
            hidden=64,
            games=100,
            batch=256,
            half=4e6,
            cap=1000,
            varied=0.5 if ruleset.sheet.effects else 0.0,
            stages=(
                Stage(3e5, by_hand=True, td_lambda=1.0, random_starts=0.3, scored=2, temperature=1 / 1.5, stalls=0.005),
                fading._replace(until=2e6, td_lambda=0.9, random_turns=0.02, pull=0.02),
                fading._replace(until=6e6, td_lambda=0.7, pull=0.015),
                last._replace(until=28e6, max_candidates=64, learning_rate=1e-3),
                last._replace(until=34e6, max_candidates=256, learning_rate=5e-4),
                results._replace(until=38e6, learning_rate=2e-4),
                results._replace(until=41.3e6, td_lambda=0.95, learning_rate=6e-5),
                # Once it knows much, it plays better with fewer pips beside it.
                results._replace(td_lambda=0.95, pull=0.0075, learning_rate=1.2e-6),
            ),
        )

    def stage(self, positions: int) -> Stage:
        """The stage after so many positions."""
        return next(stage for stage in self.stages if positions < stage.until)

    def learning_rate_after(self, positions: int) -> float:
        """The learning rate after so many positions."""
        stage = self.stage(positions)
        if not stage.learning_rate:
            return self.learning_rate / (1 + positions / self.half)
        begun = max((other.until for other in self.stages if other.until <= positions), default=0.0)
        return stage.learning_rate * (1 - (1 - LAST_LEARNING_RATE) * (positions - begun) / (stage.until - begun))
