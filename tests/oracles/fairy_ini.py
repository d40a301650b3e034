"""Sections of `variants.ini` as Fairy-Stockfish (pyffish) plays them, beside a game of ours."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pyffish

import axedrez
from axedrez.chess.position.game import ChessGame


def load(text: str) -> None:
    """Teach pyffish the variants of a text; a name that it has heard before keeps its meaning."""
    pyffish.load_variant_config(text)


def moves(name: str, fen: str, line: list[str]) -> dict[str, str]:
    """The legal moves, a pass as we write it, with how pyffish writes them."""
    legal = pyffish.legal_moves(name, fen, line)
    found = {"0000" if move[:2] == move[2:4] and "@" not in move else move: move for move in legal}
    assert len(found) == len(legal), legal
    return found


def start(name: str) -> str:
    """The start position."""
    return str(pyffish.start_fen(name))


def perft(name: str, fen: str, depth: int, line: tuple[str, ...] = ()) -> int:
    """How many sequences of legal moves there are."""
    legal = pyffish.legal_moves(name, fen, list(line))
    return len(legal) if depth == 1 else sum(perft(name, fen, depth - 1, (*line, move)) for move in legal)


def differences(game: ChessGame, name: str, seed: int, plies: int = 50) -> Iterator[str]:
    """What differs in a random game: the moves of each position, and how it has ended if it has."""
    random = Random(f"{name} {seed}")
    position, fen, line = game.start(), start(name), list[str]()
    for _ in range(plies):
        theirs = moves(name, fen, line)
        ours = {str(move) for move in position.legal_moves()}
        if ours != theirs.keys():
            yield f"{position.text()}: only ours {sorted(ours - theirs.keys())}, theirs {sorted(theirs.keys() - ours)}"
            return
        if not ours:
            outcome = position.outcome()
            result = pyffish.game_result(name, fen, line)
            if outcome is None or outcome.result != _result(result, position.side):
                yield f"{position.text()}: ours {outcome}, theirs {result} for {position.side}"
            return
        move = random.choice(sorted(ours))
        position = position.play(move)
        line.append(theirs[move])


def _result(value: int, side: axedrez.Side) -> str:
    if value == 0:
        return "1/2-1/2"
    return "1-0" if (value > 0) == (side is axedrez.Side.WHITE) else "0-1"
