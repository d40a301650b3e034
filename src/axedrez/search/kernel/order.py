"""Which moves to look at first, and what an exchange on one square costs."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.kernel.attacks import attackers
from axedrez.chess.kernel.layout import (
    EN_PASSANT,
    N_TYPES,
    NIBBLE,
    PAWN,
    ROYAL,
    STM,
    TYPES,
    U0,
    U1,
    U6,
    U12,
    U16,
    U63,
)
from axedrez.chess.kernel.make import type_on
from axedrez.jit import inlined, kernel
from axedrez.search.kernel.layout import HISTORY, KILLERS, ONE, VALUE, Z

KNOWN_BEST = int64(1 << 40)
GOOD_CAPTURE = int64(1 << 32)
BAD_CAPTURE = int64(-(1 << 32))
RANKS_OF_VICTIM = int64(64)
_KILLER = int64(1 << 31)
_HISTORY_MOST = int64(1 << 24)
_FROM_TO = uint64(4095)


@inlined
def victim(state: Any, at: Any, tables: Any, move: Any) -> Any:
    """The type of the piece that a move takes; 0 for none."""
    if (move >> U16) & NIBBLE == EN_PASSANT:
        return tables[PAWN]
    target = U1 << ((move >> U6) & U63)
    return type_on(state, at, tables, target & state[at + U1 - state[at + STM]])


@inlined
def promotion(move: Any) -> Any:
    """The type that the moved piece becomes; 0 for none."""
    return (move >> U12) & NIBBLE


@inlined
def promotion_gain(state: Any, at: Any, tables: Any, numbers: Any, move: Any) -> Any:
    """What a promotion adds to the worth of the moved piece."""
    becomes = promotion(move)
    if becomes == U0:
        return Z
    return numbers[VALUE + becomes] - numbers[VALUE + type_on(state, at, tables, U1 << (move & U63))]


@kernel
def gain(state: Any, at: Any, tables: Any, numbers: Any, move: Any) -> Any:
    """What a move wins if nothing takes back."""
    return numbers[VALUE + victim(state, at, tables, move)] + promotion_gain(state, at, tables, numbers, move)


@kernel
def loses(state: Any, at: Any, tables: Any, numbers: Any, move: Any) -> Any:
    """Whether a move loses material in the exchange that follows on its target, each side taking as it likes."""
    side = state[at + STM]
    origin, target = U1 << (move & U63), (move >> U6) & U63
    becomes = promotion(move)
    hanging = numbers[VALUE + (becomes if becomes != U0 else type_on(state, at, tables, origin))]
    balance = gain(state, at, tables, numbers, move)
    occupied = (state[at] | state[at + U1]) & ~origin
    taker = U1 - side
    while True:
        if taker == side:
            if balance + hanging < Z:
                return True
        elif balance >= hanging:
            return False
        by = attackers(state, at, tables, target, occupied, state[at + taker] & occupied, taker)
        cheapest = _cheapest(state, at, tables, numbers, by)
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
def _cheapest(state: Any, at: Any, tables: Any, numbers: Any, pieces: Any) -> Any:
    """The least valuable type among `pieces`; 0 if there are none."""
    found: Any = U0
    for kind in range(U1, tables[N_TYPES] + U1):
        if state[at + TYPES + kind] & pieces != U0 and (found == U0 or numbers[VALUE + kind] < numbers[VALUE + found]):
            found = kind
    return found


@inlined
def quiet_order(memory: Any, numbers: Any, side: Any, ply: Any, move: Any) -> Any:
    """The order of a move that wins nothing: by what it has refuted elsewhere."""
    killers = KILLERS + ply + ply
    if move == memory[killers]:
        return _KILLER
    if move == memory[killers + U1]:
        return _KILLER - ONE
    return numbers[HISTORY + (side << U12) + (move & _FROM_TO)]


@kernel
def rate(memory: Any, numbers: Any, at: Any, tables: Any, ply: Any, moves: Any, n: Any, orders: Any, best: Any) -> None:
    """Give each of the `n` moves at `moves` a number at `orders`: the higher, the earlier."""
    for i in range(n):
        move = memory[moves + i]
        if move == best:
            numbers[orders + i] = KNOWN_BEST
            continue
        won = gain(memory, at, tables, numbers, move)
        if won != Z:
            moved = numbers[VALUE + type_on(memory, at, tables, U1 << (move & U63))]
            order = won * RANKS_OF_VICTIM - moved
            bad = won < moved and loses(memory, at, tables, numbers, move)
            numbers[orders + i] = order + (BAD_CAPTURE if bad else GOOD_CAPTURE)
        else:
            numbers[orders + i] = quiet_order(memory, numbers, memory[at + STM], ply, move)


@kernel
def take_next(memory: Any, numbers: Any, moves: Any, orders: Any, i: Any, n: Any) -> Any:
    """The move with the highest order from number `i` on, brought to place `i`."""
    first = i
    for k in range(i + U1, n):
        if numbers[orders + k] > numbers[orders + first]:
            first = k
    move, order = memory[moves + first], numbers[orders + first]
    memory[moves + first], numbers[orders + first] = memory[moves + i], numbers[orders + i]
    memory[moves + i], numbers[orders + i] = move, order
    return move


@kernel
def reward(memory: Any, numbers: Any, side: Any, ply: Any, depth: Any, move: Any) -> None:
    """Remember a quiet move that refuted the one before it."""
    killers = KILLERS + ply + ply
    if memory[killers] != move:
        memory[killers + U1] = memory[killers]
        memory[killers] = move
    place = HISTORY + (side << U12) + (move & _FROM_TO)
    numbers[place] += depth * depth
    if numbers[place] > _HISTORY_MOST:
        for i in range(uint64(8192)):
            numbers[HISTORY + i] >>= ONE
