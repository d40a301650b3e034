"""Two versions of the kernels and the search beside each other: `script/bench versions OLD NEW [--rounds 9]`.

OLD and NEW are working trees of this repository (`git worktree add`). Each runs in a process of its own; both do the
same work alternately: perft on both chess kernel paths, searches to a fixed depth in positions of random games, and all
results of rolls of dice. Told are the old time over the new one (above 1: the new one is faster), the median of the
rounds, and whether both count the same: paths, searched nodes with score and move, results. Different counts make the
run fail.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import axedrez

WORKER = """
import json, sys, time
import numpy as np
import axedrez
from axedrez import History
from axedrez.chess.kernel.perft import perft as fast
from axedrez.chess.kernel.general.perft import perft as general
from axedrez.tables.kernel import batch
try:
    from axedrez.chess.engine.engine import Engine, Limits
except ImportError:  # versions before the renovation
    from axedrez.search.engine import Engine, Limits

def compiled(game):
    rules = getattr(game, "ruleset", game)
    return rules.compiled if hasattr(rules, "compiled") else rules.tables

engines = {}
for line in sys.stdin:
    kind, name, text, depth = json.loads(line)
    game = axedrez.load(name)
    position = game.parse(text) if text else game.start()
    if kind == "search":
        engine = engines.get(name) or engines.setdefault(name, Engine(game))
        engine.new_game()
        work = lambda: engine.think(position, History(), Limits(depth=depth, nodes=2_000_000))
    elif kind == "rolls":
        dice = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.int64)
        keys = getattr(game, "ruleset", game).keys
        rows = np.array([position.row] * depth)
        work = lambda: batch.results(compiled(game), keys, rows, dice)
    else:
        count = fast if kind == "fast" else general
        state = position.raw if hasattr(position, "raw") else position.state
        work = lambda: int(count(compiled(game), state, np.uint64(depth)))
    begun = time.perf_counter()
    found = work()
    took = time.perf_counter() - begun
    if kind == "search":
        best = found.lines[0]
        found = [found.nodes, str(found.best), best.score.cp, best.score.mate, best.depth]
    elif kind == "rolls":
        found = int(found[0][-1])
    print(json.dumps([took, found]), flush=True)
"""

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFT = (
    ("fast", "clasico", "", 6),
    ("fast", "clasico", KIWIPETE, 5),
    ("fast", "tradicional", "", 6),
    ("general", "crazyhouse", "", 6),
    ("general", "antichess", "", 6),
    ("general", "racing-kings", "", 5),
    ("general", "atomic", "", 6),
)
ROLLS = (("rolls", "chessgammon", "", 40), ("rolls", "backgammon", "", 4000))
SEARCHED = {
    "clasico": 10,
    "tradicional": 9,
    "chess2d": 9,
    "knightmate": 9,
    "crazyhouse": 8,
    "antichess": 9,
    "atomic": 8,
    "horde": 8,
    "king-of-the-hill": 9,
    "three-check": 9,
    "racing-kings": 8,
    "shatranj": 9,
}
POSITIONS = 4
PLIES = (0, 10, 24, 40)


class Version:
    """One version in its own process."""

    def __init__(self, tree: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(tree).resolve() / "src")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def do(self, task: tuple[str, str, str, int]) -> tuple[float, Any]:
        """The seconds that a task takes, and what it counts."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("a version has stopped (its message is above)")
        took, found = json.loads(answer)
        return took, found


def tasks(seed: int) -> dict[str, list[tuple[str, str, str, int]]]:
    """What is done, by the row of the table that it belongs to."""
    rng = random.Random(seed)
    found: dict[str, list[tuple[str, str, str, int]]] = {}
    for task in (*PERFT, *ROLLS):
        found.setdefault(f"{task[0]} {task[1]}", []).append(task)
    for name, depth in SEARCHED.items():
        game = axedrez.load(name)
        for plies in PLIES:
            position = game.start()
            for _ in range(plies):
                after = position.play(rng.choice(position.legal_moves()))
                if after.outcome() is not None or not after.legal_moves():
                    break
                position = after
            found.setdefault(f"search {name}", []).append(("search", name, position.text(), depth))
    return found


def main() -> None:
    """Compare two versions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1283)
    parser.add_argument("--only", default="", help="rows that begin so")
    args = parser.parse_args()
    old, new = Version(args.old), Version(args.new)
    differ = False
    print("| work | old ÷ new, median | lowest … highest | counts |\n| --- | ---: | ---: | --- |", flush=True)
    for row, work in tasks(args.seed).items():
        if not row.startswith(args.only):
            continue
        for task in work:  # what is compiled or read from a cache now does not count
            old.do(task), new.do(task)
        ratios, same = [], True
        for _ in range(args.rounds):
            before = [old.do(task) for task in work]
            after = [new.do(task) for task in work]
            same = same and [count for _, count in before] == [count for _, count in after]
            ratios.append(sum(took for took, _ in before) / sum(took for took, _ in after))
        ranged = f"{min(ratios):.3f} … {max(ratios):.3f}"
        print(f"| {row} | {statistics.median(ratios):.3f} | {ranged} | {'same' if same else 'DIFFERENT'} |", flush=True)
        differ = differ or not same
    sys.exit(differ)


if __name__ == "__main__":
    main()
