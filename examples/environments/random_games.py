"""Plays random games of any rulebook, many at once, and tells how they end.

`python examples/environments/random_games.py gardner --games 1000`
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from games import find

from axedrez.environments import Options, batch

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="gardner")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    games = batch(find(given.game), 64, given.seed, Options(observation=None, masks=False, max_plies=1000))
    ends: Counter[tuple[str, str]] = Counter()
    steps, begin = 0, time.perf_counter()
    while sum(ends.values()) < given.games:
        games.step(games.sample())
        steps += games.n
        for k in (games.terminated | games.truncated).nonzero()[0]:
            white = games.rewards[k, 0]
            result = "1-0" if white > 0 else "0-1" if white < 0 else "1/2"
            ends[result, games.reason_names[games.reasons[k]] or "too long"] += 1
    for (result, reason), count in ends.most_common():
        print(f"{result:4} {reason:22} {count:6}")
    print(f"{steps / (time.perf_counter() - begin):,.0f} steps a second")
