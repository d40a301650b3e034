"""The action ids of a sheet: sub-moves, the end of a turn, the cube, and rolls.

A sub-move is a kind of piece, where it begins, what it has used in this turn, a die and an ability. All that the sheet
lets a piece do anywhere on the board has an id, whether or not a position ever allows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.batches import Action
from axedrez.core.dice import ROLLS
from axedrez.tables.environment.kernel import layout
from axedrez.tables.environment.kernel.layout import place
from axedrez.tables.kernel.layout import BAR, FAR, MINUS, OFF, PLUS, TWICE
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import BAR_WORD, OFF_WORD
from axedrez.tables.sheet.schema import Piece

_SIGNS = {0: "", PLUS: "+", MINUS: "-", TWICE: "x2"}
_FLAGS = {"plus-one": PLUS, "minus-one": MINUS, "twice": TWICE}
_FACES = range(1, 7)
_PLACES = 8 * 8 * 32 * 8 * 8 * 4


class _Use(NamedTuple):
    """One way for a piece to use a die; places are distances."""

    origin: int
    target: int
    face: int
    ability: int
    used: int
    between: int = OFF
    backward: bool = False
    turned: bool = False


class Actions(NamedTuple):
    """What each id means; where kernels look ids up; the settings that name some of them."""

    all: list[Action]
    lookup: npt.NDArray[np.int32]
    settings: dict[int, int]


def _entries(piece: Piece) -> Iterator[_Use]:
    for face in _FACES:
        yield _Use(BAR, BAR - (1 if piece.entry_pace == "one-point" else face), face, 0, 0)


def _uses(piece: Piece, castle: int, origin: int, face: int, ability: int, used: int) -> Iterator[_Use]:
    length = (1 if piece.pace == "one-point" else face) + {PLUS: 1, MINUS: -1}.get(ability, 0)
    if ability == MINUS and face == 1:
        return
    for step in (-length, length) if piece.backward and length else (-length,):
        target = origin + step
        backward = step > 0
        if target > FAR:
            continue
        if target < 1:
            if piece.bears_off and origin <= castle:
                yield _Use(origin, OFF, face, ability, used)
        elif ability != TWICE:
            yield _Use(origin, target, face, ability, used, backward=backward)
        else:
            if 1 <= target + step <= FAR:
                yield _Use(origin, target + step, face, ability, used, target, backward)
            if piece.twice == "either":
                yield _Use(origin, origin, face, ability, used, target, backward, True)


def _submoves(piece: Piece, castle: int) -> Iterator[_Use]:
    own = sorted({_FLAGS[name] for name in piece.abilities})
    yield from _entries(piece)
    for origin in range(FAR, 0, -1):
        for face in _FACES:
            for ability in (0, *own):
                others = [flag for flag in own if flag != ability]
                for count in range(len(others) + 1):
                    for used in combinations(others, count):
                        yield from _uses(piece, castle, origin, face, ability, sum(used))


def _name(distance: int) -> str:
    return {BAR: BAR_WORD, OFF: OFF_WORD}.get(distance, str(distance))


def _submove(number: int, letter: str, use: _Use) -> Action:
    """The action of a sub-move; `(+)` behind it: the piece has used that ability in this turn."""
    origin, target, choice = _name(use.origin), _name(use.target), f"{use.face}{_SIGNS[use.ability]}"
    between = f"{_name(use.between)}/" if use.between != OFF else ""
    used = "".join(f"({sign})" for flag, sign in _SIGNS.items() if use.used & flag)
    return Action(number, f"{letter}{origin}/{between}{target}:{choice}{used}", origin, target, choice, piece=letter)


def actions(game: TablesGame, given: bool) -> Actions:
    """All ids of a sheet; those of rolls come last, where they are `given`."""
    ruleset, match = game.ruleset, game.sheet.match
    found: list[Action] = []
    lookup = np.full(_PLACES, -1, np.int32)
    settings = dict.fromkeys(range(layout.PASS, layout.N_SETTINGS), -1)
    for kind, (letter, piece) in enumerate(ruleset.pieces.items()):
        if letter not in ruleset.army:
            continue
        for use in _submoves(piece, ruleset.rules.race.castle):
            key = place(kind, use.used, use.origin, use.face, use.ability, int(use.backward), int(use.turned))
            lookup[key] = len(found)
            found.append(_submove(len(found), letter if len(ruleset.pieces) > 1 else "", use))
    more = {layout.PASS: "pass", layout.CONFIRM: "confirm"}
    if match.cube:
        more |= {layout.ROLL: "roll", layout.DOUBLE: "double", layout.TAKE: "take", layout.DROP: "drop"}
    if game.conduct.beavers:
        more[layout.BEAVER] = "beaver"
    for setting, text in more.items():
        settings[setting] = len(found)
        found.append(Action(len(found), text, passes=text == "pass"))
    if given:
        settings[layout.CHANCES] = len(found)
        texts = [str(roll) for roll, _ in ROLLS]
        if match.length > 1:  # who has rolled the second die plays White in the next game
            texts += [f"{roll.low}{roll.high}" for roll, _ in ROLLS if roll.high != roll.low]
        found += [Action(len(found) + number, text, chance=True) for number, text in enumerate(texts)]
    return Actions(found, lookup, settings)
