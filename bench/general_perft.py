"""Perft of the general path beside Fairy-Stockfish's own counter: one thread, the same positions, no stored counts.

`FAIRY_STOCKFISH` names another program than the installed one: Debian's knows no atomic chess, and its boards have room
for larger games, which costs time. One without either is built from the sources of pyffish:

    pip download --no-deps --no-binary :all: pyffish && tar xf pyffish-*.tar.gz && cd pyffish-*/
    flags="-O3 -DNDEBUG -DALLVARS -DIS_64BIT -DUSE_POPCNT -DUSE_PEXT -DNNUE_EMBEDDING_OFF -mpopcnt -mavx2 -mbmi2"
    g++ -std=c++17 $flags $(find src -name '*.cpp' ! -name 'py*' ! -name '*js.cpp') -pthread -o fairy-stockfish
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import cast

import numpy as np

import axedrez
from axedrez.chess.kernel.general.perft import perft
from axedrez.chess.position.game import ChessGame
from bench.measure import Row, geometric_mean, seconds
from bench.perft import Stockfish, compare

# What is measured: rulebook, the peer's name for it, position, depth.
POSITIONS = {
    "crazyhouse": ("crazyhouse", "crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 5),
    "crazyhouse, hands": (
        "crazyhouse",
        "crazyhouse",
        "r1bqk2r/ppp2ppp/2n1p3/4P3/1b1Pn3/2NB4/PPP2PPP/R1BQK2R[Nn] b KQkq - 0 7",
        4,
    ),
    "antichess": ("antichess", "antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 5),
    "racing kings": ("racing-kings", "racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", 4),
    "atomic": ("atomic", "atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
}


def measure(rounds: int, shallower: int = 0) -> Iterator[Row]:
    """Rows for each position, then their mean. Wrong counts end the run."""
    peer = Stockfish(os.environ.get("FAIRY_STOCKFISH", "fairy-stockfish"))
    played = peer.choices("UCI_Variant")
    ratios = []
    for name, (rulebook, variant, fen, full_depth) in POSITIONS.items():
        depth = full_depth - shallower
        game = cast(ChessGame, axedrez.load(rulebook))
        ours = partial(perft, game.compiled, game.parse(fen).raw, np.uint64(depth))
        if variant not in played:
            nodes = int(ours())
            time = min(seconds(ours) for _ in range(rounds))
            yield Row(f"perft {name} d{depth}", f"{nodes / time / 1e6:.0f} M/s", "", "", None)
            continue
        peer.option("UCI_Variant", variant)
        peer.set(fen)
        row, ratio = compare(name, ours, peer, depth, rounds)
        ratios.append(ratio)
        yield row
    peer.close()
    yield Row("perft of the general path, geometric mean", "", peer.name, "", geometric_mean(ratios))
