"""How many games of Chessgammon nobody wins, how many of them are proved to be such, and what other rules would do.

`script/bench tables-locks [--games 200] [--seed 1] [--option NAME=VALUE …]`: the computer with itself at 0-ply. A game
of 1,500 turns is left. Prints each such game with the turn from which on it was proved (`axedrez.tables.kernel.locks`).

Then what other rules would make of the same games, were they played the same: a shorter count of turns without
progress (draws, and how many of them would have been won later), the win to who has less work left in a lock (pips of
king and pawns), the loss to who passes more often in its last 100 turns.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from itertools import accumulate
from typing import NamedTuple, cast

import numpy as np

from axedrez.cli.loading import load
from axedrez.core.sides import Side
from axedrez.tables.engine.search import search
from axedrez.tables.kernel.layout import BEARS_OFF, ENEMY, N_PIECES, OWN, TYPE_OF
from axedrez.tables.position.position import TablesPosition

MAX_TURNS = 1500
COUNTS = (10, 20, 30, 40, 50)
"""Turns of each side without progress."""
LAST = 100


class Played(NamedTuple):
    """A game: how it has ended, its positions after each turn, and who passed in which turn."""

    end: str
    positions: list[TablesPosition]
    passes: list[Side | None]

    def longest(self) -> int:
        """The most turns without progress in a row."""
        return max(each.no_progress_count for each in self.positions)

    def by_work(self) -> Side | None:
        """Who has less work left at the end."""
        last = self.positions[-1]
        tables = last.ruleset.compiled
        n = int(tables[N_PIECES])
        leaving = tables[BEARS_OFF + tables[TYPE_OF : TYPE_OF + n]] != 0
        own, enemy = (int(np.sum(last.raw[base : base + n][leaving], dtype=int)) for base in (OWN, ENEMY))
        return None if own == enemy else last.side if own < enemy else last.side.opponent

    def by_passes(self) -> Side | None:
        """Who passed less often of late."""
        passed = Counter(self.passes[-LAST:])
        white, black = passed[Side.WHITE], passed[Side.BLACK]
        return None if white == black else Side.WHITE if white < black else Side.BLACK


def play(start: TablesPosition, rng: random.Random) -> Played:
    """A game."""
    position, played, passes = start, list[TablesPosition](), list[Side | None]()
    while position.outcome() is None and len(played) < MAX_TURNS:
        rolls, shares = zip(*position.chance_outcomes(), strict=True)
        position = position.play_unchecked(rng.choices(rolls, cum_weights=list(accumulate(shares)))[0])
        turn = search(position)
        passes.append(None if turn.codes else position.side)
        position = position.play_unchecked(turn)
        played.append(position)
    outcome = position.outcome()
    end = "left" if outcome is None else "drawn" if outcome.winner is None else "won"
    return Played(end, played, passes)


def main() -> None:
    """Play them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    given = parser.parse_args()
    start = cast(TablesPosition, load("chessgammon", given.option).start())
    ends: Counter[str] = Counter()
    games = list[Played]()
    for number in range(given.games):
        games.append(played := play(start, random.Random(f"{given.seed} {number}")))
        ends[played.end] += 1
        if played.end != "won":
            proved = next((turn for turn, position in enumerate(played.positions, 1) if position.is_locked()), None)
            ends["proved"] += proved is not None
            since = f"proved from turn {proved} on" if proved is not None else "not proved"
            text = played.positions[-1].text()
            print(f"game {number}: {played.end} after {len(played.positions)} turns, {since}: {text}", flush=True)
    nobody = ends["drawn"] + ends["left"]
    told = ", ".join(f"{ends[end]} {end}" for end in ("won", "drawn", "left"))
    print(f"{given.games} games: {told}; {ends['proved']} of {nobody} proved")
    for count in COUNTS:
        drawn = [game for game in games if game.longest() >= 2 * count]
        later = sum(game.end == "won" for game in drawn)
        print(f"a count of {count}: {len(drawn)} drawn, {later} of them won with the count as it is")
    void = [game for game in games if game.end != "won"]
    for rule, winner in (("less work left wins", Played.by_work), ("who passes more loses", Played.by_passes)):
        won = Counter(winner(game) for game in void)
        both = sum(Played.by_work(game) is winner(game) is not None for game in void)
        print(f"{rule}: {won[None]} of {len(void)} stay drawn; {both} to the side with less work left")


if __name__ == "__main__":
    main()
