"""How many states the search of one turn can meet, proved from a sheet: the memory of the kernel is bounded by it.

A state is what has become of the mover's pieces, what they have done, and what has become of the enemy's. With equal
dice both follow from what each piece has done one after another, in whatever order the pieces took turns: a lone enemy
is gone once the right pieces have landed on it, and nothing else of the enemy moves. Only a push depends on what was
played before it, so that there every order counts. Of two unequal dice every order of every two uses is counted.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import factorial, perm

from axedrez.tables.kernel.space import MAX_ROOM, MAX_SUBMOVES
from axedrez.tables.sheet.schema import Piece, TablesSheet

MAX_STATES = MAX_ROOM - MAX_SUBMOVES
"""What the kernel has room for, and the states that it may be about to write."""

_DICE = 4
_DEPARTURE_DICE = 2
_Counts = list[Fraction]


def states(sheet: TablesSheet, army: str) -> int:
    """An upper bound of the states of any one turn, all dice and both modes (G-17) together.

    `army`: the letters of one side's pieces.
    """
    pieces = {piece.letter: piece for piece in sheet.pieces.values()}
    alone, pushing = _none(), _none()
    for letter in army:
        piece = pieces[letter]
        ways = [Fraction(_ways(piece, dice)) for dice in range(_DICE + 1)]
        if piece.pushes:
            pushing = _product(pushing, [count / factorial(dice) for dice, count in enumerate(ways)])
        else:
            alone = _product(alone, ways)
    levels = [
        sum(alone[dice - pushed] * perm(dice, pushed) * pushing[pushed] for pushed in range(dice + 1))
        for dice in range(_DICE + 1)
    ]
    uses = sum(_uses(pieces[letter]) for letter in army)
    unequal = 1 + 2 * uses + 2 * uses**2
    return max(unequal, int(sum(levels) + sum(levels[: _DEPARTURE_DICE + 1])))


def _none() -> _Counts:
    return [Fraction(1), *[Fraction(0)] * _DICE]


def _product(one: _Counts, other: _Counts) -> _Counts:
    return [sum((one[k] * other[n - k] for k in range(n + 1)), Fraction(0)) for n in range(_DICE + 1)]


def _ways(piece: Piece, dice: int) -> int:
    """How many ways a piece has to use so many equal dice one after another, each ability once at most."""
    if 0 < piece.moves_on_doubles < dice:
        return 0
    total = 0
    abilities = sorted(set(piece.abilities))
    for count in range(min(dice, len(abilities)) + 1):
        for used in combinations(abilities, count):
            total += perm(dice, count) * _directions(piece) ** dice * (_legs(piece) if "twice" in used else 1)
    return total


def _uses(piece: Piece) -> int:
    """How many ways it has to use one die."""
    return _directions(piece) * (1 + sum(_legs(piece) if ability == "twice" else 1 for ability in set(piece.abilities)))


def _directions(piece: Piece) -> int:
    return 2 if piece.backward else 1


def _legs(piece: Piece) -> int:
    """The second legs of a die used twice."""
    return 2 if piece.twice == "either" else 1
