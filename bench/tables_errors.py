"""How far the choices of a backgammon player are from the best ones, as gnubg-nn at 2-ply sees them.

`python -m bench.tables_errors [--decisions N] [--of-each N] [--seed N] [--ply PLY ...]`: gnubg-nn plays itself at
0-ply, without cube; in each position with a choice our player at each PLY, and gnubg-nn at 0- and 1-ply, say what they
would play. The loss of a choice is the equity of gnubg's choice at 2-ply less that of the choice, both at 2-ply, in
points; where gnubg's own choice comes out worse, the loss is 0. Told are the mean in thousandths (mEq), PR (500 times
the mean), both with 95 % intervals, the share of choices that gnubg would make too, and the share of those that lose
0.08 or more: of the first N decisions, and of the first N of each class (`bench.tables_classes`, and races).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import axedrez
from axedrez.core.sides import Side
from axedrez.learn.tables.self_play import rules_of
from axedrez.tables.kernel import batch
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from bench.tables_classes import CLASSES, RACE, class_of
from bench.tables_depth import Chooser, Row, gnubg, ours
from tests.tables.comparing import counts

ALL = "all"
BAD = 0.08
"""A loss in points from which a turn is called bad, in analyses too."""


class Decision(NamedTuple):
    """A position with a roll and several results."""

    row: Row
    high: int
    low: int
    kind: str


def decisions(game: TablesGame, seed: int) -> Iterator[Decision]:
    """Decisions of games of gnubg-nn with itself at 0-ply, without end."""
    choose, dice, rules = gnubg(game, 0), np.random.default_rng(seed), rules_of(game)
    position = game.start()
    while True:
        high, low = sorted(dice.integers(1, 7, 2).tolist(), reverse=True)
        if len(batch.results(rules.tables, rules.keys, position.raw[None], np.array([[high, low]]))[1]) > 1:
            yield Decision(position.raw, high, low, class_of(position) or RACE)
        row = choose(position.raw, high, low)
        position = TablesPosition(game, game.ruleset, row, Side.WHITE, None)
        if position.is_over():
            position = game.start()


def drawn(game: TablesGame, most: int, of_each: int, seed: int) -> dict[str, list[Decision]]:
    """The first decisions of all, and of each class."""
    found: dict[str, list[Decision]] = {ALL: [], **{name: [] for name in (*CLASSES, RACE)}}
    for decision in decisions(game, seed):
        for name, many in ((ALL, most), (decision.kind, of_each)):
            if len(found[name]) < many:
                found[name].append(decision)
        if all(len(those) >= (most if name == ALL else of_each) for name, those in found.items()):
            break
    return found


def equity(row: Row) -> float:
    """What gnubg-nn at 2-ply thinks of a result, in points for the side that has played it."""
    import gnubg_nn

    library: Any = gnubg_nn
    own, enemy = counts(row)
    win, gammon, backgammon, gammon_lost, backgammon_lost = library.probabilities([list(enemy), list(own)], 2)
    return -float(2 * win - 1 + gammon + backgammon - gammon_lost - backgammon_lost)


def losses(game: TablesGame, players: dict[str, Chooser], asked: list[Decision]) -> dict[str, npt.NDArray[np.float64]]:
    """The losses of each player's choices, in points."""
    best = gnubg(game, 2)
    found: dict[str, list[float]] = {name: [] for name in players}
    for row, high, low, _ in asked:
        worth: dict[bytes, float] = {}

        def judged(result: Row, worth: dict[bytes, float] = worth) -> float:
            key = result.tobytes()
            if key not in worth:
                worth[key] = equity(result)
            return worth[key]

        wanted = best(row, high, low)
        for name, choose in players.items():
            chosen = choose(row, high, low)
            same = chosen.tobytes() == wanted.tobytes()
            found[name].append(-1.0 if same else max(0.0, judged(wanted) - judged(chosen)))
    return {name: np.array(values) for name, values in found.items()}


def told(name: str, found: npt.NDArray[np.float64]) -> str:
    """A line about the losses of one player; −1 stands for gnubg's own choice."""
    lost = np.maximum(found, 0.0)
    mean, width = float(lost.mean()), 1.96 * float(lost.std(ddof=1)) / math.sqrt(len(lost))
    return (
        f"{name:16} {1000 * mean:6.2f} ± {1000 * width:.2f} mEq a decision, PR {500 * mean:.2f} ± {500 * width:.2f}; "
        f"{np.mean(found < 0):.1%} as gnubg plays, {np.mean(lost >= BAD):.1%} lose {BAD} or more"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--of-each", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ply", type=int, nargs="+", default=[0, 1, 2])
    args = parser.parse_args()
    game = axedrez.load("backgammon")
    assert isinstance(game, TablesGame)
    players = {f"ours, {ply}-ply": ours(game, ply) for ply in args.ply}
    players |= {f"gnubg-nn, {ply}-ply": gnubg(game, ply) for ply in (0, 1)}
    for kind, asked in drawn(game, args.decisions, args.of_each, args.seed).items():
        if not asked:
            continue
        print(f"{kind}: {len(asked)} decisions, judged by gnubg-nn at 2-ply")
        for name, values in losses(game, players, asked).items():
            print(told(name, values), flush=True)


if __name__ == "__main__":
    main()
