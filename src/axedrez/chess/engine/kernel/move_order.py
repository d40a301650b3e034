"""Which moves to look at first, and what an exchange on one square costs."""

from __future__ import annotations

from typing import Any

from numpy import int64

from axedrez.chess.engine.kernel.history import butterfly_place, capture_place, continuation_of, frame_of
from axedrez.chess.engine.kernel.layout import CHECKING, COUNTERS, FRAME, KILLERS, MADE, ONE, VALUE, Z
from axedrez.chess.kernel.attacks import attacked_squares, attackers, line_attacks
from axedrez.chess.kernel.layout import (
    CASTLING,
    EN_PASSANT,
    LEAP,
    N_SLOTS,
    N_TYPES,
    NIBBLE,
    PAWN,
    PAWN_CAPTURES,
    ROYAL,
    SLOT_TYPES,
    STM,
    TYPES,
    U0,
    U1,
    U4,
    U6,
    U12,
    U16,
    U63,
)
from axedrez.chess.kernel.make import type_on
from axedrez.jit import ctz, inlined, kernel, peek_short

KNOWN_BEST = int64(1 << 40)
GOOD_CAPTURE = int64(1 << 32)
BAD_CAPTURE = int64(-(1 << 32))
KILLER = int64(1 << 24)  # from here on a quiet move is one that refuted others here
_LEAST_GOOD = int64(1 << 31)
_RANKS_OF_VICTIM = int64(12)
_ESCAPE = int64(9000)  # for leaving a square that the enemy attacks, and against going to one
_CHECK = int64(7000)  # for giving check


@inlined
def victim(state: Any, at: Any, tables: Any, move: Any) -> Any:
    """The type of the piece that a move takes; 0 for none."""
    if (move >> U16) & NIBBLE == EN_PASSANT:
        return tables[PAWN]
    target = U1 << ((move >> U6) & U63)
    if target & state[at + U1 - state[at + STM]] == U0:
        return U0
    return type_on(state, at, tables, target)


@inlined
def promotion(move: Any) -> Any:
    """The type that the moved piece becomes; 0 for none."""
    return (move >> U12) & NIBBLE


@inlined
def is_quiet(state: Any, at: Any, tables: Any, move: Any) -> Any:
    """Whether a move neither captures nor promotes."""
    return promotion(move) == U0 and victim(state, at, tables, move) == U0


@inlined
def promotion_gain(state: Any, at: Any, tables: Any, numbers: Any, move: Any) -> Any:
    """What a promotion adds to the worth of the moved piece."""
    becomes = promotion(move)
    if becomes == U0:
        return Z
    return numbers[VALUE + becomes] - numbers[VALUE + type_on(state, at, tables, U1 << (move & U63))]


@kernel
def material_gain(state: Any, at: Any, tables: Any, numbers: Any, move: Any) -> Any:
    """What a move wins if nothing takes back."""
    return numbers[VALUE + victim(state, at, tables, move)] + promotion_gain(state, at, tables, numbers, move)


@kernel
def see_below(state: Any, at: Any, tables: Any, numbers: Any, move: Any, least: Any) -> Any:
    """Whether a move brings less than `least` after the exchange on its target, in which nobody has to take."""
    if (move >> U16) & NIBBLE == CASTLING:
        return least > Z
    side = state[at + STM]
    origin, target = U1 << (move & U63), (move >> U6) & U63
    becomes = promotion(move)
    hanging = numbers[VALUE + (becomes if becomes != U0 else type_on(state, at, tables, origin))]
    balance = material_gain(state, at, tables, numbers, move) - least
    if balance < Z:
        return True
    occupied = (state[at] | state[at + U1]) & ~origin
    taker = U1 - side
    while True:
        if taker == side:
            if balance + hanging < Z:
                return True
        elif balance >= hanging:
            return False
        by = attackers(state, at, tables, target, occupied, state[at + taker] & occupied, taker)
        cheapest = cheapest_of(state, at, tables, numbers, by)
        if cheapest == tables[ROYAL]:
            rest = state[at + U1 - taker] & occupied
            if attackers(state, at, tables, target, occupied, rest, U1 - taker) != U0:
                cheapest = U0
        if cheapest == U0:
            return taker == side
        balance += hanging if taker == side else -hanging
        hanging = numbers[VALUE + cheapest]
        pieces = by & state[at + TYPES + cheapest]
        occupied ^= pieces & (U0 - pieces)
        taker = U1 - taker


@inlined
def cheapest_of(state: Any, at: Any, tables: Any, numbers: Any, pieces: Any) -> Any:
    """The least valuable type among `pieces`; 0 if there are none."""
    found: Any = U0
    if pieces != U0:
        for kind in range(U1, tables[N_TYPES] + U1):
            if state[at + TYPES + kind] & pieces != U0 and (
                found == U0 or numbers[VALUE + kind] < numbers[VALUE + found]
            ):
                found = kind
    return found


