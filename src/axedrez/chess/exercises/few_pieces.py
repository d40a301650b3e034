"""Exercises with so few pieces that exact tables prove them: the only move that keeps a win or a draw."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from axedrez.analysis.exercise import Proof, Rejected
from axedrez.chess.endgames import tables
from axedrez.chess.exercises.proof import MAX_LINE_PLIES, SHOWN, Proved
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.position.rules import FenFields
from axedrez.chess.sheet import geometry
from axedrez.core.endgames import EndgameResult
from axedrez.core.errors import AxedrezError
from axedrez.core.sides import Side

MAX_PIECES = 3
"""Tables of so many pieces are built in seconds."""
MIN_PLIES = 7
"""A win that takes less is no exercise for tables: the search of all lines finds it."""
_MAX_FAILED = 500
"""So many placings in a row that are no position: in this sheet no such ending goes on."""
_WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def holds(game: ChessGame) -> bool:
    """Whether there are tables for a game."""
    try:
        tables.of(game)
    except AxedrezError:
        return False
    return True


def deals(game: ChessGame, rng: Random) -> Iterator[ChessPosition]:
    """Random positions with the royal pieces and one more, without end; none in games without tables."""
    if not holds(game) or len(game.royals) != 1 or game.royal_counts != [1, 1]:
        return
    royal = game.royals
    others = [letter for letter in game.types if letter != royal]
    squares = geometry.squares(game.board)
    failed = 0
    while failed < _MAX_FAILED:
        failed += 1
        # The pawn, where there is one, is what makes such endings hard.
        letter = game.pawn if game.pawn and rng.random() < 0.7 else rng.choice(others)
        places = rng.sample(squares, 3)
        letters = dict(zip(places, (royal, royal.lower(), rng.choice((letter, letter.lower()))), strict=True))
        fields = FenFields(letters, rng.choice((Side.WHITE, Side.BLACK)), "", None, 0, 1)
        try:
            position = game.set_up(fields)
        except AxedrezError:
            continue
        if position.outcome() is None and position.legal_moves():
            failed = 0
            yield position


def is_small(position: ChessPosition) -> bool:
    """Whether an exact table is asked about a position."""
    return int(position.raw[0] | position.raw[1]).bit_count() <= MAX_PIECES and holds(position.game)


def probe(position: ChessPosition) -> EndgameResult | None:
    """What the tables say of a position; None where they hold it not."""
    try:
        return tables.probe(position)
    except AxedrezError:
        return None


def prove(position: ChessPosition) -> Proved:
    """The only move that keeps what the position is worth. Raises `Rejected` where there is none."""
    found, keeping, others = _looked_up(position)
    if found.outcome == "loss":
        raise Rejected("lost")
    if found.plies is not None and found.plies < MIN_PLIES:
        raise Rejected("too_short")
    if len(keeping) != 1:
        raise Rejected("alike")
    if found.outcome == "draw" and all(_loses_at_once(position, move) for move in others):
        raise Rejected("obvious")
    line, asked = [keeping[0]], 1
    solver, at = position.side, position.play_unchecked(keeping[0])
    while len(line) < MAX_LINE_PLIES + SHOWN and at.outcome() is None and at.legal_moves():
        here, kept, _ = _looked_up(at)
        if at.side == solver:
            if len(kept) == 1 and len(at.legal_moves()) > 1 and asked == len(line) - 1 and len(line) < MAX_LINE_PLIES:
                asked = len(line) + 1
            line.append(kept[0] if here.outcome == "draw" else _fastest(here))
        else:
            line.append(_hardest(at, here))
        at = at.play_unchecked(line[-1])
    second = 0.5 if found.outcome == "win" and any(_worth(position, move) == 0.5 for move in others) else 0.0
    proof = Proof("table", _WORTH[found.outcome], second, plies=found.plies)
    return Proved(
        "win" if found.outcome == "win" else "save",
        tuple(line[:asked]),
        tuple(line[asked : asked + SHOWN]),
        proof,
        8 + asked,
    )


def _looked_up(position: ChessPosition) -> tuple[EndgameResult, list[ChessMove], list[ChessMove]]:
    """What a position is worth, the moves that keep it, and the others."""
    try:
        found = tables.probe(position)
        assert found is not None
        keeping = [move for move in position.legal_moves() if _worth(position, move) == _WORTH[found.outcome]]
    except AxedrezError:
        raise Rejected("no_table") from None
    return found, keeping, [move for move in position.legal_moves() if move not in keeping]


def _worth(position: ChessPosition, move: ChessMove) -> float:
    """What a move is worth to the player who makes it."""
    after = position.play_unchecked(move)
    end = after.outcome()
    if end is not None:
        return 0.5 if end.winner is None else float(end.winner is position.side)
    found = tables.probe(after)
    assert found is not None
    return 1.0 - _WORTH[found.outcome]


def _loses_at_once(position: ChessPosition, move: ChessMove) -> bool:
    """Whether the other side wins with its next move."""
    found = tables.probe(position.play_unchecked(move))
    return found is not None and found.outcome == "win" and (found.plies or 0) <= 1


def _fastest(found: EndgameResult) -> ChessMove:
    """The first of the best moves."""
    move = found.best[0]
    assert isinstance(move, ChessMove)
    return move


def _hardest(position: ChessPosition, found: EndgameResult) -> ChessMove:
    """The best reply that leaves the solver the fewest good moves."""
    moves = [move for move in found.best if isinstance(move, ChessMove)]

    def left(move: ChessMove) -> int:
        after = position.play_unchecked(move)
        return len(_looked_up(after)[1]) if after.outcome() is None and after.legal_moves() else 99

    return min(moves, key=left)
