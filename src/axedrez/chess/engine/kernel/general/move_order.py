"""Which moves to look at first, whatever a capture does."""

from __future__ import annotations

from typing import Any

from numpy import int64, uint64

from axedrez.chess.engine.kernel.history import butterfly_place, capture_place, continuation_of, frame_of
from axedrez.chess.engine.kernel.layout import (
    ALLOWED,
    CHECKING,
    COUNTERS,
    EXCHANGES,
    FRAME,
    KILLERS,
    MADE,
    ONE,
    VALUE,
    Z,
)
from axedrez.chess.engine.kernel.move_order import (
    BAD_CAPTURE,
    GOOD_CAPTURE,
    KILLER,
    KNOWN_BEST,
    bring_next,
    cheapest_of,
    promotion,
    promotion_gain,
)
from axedrez.chess.kernel.attacks import line_attacks
from axedrez.chess.kernel.general.goals import checks_left
from axedrez.chess.kernel.general.legality import blast
from axedrez.chess.kernel.general.reach import attackers, royals
from axedrez.chess.kernel.layout import (
    ALL,
    CASTLING,
    DROP,
    EN_PASSANT,
    EXPLODES,
    FLAGS,
    LAST_RANK,
    LEAP_SOURCES,
    MOVES_LEFT,
    N_SLOTS,
    N_TYPES,
    NIBBLE,
    PARRY,
    PASS,
    PAWN,
    PAWN_CAPTURES,
    PIECE_REACHES,
    REGION,
    ROYAL_REACHES,
    ROYALS,
    RUNNERS,
    SLOT_TYPES,
    STM,
    TYPES,
    U0,
    U1,
    U4,
    U6,
    U16,
    U63,
    WINS,
)
from axedrez.chess.kernel.make import type_on
from axedrez.jit import ctz, inlined, kernel, peek_short, popcount

_RANKS_OF_VICTIM = int64(12)
_GOAL = KNOWN_BEST + ONE  # for reaching a goal, as far as can be told before the move is made
_LEAST_GOOD = int64(1 << 31)
_ORIGIN_AND_KIND = uint64(0xF003F)
_CHECK = int64(7000)  # for giving check


@inlined
def victim(state: Any, at: Any, tables: Any, move: Any) -> Any:
    """The type of the piece that a move takes, whosever it is; 0 for none."""
    kind = (move >> U16) & NIBBLE
    if kind == EN_PASSANT:
        return tables[PAWN]
    target = U1 << ((move >> U6) & U63)
    if kind in (DROP, PASS, CASTLING) or (state[at] | state[at + U1]) & target == U0:
        return U0
    return type_on(state, at, tables, target)


@inlined
def takes(state: Any, at: Any, move: Any) -> Any:
    """Whether a move captures."""
    kind = (move >> U16) & NIBBLE
    if kind in (DROP, PASS, CASTLING):
        return False
    return kind == EN_PASSANT or ((state[at] | state[at + U1]) >> ((move >> U6) & U63)) & U1 != U0


@inlined
def is_quiet(state: Any, at: Any, move: Any) -> Any:
    """Whether a move neither captures nor promotes."""
    return not takes(state, at, move) and (promotion(move) == U0 or (move >> U16) & NIBBLE == DROP)


@inlined
def mover(state: Any, at: Any, tables: Any, move: Any) -> Any:
    """The type of the piece that is moved or dropped; 0 for passing."""
    kind = (move >> U16) & NIBBLE
    if kind == DROP:
        return promotion(move)
    if kind == PASS:
        return U0
    return type_on(state, at, tables, U1 << (move & U63))


@kernel
def _worth(state: Any, at: Any, tables: Any, numbers: Any, pieces: Any) -> Any:
    total = Z
    for kind in range(U1, tables[N_TYPES] + U1):
        total += int64(popcount(state[at + TYPES + kind] & pieces)) * numbers[VALUE + kind]
    return total


@kernel
def material_gain(state: Any, at: Any, tables: Any, numbers: Any, move: Any) -> Any:
    """What a move wins if nothing takes back."""
    kind = (move >> U16) & NIBBLE
    if kind in (DROP, PASS, CASTLING):
        return Z
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    origin, target = U1 << (move & U63), U1 << ((move >> U6) & U63)
    won = Z
    if kind == EN_PASSANT:
        won = numbers[VALUE + tables[PAWN]]
    elif target & (us | them) != U0:
        if tables[FLAGS] & EXPLODES != U0:
            gone = blast(state, at, tables, target) | target | origin
            return _worth(state, at, tables, numbers, gone & them) - _worth(state, at, tables, numbers, gone & us)
        won = numbers[VALUE + type_on(state, at, tables, target)]
        if target & us != U0:
            won = -won
    return won + promotion_gain(state, at, tables, numbers, move)