@inlined
def quiet_order(memory: Any, numbers: Any, side: Any, ply: Any, move: Any) -> Any:
    """The order of a move that wins nothing: by what it has refuted elsewhere."""
    killers = KILLERS + ply + ply
    if move == memory[killers]:
        return KILLER + ONE
    if move == memory[killers + U1]:
        return KILLER
    return numbers[butterfly_place(side, move)]


@inlined
def _find_checks(memory: Any, at: Any, tables: Any, them: Any) -> None:
    """Write to `CHECKING`, for each type, from where a piece of the side to move attacks the enemy's royal piece."""
    side = memory[at + STM]
    king = ctz(memory[at + TYPES + tables[ROYAL]] & them)
    for kind in range(U1, tables[N_TYPES] + U1):
        memory[CHECKING + kind] = tables[LEAP + (kind << U6) + king]
    memory[CHECKING + tables[PAWN]] = tables[PAWN_CAPTURES + ((U1 - side) << U6) + king]
    for slot in range(tables[N_SLOTS]):
        line = line_attacks(tables, slot, king, memory[at] | memory[at + U1])
        base = SLOT_TYPES + (slot << U4)
        for i in range(U1, tables[base] + U1):
            memory[CHECKING + tables[base + i]] |= line


@kernel
def score_moves(
    memory: Any, numbers: Any, at: Any, tables: Any, ply: Any, moves: Any, n: Any, orders: Any, best: Any
) -> None:
    """Give each of the `n` moves at `moves` a number at `orders`: the higher, the earlier.

    Captures stand before quiet moves; `pick_next` finds out which of them lose material.
    """
    side = memory[at + STM]
    them = memory[at + U1 - side]
    frame = frame_of(ply)
    after_one = continuation_of(memory, tables, frame - FRAME, side)
    after_two = continuation_of(memory, tables, frame - FRAME - FRAME, side)
    killers = KILLERS + ply + ply
    first, second = memory[killers], memory[killers + U1]
    counter = memory[COUNTERS + memory[frame - FRAME + MADE]]
    last, kind = U63 + U1, U0
    danger = U0
    looked = False
    for i in range(n):
        move = memory[moves + i]
        origin, target = move & U63, (move >> U6) & U63
        if origin != last:
            last, kind = origin, type_on(memory, at, tables, U1 << origin)
        if move == best:
            numbers[orders + i] = KNOWN_BEST
            continue
        taken: Any = U0
        if (them >> target) & U1 != U0:
            taken = type_on(memory, at, tables, U1 << target)
        elif (move >> U16) & NIBBLE == EN_PASSANT:
            taken = tables[PAWN]
        becomes = promotion(move)
        if taken != U0 or becomes != U0:
            won = numbers[VALUE + taken]
            if becomes != U0:
                won += numbers[VALUE + becomes] - numbers[VALUE + kind]
            numbers[orders + i] = (
                GOOD_CAPTURE + won * _RANKS_OF_VICTIM + (numbers[capture_place(kind, target, taken)] >> ONE)
            )
        elif move == first:
            numbers[orders + i] = KILLER + ONE + ONE
        elif move == second:
            numbers[orders + i] = KILLER + ONE
        elif move == counter:
            numbers[orders + i] = KILLER
        else:
            number = (((kind - U1) << U6) | target) << U1
            order = numbers[butterfly_place(side, move)] << ONE
            if not looked:
                danger = attacked_squares(memory, at, tables, memory[at] | memory[at + U1], them, U1 - side)
                _find_checks(memory, at, tables, them)
                looked = True
            if (memory[CHECKING + kind] >> target) & U1 != U0:
                order += _CHECK
            if kind != tables[PAWN]:
                if (danger >> origin) & U1 != U0:
                    order += _ESCAPE
                if (danger >> target) & U1 != U0:
                    order -= _ESCAPE
            numbers[orders + i] = order + peek_short(after_one + number) + peek_short(after_two + number)


@inlined
def _bring_highest(memory: Any, numbers: Any, moves: Any, orders: Any, i: Any, n: Any) -> None:
    first = i
    for k in range(i + U1, n):
        if numbers[orders + k] > numbers[orders + first]:
            first = k
    move, order = memory[moves + first], numbers[orders + first]
    memory[moves + first], numbers[orders + first] = memory[moves + i], numbers[orders + i]
    memory[moves + i], numbers[orders + i] = move, order


@kernel
def bring_next(memory: Any, numbers: Any, moves: Any, orders: Any, i: Any, n: Any) -> Any:
    """The move with the highest order from number `i` on, brought to place `i`."""
    _bring_highest(memory, numbers, moves, orders, i, n)
    return memory[moves + i]


@kernel
def pick_next(memory: Any, numbers: Any, at: Any, tables: Any, moves: Any, orders: Any, i: Any, n: Any) -> Any:
    """Like `bring_next`; a capture whose turn it is but that loses material goes behind the quiet moves first."""
    while True:
        _bring_highest(memory, numbers, moves, orders, i, n)
        move, order = memory[moves + i], numbers[orders + i]
        if order < _LEAST_GOOD or order >= KNOWN_BEST or not see_below(memory, at, tables, numbers, move, Z):
            return move
        numbers[orders + i] = order - GOOD_CAPTURE + BAD_CAPTURE
