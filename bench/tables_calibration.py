"""Whether chances come true: predicted and seen shares of wins by points and of draws, by predicted wins.

`script/bench tables-calibration SHEET [--games 1000] [--ply 0] [--network FILE] [--seed 1] [--option NAME=VALUE …]
[--thinned] [--processes N]`: the computer with itself at full strength, looking `ply` rolls ahead. Each position before
a roll is one case, seen by the side that rolls, until the game is over or proved to have no winner; a game of 1,500
turns is left. `--thinned`: each side begins with any number of men borne off already, for ends with few men.

Each difference has its 95 % interval, over games, since the positions of one game belong together. Marked `*`: further
apart than that and 2 points in a hundred.
"""

from __future__ import annotations

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.cli.loading import load
from axedrez.core.dice import Roll
from axedrez.learn.tables.kernel.games import Plan
from axedrez.learn.tables.kernel.games import play as self_play
from axedrez.learn.tables.self_play import rules_of
from axedrez.tables.engine import network as networks
from axedrez.tables.engine.kernel.choice import choices
from axedrez.tables.engine.kernel.network import DRAWN, LANES, LOSSES
from axedrez.tables.engine.plies import Effort, expected, judge_with, turned
from axedrez.tables.engine.search_ahead import search_ahead
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

MAX_TURNS = 1500
CLASSES = 10
NEAR = 0.02
SHARES = ("1 point", "2 points", "3 points", "drawn")

Array = npt.NDArray[np.float64]


class Asked(NamedTuple):
    """What is played, and how."""

    sheet: str
    options: tuple[str, ...]
    network: str | None
    ply: int
    seed: int
    thinned: bool


@cache
def _table(asked: Asked) -> tuple[TablesGame, networks.Player]:
    game = load(asked.sheet, asked.options)
    assert isinstance(game, TablesGame)
    player = networks.player_of(game.ruleset)
    if asked.network is not None:
        player = networks.player(networks.read(Path(asked.network).read_bytes()), game.ruleset)
    assert player is not None, "no network plays this sheet"
    return game, player


def play(asked: Asked, number: int) -> tuple[Array, Array]:
    """A game: the outcomes predicted before each roll (n × `LANES`), and those that came; none of one that is left."""
    game, player = _table(asked)
    judge = judge_with(player, game.ruleset)
    dice = np.random.default_rng((asked.seed, number))
    start = game.start()
    row, predicted = start.raw, list[Array]()
    if asked.thinned:
        plan = Plan(0.0, 0.0, 0.0, 1, 1, thinned=1.0)
        seed = np.uint64(asked.seed)
        row = self_play(rules_of(game), player.network, player.hand, plan, seed, number, 1, row[None])[0][0]
    for turn in range(MAX_TURNS):
        position = TablesPosition(game, game.ruleset, row, start.side, None)
        outcomes = expected(judge, position, asked.ply)
        assert outcomes is not None
        if turn:
            predicted.append(outcomes)
        high, low = sorted(dice.integers(1, 7, 2).tolist(), reverse=True)
        if asked.ply:
            rolled = position.play_unchecked(Roll(high, low))
            row = rolled.play_unchecked(search_ahead(rolled, player, Effort(math.inf), asked.ply)).raw
        else:
            found, _ = choices(
                player.network, player.hand, judge.tables, judge.keys, judge.inputs, row[None], np.array([[high, low]])
            )
            row = found[0]
        after = TablesPosition(game, game.ruleset, row, start.side, None)
        if after.is_over() or after.is_locked():
            came = expected(judge, after, 0)
            assert came is not None
            seen = list[Array]()
            for _ in predicted:
                came = turned(came)
                seen.append(came)
            return np.array(predicted), np.array(seen[::-1])
    return np.zeros((0, LANES)), np.zeros((0, LANES))


def by_share(outcomes: Array) -> Array:
    """The shares of `SHARES` (n × 4) that outcomes of the side to roll have."""
    return outcomes[:, [0, 1, 2, DRAWN]]


def told(games: list[tuple[Array, Array]]) -> bool:
    """Print the classes; whether all shares came near enough."""
    good = True
    for place in range(CLASSES):
        differences, cases = list[Array](), list[Array]()
        for predicted, seen in games:
            wins = predicted[:, :LOSSES].sum(axis=1)
            inside = (wins * CLASSES).astype(int).clip(0, CLASSES - 1) == place
            differences.append((by_share(seen) - by_share(predicted))[inside].sum(axis=0))
            cases.append(by_share(predicted)[inside])
        all_cases = np.concatenate(cases)
        n = max(1, len(all_cases))
        means, gap = all_cases.sum(axis=0) / n, np.sum(differences, axis=0) / n
        half = 1.96 * np.sqrt((np.array(differences) ** 2).sum(axis=0)) / n
        marks = np.abs(gap) > half + NEAR
        good = good and not marks.any()
        cells = [
            f"{100 * mean:5.1f} {100 * (mean + off):5.1f} ±{100 * width:4.1f}{'*' if mark else ' '}"
            for mean, off, width, mark in zip(means, gap, half, marks, strict=True)
        ]
        print(f"{10 * place:3}–{10 * place + 10:3} % {len(all_cases):8,}  " + "  ".join(cells), flush=True)
    return good


def main() -> int:
    """Play them; exit status 1 if a share is off."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheet")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--ply", type=int, default=0)
    parser.add_argument("--network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--thinned", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    asked = Asked(given.sheet, tuple(given.option), given.network, given.ply, given.seed, given.thinned)
    _table(asked)
    with ProcessPoolExecutor(given.processes) as pool:
        games = list(pool.map(play, [asked] * given.games, range(given.games), chunksize=4))
    left = sum(not len(predicted) for predicted, _ in games)
    drawn = sum(bool(len(seen)) and seen[-1, DRAWN] == 1.0 for _, seen in games)
    print(f"{given.games} games: {drawn} drawn, {left} left. Predicted, seen, and the interval of the difference, %:")
    print("predicted wins  cases  " + "  ".join(f"{name:^17}" for name in SHARES))
    return 0 if told(games) else 1


if __name__ == "__main__":
    raise SystemExit(main())
