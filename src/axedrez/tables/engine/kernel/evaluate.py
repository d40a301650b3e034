"""What a position is worth to the side that has just moved, in pips, before the other side rolls its dice."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import allocating, inlined, kernel, popcount
from axedrez.jit_types import U64, Doubles, Number, Numbers, SignedBytes, Words
from axedrez.tables.engine.kernel.layout import (
    BACKWARD_WAY,
    BARRED,
    BEAROFF,
    BLOCK,
    CHOOSE,
    COST,
    DEADLOCK,
    DOUBLES,
    ENTERING,
    EXPOSURE,
    FACES,
    FORWARD,
    HAS_BEAROFF,
    HOME_KING,
    IDLE,
    INDIRECT,
    LAG,
    LATE,
    LOCK,
    PROMISE,
    PUSHED,
    ROLLS,
    SPAN,
    WITH_FIRST,
    WITH_SECOND,
)
from axedrez.tables.kernel.landing import has
from axedrez.tables.kernel.layout import (
    BACKWARD,
    BAR,
    CASTLE,
    ENEMY,
    ENTERS_ONE_POINT,
    FORFEIT,
    HOME,
    HOME_RULE,
    JOINT,
    N_PIECES,
    OFF,
    OWN,
    PAWN,
    PROTECTS,
    PUSH_LONE,
    PUSHES,
    ROYAL,
    SOLO,
    STAGE,
    STATE,
    TYPE_OF,
    WON,
)
from axedrez.tables.kernel.states import U

VICTORY = 10_000.0
_NONE, _ONE, _SIX, _SIX_BITS, _BAR = U(0), U(1), U(6), U(63), U(BAR)
_ALL_ROLLS = 36.0


@inlined
def _pairs(reach: Words, one: U64, other: U64) -> U64:
    """The rolls with a die from each of two sets of faces."""
    first, second = U(WITH_FIRST), U(WITH_SECOND)
    return reach[first + one] & reach[second + other] | reach[first + other] & reach[second + one]


@inlined
def _count(rows: SignedBytes, at: Number, tables: Numbers, points: Numbers) -> None:
    """How many pieces stand at each distance of a side whose distances begin at `at`."""
    for i in range(SPAN):
        points[U(i)] = 0
    for i in range(tables[N_PIECES]):
        points[U(rows[U(at + i)])] += 1


@kernel
def work(rows: SignedBytes, at: Number, tables: Numbers, weights: Doubles, at_home: Number) -> float:
    """What a side has still to do before it wins, in pips (less is better)."""
    total = 0.0
    lag = 0.0
    near = _NONE  # pawns by their distance in the castle, which has at most 12 points: five bits each
    castle = tables[CASTLE]
    for i in range(tables[N_PIECES]):
        kind, distance = tables[U(TYPE_OF + i)], np.int64(rows[U(at + i)])
        where = kind * SPAN + distance
        total += weights[U(COST + where)]
        lag = max(lag, weights[U(LAG + where)])
        if kind == tables[PAWN] and distance != OFF:
            near += _ONE << U(5 * (min(distance, castle) - 1))
    if weights[HAS_BEAROFF] != 0.0:
        rank: Any = 0
        count: Any = 0
        for place in range(1, castle + 1):
            count += np.int64(near >> U(5 * (place - 1)) & U(31))
            rank += np.int64(weights[U(CHOOSE + place * SPAN + count + place - 1)])
        total += weights[U(BEAROFF + rank)]
    if at_home != 0 and tables[HOME_RULE] != 0:
        total += weights[HOME_KING]
        lag += weights[HOME_KING]
    return total + weights[LATE] * max(0.0, lag - total)


@inlined
def _obstruction(
    rows: SignedBytes, at: Number, tables: Numbers, weights: Doubles, points: Numbers, enemies: Numbers
) -> float:
    """What the blocks of the enemy cost a side; `points` and `enemies` count pieces by each side's own distance."""
    blocks = _NONE  # by the distance of this side
    for ahead in range(1, BAR):
        blocks |= _ONE << U(ahead) if enemies[U(BAR - ahead)] > 1 else _NONE
    met = _NONE
    for i in range(tables[N_PIECES]):
        distance = U(rows[U(at + i)])
        if tables[U(PUSHES + tables[U(TYPE_OF + i)])] == 0 and distance != _BAR:
            met += popcount((blocks << _SIX >> distance) & _SIX_BITS)
    total = weights[U(BLOCK)] * np.float64(met)
    if points[BAR] > 0:
        shut = popcount(blocks >> U(BAR - 6))
        total += weights[IDLE] * (np.float64(shut) / 6.0) ** 2 * min(2, points[BAR])
    return total


