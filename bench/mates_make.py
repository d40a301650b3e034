"""Make a suite of mates: `python -m bench.mates_make clasico --count 75 --seed 1 > mates.epd`.

Two players who only count what they take, now and in the reply, play until one of them can mate soon. From there the
game is gone through backwards for positions from which mate is longer. Every length is proved (mate_prover.py): mate
in so many moves and no fewer, by which first moves. No search of the computer player has a part in it, and the same
arguments give the same suite. Mates that begin with one move only are taken, where some other move is legal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random

import axedrez
from axedrez.chess.kernel.layout import HALFMOVE
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from bench.mate_prover import Prover, Unproved

VALUES = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
UNNAMED = 300
PLIES = 160
SEEN = 3  # a mate in so many moves ends a game
BACK = (2, 4, 6)  # plies before its end that are looked into
NODES = 40_000_000
FEWEST_MEN, FEWEST_MOVES, QUIETEST = 7, 4, 60
SENSELESS, NOISE, CHECKING = 0.1, 90, 60


def worth(position: ChessPosition) -> dict[int, int]:
    """What stands on each square is worth so much, of either side."""
    return {square: VALUES.get(letter.lower(), UNNAMED) for square, letter in position.letters().items()}


def gain(position: ChessPosition, move: ChessMove, values: dict[int, int]) -> int:
    """What a move takes less the most that the reply takes, with a little for a check."""
    later = position.play_unchecked(move)
    taken = 0 if move.special else values.get(move.target, 0)
    moved = VALUES.get(move.becomes or "", 0) or values.get(move.origin, UNNAMED)
    replies = later.legal_moves()
    there = {**values, move.target: moved}
    there.pop(move.origin, None)
    lost = max((0 if reply.special else there.get(reply.target, 0) for reply in replies), default=0)
    return taken - lost + (CHECKING if later.checkers() else 0)


def chosen(position: ChessPosition, random: Random) -> ChessMove:
    """A move that takes what it can, mostly."""
    moves = position.legal_moves()
    if random.random() < SENSELESS:
        return random.choice(moves)
    values = worth(position)
    return max(moves, key=lambda move: gain(position, move, values) + random.randrange(NOISE))


def to_a_mate(prover: Prover, start: ChessPosition, random: Random, most: int) -> list[ChessPosition]:
    """The positions of a game up to one from which mate can be forced soon; nothing if it came to none."""
    line = [start]
    while len(line) < PLIES:
        position = line[-1]
        if not position.legal_moves() or position.outcome() is not None:
            return []
        if len(position.letters()) < FEWEST_MEN or position.raw[int(HALFMOVE)] > QUIETEST:
            return []
        if prover.shortest(position, SEEN, most)[0]:
            return line
        line.append(position.play_unchecked(chosen(position, random)))
    return []


def beginning(game: ChessGame, random: Random) -> ChessPosition:
    """The start; whatever chance arranges is arranged."""
    position = game.start()
    while position.is_chance():
        position = position.play_unchecked(random.choice(position.chance_outcomes())[0])
    return position


def mates(game: ChessGame, longest: int, seed: int, most: int = NODES) -> Iterator[tuple[int, str]]:
    """Lengths of mates and the lines of the suite that tell them, game after game; no proof takes more nodes."""
    prover = Prover(game)
    number = 0
    while True:
        random = Random(f"{game.name} {seed} {number}")
        number += 1
        try:
            line = to_a_mate(prover, beginning(game, random), random, most)
        except Unproved:
            continue
        for back in (0, *BACK):
            if back >= len(line):
                break
            position = line[-1 - back]
            try:
                moves, first = prover.shortest(position, longest, most)
            except Unproved:
                break
            if moves == 0:
                break
            if moves > 1 and len(first) == 1 and len(position.legal_moves()) >= FEWEST_MOVES:
                yield moves, f"{position.text()} ;game {game.name} ;mate {moves} ;first {first[0]}"


def main() -> int:
    """Print a suite."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--count", type=int, default=75, help="mates of each length")
    parser.add_argument("--longest", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=NODES, help="that a proof may take")
    args = parser.parse_args()
    for name in args.games:
        game = axedrez.load(name)
        if not isinstance(game, ChessGame):
            parser.error(f"{name} is no game of chess")
        missing = dict.fromkeys(range(2, args.longest + 1), args.count)
        found = mates(game, args.longest, args.seed, args.nodes)
        while any(missing.values()):
            moves, text = next(found)
            if missing.get(moves):
                missing[moves] -= 1
                print(text, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
