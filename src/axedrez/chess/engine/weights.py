"""The weights of the evaluation, derived from a rule sheet: piece values and piece-square tables."""

from __future__ import annotations

import itertools
from statistics import fmean

import numpy as np
import numpy.typing as npt

from axedrez.chess.engine import pruning
from axedrez.chess.engine.kernel import layout
from axedrez.chess.position.game import ChessGame
from axedrez.chess.sheet import betza, geometry

Weights = npt.NDArray[np.int64]

ROYAL_VALUE = 20_000
_PAWN_VALUE = 100
_EMPTINESS = 0.7  # the share of squares that are empty when pieces meet
_PAIR_SHARE = 0.1  # bonus for a pair of colour-bound pieces, by the value of one
_OPEN_FILE = 14  # for a piece that moves along files, where no own pawn stands on its file
_DEARER = 100  # centipawns by which an attacked piece must be worth more than its attacker to count as a threat
_DANGER_SHARE = 0.006  # weight of attacks near the royal piece, by the value of the attacker


_KEEPERS = {
    layout.PASSED: 128,
    layout.OPEN_FILE: 16,
    layout.PAIR: 16,
    **dict.fromkeys(
        (
            layout.DOUBLED,
            layout.ISOLATED,
            layout.CONNECTED,
            layout.THREAT,
            layout.HANGING,
            layout.SHIELD,
            layout.CORNER,
            layout.CHASE,
        ),
        1,
    ),
}
"""Weights, and how many words each has, that only count where nobody wants to lose."""


def weights(game: ChessGame) -> Weights:
    """The words of `layout` from 0 to `WEIGHTS_END`, in centipawns; zero outside the weights."""
    out = np.zeros(layout.WEIGHTS_END, np.int64)
    centre = distances_from_middle(game)
    for square, distance in centre.items():
        out[int(layout.CENTRE) + square] = distance
    values = piece_values(game)
    for name, piece in game.sheet.pieces.items():
        number = game.types[piece.letter]
        out[int(layout.VALUE) + number] = values[piece.letter]
        if name == game.sheet.pawn.piece:
            _pawn(out, game, number, values[piece.letter])
        elif name in game.sheet.royal.pieces:
            _royal(out, game, number, centre)
        else:
            _piece(out, game, piece.letter, number, values[piece.letter], centre)
    for name, promotion in game.sheet.promotion.items():
        letter = game.sheet.pieces[name].letter
        if name != game.sheet.pawn.piece:
            best = max(values[game.sheet.pieces[into].letter] for into in promotion.into)
            out[int(layout.PROMOTER) + game.types[letter]] = max(0, best - values[letter]) // 8
    for place, value in {
        layout.TEMPO: 18,
        layout.DOUBLED: 10,
        layout.ISOLATED: 12,
        layout.CONNECTED: 7,
        layout.THREAT: 40,
        layout.HANGING: 22,
        layout.ESCORT: 8,
        layout.AIM: 27,
        layout.CHECK: 6,
        layout.LATE_CHECK: 11,
        layout.SHIELD: 10,
        layout.CORNER: 12,
        layout.CHASE: 6,
        layout.PHASES: max(1, _phases_at_start(game, out)),
    }.items():
        out[int(place)] = value
    for letter, number in game.types.items():
        dearer = (n for other, n in game.types.items() if values[letter] + _DEARER <= values[other] < ROYAL_VALUE)
        out[int(layout.DEARER) + number] = sum(1 << n for n in dearer)
    if not game.fast:
        _goals(out, game, values)
    return out


