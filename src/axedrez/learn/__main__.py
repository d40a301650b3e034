"""Make the network for classic chess: `python -m axedrez.learn --work FOLDER --out FILE`.

A generation plays games of the engine against itself and trains a network on their positions. The first judges by the
weights of the sheet alone, each one after it by the network of the one before; the last network is written to `--out`.
What is in the folder already is not played again. The same numbers give the same games, whatever the number of
processes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from axedrez.chess.engine.network import write
from axedrez.learn.pipeline import GENERATIONS, Generation, generations
from axedrez.learn.training import Plan


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")


def _generation(text: str) -> Generation:
    """`GAMES:NODES:EPOCHS:DECAY[:STEP]`."""
    try:
        games, nodes, epochs, decay, *step = text.split(":")
        return Generation(int(games), int(nodes), int(epochs), float(decay), *map(float, step))
    except (ValueError, TypeError):
        expected = "expected GAMES:NODES:EPOCHS:DECAY[:STEP], as 65500:400:10:0.6"
        raise argparse.ArgumentTypeError(f"{expected}, not {text!r}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what was asked for."""
    plan = Plan()
    usual = " ".join(":".join(str(part) for part in each if part is not None) for each in GENERATIONS)
    parser = argparse.ArgumentParser(
        prog="python -m axedrez.learn", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", type=Path, required=True, metavar="FOLDER", help="where the samples are kept")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the network")
    parser.add_argument(
        "--generations",
        type=_generation,
        nargs="+",
        default=GENERATIONS,
        metavar="GAMES:NODES:EPOCHS:DECAY[:STEP]",
        help="of each: games, nodes for a move, rounds of training, pull of the numbers towards zero, and the first"
        f" step of one that goes on from the numbers of the one before ({usual})",
    )
    parser.add_argument("--of-result", type=float, default=plan.of_result, help="the share of the game's result")
    parser.add_argument("--seed", type=int, default=plan.seed, help="of the training")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    plan = plan._replace(of_result=asked.of_result, seed=asked.seed)
    write(asked.out, generations(asked.work, asked.generations, plan, asked.processes, _tell))
    _tell(f"{asked.out}: {asked.out.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
