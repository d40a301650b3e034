"""Perft beside Stockfish's own counter and python-chess: one thread, the same positions, no stored counts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from typing import SupportsInt, cast

import chess
import numpy as np

import axedrez
from axedrez.chess.kernel.perft import perft
from axedrez.chess.position.game import ChessGame
from bench.measure import Row, alternately, geometric_mean, seconds

POSITIONS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    "position 3": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
}


class Stockfish:
    """A running Stockfish, or a similar program, over UCI."""

    def __init__(self, program: str = "stockfish") -> None:
        path = shutil.which(program, path="/usr/games:/usr/bin:/usr/local/bin")
        if path is None:
            raise SystemExit(f"{program} is needed as the peer: apt-get install {program}")
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = self._ask("uci", "id name").removeprefix("id name ").strip()

    def _ask(self, command: str, answer: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith(answer):
                return line
        raise SystemExit("Stockfish ended")

    def choices(self, option: str) -> set[str]:
        """What one of its options may be set to."""
        _, *choices = self._ask("uci", f"option name {option} ").split(" var ")
        return {choice.strip() for choice in choices}

    def option(self, name: str, value: str) -> None:
        """Set one of its options."""
        self._ask(f"setoption name {name} value {value}\nisready", "readyok")

    def set(self, fen: str) -> None:
        """Put a position on its board and wait until it is ready."""
        self._ask(f"position fen {fen}\nisready", "readyok")

    def perft(self, depth: int) -> int:
        """Its count of the position that was set."""
        return int(self._ask(f"go perft {depth}", "Nodes searched").split(":")[1])

    def close(self) -> None:
        """End the process."""
        self._process.communicate("quit\n")


def _python_chess(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += _python_chess(board, depth - 1)
        board.pop()
    return nodes


def compare(
    name: str, ours: Callable[[], SupportsInt], peer: Stockfish, depth: int, rounds: int, known: int = 0
) -> tuple[Row, float]:
    """The row of a position that both count, alternately, and its ratio. Counts other than `known` end the run."""
    counts = {known} if known else set()
    pair = alternately(lambda: counts.add(int(ours())), lambda: counts.add(peer.perft(depth)), rounds)
    if len(counts) != 1:
        raise SystemExit(f"{name} d{depth}: counts differ: {counts}")
    nodes = counts.pop()
    figures = [f"{nodes / time / 1e6:.0f} M/s" for time in pair]
    return Row(f"perft {name} d{depth}", figures[0], peer.name, figures[1], pair.ratio), pair.ratio


def measure(rounds: int, shallower: int = 0) -> Iterator[Row]:
    """Rows for each position beside Stockfish, then one beside python-chess. Wrong counts end the run."""
    game = cast(ChessGame, axedrez.load("clasico"))
    stockfish = Stockfish()
    ratios = []
    for name, (fen, full_depth, known) in POSITIONS.items():
        depth = full_depth - shallower
        stockfish.set(fen)
        ours = partial(perft, game.compiled, game.parse(fen).raw, np.uint64(depth))
        row, ratio = compare(name, ours, stockfish, depth, rounds, 0 if shallower else known)
        ratios.append(ratio)
        yield row
    stockfish.close()
    yield Row("perft, geometric mean", "", stockfish.name, "", geometric_mean(ratios))
    fen = POSITIONS["kiwipete"][0]
    state = game.parse(fen).raw
    board = chess.Board(fen)
    slow = seconds(lambda: _python_chess(board, 3))
    fast = min(seconds(lambda: perft(game.compiled, state, np.uint64(4))) for _ in range(5))
    rates = 4_085_603 / fast, 97_862 / slow
    yield Row(
        "perft kiwipete", f"{rates[0] / 1e6:.0f} M/s", "python-chess", f"{rates[1] / 1e6:.2f} M/s", rates[0] / rates[1]
    )
