"""From Python, move by move: all legal moves and one played, beside python-chess; and games of random moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import chess
import numpy as np

import axedrez
from axedrez.chess.kernel.playout import PLIES, playouts
from axedrez.chess.position.game import ChessGame
from bench.measure import Row, alternately, seconds

GAMES = 100
PLIES_EACH = 80


def recorded_games(count: int) -> list[list[str]]:
    """Games from a fixed seed: random moves with a liking for captures, so that they look like play."""
    source = random.Random(1283)
    games = []
    for _ in range(count):
        board, moves = chess.Board(), list[str]()
        while len(moves) < PLIES_EACH and (legal := list(board.legal_moves)):
            captures = [move for move in legal if board.is_capture(move)]
            move = source.choice(captures if captures and source.random() < 0.4 else legal)
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def measure(rounds: int, count: int = GAMES) -> Iterator[Row]:
    """Rows for replaying games through the library and for random games inside the kernel."""
    game = cast(ChessGame, axedrez.load("clasico"))
    texts = recorded_games(count)
    plies = sum(map(len, texts))
    our_games = []
    for moves in texts:
        position, line = game.start(), []
        for text in moves:
            line.append(position.parse_move(text))
            position = position.play(line[-1])
        our_games.append(line)
    their_games = [[chess.Move.from_uci(text) for text in moves] for moves in texts]
    seen: list[int] = []

    def ours() -> None:
        total = 0
        for line in our_games:
            position = game.start()
            for move in line:
                total += len(position.legal_moves())
                position = position.play(move)
        seen.append(total)

    def theirs() -> None:
        total = 0
        for line in their_games:
            board = chess.Board()
            for move in line:
                total += len(list(board.legal_moves))
                board.push(move)
        seen.append(total)

    pair = alternately(ours, theirs, rounds)
    if len(set(seen)) != 1:
        raise SystemExit(f"legal moves differ: {set(seen)}")
    figures = [f"{1e6 * time / plies:.1f} µs a ply" for time in pair]
    yield Row(f"legal_moves() + play(), {count} games", figures[0], "python-chess", figures[1], pair.ratio)

    state = game.start().raw
    amount = np.uint64(200)
    limit = np.uint64(1000)
    playouts(game.compiled, state, np.uint64(1), np.uint64(1), limit)
    results = playouts(game.compiled, state, amount, np.uint64(7), limit)
    fast = seconds(lambda: playouts(game.compiled, state, amount, np.uint64(7), limit)) / int(results[PLIES])
    source = random.Random(7)
    board = chess.Board()
    played = 0

    def random_game() -> None:
        nonlocal played
        for _ in range(2000):
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material():
                board.reset()
                continue
            board.push(source.choice(legal))
            played += 1

    slow = seconds(random_game) / played
    yield Row(
        "random games", f"{1e-6 / fast:.1f} M moves/s", "python-chess", f"{1e-6 / slow:.3f} M moves/s", slow / fast
    )
