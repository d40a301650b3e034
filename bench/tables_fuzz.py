"""Hostile sheets of the tables family and positions of theirs, in fenced memory.

    python -m bench.tables_fuzz [SHEETS] [SEED]

A few positions of each sheet (`tests/tables/hostile.py`). With `NUMBA_BOUNDSCHECK=1`, and an `XDG_CACHE_HOME` of its
own, the machine code looks at every index as well.
"""

from __future__ import annotations

import sys
from itertools import islice
from random import Random

from axedrez.tables.position import workspace
from tests.tables import hostile
from tests.tables.boards import bound_of

POSITIONS = 4


def main() -> None:
    """Try them; the first failure ends it with its seed."""
    count = int(sys.argv[1]) if sys.argv[1:] else 300
    first = int(sys.argv[2]) if sys.argv[2:] else 0
    results, nearest = 0, 0.0
    for seed in range(first, first + count):
        rng = Random(seed)
        for game in islice(hostile.games(rng), 1):
            try:
                assert hostile.weights_fit(game)
                for _ in range(POSITIONS):
                    one, other = rng.randint(1, 6), rng.randint(1, 6)
                    position, dice = hostile.position(game, rng), (max(one, other), min(one, other))
                    results += hostile.check(position, dice)
                    states = int(
                        workspace.run(game.ruleset.compiled, game.ruleset.keys, position.raw, *dice).starts[-1]
                    )
                    nearest = max(nearest, states / bound_of(game))
                hostile.check_play(position, dice, rng)
            except BaseException:
                print(f"failed: script/bench tables-fuzz 1 {seed}")
                raise
    print(f"{count} sheets, {POSITIONS} positions each: {results} results, at most {nearest:.0%} of a sheet's bound")


if __name__ == "__main__":
    main()
