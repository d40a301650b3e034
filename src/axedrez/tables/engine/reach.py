"""Which rolls carry a piece of each type how far, derived from a rule sheet; what stands on the way left aside."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.kernel import layout
from axedrez.tables.kernel.layout import BAR
from axedrez.tables.sheet.schema import Ability, Piece

Reach = npt.NDArray[np.uint64]

_FACES = range(1, 7)
_NO_LIMIT = 4


def reach(ruleset: Ruleset) -> Reach:
    """The array `layout` tells of: sets of rolls by bits 6 (a - 1) + (b - 1), sets of faces by bits face - 1."""
    out = np.zeros(layout.REACH_SIZE, np.uint64)
    for number, piece in enumerate(ruleset.rules.pieces.values()):
        _fill(out, number, piece, piece.pace == "one-point", piece.abilities)
        _fill(out, number + layout.ENTERING, piece, piece.entry_pace == "one-point", ())
    for faces in range(64):
        members = [face for face in _FACES if faces >> (face - 1) & 1]
        out[layout.WITH_FIRST + faces] = sum(_bit(one, two) for one in members for two in _FACES)
        out[layout.WITH_SECOND + faces] = sum(_bit(one, two) for one in _FACES for two in members)
    out[layout.DOUBLES] = sum(_bit(face, face) for face in _FACES)
    return out


def _bit(one: int, two: int) -> int:
    return 1 << 6 * (one - 1) + two - 1


def _fill(out: Reach, slot: int, piece: Piece, one_point: bool, abilities: tuple[Ability, ...]) -> None:
    faces: dict[int, int] = {}
    rolls: dict[int, int] = {}
    entering = slot >= layout.ENTERING
    for one in _FACES:
        for gap in _gaps((one,), one_point, abilities):
            faces[gap] = faces.get(gap, 0) | 1 << one - 1
        for two in _FACES:
            dice = (one,) * 4 if one == two else (one, two)
            limit = (piece.moves_on_doubles if one == two else piece.moves) or _NO_LIMIT
            limit = 1 if entering else limit
            for gap in _gaps(dice[:limit], one_point, abilities) | _gaps(dice[1:][:limit], one_point, abilities):
                rolls[gap] = rolls.get(gap, 0) | _bit(one, two)
    for direction in (layout.FORWARD, layout.BACKWARD_WAY):
        at = (2 * slot + direction) * layout.SPAN
        for start, found in ((layout.FACES, faces), (layout.ROLLS, rolls)):
            for gap, members in found.items():
                if gap < BAR:
                    out[start + at + gap] = members


def _gaps(dice: tuple[int, ...], one_point: bool, abilities: tuple[Ability, ...]) -> set[int]:
    """How far the first, the first two … of the dice carry a piece, each ability used once at most."""
    found = set()

    def walk(gone: int, left: tuple[int, ...], able: tuple[Ability, ...]) -> None:
        if gone:
            found.add(gone)
        if left:
            for pips, ability in _uses(1 if one_point else left[0], left[0], able):
                walk(gone + pips, left[1:], tuple(other for other in able if other != ability))

    walk(0, dice, abilities)
    return found


def _uses(pips: int, face: int, abilities: tuple[Ability, ...]) -> Iterator[tuple[int, Ability | None]]:
    yield pips, None
    if "plus-one" in abilities:
        yield pips + 1, "plus-one"
    if "minus-one" in abilities and face > 1:
        yield pips - 1, "minus-one"
    if "twice" in abilities:
        yield 2 * pips, "twice"