def _goals(out: Weights, game: ChessGame, values: dict[str, int]) -> None:
    """Weights for the general path only: other goals, hands, and pieces that a player wants to lose."""
    goal = game.sheet.goal
    out[int(layout.ALLOWED)] = pruning.allowed(game.sheet).word
    for letter, number in game.types.items():
        if letter not in game.royals:
            out[int(layout.HAND_VALUE) + number] = round(values[letter] * 1.1)
    if "checks" in goal.win:
        for left in range(1, goal.checks + 1):
            out[int(layout.CHECK_GIVEN) + left] = 400 // left**2
    if "royal-reaches" in goal.win:
        out[int(layout.NEAR)] = 12 if "checkmate" in goal.win and game.sheet.royal.give_check else 90
        for square in geometry.squares(game.board):
            steps = [_king_steps(square, target) for target in geometry.squares(game.region)]
            out[int(layout.DISTANCE) + square] = min(steps, default=0)
    if "extinction" in goal.win and goal.extinct:
        out[int(layout.RARE)] = 60
    if "piece-reaches" in goal.win:
        for letter in game.runners:
            for side in (0, 1):
                for square in geometry.squares(game.board):
                    place = (16 * side + game.types[letter]) * 64 + square
                    for part in (layout.MIDDLE, layout.END):
                        out[int(part) + place] += 8 * _nearness(game, side, square) ** 2
    if game.sheet.pawn.piece not in game.sheet.promotion:
        out[int(layout.PASSED) :][:128] = 0
    if "lose-all" in goal.win:
        for part in (layout.MIDDLE, layout.END):
            table = out[int(part) : int(part) + 2048]
            table[:] = -table
        # The other weights assume that a player wants to keep pieces.
        for start, words in _KEEPERS.items():
            out[int(start) :][:words] = 0


def _king_steps(one: int, other: int) -> int:
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def piece_values(game: ChessGame) -> dict[str, int]:
    """Centipawns by piece letter: the sheet's values, and an estimate from mobility where it gives none."""
    found = {}
    for name, piece in game.sheet.pieces.items():
        if name in game.sheet.royal.pieces:
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
    """For each square, the expected number of squares that a piece (not the pawn) attacks from there.

    A way without capture counts half, and so does one with nothing else.
    """
    ways = betza.parse(game.pieces[letter].movement)
    # Lines before leaps, always: the order of floating-point sums must not change.
    ways = tuple(sorted(ways, key=lambda way: way.limit != 1))
    return {square: sum(_reach(game, square, way) for way in ways) for square in geometry.squares(game.board)}


def _reach(game: ChessGame, square: int, way: betza.Way) -> float:
    """The expected number of squares that a way leads to from a square, by the probability that it is open so far."""
    share = 1.0 if way.moves and way.captures else 0.5
    reached = 0.0
    for steps in itertools.count():
        further = geometry.shifted(square, way.step, game.board)
        if further is None or (way.limit and steps >= way.limit):
            return share * reached
        square = further
        chance = float(_EMPTINESS**steps)
        if way.lame:
            chance *= _EMPTINESS ** len(betza.passed(way.step))
        if way.hop:
            # A hopper needs exactly one hurdle on the way, or one right before the target.
            chance = _EMPTINESS ** (steps - 1) * (1 - _EMPTINESS) * (steps if way.hop == "p" else 1) if steps else 0.0
        reached += chance
    raise AssertionError


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


def _nearness(game: ChessGame, side: int, square: int) -> int:
    """How near a runner is to where it wins: the more, the nearer."""
    goals = geometry.squares(geometry.arrival(game.sheet, side)) if game.sheet.goal.runner_region else []
    if not goals:
        return _progress(game, side, square)
    return max(0, game.sheet.board.ranks - 1 - min(_king_steps(square, goal) for goal in goals))


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
    ways = betza.parse(game.pieces[letter].movement)
    if all(sum(way.step) % 2 == 0 for way in ways):
        out[int(layout.PAIR) + number] = round(value * _PAIR_SHARE)
    if any(way.step == (0, 1) and way.limit == 0 and way.moves for way in ways):
        out[int(layout.OPEN_FILE) + number] = _OPEN_FILE
    clumsy = max(0.0, 9 - 1.2 * usual)  # pieces with a short range gain from being near the middle
    for side in (0, 1):
        for square, count in reached.items():
            place = clumsy * (far - centre[square]) + 2 * (count - usual)
            # The kernel adds the actual mobility, so the average is subtracted here.
            base = value - each * usual
            _place(out, number, side, square, base + place, base + place)


def _royal(out: Weights, game: ChessGame, number: int, centre: dict[int, int]) -> None:
    """The royal piece: on its first rank and the wings in the middlegame, in the middle in the endgame."""
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
                out, number, side, square, 0.86 * value + 24 * central * (share > 0) + 15 * share**2, value + 30 * share
            )
            out[int(layout.PASSED) + 64 * side + square] = round(10 + 118 * share**1.5)


def _phases_at_start(game: ChessGame, out: Weights) -> int:
    letters = "".join(game.armies.values())
    return int(sum(out[int(layout.PHASE) + game.types[letter]] for letter in letters))
