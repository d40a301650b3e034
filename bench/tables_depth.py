"""What looking ahead brings a player of the tables family, in points a game with the luck taken out (cubeless money).

`python -m bench.tables_depth match [SHEET] [--ours PLY] [--theirs PLY] [--gnubg] [--games N] [--seed N] [--first N]`:
the shipped network at one ply against itself, or for backgammon against gnubg-nn, at another, in pairs with the same
dice. Games are numbered; a long match may be played in parts.
`python -m bench.tables_depth speed [SHEET] [--gnubg] [--seconds S]`: what each depth costs, beside gnubg-nn in one run.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import axedrez
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.sides import Side
from axedrez.learn.tables.kernel.duel import roll_worths
from axedrez.learn.tables.self_play import rules_of
from axedrez.learn.tables.strength import Score, score
from axedrez.tables.engine.kernel.choice import choices, estimates
from axedrez.tables.engine.network import player_of
from axedrez.tables.engine.plies import Effort, expected, judge_of
from axedrez.tables.engine.search_ahead import search_ahead
from axedrez.tables.kernel import batch
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.comparing import counts

Row = npt.NDArray[np.int8]
Chooser = Callable[[Row, int, int], Row]
CAP = 1000


def ours(game: TablesGame, ply: int) -> Chooser:
    """Our player at a ply, whatever time it takes."""
    player = player_of(game.ruleset)
    assert player is not None, "no network for this sheet"

    def choose(row: Row, high: int, low: int) -> Row:
        position = TablesPosition(game, game.ruleset, row, Side.WHITE, Roll(high, low))
        return position.play_unchecked(search_ahead(position, player, Effort(math.inf), ply)).raw

    return choose


def gnubg(game: TablesGame, ply: int) -> Chooser:
    """Gnubg's choice among our results: its key is that of the position as the other side sees it."""
    import gnubg_nn

    library: Any = gnubg_nn
    rules = rules_of(game)

    def choose(row: Row, high: int, low: int) -> Row:
        _, found = batch.results(rules.tables, rules.keys, row[None], np.array([[high, low]]))
        ends: list[Row] = [*found]
        if len(ends) == 1:
            return ends[0]
        own, enemy = counts(row)
        _, key = library.best_move([list(enemy), list(own)], high, low, n=ply, b=1)
        board = library.board_from_position_key(key)
        wanted = (tuple(board[1]), tuple(board[0]))
        return next(result for result in ends if counts(result) == wanted)

    return choose


