"""How far races with men outside the castle are judged from what they are worth, by the length of the race.

`script/bench tables-races [SHEET] [--positions 200] [--trials 1296] [--seed 1] [--seconds S]`: a sheet whose bear-offs
are judged by tables (backgammon). Positions before a roll, from games of the computer with itself at 0-ply, one of each
game at most: nobody can hit any more, and a man is not yet home. Each is rolled out, its luck taken out, until both
sides are home and the tables tell the rest. Told by class, with and without gammons that count, are the mean absolute
difference in points at 0-, 1- and 2-ply, the mean difference at 0-ply, the root mean square one at 0-ply, and how much
of that is the rollouts' own chance. With `--seconds` no position is begun later.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

import numpy as np

import axedrez
from axedrez.tables.analyst import estimate
from axedrez.tables.engine import race_tables, races
from axedrez.tables.engine.kernel.dice import N_ROLLS
from axedrez.tables.engine.kernel.network import LANES
from axedrez.tables.engine.kernel.plies import Judge
from axedrez.tables.engine.kernel.rollouts import GOES_ON, Game, begin, pairs_of, play_on
from axedrez.tables.engine.plies import judge_of, turned
from axedrez.tables.engine.search import search
from axedrez.tables.kernel.layout import BAR, ENEMY, OWN, WIDTH
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

PLIES = 3
CLASSES = ((30, "up to 30 pips"), (60, "31 to 60 pips"), (10**6, "61 pips and more"))
"""By the pips of the side that has fewer."""
GAMMON = 0.02
"""From so many gammons on, won or lost, as 2-ply sees them, they count."""


def sides(position: TablesPosition) -> tuple[np.ndarray, np.ndarray]:
    """How far the men of both sides have still to go."""
    n, row = len(position.ruleset.army), position.raw.astype(int)
    return row[OWN : OWN + n], row[ENEMY : ENEMY + n]


def is_race(position: TablesPosition) -> bool:
    """Whether no man can be hit any more, and the tables do not judge the position yet."""
    own, enemy = sides(position)
    return bool(own.max() + enemy.max() < BAR) and not races.is_home(position.ruleset, position.raw)


def class_of(position: TablesPosition) -> str:
    """The class of a race by its length."""
    pips = min(int(np.maximum(side, 0).sum()) for side in sides(position))
    return next(name for most, name in CLASSES if pips <= most)


def positions(game: TablesGame, lots: random.Random) -> Iterator[TablesPosition]:
    """One race of each game that comes to one."""
    while True:
        position, found = game.start(), list[TablesPosition]()
        while position.outcome() is None and not races.is_home(position.ruleset, position.raw):
            if is_race(position):
                found.append(position)
            rolls, shares = zip(*position.chance_outcomes(), strict=True)
            position = position.play_unchecked(lots.choices(rolls, cum_weights=list(accumulate(shares)))[0])
            position = position.play_unchecked(search(position))
        if found:
            yield lots.choice(found)


def rolled_out(judge: Judge, position: TablesPosition, trials: int, seed: int) -> tuple[float, float]:
    """What games from a position are worth on average, and the standard error of that."""
    pairs, points = pairs_of(np.uint64(seed)), judge.network.points.astype(np.float64)
    worths = np.empty(trials)
    for trial in range(trials):
        game = Game(
            np.empty(WIDTH, np.int8), np.zeros(LANES), np.zeros(LANES), np.zeros(1, np.uint64),
            np.zeros(3, np.int64), np.zeros(N_ROLLS * LANES),
        )  # fmt: skip
        begin(game, position.raw, np.uint64(seed), trial)
        while game.numbers[1] == GOES_ON and not races.is_home(position.ruleset, game.row):
            play_on(judge, game, pairs, trial, 1, 10_000, 0)
        if game.numbers[1] == GOES_ON:
            known = races.outcomes(position.ruleset, game.row[None])[0]
            game.found[:] += turned(known) if game.numbers[0] & 1 else known
        worths[trial] = game.found @ points
    return float(worths.mean()), float(worths.std(ddof=1)) / math.sqrt(trials)


def told(name: str, found: list[tuple[float, ...]]) -> str:
    """A line about one class: differences by ply, and the standard errors of the rollouts."""
    array = np.array(found)
    off, errors = array[:, :PLIES], array[:, PLIES]
    means = "".join(f"{each:9.4f}" for each in np.abs(off).mean(axis=0))
    chance = math.sqrt((errors**2).mean())
    return (
        f"{name:18}{len(found):5}{means}{off[:, 0].mean():+10.4f}{math.sqrt((off[:, 0] ** 2).mean()):9.4f}{chance:9.4f}"
    )


def main() -> None:
    """Play, roll out and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheet", nargs="?", default="backgammon")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--trials", type=int, default=1296)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf)
    given = parser.parse_args()
    game = axedrez.load(given.sheet)
    assert isinstance(game, TablesGame)
    assert race_tables.table_of(game.ruleset) is not None, "no tables of bear-offs for this sheet"
    judge, begun = judge_of(game.ruleset), time.monotonic()
    classes: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    for number, position in enumerate(positions(game, random.Random(given.seed))):
        if number == given.positions or time.monotonic() - begun > given.seconds:
            break
        worth, error = rolled_out(judge, position, given.trials, given.seed + number)
        judged = [estimate(position, ply) for ply in range(PLIES)]
        chances = judged[-1].chances
        with_gammons = chances.win_gammon + chances.lose_gammon >= GAMMON
        for name in (class_of(position), "gammons in reach" if with_gammons else "no gammons", "all"):
            classes[name].append((*(each.equity - worth for each in judged), error))
    print(f"{'':18}    n    0-ply    1-ply    2-ply  0-ply, ±   0-ply²  chance²")
    for name in (*(name for _, name in CLASSES), "no gammons", "gammons in reach", "all"):
        if name in classes:
            print(told(name, classes[name]))


if __name__ == "__main__":
    main()