@inlined
def _chance(
    rows: SignedBytes,
    hunters: Number,
    hunters_home: Number,
    tables: Numbers,
    weights: Doubles,
    reach: Words,
    place: Number,
    on_bar: Number,
    open_faces: U64,
    solo: Number,
    joint: Number,
) -> float:
    """How likely a roll lets the side at `hunters` take what stands at its distance `place`.

    `solo` and `joint` are the types that may do it alone and two together; `open_faces` are those that enter.
    """
    direct, indirect, together = _NONE, _NONE, _NONE
    from_bar, from_board = _NONE, _NONE
    for i in range(tables[N_PIECES]):
        kind = tables[U(TYPE_OF + i)]
        distance = np.int64(rows[U(hunters + i)])
        if distance == OFF or not has(solo | joint, kind):
            continue
        enters = distance == BAR
        gap = distance - place
        way = FORWARD
        if gap < 0:
            if tables[U(BACKWARD + kind)] == 0:
                continue
            gap, way = -gap, BACKWARD_WAY
        slot = ((kind + (ENTERING if enters else 0)) * 2 + way) * SPAN + gap
        rolls, faces = reach[U(ROLLS + slot)], reach[U(FACES + slot)]
        if rolls | faces == _NONE:
            continue
        if not enters and kind == tables[ROYAL] and hunters_home != 0 and tables[HOME_RULE] != 0:
            rolls, faces = rolls & reach[DOUBLES], _NONE
        if has(solo, kind):
            if enters or on_bar == 0:
                direct |= reach[U(WITH_FIRST) + faces] | reach[U(WITH_SECOND) + faces]
                indirect |= rolls
            elif on_bar == 1 and tables[FORFEIT] == 0:
                direct |= _pairs(reach, faces, open_faces)
        if has(joint, kind):
            if enters:
                together |= _pairs(reach, faces, from_bar | from_board if on_bar == 1 else from_bar)
                from_bar |= faces
            elif on_bar == 0:
                together |= _pairs(reach, faces, from_board)
                from_board |= faces
            elif on_bar == 1:
                together |= _pairs(reach, faces, from_bar)
                from_board |= faces
    direct |= together
    sure = np.float64(popcount(direct))
    return (sure + weights[INDIRECT] * (np.float64(popcount(direct | indirect)) - sure)) / _ALL_ROLLS


@inlined
def _danger(
    rows: SignedBytes,
    prey: Number,
    hunters: Number,
    hunters_home: Number,
    tables: Numbers,
    weights: Doubles,
    reach: Words,
    points: Numbers,
    enemies: Numbers,
) -> float:
    """What the side at `prey` may expect to lose by captures and pushes if the other side rolls next, in pips."""
    n = tables[N_PIECES]
    royal = tables[ROYAL]
    on_bar = enemies[BAR]
    open_faces = _NONE
    for face in range(1, 7):
        if points[face] < 2:
            open_faces |= np.uint64(1) << np.uint64(face - 1)
    king: Any = OFF
    pusher: Any = -1
    for i in range(n):
        if tables[U(TYPE_OF + i)] == royal:
            king = np.int64(rows[U(prey + i)])
            pusher = i if tables[U(PUSHES + royal)] != 0 else -1
    # Where the enemy king may go with his next moves: nobody else enters blocks.
    push_from: Any = 0
    if pusher >= 0 and rows[U(hunters + pusher)] != BAR and on_bar == 0:
        push_from = np.int64(rows[U(hunters + pusher)])
    total = 0.0
    for i in range(n):
        distance = np.int64(rows[U(prey + i)])
        place = BAR - distance
        # G-28, G-29: a king protects his companions, and nobody enters a point that both kings share.
        if distance in (BAR, OFF) or enemies[U(place)] > 0 or (distance == king and points[U(king)] > 1):
            continue
        is_lone = points[U(distance)] == 1
        if not is_lone and push_from <= place:
            continue
        kind = tables[U(TYPE_OF + i)]
        here = kind * SPAN
        loss = weights[U(COST + here + BAR)] - weights[U(COST + here + distance)] + weights[BARRED]
        likely = _chance(
            rows, hunters, hunters_home, tables, weights, reach, place, on_bar, open_faces,
            tables[U(SOLO + kind)] if is_lone else np.int64(1) << royal,
            tables[U(JOINT + kind)] if is_lone else np.int64(0),
        )  # fmt: skip
        if is_lone:
            total += loss * likely
        elif likely > 0.0:
            free, guarded = 0, 0
            for other in range(n):
                if rows[U(prey + other)] == distance:
                    guarded += tables[U(PROTECTS + tables[U(TYPE_OF + other)])]
                    free += tables[U(TYPE_OF + other)] == tables[PAWN]
            share = max(0, free - guarded) / max(1, free) if kind == tables[PAWN] else 0.0
            total += likely * (share * loss + (1.0 - share) * weights[PUSHED])
    return total


