"""What the men of a plain sheet threaten and how they are held: inputs of its networks beside where the men stand.

A network finds it hard to count the rolls that do something. Sets of points are words, the point at distance d of a
side being bit d + `SHIFT`: a move is a shift to the right, and a man who is borne off stays in the word.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.jit import clz, ctz, inlined, kernel
from axedrez.jit_types import U64, Doubles, Flag, Number, Numbers, SignedBytes
from axedrez.tables.engine.kernel.dice import HIGH, LOW, N_ROLLS
from axedrez.tables.kernel.layout import BAR, ENEMY, N_PIECES, OWN
from axedrez.tables.kernel.states import U

TACTICS = (
    "rolls that hit",
    "pips that a roll hits",
    "rolls that may hit two",
    "rolls that cannot enter",
    "rolls that the last man runs",
    "rolls that men run",
    "pips to pass the enemy",
    "rolls that an enemy behind runs",
)
"""What `write_tactics` writes of each side, as if it rolled next; all are 0 once the sides have passed each other.

- Shares of the 36 rolls: those that may take a lone enemy, have two or more of them within reach, let nobody enter from
  the bar. The pips are what the enemy loses by the one who has come furthest of them, on average, in units of 10.
- The share of rolls of which the last man can play both dice; and the sum over all points with men, in units of 8 (with
  men on the bar, they alone). A double counts as two dice.
- The pips that men have to go until they are past the last enemy, in units of 100.
- The smallest share of rolls of which an enemy could play both dice who stood where the last of them stands, or on one
  of the eight points ahead of him (as far as the middle): how well a block holds.

