"""The planes of a sheet's observations, described."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from axedrez.batches import Plane
from axedrez.chess.environment.kernel import layout
from axedrez.chess.position.game import ChessGame

_NUMBER = 127
"""No number in an observation is larger."""


def planes(game: ChessGame) -> tuple[tuple[Plane, ...], npt.NDArray[np.int64]]:
    """The planes, and where each kind of them begins."""
    sheet = game.sheet
    places = np.full(layout.N_PLACES, -1, np.int64)
    found: list[Plane] = []

    def put(place: int, *more: Plane) -> None:
        places[place] = len(found)
        found.extend(more)

    letters = tuple(game.letters.values())
    put(layout.OWN, *(Plane("piece", "own", letter) for letter in letters))
    put(layout.ENEMY, *(Plane("piece", "enemy", letter) for letter in letters))
    if sheet.castling.mode != "off":
        put(layout.RIGHTS_PLANE, Plane("castling"))
    if sheet.pawn.piece and sheet.pawn.en_passant:
        put(layout.EP_PLANE, Plane("en_passant"))
    put(layout.COLOUR, Plane("black_to_play"))
    put(layout.CLOCK, Plane("plies_without_progress", most=min(_NUMBER, 2 * sheet.draws.move_limit.moves)))
    if sheet.draws.repetition.mode != "off":
        put(layout.SEEN, Plane("repetitions", most=sheet.draws.repetition.count))
    if game.has_hands:
        sides = ("own", "enemy")
        put(layout.HANDS_PLANE, *(Plane("hand", side, letter, 8) for side in sides for letter in letters))  # type: ignore[arg-type]
        if sheet.capture.hand:
            put(layout.PROMOTED_PLANE, Plane("promoted"))
    if "checks" in sheet.goal.win:
        most = sheet.goal.checks
        put(layout.CHECKS_PLANE, Plane("checks_to_give", "own", most=most), Plane("checks_to_give", "enemy", most=most))
    if sheet.turn.moves != 1:
        put(layout.MOVES_PLANE, Plane("moves_left", "own", most=2 if sheet.turn.moves != "progressive" else _NUMBER))
    if sheet.dice.mode != "none":
        put(layout.DICE_PLANE, Plane("larger_die", most=6), Plane("smaller_die", most=6))
    return tuple(found), places
