"""Positions a second through the array door (`answer_many`), beside loops over the libraries that people use instead.

`python -m bench.array_door [positions]` (2,000): positions of random games go in, as texts and as positions; legal
actions and results come out, then evaluations. Beside chess a loop over python-chess (read the FEN, list the legal
moves, ask for the outcome), beside backgammon one over gnubg-nn (the probabilities of positions before the roll,
0-ply). Each three times in turn: the medians are told.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from axedrez import library
from axedrez.analysts import equities_of
from axedrez.core.sides import Side
from axedrez.environments.many import answer_many
from tests.environments.test_many import met
from tests.tables.comparing import counts

EVALUATED = {"chess": 100, "tables": 250}
"""Positions evaluated in a round, by family; each round has others, since gnubg-nn remembers what it has evaluated."""
ROUNDS = 4
NODES = 200
EFFORT: dict[str, dict[str, Any]] = {"chess": {"nodes": NODES}, "tables": {"ply": 0}}


def measured(contenders: dict[str, tuple[int, Callable[[int], object]]]) -> None:
    """Positions a second of each: how many there are, and what answers them. The first round compiles and loads."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for round_ in range(ROUNDS):
        for name, (_, answer) in contenders.items():
            begin = time.perf_counter()
            answer(round_)
            if round_:
                times[name].append(time.perf_counter() - begin)
    for name, (count, _) in contenders.items():
        print(f"{name:48} {count / median(times[name]):12,.0f} positions/s", flush=True)


def python_chess(texts: list[str]) -> int:
    """What the array door tells, by python-chess: how many legal moves and results there are."""
    import chess

    boards = [chess.Board(text) for text in texts]
    return sum(board.legal_moves.count() + (board.outcome() is not None) for board in boards)


def gnubg(positions: list[Any]) -> list[Any]:
    """The probabilities of positions by gnubg-nn."""
    import gnubg_nn

    nets: Any = gnubg_nn
    boards = [[list(side) for side in reversed(counts(each.raw))] for each in positions]
    return [nets.probabilities(board, 0) for board in boards]


def play(name: str, count: int) -> None:
    """Measure a rulebook, in so many positions."""
    game: Any = library.load(name)
    positions = met(game, 1, count)
    texts = [each.text() for each in positions]
    going_on = [each for each in positions if each.outcome() is None]
    effort = EFFORT[game.family]
    if game.family == "tables":
        going_on = [each for each in going_on if each.turn is Side.CHANCE]

    size = min(EVALUATED[game.family], len(going_on) // ROUNDS)

    def some(round_: int) -> list[Any]:
        return going_on[round_ * size : (round_ + 1) * size]

    contenders: dict[str, tuple[int, Callable[[int], object]]] = {
        f"{name}, texts": (count, lambda _: answer_many(game, texts)),
        f"{name}, positions": (count, lambda _: answer_many(game, positions)),
        f"{name}, evaluated ({effort})": (size, lambda k: answer_many(game, some(k), **effort)),
        f"{name}, evaluated by two threads": (size, lambda k: answer_many(game, some(k), threads=2, **effort)),
    }
    if name == "clasico":
        contenders["python-chess, texts"] = (count, lambda _: python_chess(texts))
    if (judge := equities_of(game)) is not None:
        contenders[f"{name}, estimated one by one"] = (size, lambda k: [judge.estimate(each) for each in some(k)])
    if name == "backgammon":
        contenders["gnubg-nn, evaluated (0-ply)"] = (size, lambda k: gnubg(some(k)))
    measured(contenders)


if __name__ == "__main__":
    for sheet in ("clasico", "crazyhouse", "backgammon", "chessgammon"):
        play(sheet, int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
