"""The planes of a sheet's observations, described."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from axedrez.batches import Owner, Plane
from axedrez.core.match_state import MAX_CUBE
from axedrez.tables.environment.kernel import layout
from axedrez.tables.kernel.layout import MINUS, PLUS, TWICE
from axedrez.tables.position.game import TablesGame

_MAX_NUMBER = 127
"""No number in an observation is larger."""

_ABILITIES = {"plus-one": PLUS, "minus-one": MINUS, "twice": TWICE}
_SIDES: tuple[Owner, Owner] = ("own", "enemy")


def planes(game: TablesGame) -> tuple[tuple[Plane, ...], npt.NDArray[np.int64]]:
    """The planes, and where each kind of them begins."""
    places = np.full(layout.N_PLACES, -1, np.int64)
    found: list[Plane] = []

    def put(place: int, *more: Plane) -> None:
        places[place] = len(found)
        found.extend(more)

    _put_pieces(game, put, places)
    _put_turn(game, put)
    _put_match(game, put)
    return tuple(found), places


def _put_pieces(game: TablesGame, put: Callable[..., None], places: npt.NDArray[np.int64]) -> None:
    ruleset = game.ruleset
    kinds = [(kind, letter) for kind, letter in enumerate(ruleset.pieces) if letter in ruleset.army]
    for number, side in enumerate(_SIDES):
        for kind, letter in kinds:
            count = ruleset.army.count(letter)
            units = min(count, layout.UNITS)
            places[layout.UNIT_COUNTS + kind] = units
            thermometer = [
                Plane("piece", side, letter, count - unit + 1 if unit == layout.UNITS else 1, unit)
                for unit in range(1, units + 1)
            ]
            put(layout.PIECES + number * layout.MAX_TYPES + kind, *thermometer)
        for kind, letter in kinds:
            most = ruleset.army.count(letter)
            put(layout.ON_BAR + number * layout.MAX_TYPES + kind, Plane("bar", side, letter, most))
            if ruleset.pieces[letter].bears_off:
                put(layout.BORNE_OFF + number * layout.MAX_TYPES + kind, Plane("borne_off", side, letter, most))


def _put_turn(game: TablesGame, put: Callable[..., None]) -> None:
    ruleset = game.ruleset
    pieces = [(kind, letter, piece) for kind, (letter, piece) in enumerate(ruleset.pieces.items())]
    for kind, letter, piece in pieces:
        for name in sorted(set(piece.abilities)):
            number = _ABILITIES[name].bit_length() - 1
            put(layout.USED_ABILITY + 3 * kind + number, Plane(f"used_{name}", "own", letter))
    if any(piece.captured_together_by for _, _, piece in pieces):
        put(layout.WAITS, Plane("waits_for_partner", "own"))
    if ruleset.king:
        put(layout.KING_MOVES, Plane("king_moves", "own", most=4))
        if ruleset.rules.royal.departure:
            put(layout.AT_HOME, *(Plane("king_at_home", side) for side in _SIDES))
    put(layout.DICE_LEFT, *(Plane("dice_left", piece=str(face), most=4) for face in range(1, 7)))
    if ruleset.rules.end.no_progress:
        put(layout.COUNTER, Plane("turns_without_progress", most=min(_MAX_NUMBER, 2 * ruleset.rules.end.no_progress)))


def _put_match(game: TablesGame, put: Callable[..., None]) -> None:
    match = game.sheet.match
    if match.cube:
        put(layout.CUBE_PLANE, Plane("doublings", most=MAX_CUBE.bit_length() - 1))
        put(layout.CUBE_OWNED, *(Plane("cube", side) for side in _SIDES))
        put(layout.OFFERED, Plane("double_offered"))
        put(layout.BEFORE_ROLL, Plane("before_roll"))
    if match.length > 1:
        put(layout.LACKING, *(Plane("points_lacking", side, most=match.length) for side in _SIDES))
        put(layout.CRAWFORD_PLANE, Plane("crawford"))
