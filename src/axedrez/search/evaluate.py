"""The weights of the evaluation, derived from a rule sheet: what its pieces are worth, and where."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import numpy.typing as npt

from axedrez.chess import geometry
from axedrez.chess.game import ChessGame
from axedrez.chess.kernel.compile import placement
from axedrez.search.kernel import layout

Weights = npt.NDArray[np.int64]

ROYAL_VALUE = 20_000
_PAWN_VALUE = 100
_EMPTINESS = 0.7  # the share of squares that are empty when pieces meet
_DANGER_SHARE = 0.006  # assault on the royal piece by value of the assailant


def weights(game: ChessGame) -> Weights:
    """The words of `layout` from 0 to `WEIGHTS_END`, in centipawns; zero outside the weights."""
    out = np.zeros(layout.WEIGHTS_END, np.int64)
    centre = distances_from_middle(game)
    for square, distance in centre.items():
        out[int(layout.CENTRE) + square] = distance
    values = piece_values(game)
    royal = game.sheet.pieces[game.sheet.royal.piece].letter
    for name, piece in game.sheet.pieces.items():
        number = game.types[piece.letter]
        out[int(layout.VALUE) + number] = values[piece.letter]
        if name == game.sheet.pawn.piece:
            _pawn(out, game, number, values[piece.letter])
        elif piece.letter == royal:
            _royal(out, game, number, centre)
        else:
            _piece(out, game, piece.letter, number, values[piece.letter], centre)
    for name, promotion in game.sheet.promotion.items():
        letter = game.sheet.pieces[name].letter
        if name != game.sheet.pawn.piece:
            best = max(values[game.sheet.pieces[into].letter] for into in promotion.into)
            out[int(layout.PROMOTER) + game.types[letter]] = max(0, best - values[letter]) // 8
    for place, value in {
        layout.TEMPO: 10,
        layout.DOUBLED: 12,
        layout.ISOLATED: 12,
        layout.SHIELD: 9,
        layout.CORNER: 12,
        layout.CHASE: 6,
        layout.PHASES: max(1, _phases_at_start(game, out)),
    }.items():
        out[int(place)] = value
    return out


def piece_values(game: ChessGame) -> dict[str, int]:
    """Centipawns by piece letter: the sheet's values, and an estimate from mobility where it gives none."""
    found = {}
    for name, piece in game.sheet.pieces.items():
        if name == game.sheet.royal.piece:
            found[piece.letter] = ROYAL_VALUE
        elif piece.value is not None:
            found[piece.letter] = max(1, round(100 * piece.value))
        elif name == game.sheet.pawn.piece:
            found[piece.letter] = _PAWN_VALUE
        else:
            # The usual values of knight, bishop, rook and queen lie near this curve.
            found[piece.letter] = max(1, round(52 * fmean(mobility(game, piece.letter).values()) ** 1.1))
    return found


def mobility(game: ChessGame, letter: str) -> dict[int, float]:
    """For each square, how many squares a piece (not the pawn) attacks from there on a board as full as in a game."""
    way = geometry.movement(game.pieces[letter])
    assert way is not None, "only the pawn moves otherwise"
    found = {}
    for square in geometry.squares(game.board):
        count = float(sum(geometry.shifted(square, step, game.board) is not None for step in way.leaps))
        for line in way.lines:
            for step in line:
                count += sum(_EMPTINESS**k for k in range(geometry.ray(square, step, game.board).bit_count()))
        found[square] = count
    return found


def distances_from_middle(game: ChessGame) -> dict[int, int]:
    """For each square, the steps by rank and file from the middle of the board."""
    board = game.sheet.board
    return {
        square: (abs(2 * (square & 7) - board.files + 1) + abs(2 * (square >> 3) - board.ranks + 1)) // 2
        for square in geometry.squares(game.board)
    }


def _place(out: Weights, number: int, side: int, square: int, middle: float, end: float) -> None:
    at = (16 * side + number) * 64 + square
    out[int(layout.MIDDLE) + at] = round(middle)
    out[int(layout.END) + at] = round(end)


def _progress(game: ChessGame, side: int, square: int) -> int:
    """Ranks from the owner's first."""
    rank = square >> 3
    return rank if side == 0 else game.sheet.board.ranks - 1 - rank


def _piece(out: Weights, game: ChessGame, letter: str, number: int, value: int, centre: dict[int, int]) -> None:
    reached = mobility(game, letter)
    usual = fmean(reached.values())
    far = fmean(centre.values())
    each = max(1, round(12 / usual**0.5))
    out[int(layout.PHASE) + number] = max(1, value // 100)
    out[int(layout.MOBILITY) + number] = each
    out[int(layout.ASSAULT) + number] = max(1, round(value * _DANGER_SHARE))
    clumsy = max(0.0, 9 - 1.2 * usual)  # pieces that reach little have to stand near the middle
    for side in (0, 1):
        for square, count in reached.items():
            place = clumsy * (far - centre[square]) + 2 * (count - usual)
            # The kernel adds what the piece really attacks; here goes what it does on average.
            base = value - each * usual
            _place(out, number, side, square, base + place, base + place)


def _royal(out: Weights, game: ChessGame, number: int, centre: dict[int, int]) -> None:
    """Near its own first rank and the wings as long as there is much to fear, in the middle later."""
    files = game.sheet.board.files
    for side in (0, 1):
        for square, distance in centre.items():
            aside = abs(2 * (square & 7) - files + 1) // 2
            middle = 9 * min(aside, 3) - 18 * min(_progress(game, side, square), 4)
            _place(out, number, side, square, middle, -9 * distance)


def _pawn(out: Weights, game: ChessGame, number: int, value: int) -> None:
    board = game.sheet.board
    first = min((int(rank) for rank in game.sheet.pawn.double_step_ranks), default=2) - 1
    last = max(1, board.ranks - 2 - first)
    for side in (0, 1):
        for square in geometry.squares(game.board):
            steps = max(0, _progress(game, side, square) - first)
            share = min(1.0, steps / last)
            central = 1 - abs(2 * (square & 7) - board.files + 1) / board.files
            _place(
                out, number, side, square, value - 10 + 24 * central * (share > 0) + 20 * share**2, value + 30 * share
            )
            out[int(layout.PASSED) + 64 * side + square] = round(10 + 110 * share**2)


def _phases_at_start(game: ChessGame, out: Weights) -> int:
    letters = placement(game.sheet.start.fen.split()[0]).values()
    return int(sum(out[int(layout.PHASE) + game.types[letter.upper()]] for letter in letters))
