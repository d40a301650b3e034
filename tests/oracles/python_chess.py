"""Variants as python-chess plays them, the well-known ones and two made of its board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import chess
import chess.variant


class FreeShuffle(chess.Board):
    """Chess without castling; pieces may begin anywhere."""

    def __init__(self, fen: str | None = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", **rest: bool) -> None:
        super().__init__(fen, **rest)


class PawnRace(chess.Board):
    """Kings and pawns alone, and the first pawn that becomes something has won."""

    def __init__(self, fen: str | None = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", **rest: bool) -> None:
        super().__init__(fen, **rest)

    def is_variant_end(self) -> bool:
        return bool(self.occupied & ~self.pawns & ~self.kings)

    def is_variant_loss(self) -> bool:
        return self.is_variant_end()


BOARDS: dict[str, type[chess.Board]] = {
    "chess960": chess.Board,
    "free-shuffle": FreeShuffle,
    "pawn-race": PawnRace,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "horde": chess.variant.HordeBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
    "three-check": chess.variant.ThreeCheckBoard,
}
"""The board of each game, by the name of its sheet."""

REASONS = {
    "antichess": "lose_all",
    "atomic": "capture_royal",
    "horde": "extinction",
    "king-of-the-hill": "royal_reaches",
    "pawn-race": "piece_reaches",
    "racing-kings": "royal_reaches",
    "three-check": "checks",
}
"""What python-chess calls an end of the variant's own."""


def board(name: str, text: str | None = None) -> chess.Board:
    """A board with a position, or with the start of the game."""
    castles_anywhere = name == "chess960"
    kind = BOARDS[name]
    return kind(chess960=castles_anywhere) if text is None else kind(text, chess960=castles_anywhere)


def text(position: chess.Board) -> str:
    """The position text; en passant only where it is legal."""
    return position.fen(en_passant="legal")


def moves(position: chess.Board) -> set[str]:
    """The legal moves as texts."""
    return {move.uci() for move in position.legal_moves}


def outcome(name: str, position: chess.Board) -> tuple[str, str] | None:
    """(result, reason) of an end that is no draw by counting."""
    if position.is_variant_end():
        return position.result(), REASONS[name]
    if position.is_checkmate():
        return position.result(), "checkmate"
    if not any(position.legal_moves):
        return position.result(), "stalemate"
    return None


def random_positions(name: str, count: int, seed: int) -> Iterator[chess.Board]:
    """Positions met in random games; captures, checks and odd moves are likelier than the others."""
    random = Random(f"{name} {seed}")
    while True:
        position = board(name)
        if name == "chess960":
            position.set_chess960_pos(random.randrange(960))
        for _ in range(random.randint(1, 120)):
            legal = sorted(position.legal_moves, key=str)
            if not legal:
                break
            position.push(random.choices(legal, [_weight(position, move) for move in legal])[0])
            position.halfmove_clock = min(position.halfmove_clock, 99)
            if random.random() < 0.2 or position.has_legal_en_passant():
                yield position.copy(stack=False)
                count -= 1
                if not count:
                    return


def _weight(position: chess.Board, move: chess.Move) -> int:
    return 1 + 3 * (position.is_castling(move) or position.is_capture(move) or bool(move.promotion))


def perft(position: chess.Board, depth: int) -> int:
    """How many sequences of legal moves there are."""
    if depth == 1:
        return position.legal_moves.count()
    nodes = 0
    for move in list(position.legal_moves):
        position.push(move)
        nodes += perft(position, depth - 1)
        position.pop()
    return nodes
