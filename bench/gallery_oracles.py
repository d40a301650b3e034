"""Perft of the gallery's games beside independent programs, in positions of random games.

`python -m bench.gallery_oracles [--positions N] [--depth N] [--deeper N] [sheets …]`: counts each position of a game to
the depth, and `--deeper` of them one ply further; any difference is printed and makes it fail. The well-known games are
counted by python-chess, and all that Fairy-Stockfish plays by it: by pyffish, or a hundred times faster by the program
that `FAIRY_STOCKFISH` names (general_perft.py says how it is built).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from random import Random

from axedrez.chess.position.game import ChessPosition
from axedrez.core import Side
from bench.perft import Stockfish
from tests import sheets
from tests.oracles import fairy, python_chess
from tests.sheets import playing, twins

Oracle = Callable[[str, str, int], int]
"""What counts the paths from the position text of a sheet."""

PLIES = 120
# A position is looked into at one ply in this many, so that many games of all their depths are met.
EVERY = 20


def _python_chess(name: str, text: str, depth: int) -> int:
    return python_chess.perft(python_chess.board(name, text), depth)


def _fairy_stockfish() -> Oracle:
    """The program that the environment names, else pyffish."""
    if "FAIRY_STOCKFISH" not in os.environ:
        return fairy.perft
    program = Stockfish(os.environ["FAIRY_STOCKFISH"])
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as own:
        own.write(fairy.OWN)
        own.flush()
        program.option("VariantPath", own.name)

    def count(name: str, text: str, depth: int) -> int:
        program.option("UCI_Variant", fairy.NAMES[name])
        program.set(text)
        return program.perft(depth)

    return count


def positions(name: str, count: int) -> Iterator[ChessPosition]:
    """Different positions of random games that go on."""
    random, seen, game = Random(name), set[int](), sheets.chess(name)
    for seed in range(count * PLIES):
        for ply in playing.random_game(game, f"{name} {seed}", PLIES):
            position = ply.position
            assert isinstance(position, ChessPosition)
            if ply.move is None or position.turn is Side.CHANCE or position.hash in seen or random.randrange(EVERY):
                continue
            seen.add(position.hash)
            yield position
            if len(seen) == count:
                return
    raise SystemExit(f"{name}: no more than {len(seen)} positions in {count * PLIES} games")


def compare(name: str, oracle: Oracle, count: int, depth: int, deeper: int) -> tuple[int, int]:
    """Print what differs; how many paths were counted, and how many positions differ."""
    paths, wrong = 0, 0
    for number, position in enumerate(positions(name, count)):
        plies = depth + (number * deeper // count != (number + 1) * deeper // count)
        text = twins.text_of(position)
        ours, theirs = sheets.perft(position, plies), oracle(name, text, plies)
        paths += theirs
        if ours != theirs:
            wrong += 1
            print(f"{name}: {text}: perft {plies} is {ours} here, {theirs} there", flush=True)
    return paths, wrong


def main() -> int:
    """Run the comparisons; whether anything differed."""
    known = sorted({*python_chess.BOARDS, *fairy.NAMES})
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheets", nargs="*", metavar="sheet", help=f"of {', '.join(known)}; without any, all")
    parser.add_argument("--positions", type=int, default=200, help="positions of each sheet")
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--deeper", type=int, default=20, help="how many of them are counted one ply further")
    args = parser.parse_args()
    if unknown := {*args.sheets} - {*known}:
        parser.error(f"no oracle plays {', '.join(sorted(unknown))}")
    oracles = (
        ("python-chess", python_chess.BOARDS, _python_chess),
        ("Fairy-Stockfish", fairy.NAMES, _fairy_stockfish()),
    )
    compared, counted, differing = 0, 0, 0
    for name in args.sheets or known:
        for program, played, oracle in oracles:
            if name in played:
                paths, wrong = compare(name, oracle, args.positions, args.depth, args.deeper)
                print(f"{name} beside {program}: {args.positions} positions, {paths} paths, {wrong} differ", flush=True)
                compared, counted, differing = compared + args.positions, counted + paths, differing + wrong
    print(f"{compared} positions compared, {counted} paths counted, {differing} positions differ")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
