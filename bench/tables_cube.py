"""The judgement of the cube against the lack of it: the same player, the same dice, once from each seat.

`python -m bench.tables_cube [rulebook] [pairs of games] [match.length]`: points won a game, with the bound that holds
in 95 of 100 cases. Without judgement a player takes every double and never doubles.
"""

from __future__ import annotations

import statistics
import sys
import time

import axedrez
from tests.match.cubing import gain


def main() -> None:
    """Play the pairs."""
    name, pairs, length = (*sys.argv[1:], *("backgammon", "300", "1")[len(sys.argv) - 1 :])
    game = axedrez.load(name, {"match.cube": True, "match.length": int(length)})
    began = time.perf_counter()
    gains = [gain(game, number) for number in range(int(pairs))]
    mean = statistics.mean(gains)
    bound = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5
    each = (time.perf_counter() - began) / (2 * len(gains))
    print(f"{name}: {mean:+.3f} ± {bound:.3f} points a game, {2 * len(gains)} games of {each:.2f} s")
    sys.exit(mean - bound <= 0)


if __name__ == "__main__":
    main()