def play(game: TablesGame, one: Chooser, other: Chooser, number: int, seed: int) -> tuple[float, float, int, int]:
    """Game `number`: points of `one`, the luck in them, turns, whether it was left. In even games it begins."""
    judge, rules = judge_of(game.ruleset), rules_of(game)
    points = judge.network.points
    dice = np.random.default_rng((seed, number // 2))
    position = TablesPosition(game, game.ruleset, game.start().raw.copy(), Side.WHITE, None)
    turn, luck = number & 1, 0.0
    for played in range(1, CAP + 1):
        a, b = dice.integers(1, 7, 2).tolist()
        sign = 1 - 2 * turn
        worths = roll_worths(rules, judge.network, judge.hand, position.raw)
        luck += sign * float(worths[6 * (a - 1) + b - 1] - worths.mean())
        row = (one if turn == 0 else other)(position.raw, max(a, b), min(a, b))
        position = TablesPosition(game, game.ruleset, row, Side.WHITE, None)
        if position.is_over():
            lost = estimates(judge.network, judge.tables, judge.inputs, row[None])[0]
            return -sign * float(lost @ points), luck, played, 0
        turn = 1 - turn
    return 0.0, luck, CAP, 1


def match(
    game: TablesGame, one: Chooser, other: Chooser, games: int, seed: int, every: int = 0, first: int = 0
) -> Score:
    """The score of `one` against `other`; after `every` so many games the score until then is printed.

    The games are those from number `first` on, so that a long match may be played in parts.
    """
    found = []
    for number in range(first, first + games):
        found.append(play(game, one, other, number, seed))
        if every and len(found) % every == 0 and len(found) < games:
            print(score(np.array(found)), flush=True)
    return score(np.array(found))


def some_positions(game: TablesGame, count: int, seed: int = 1) -> list[TablesPosition]:
    """Positions before a roll, from a game of our player with itself."""
    choose, dice = ours(game, 0), np.random.default_rng(seed)
    found: list[TablesPosition] = []
    position = game.start()
    while len(found) < count:
        a, b = dice.integers(1, 7, 2).tolist()
        row = choose(position.raw, max(a, b), min(a, b))
        position = TablesPosition(game, game.ruleset, row, Side.WHITE, None)
        if position.is_over():
            position = game.start()
        found.append(position)
    return found


def rate(act: Callable[[int], object], seconds: float) -> float:
    """How often a second `act` runs; it is given the number of the run."""
    act(0)
    # Of this process alone: what else the machine does does not count.
    begun, runs = time.process_time(), 0
    while time.process_time() - begun < seconds:
        act(runs)
        runs += 1
    return runs / (time.process_time() - begun)


def speed(game: TablesGame, with_gnubg: bool, seconds: float, deepest: int = 2) -> dict[str, float]:
    """Print the rates up to a ply, and return them. No position comes twice: gnubg-nn keeps what it has evaluated."""
    found: dict[str, float] = {}
    judge, rules = judge_of(game.ruleset), rules_of(game)
    rows = np.array([position.raw for position in some_positions(game, 400)])
    rolls = np.array([[roll.high, roll.low] for roll, _ in ROLLS])
    rows = np.unique(batch.results(rules.tables, rules.keys, rows, rolls)[1], axis=0)
    over = estimates(judge.network, judge.tables, judge.inputs, rows).max(axis=1) == 1
    rows = np.random.default_rng(2).permutation(rows[~over])
    few = rows[:200]
    results = len(batch.results(rules.tables, rules.keys, few, rolls)[1])

    def position(n: int) -> TablesPosition:
        return TablesPosition(game, game.ruleset, rows[n % len(rows)], Side.WHITE, None)

    def told(name: str, act: Callable[[int], object], times: int = 1) -> None:
        found[name] = times * rate(act, seconds)
        print(f"{name:44} {found[name]:12,.0f} a second", flush=True)

    def several(at: npt.NDArray[np.int8], dice: npt.NDArray[np.int64]) -> object:
        return choices(judge.network, judge.hand, rules.tables, rules.keys, rules.inputs, at, dice)

    def known(n: int, count: int) -> object:
        at = n * count % (len(rows) - count)
        return estimates(judge.network, judge.tables, judge.inputs, rows[at : at + count])

    def turn(ply: int) -> Callable[[int], object]:
        choose = ours(game, ply)
        return lambda n: choose(rows[n % len(rows)], *rolls[n % 21].tolist())

    told("evaluations among the results of rolls", lambda _: several(few, rolls), results)
    told("evaluations, 1000 a call", lambda n: known(n, 1000), 1000)
    told("evaluations, one a call", lambda n: known(n, 1))
    told("turns at 0-ply, 4200 a call", lambda _: several(few, rolls), len(few) * 21)
    told("turns at 0-ply, one a call", lambda n: several(rows[n % len(rows)][None], rolls[n % 21][None]))
    for ply in range(1, deepest + 1):
        told(f"positions at {ply}-ply", lambda n, ply=ply: expected(judge, position(n), ply))  # type: ignore[misc]
        told(f"turns at {ply}-ply", turn(ply))
    if not with_gnubg:
        return found
    import gnubg_nn

    library: Any = gnubg_nn

    def board(n: int) -> list[list[int]]:
        own, enemy = counts(rows[n % len(rows)])
        return [list(enemy), list(own)]

    boards = [board(n) for n in range(len(rows))]

    def judged(ply: int) -> Callable[[int], object]:
        return lambda n: library.probabilities(boards[n % len(rows)], ply)

    def played(ply: int) -> Callable[[int], object]:
        return lambda n: library.best_move(boards[n % len(rows)], *rolls[n % 21].tolist(), n=ply, b=1)

    for ply in range(deepest + 1):
        told(f"gnubg-nn: positions at {ply}-ply, one a call", judged(ply))
        told(f"gnubg-nn: turns at {ply}-ply, one a call", played(ply))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("match", "speed"))
    parser.add_argument("sheet", nargs="?", default="backgammon")
    parser.add_argument("--ours", type=int, default=1)
    parser.add_argument("--theirs", type=int, default=0)
    parser.add_argument("--gnubg", action="store_true")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, even")
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    game = axedrez.load(args.sheet)
    assert isinstance(game, TablesGame)
    if args.what == "speed":
        speed(game, args.gnubg, args.seconds)
        return
    begun = time.perf_counter()
    other = gnubg(game, args.theirs) if args.gnubg else ours(game, args.theirs)
    found = match(game, ours(game, args.ours), other, args.games, args.seed, 50, args.first)
    opponent = "gnubg-nn" if args.gnubg else "itself"
    print(
        f"{args.sheet}: {args.ours}-ply against {opponent} at {args.theirs}-ply: {found}; "
        f"{time.perf_counter() - begun:.0f} s"
    )


if __name__ == "__main__":
    main()
