"""How long a hint takes in a game of dice on points.

`script/bench tables-hints SHEET [--games 3] [--seed 1] [--option NAME=VALUE …]`: the computer with itself at 0-ply. In
each position with a choice the analyst is asked for a hint, with the limit that the server sets; the start with each
double comes first, where rolls have most results. Told are the mean, the 95th percentile and the longest in ms.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from itertools import accumulate

import numpy as np

from axedrez import analysts
from axedrez.analysis.dice.points_analyst import HINT_S
from axedrez.cli.loading import load
from axedrez.core import History
from axedrez.core.dice import Roll
from axedrez.tables.engine.plies import Effort
from axedrez.tables.engine.search import search
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

MAX_TURNS = 400


def asked(game: TablesGame, games: int, lots: random.Random) -> Iterator[TablesPosition]:
    """The positions in which a hint is asked for."""
    for face in range(1, 7):
        yield game.start().play_unchecked(Roll(face, face))
    for _ in range(games):
        position = game.start()
        for _ in range(MAX_TURNS):
            if position.outcome() is not None:
                break
            rolls, shares = zip(*position.chance_outcomes(), strict=True)
            position = position.play_unchecked(lots.choices(rolls, cum_weights=list(accumulate(shares)))[0])
            if len(position.legal_moves()) > 1:
                yield position
            position = position.play_unchecked(search(position))


def main() -> None:
    """Ask, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheet")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    given = parser.parse_args()
    game = load(given.sheet, given.option)
    assert isinstance(game, TablesGame)
    analyst, took = analysts.analyst_of(game), list[float]()
    for number, position in enumerate(asked(game, given.games, random.Random(given.seed))):
        fresh = TablesPosition(game, position.ruleset, position.raw, position.side, position.dice)
        begun = time.perf_counter()
        analyst.best(fresh, History(), Effort(1000 * HINT_S))
        if number:  # the first one loads what was compiled
            took.append(1000 * (time.perf_counter() - begun))
    times = np.array(took)
    print(
        f"{given.sheet}: {len(times)} hints, {times.mean():.0f} ms on average, "
        f"95 in 100 within {np.percentile(times, 95):.0f} ms, the longest {times.max():.0f} ms"
    )


if __name__ == "__main__":
    main()