@inlined
def _deadlock(
    rows: SignedBytes, own: Number, enemy: Number, tables: Numbers, weights: Doubles, mine: Numbers, theirs: Numbers
) -> float:
    """What it costs to shut the enemy out while one's own king needs him to move, in pips.

    As long as a piece on the bar finds no way in its side stands still, and so does a lone piece which the other king
    may not enter upon: he may never come home. A king who enters one point a die has a single point to enter on, and
    pawns there never leave it before all of their side are home.
    """
    royal = tables[ROYAL]
    if royal < 0:
        return 0.0
    last = 0
    shut = 0
    king: Any = OFF
    king_waits = False
    for i in range(tables[N_PIECES]):
        last += tables[U(TYPE_OF + i)] == tables[PAWN] and rows[U(own + i)] == 1
        if tables[U(TYPE_OF + i)] == royal:
            king = np.int64(rows[U(own + i)])
            king_waits = rows[U(enemy + i)] == BAR
    if king <= 1:
        return 0.0
    for face in range(1, 7):
        shut += mine[U(face)] > 1
    narrow = tables[U(ENTERS_ONE_POINT + royal)] != 0
    stands_still = theirs[BAR] > 0 and shut == 6
    stands_still |= king_waits and narrow and mine[1] > 1
    if stands_still:
        for i in range(tables[N_PIECES]):
            kind = tables[U(TYPE_OF + i)]
            there = BAR - np.int64(rows[U(enemy + i)])
            takes = has(tables[U(SOLO + kind)], royal) or has(tables[U(PUSH_LONE)], kind)
            if 0 < there < king and kind != royal and theirs[U(BAR - there)] == 1 and not takes:
                return weights[DEADLOCK]
    return weights[LOCK] if narrow and last > 1 else 0.0


PARTS = ("work", "obstruction", "danger", "deadlock")
"""What `write_parts` writes of each side."""
N_SIDE_PARTS = len(PARTS)
N_PARTS = 2 * N_SIDE_PARTS


@allocating
def write_parts(
    rows: SignedBytes,
    at: Number,
    tables: Numbers,
    weights: Doubles,
    reach: Words,
    mine: Numbers,
    theirs: Numbers,
    out: Doubles,
) -> None:
    """Write what the evaluation consists of, in pips: the `PARTS` of the side that sees the row, then the other's.

    `mine` and `theirs` are scratch (`SPAN` words).
    """
    home = np.int64(rows[U(at + HOME)])
    _count(rows, at + OWN, tables, mine)
    _count(rows, at + ENEMY, tables, theirs)
    for side in range(2):
        own, enemy = at + (ENEMY if side else OWN), at + (OWN if side else ENEMY)
        points, enemies = (theirs, mine) if side else (mine, theirs)
        to = side * N_SIDE_PARTS
        out[U(to)] = work(rows, own, tables, weights, home >> side & 1)
        out[U(to + 1)] = _obstruction(rows, own, tables, weights, points, enemies)
        out[U(to + 2)] = _danger(rows, own, enemy, home >> (1 - side) & 1, tables, weights, reach, points, enemies)
        out[U(to + 3)] = _deadlock(rows, own, enemy, tables, weights, points, enemies)


@inlined
def score_of(parts: Doubles, mover: Number, weights: Doubles) -> float:
    """What `parts` are worth to the side whose own begin at `mover` (0 or `N_SIDE_PARTS`); the other one rolls next.

    The mover is in danger at once, the other one only after that roll.
    """
    other = N_SIDE_PARTS - mover
    score = parts[U(other)] - parts[U(mover)]
    score += parts[U(other + 1)]
    score -= parts[U(mover + 1)]
    score -= weights[EXPOSURE] * parts[U(mover + 2)]
    score += weights[PROMISE] * parts[U(other + 2)]
    return score - parts[U(mover + 3)]


@allocating
def evaluate(
    rows: SignedBytes,
    at: Number,
    tables: Numbers,
    weights: Doubles,
    reach: Words,
    mine: Numbers,
    theirs: Numbers,
    parts: Doubles,
) -> float:
    """The worth of the row at `at` to its mover, whose turn is over. The last three are scratch of `write_parts`."""
    if rows[at + STAGE] == WON:
        return VICTORY
    write_parts(rows, at, tables, weights, reach, mine, theirs, parts)
    return score_of(parts, 0, weights)


@allocating
def evaluate_all(
    rows: SignedBytes, ends: Numbers, count: Number, tables: Numbers, weights: Doubles, reach: Words, scores: Doubles
) -> None:
    """Write the worth of the first `count` of the states `ends` to `scores`."""
    mine = np.empty(SPAN, np.int64)
    theirs = np.empty(SPAN, np.int64)
    parts = np.empty(N_PARTS, np.float64)
    for i in range(count):
        scores[i] = evaluate(rows, ends[i] * STATE, tables, weights, reach, mine, theirs, parts)
