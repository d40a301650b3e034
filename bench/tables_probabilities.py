"""Self-play of the computer player of tables games: how they go, and its outcome probabilities.

`python -m bench.tables_probabilities [games of Chessgammon] [games of backgammon]` plays at full strength, prints how
long the games take and how they end, and fits by logistic regression how likely a side is to win them, and how.
Ten minutes for the numbers as they are (350 and 4,000 games).
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import axedrez
from axedrez import History, players
from axedrez.core.dice import Roll
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine import features
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.workspace import Row

CAP = 1000
SHEETS: list[tuple[str, dict[str, Any], float]] = [
    ("chessgammon", {}, 1.0),
    ("chessgammon", {"killer_queen": True, "berserker_king": True}, 0.43),
    ("chessgammon", {"defective_rook": True, "rook_capture": "two-any", "queen_double": "either"}, 0.23),
    ("backgammon", {}, 1.0),
]


class Seen(NamedTuple):
    """A row before a roll, the points that its side won or lost in the end, and the number of the game."""

    ruleset: Ruleset
    row: Row
    points: int
    number: int


def play(start: TablesPosition, seed: int) -> tuple[list[TablesPosition], TablesPosition]:
    """A game at full strength: its positions before each roll, and the last one."""
    rng = random.Random(seed)
    position, passed = start, list[TablesPosition]()
    while position.outcome() is None and len(passed) < CAP:
        passed.append(position)
        faces = rng.randint(1, 6), rng.randint(1, 6)
        position = position.play_unchecked(Roll(max(faces), min(faces)))
        turn = players.choose(position, History(), level=3)
        assert isinstance(turn, Turn)
        position = position.play_unchecked(turn)
    return passed, position


def games(name: str, options: dict[str, Any], count: int) -> list[Seen]:
    """Play, and tell how it went."""
    start = axedrez.load(name, options).start()
    assert isinstance(start, TablesPosition)
    play(start, 0)
    seen, lengths, ends = [], [], Counter[int]()
    began = time.perf_counter()
    for number in range(count):
        passed, last = play(start, number)
        outcome = last.outcome()
        points = int(max(outcome.points)) if outcome and outcome.points else 0
        lengths.append(len(passed))
        ends[points] += 1
        if outcome:
            seen += [
                Seen(start.ruleset, at.raw, points if at.side is outcome.winner else -points, number) for at in passed
            ]
    each = (time.perf_counter() - began) / count
    print(
        f"{name} {options or ''}: {count} games, {1000 * each:.0f} ms each, {statistics.mean(lengths):.0f} turns "
        f"(median {statistics.median(lengths):.0f}, longest {max(lengths)}), at the cap {ends.pop(0, 0)}, "
        f"by points {dict(sorted(ends.items()))}",
        flush=True,
    )
    return seen


def logistic(x: npt.NDArray[np.float64], y: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The coefficients of a logistic regression (a little ridged), by Newton's method."""
    found = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ found))
        slope = (x * (p * (1 - p))[:, None]).T @ x + 0.1 * np.eye(len(found))
        step = np.linalg.solve(slope, x.T @ (y - p) - 0.1 * found)
        found += step
        if np.abs(step).max() < 1e-9:
            break
    return found


def calibration(x: npt.NDArray[np.float64], y: npt.NDArray[np.bool_], numbers: npt.NDArray[np.int64]) -> str:
    """Expected and true shares, by tenths of what is expected, each half of the games by the fit of the other."""
    halves = numbers % 2 == 0
    p = np.where(halves, *(1 / (1 + np.exp(-x @ logistic(x[part], y[part]))) for part in (~halves, halves)))
    edges = np.quantile(p, np.linspace(0, 1, 11))
    tenths = [(p >= low) & (p <= high) for low, high in pairwise(edges)]
    loss = -np.mean(np.log(np.clip(np.where(y, p, 1 - p), 1e-9, 1)))
    return f"loss {loss:.4f}; " + " ".join(f"{p[tenth].mean():.2f}/{y[tenth].mean():.2f}" for tenth in tenths)


def fit(seen: list[Seen]) -> None:
    """Print the coefficients."""
    win, gammon, backgammon = [], [], []
    for ruleset, row, points, number in seen:
        own, enemy = (features.side_features(ruleset, row, base) for base in (layout.OWN, layout.ENEMY))
        win.append((features.winning(ruleset, row, own, enemy), points > 0, number))
        loser, winner = (enemy, own) if points > 0 else (own, enemy)
        if not loser.off:
            gammon.append((features.losing_all(loser, winner), abs(points) > 1, number))
            if abs(points) > 1:
                backgammon.append((features.losing_most(loser, winner), abs(points) > 2, number))
    for name, data in (("win", win), ("gammon", gammon), ("backgammon", backgammon)):
        x, y, numbers = (np.array(column) for column in zip(*data, strict=True))
        print(f"  {name}=({', '.join(f'{value:.4g}' for value in logistic(x, y))}),  # {calibration(x, y, numbers)}")


def main() -> None:
    """Play and fit, games with exact bearing off (G-41) and others apart."""
    given = [int(text) for text in sys.argv[1:]] + [350, 4000][len(sys.argv) - 1 :]
    found: dict[bool, list[Seen]] = {}
    for name, options, share in SHEETS:
        seen = games(name, options, round(given[name == "backgammon"] * share))
        found.setdefault(seen[0].ruleset.rules.race.exact, []).extend(seen)
    for exact, seen in found.items():
        print(f"exact: {exact}, {len(seen)} positions")
        fit(seen)


if __name__ == "__main__":
    main()
