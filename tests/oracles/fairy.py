"""Variants as Fairy-Stockfish (pyffish) plays them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pyffish

NAMES = {
    "antichess": "antichess",
    "atomic": "atomic",
    "cannons": "axedrez-cannons",
    "capture-all": "axedrez-capture-all",
    "crazyhouse": "crazyhouse",
    "extinction": "extinction",
    "grasshoppers": "grasshopper",
    "horde": "horde",
    "king-of-the-hill": "kingofthehill",
    "knightmate": "knightmate",
    "los-alamos": "losalamos",
    "no-castling": "nocastle",
    "placement": "axedrez-placement",
    "racing-kings": "racingkings",
    "shatranj": "axedrez-shatranj",
    "three-check": "3check",
    "torpedo": "torpedo",
}
"""Fairy-Stockfish's names of our games."""

OWN = """
[axedrez-cannons:chess]
cannon = c
horse = h
knight = -
bishop = -
promotionPieceTypes = qrch
startFen = rhcqkchr/pppppppp/8/8/8/8/PPPPPPPP/RHCQKCHR w KQkq - 0 1

[axedrez-capture-all:extinction]
extinctionPieceTypes = *
promotionPieceTypes = qrbn
stalemateValue = loss

[axedrez-placement:placement]
dropOppositeColoredBishop = false
castling = false
castlingDroppedPiece = false

[axedrez-shatranj:chess]
fers = f
alfil = a
queen = -
bishop = -
promotionPieceTypes = f
doubleStep = false
castling = false
startFen = rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1
"""
pyffish.load_variant_config(OWN)


def moves(name: str, text: str) -> set[str]:
    """The legal moves as texts."""
    return set(pyffish.legal_moves(NAMES[name], text, []))


def after(name: str, text: str, *line: str) -> str:
    """The position text after a line of moves."""
    return str(pyffish.get_fen(NAMES[name], text, list(line)))


def start(name: str) -> str:
    """The start position."""
    return str(pyffish.start_fen(NAMES[name]))


def perft(name: str, text: str, depth: int, line: tuple[str, ...] = ()) -> int:
    """How many sequences of legal moves there are."""
    legal = pyffish.legal_moves(NAMES[name], text, list(line))
    return len(legal) if depth == 1 else sum(perft(name, text, depth - 1, (*line, move)) for move in legal)


def random_positions(name: str, count: int, seed: int) -> Iterator[str]:
    """Texts of positions met in random games that go on."""
    random = Random(f"{name} {seed}")
    while True:
        line: list[str] = []
        for _ in range(random.randint(1, 120)):
            legal = sorted(pyffish.legal_moves(NAMES[name], start(name), line))
            if not legal:
                break
            line.append(random.choice(legal))
            if pyffish.is_immediate_game_end(NAMES[name], start(name), line)[0]:
                break
            if random.random() < 0.2:
                yield after(name, start(name), *line)
                count -= 1
                if not count:
                    return
