"""What more threads bring: `script/bench threads [--threads 2] [--rounds 5] [--time-ms 1000]`.

The same positions of random games are searched by one thread and by several in turn: nodes a second, and how much
sooner several have searched a position as deep as one has in its time. What that is worth in points is told by a match,
`python -m bench.selfplay . . --new-threads 2 --time-ms 100 --games 200`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from itertools import islice
from random import Random

import axedrez
from axedrez.chess.engine.engine import Engine, Limits
from axedrez.chess.position.game import ChessGame
from bench.stops import positions


def main() -> int:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["clasico", "crazyhouse"])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5, help="positions of each game")
    parser.add_argument("--time-ms", type=int, default=1000)
    args = parser.parse_args()
    for name in args.games:
        game = axedrez.load(name)
        assert isinstance(game, ChessGame)
        one, several = Engine(game, hash_mb=64), Engine(game, hash_mb=64, threads=args.threads)
        gains, sooner, speeds = [], [], []
        for position, history, _ in islice(positions(game, Random(name)), args.rounds):
            nodes, ms = [], []
            for engine in (one, several):
                engine.think(position, history, Limits(depth=2))  # compiled, and the threads were begun once
                engine.new_game()
                began = time.perf_counter()
                found = engine.think(position, history, Limits(time_ms=args.time_ms))
                nodes.append(found.nodes / (time.perf_counter() - began))
                if engine is one:
                    depth, ms = found.depth, [found.lines[0].time_ms if found.lines else 0]
            several.new_game()
            again = several.think(position, history, Limits(depth=depth))
            ms.append(again.lines[0].time_ms)
            speeds.append(nodes[0])
            gains.append(nodes[1] / nodes[0])
            if ms[0] and ms[1]:
                sooner.append(ms[0] / ms[1])
        print(
            f"{name}: {statistics.median(speeds):,.0f} nodes a second with one thread; {args.threads} threads: "
            f"× {statistics.median(gains):.2f} nodes, the same depth × {statistics.geometric_mean(sooner):.2f} sooner",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