Whether a turn has to play its dice otherwise (both, or the larger one) is not looked at.
"""
N_SIDE = len(TACTICS)
N_TACTICS = 2 * N_SIDE

SHIFT = 24  # as far as four dice carry a man off the board
AHEAD = 12  # and two dice
HELD, MIDDLE = 8, 12  # points ahead of the last man that a block may hold, down to this distance

_NONE, _ONE = U(0), U(1)
_OFF = (_ONE << U(SHIFT + 1)) - _ONE
_BOARD = (_ONE << U(BAR + SHIFT)) - _ONE ^ _OFF
_BAR = _ONE << U(BAR + SHIFT)
_ALL_ROLLS = 36.0
_WHOLE = U((1 << AHEAD) - 1)


class Men(NamedTuple):
    """The points that men of a side stand on, and of those the ones with two or more; the same as the enemy counts.

    On the board alone. `last`: how far the last man has to go.
    """

    men: U64
    blocks: U64
    enemy_men: U64
    enemy_blocks: U64
    on_bar: Number
    last: Number


def _runs() -> npt.NDArray[np.int8]:
    """By the open points ahead of a man (bit `AHEAD` - k: the k-th): the rolls of which he can play both dice."""
    found = np.zeros(1 << AHEAD, np.int8)
    opened = [np.arange(1 << AHEAD) >> (AHEAD - k) & 1 for k in range(1, AHEAD + 1)]
    for one, two in product(range(6), repeat=2):
        found += (opened[one] | opened[two]) & opened[one + two + 1]
    return found


RUNS = _runs()


@inlined
def _runs_from(opened: U64, distance: Number) -> Number:
    return np.int64(RUNS[U(opened >> U(distance + SHIFT - AHEAD) & _WHOLE)])


@inlined
def _men(rows: SignedBytes, at: Number, tables: Numbers) -> Men:
    men: Any = _NONE
    blocks: Any = _NONE
    enemy_men: Any = _NONE
    enemy_blocks: Any = _NONE
    on_bar: Any = 0
    for i in range(tables[N_PIECES]):
        distance = np.int64(rows[U(at + i)])
        here, there = _ONE << U(SHIFT + distance), _ONE << U(SHIFT + BAR - distance)
        blocks |= men & here
        men |= here
        enemy_blocks |= enemy_men & there
        enemy_men |= there
        on_bar += distance == BAR
    last: Any = max(0, 63 - SHIFT - np.int64(clz(men)))
    return Men(men & _BOARD, blocks & _BOARD, enemy_men & _BOARD, enemy_blocks & _BOARD, on_bar, last)


@inlined
def _hit(men: U64, on_bar: Number, opened: U64, blots: U64, one: U64, two: U64) -> U64:
    """Which of the `blots` a roll may take; `men` are those on the board."""
    first, second = _BAR >> one & opened, _BAR >> two & opened
    if one == two:
        if on_bar > 0:
            men = men | first if first != _NONE else _NONE
        found = first & blots if on_bar > 0 else _NONE
        for _ in range(on_bar, 4):
            men = men >> one & opened
            found |= men & blots
        return found
    if on_bar == 0:
        first, second = men >> one & opened, men >> two & opened
        return (first | second | first >> two | second >> one) & blots
    found = first | second
    if on_bar == 1:
        if first != _NONE:
            found |= (men | first) >> two
        if second != _NONE:
            found |= (men | second) >> one
    return found & blots


@inlined
def _write_side(
    rows: SignedBytes, at: Number, tables: Numbers, side: Men, enemy: Men, out: Doubles, to: Number
) -> None:
    """Write those of the `side` whose distances begin at `at`."""
    men, on_bar = side.men, side.on_bar
    opened = _OFF | _BOARD & ~enemy.enemy_blocks
    blots = enemy.enemy_men & ~enemy.enemy_blocks
    hits: Any = 0
    pips: Any = 0
    pairs: Any = 0
    shut: Any = 0
    if blots != _NONE or on_bar > 0:
        for roll in range(N_ROLLS):
            one, two = U(HIGH[roll]), U(LOW[roll])
            ways = 1 if one == two else 2
            if on_bar > 0 and (_BAR >> one | _BAR >> two) & opened == _NONE:
                shut += ways
                continue
            found = _hit(men, on_bar, opened, blots, one, two)
            if found != _NONE:
                hits += ways
                pips += ways * (63 - SHIFT - np.int64(clz(found)))
                pairs += ways if found & found - _ONE != _NONE else 0
    runs: Any = 0
    left: Any = men if on_bar == 0 else _BAR
    while left != _NONE:
        runs += _runs_from(opened, np.int64(ctz(left)) - SHIFT)
        left &= left - _ONE
    ahead: Any = 0
    for i in range(tables[N_PIECES]):
        ahead += max(0, np.int64(rows[U(at + i)]) + enemy.last - BAR)
    held: Any = 36
    enemy_opened = _OFF | _BOARD & ~side.enemy_blocks
    for distance in range(max(enemy.last - HELD, MIDDLE), enemy.last + 1):
        held = min(held, _runs_from(enemy_opened, distance))
    out[U(to)] = hits / _ALL_ROLLS
    out[U(to + 1)] = pips / (10 * _ALL_ROLLS)
    out[U(to + 2)] = pairs / _ALL_ROLLS
    out[U(to + 3)] = shut / _ALL_ROLLS
    out[U(to + 4)] = _runs_from(opened, side.last) / _ALL_ROLLS
    out[U(to + 5)] = runs / (8 * _ALL_ROLLS)
    out[U(to + 6)] = ahead / 100.0
    out[U(to + 7)] = held / _ALL_ROLLS


@kernel
def write_tactics(rows: SignedBytes, at: Number, tables: Numbers, out: Doubles) -> Flag:
    """Write the `TACTICS` of the side that sees the row at `at` to `out`, then the other's; whether some are not 0."""
    own, enemy = _men(rows, at + OWN, tables), _men(rows, at + ENEMY, tables)
    if own.last + enemy.last <= BAR:
        for i in range(N_TACTICS):
            out[U(i)] = 0.0
        return False
    _write_side(rows, at + OWN, tables, own, enemy, out, 0)
    _write_side(rows, at + ENEMY, tables, enemy, own, out, N_SIDE)
    return True
