"""How many games of Chessgammon nobody wins, and in how many of them that is proved before G-45 draws them.

`script/bench tables-locks [--games 200] [--seed 1] [--option NAME=VALUE …]`: the computer with itself at 0-ply. A game
of 1,500 turns is left. Prints each such game with the turn from which on it was proved (`axedrez.tables.kernel.locks`).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from itertools import accumulate
from typing import cast

from axedrez.cli.loading import load
from axedrez.tables.engine.search import search
from axedrez.tables.position.position import TablesPosition

MAX_TURNS = 1500


def play(start: TablesPosition, rng: random.Random) -> tuple[str, list[TablesPosition]]:
    """How a game has ended, and its positions after each turn."""
    position, played = start, list[TablesPosition]()
    while position.outcome() is None and len(played) < MAX_TURNS:
        rolls, shares = zip(*position.chance_outcomes(), strict=True)
        position = position.play_unchecked(rng.choices(rolls, cum_weights=list(accumulate(shares)))[0])
        position = position.play_unchecked(search(position))
        played.append(position)
    outcome = position.outcome()
    return "left" if outcome is None else "drawn" if outcome.winner is None else "won", played


def main() -> None:
    """Play them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    given = parser.parse_args()
    start = cast(TablesPosition, load("chessgammon", given.option).start())
    ends: Counter[str] = Counter()
    for number in range(given.games):
        end, played = play(start, random.Random(f"{given.seed} {number}"))
        ends[end] += 1
        if end != "won":
            proved = next((turn for turn, position in enumerate(played, 1) if position.is_locked()), None)
            ends["proved"] += proved is not None
            since = f"proved from turn {proved} on" if proved is not None else "not proved"
            print(f"game {number}: {end} after {len(played)} turns, {since}: {played[-1].text()}", flush=True)
    nobody = ends["drawn"] + ends["left"]
    told = ", ".join(f"{ends[end]} {end}" for end in ("won", "drawn", "left"))
    print(f"{given.games} games: {told}; {ends['proved']} of {nobody} proved")


if __name__ == "__main__":
    main()