@kernel
def see_below(memory: Any, at: Any, tables: Any, numbers: Any, move: Any, least: Any) -> Any:
    """Whether a move brings less than `least` after the exchange on its target, in which nobody has to take.

    Where the sheet permits no such reckoning, only what an explosion destroys is known.
    """
    kind = (move >> U16) & NIBBLE
    if memory[ALLOWED] & EXCHANGES == U0:
        return tables[FLAGS] & EXPLODES != U0 and material_gain(memory, at, tables, numbers, move) < least
    balance = material_gain(memory, at, tables, numbers, move) - least
    if balance < Z or kind in (CASTLING, PASS) or memory[at + MOVES_LEFT] > U1:
        return balance < Z
    side = memory[at + STM]
    origin, target = U1 << (move & U63), (move >> U6) & U63
    becomes = promotion(move)
    hanging = numbers[VALUE + (becomes if becomes != U0 else type_on(memory, at, tables, origin))]
    occupied = (memory[at] | memory[at + U1]) & ~origin
    if kind == DROP:
        occupied |= origin
    taker = U1 - side
    while True:
        if taker == side:
            if balance + hanging < Z:
                return True
        elif balance >= hanging:
            return False
        by = attackers(memory, at, tables, target, occupied, memory[at + taker] & occupied, taker)
        cheapest = cheapest_of(memory, at, tables, numbers, by)
        if (tables[ROYALS] >> cheapest) & U1 != U0:
            rest = memory[at + U1 - taker] & occupied
            if attackers(memory, at, tables, target, occupied, rest, U1 - taker) != U0:
                cheapest = U0
        if cheapest == U0:
            return taker == side
        balance += hanging if taker == side else -hanging
        hanging = numbers[VALUE + cheapest]
        pieces = by & memory[at + TYPES + cheapest]
        occupied ^= pieces & (U0 - pieces)
        taker = U1 - taker


@inlined
def _find_checks(memory: Any, at: Any, tables: Any) -> None:
    """Write to `CHECKING`, for each type, from where a piece of the side to move attacks the enemy's royal piece."""
    side = memory[at + STM]
    prey = royals(memory, at, tables) & memory[at + U1 - side]
    if prey == U0 or tables[FLAGS] & PARRY == U0:
        for kind in range(U1, tables[N_TYPES] + U1):
            memory[CHECKING + kind] = U0
        return
    king = ctz(prey)
    for kind in range(U1, tables[N_TYPES] + U1):
        memory[CHECKING + kind] = tables[LEAP_SOURCES + (((side << U4) | kind) << U6) + king]
    memory[CHECKING + tables[PAWN]] = tables[PAWN_CAPTURES + ((U1 - side) << U6) + king]
    for slot in range(tables[N_SLOTS]):
        line = line_attacks(tables, slot, king, memory[at] | memory[at + U1])
        base = SLOT_TYPES + (slot << U4)
        for i in range(U1, tables[base] + U1):
            memory[CHECKING + tables[base + i]] |= line


@inlined
def _arrives(tables: Any, side: Any, kind: Any, target: Any) -> Any:
    """Whether a piece that moves to `target` is where its sheet wants it to be."""
    if ((tables[ROYALS] >> kind) & (tables[REGION] >> target)) & (tables[WINS] >> ROYAL_REACHES) & U1 != U0:
        return True
    runs = ((tables[RUNNERS] >> kind) & (tables[LAST_RANK + side] >> target)) & (tables[WINS] >> PIECE_REACHES)
    return runs & U1 != U0


@kernel
def score_moves(
    memory: Any, numbers: Any, at: Any, tables: Any, ply: Any, moves: Any, n: Any, orders: Any, best: Any
) -> None:
    """Give each of the `n` moves at `moves` a number at `orders`: the higher, the earlier; below zero what loses.

    Captures stand before quiet moves; `pick_next` finds out which of them lose material.
    """
    side = memory[at + STM]
    frame = frame_of(ply)
    after_one = continuation_of(memory, tables, frame - FRAME, side)
    after_two = continuation_of(memory, tables, frame - FRAME - FRAME, side)
    killers = KILLERS + ply + ply
    first, second = memory[killers], memory[killers + U1]
    counter = memory[COUNTERS + memory[frame - FRAME + MADE]]
    last, kind = ALL, U0
    looked = False
    for i in range(n):
        move = memory[moves + i]
        if move == best:
            numbers[orders + i] = KNOWN_BEST
            continue
        # Drops and passing have no origin: together with the kind of move nothing is taken for another.
        source = move & _ORIGIN_AND_KIND
        if source != last or (move >> U16) & NIBBLE == DROP:
            last, kind = source, mover(memory, at, tables, move)
        target = (move >> U6) & U63
        if not is_quiet(memory, at, move):
            won = material_gain(memory, at, tables, numbers, move)
            taken = victim(memory, at, tables, move)
            order = won * _RANKS_OF_VICTIM + (numbers[capture_place(kind, target, taken)] >> ONE)
            numbers[orders + i] = order + (BAD_CAPTURE if won < Z else GOOD_CAPTURE)
        elif move == first:
            numbers[orders + i] = KILLER + ONE + ONE
        elif move == second:
            numbers[orders + i] = KILLER + ONE
        elif move == counter:
            numbers[orders + i] = KILLER
        elif kind == U0:
            numbers[orders + i] = Z
        elif _arrives(tables, side, kind, target):
            numbers[orders + i] = _GOAL
        else:
            if not looked:
                _find_checks(memory, at, tables)
                looked = True
            number = (((kind - U1) << U6) | target) << U1
            order = numbers[butterfly_place(side, move)] << ONE
            if (memory[CHECKING + kind] >> target) & U1 != U0:
                order += _CHECK if checks_left(memory, at, side) != U1 else _GOAL
            numbers[orders + i] = order + peek_short(after_one + number) + peek_short(after_two + number)


@kernel
def pick_next(memory: Any, numbers: Any, at: Any, tables: Any, moves: Any, orders: Any, i: Any, n: Any) -> Any:
    """Like `bring_next`; a capture whose turn it is but that loses material goes behind the quiet moves first."""
    while True:
        move = bring_next(memory, numbers, moves, orders, i, n)
        order = numbers[orders + i]
        if order < _LEAST_GOOD or order >= KNOWN_BEST or not see_below(memory, at, tables, numbers, move, Z):
            return move
        numbers[orders + i] = order - GOOD_CAPTURE + BAD_CAPTURE
