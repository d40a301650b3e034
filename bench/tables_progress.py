"""How many computer games of Chessgammon end for want of progress (G-45), and how the count foretells it.

python -m bench.tables_progress [games] [level] [seed] [option=value ...]
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import cast

import axedrez
from axedrez.core.dice import ROLLS
from axedrez.core.history import History
from axedrez.tables.engine import player
from axedrez.tables.position.position import TablesPosition

MOST_TURNS = 20_000
STEP = 10


def play(start: TablesPosition, level: int, rng: random.Random) -> tuple[str, int, set[int]]:
    """How a game ended, its turns, and the counts of turns without progress that it reached, in steps of ten."""
    position, turns, reached = start, 0, {0}
    rolls, odds = zip(*ROLLS, strict=True)
    while (outcome := position.outcome()) is None:
        if turns == MOST_TURNS:
            return "endless", turns, reached
        position = position.play_unchecked(rng.choices(rolls, odds)[0])
        position = position.play_unchecked(player.choose(position, History(), level=level, seed=rng.getrandbits(32)))
        reached.add(position.no_progress_count // STEP * STEP)
        turns += 1
    return outcome.reason, turns, reached


def main() -> None:
    """Play, and print counts."""
    numbers = [int(word) for word in sys.argv[1:] if "=" not in word]
    options = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
    games, level, seed = (*numbers, *(300, 3, 45)[len(numbers) :])
    rng = random.Random(seed)
    start = cast(TablesPosition, axedrez.load("chessgammon", options).start())
    reasons: Counter[str] = Counter()
    met: Counter[int] = Counter()
    drawn: Counter[int] = Counter()
    longest = 0
    for _ in range(games):
        reason, turns, reached = play(start, level, rng)
        reasons[reason] += 1
        longest = max(longest, turns)
        met.update(reached)
        drawn.update(reached if reason == "no_progress" else ())
    print(f"{games} games at level {level}: {dict(reasons)}, the longest {longest} turns")
    for still in sorted(met):
        print(f"  reached {still:>4}: {met[still]:>4} games, drawn {drawn[still]} ({drawn[still] / met[still]:.0%})")


if __name__ == "__main__":
    main()
