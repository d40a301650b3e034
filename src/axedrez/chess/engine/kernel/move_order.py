"""Which moves to search first, and static exchange evaluation."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

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
from axedrez.chess.kernel.attacks import attacked_squares
from axedrez.chess.kernel.layout import (
    ALL,
    CASTLING,
    DROP,
    EXPLODES,
    FLAGS,
    MOVES_LEFT,
    N_TYPES,
    NIBBLE,
    PASS,
    PAWN,
    ROYAL,
    ROYALS,
    STM,
    TYPES,
    U0,
    U1,
    U6,
    U16,
    U63,
)
from axedrez.chess.kernel.paths import kernel_of
from axedrez.jit import inlined, kernel, peek_short
from axedrez.jit_types import I64, U64, Flag, Index, Numbers, Words

KNOWN_BEST = int64(1 << 40)
GOOD_CAPTURE = int64(1 << 32)
BAD_CAPTURE = int64(-(1 << 32))
KILLER = int64(1 << 24)  # from here on a quiet move is one that refuted others here
_GOAL = KNOWN_BEST + ONE  # for reaching a goal, as far as can be told before the move is made
_MIN_GOOD = int64(1 << 31)
_RANKS_OF_VICTIM = int64(12)
_ESCAPE = int64(9000)  # for leaving a square that the enemy attacks, and against going to one
_CHECK = int64(7000)  # for giving check
_ORIGIN_AND_KIND = uint64(0xF003F)


@inlined
def cheapest_of(state: Words, at: U64, tables: Words, numbers: Numbers, pieces: U64) -> U64:
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
def _bring_highest(memory: Words, numbers: Numbers, moves: U64, orders: U64, i: Index, n: U64) -> None:
    first: Any = i
    for k in range(i + U1, n):
        if numbers[orders + k] > numbers[orders + first]:
            first = k
    move, order = memory[moves + first], numbers[orders + first]
    memory[moves + first], numbers[orders + first] = memory[moves + i], numbers[orders + i]
    memory[moves + i], numbers[orders + i] = move, order


@kernel
def bring_next(memory: Words, numbers: Numbers, moves: U64, orders: U64, i: Index, n: U64) -> U64:
    """The move with the highest order from number `i` on, brought to place `i`."""
    _bring_highest(memory, numbers, moves, orders, i, n)
    return memory[moves + i]


class MoveOrder(NamedTuple):
    """The functions of one path.

    `gain(state, at, tables, numbers, move)`: what a move wins if nothing takes back.

    `see_below(memory, at, tables, numbers, move, least)`: whether a move brings less than `least` after the exchange on
    its target, in which nobody has to take.

    `score_moves(memory, numbers, at, tables, ply, moves, n, orders, best)`: give each of the `n` moves at `moves` a
    number at `orders`, the higher, the earlier. Captures stand before quiet moves; `pick_next` finds out which of them
    lose material.

    `pick_next(memory, numbers, at, tables, moves, orders, i, n)`: like `bring_next`; a capture whose turn it is but
    that loses material goes behind the quiet moves first.
    """

    gain: Callable[[Words, U64, Words, Numbers, U64], I64]
    see_below: Callable[[Words, U64, Words, Numbers, U64, I64], Flag]
    score_moves: Callable[[Words, Numbers, U64, Words, U64, U64, U64, U64, U64], None]
    pick_next: Callable[[Words, Numbers, U64, Words, U64, U64, Index, U64], U64]


def build(path: ModuleType) -> MoveOrder:
    """The functions for a path (`paths`)."""
    general: bool = path.GENERAL

    @kernel_of(path)
    def gain(state: Words, at: U64, tables: Words, numbers: Numbers, move: U64) -> I64:
        return path.gain_of(state, at, tables, numbers, move, path.victim(state, at, tables, move))

    @kernel_of(path)
    def see_below(memory: Words, at: U64, tables: Words, numbers: Numbers, move: U64, least: I64) -> Flag:
        kind = (move >> U16) & NIBBLE
        if general and memory[ALLOWED] & EXCHANGES == U0:
            # The sheet allows no such reckoning: only what an explosion destroys is known.
            return tables[FLAGS] & EXPLODES != U0 and gain(memory, at, tables, numbers, move) < least
        if not general and kind == CASTLING:
            return least > Z
        balance = gain(memory, at, tables, numbers, move) - least
        if balance < Z:
            return True
        if general and (kind in (CASTLING, PASS) or memory[at + MOVES_LEFT] > U1):
            return False
        side = memory[at + STM]
        origin, target = U1 << (move & U63), (move >> U6) & U63
        becomes = path.promotion(move)
        hanging = numbers[VALUE + (becomes if becomes != U0 else path.mover(memory, at, tables, move))]
        occupied = (memory[at] | memory[at + U1]) & ~origin
        if general and kind == DROP:
            occupied |= origin
        taker = U1 - side
        while True:
            if taker == side:
                if balance + hanging < Z:
                    return True
            elif balance >= hanging:
                return False
            by = path.attackers(memory, at, tables, target, occupied, memory[at + taker] & occupied, taker)
            cheapest = cheapest_of(memory, at, tables, numbers, by)
            royal = (tables[ROYALS] >> cheapest) & U1 != U0 if general else cheapest == tables[ROYAL]
            if royal:
                rest = memory[at + U1 - taker] & occupied
                if path.attackers(memory, at, tables, target, occupied, rest, U1 - taker) != U0:
                    cheapest = U0
            if cheapest == U0:
                return taker == side
            balance += hanging if taker == side else -hanging
            hanging = numbers[VALUE + cheapest]
            pieces = by & memory[at + TYPES + cheapest]
            occupied ^= pieces & (U0 - pieces)
            taker = U1 - taker

    @kernel_of(path)
    def score_moves(
        memory: Words, numbers: Numbers, at: U64, tables: Words, ply: U64, moves: U64, n: U64, orders: U64, best: U64
    ) -> None:
        side = memory[at + STM]
        them = memory[at + U1 - side]
        frame = frame_of(ply)
        after_one = continuation_of(memory, tables, frame - FRAME, side)
        after_two = continuation_of(memory, tables, frame - FRAME - FRAME, side)
        killers = KILLERS + ply + ply
        first, second = memory[killers], memory[killers + U1]
        counter = memory[COUNTERS + memory[frame - FRAME + MADE]]
        last, kind = ALL, U0
        danger = U0
        looked = False
        for i in range(n):
            move = memory[moves + i]
            origin, target = move & U63, (move >> U6) & U63
            # Drops and passing have no origin: together with the kind of move nothing is taken for another.
            source = move & _ORIGIN_AND_KIND if general else origin
            if source != last or (general and (move >> U16) & NIBBLE == DROP):
                last, kind = source, path.mover(memory, at, tables, move)
            if move == best:
                numbers[orders + i] = KNOWN_BEST
                continue
            taken = path.victim(memory, at, tables, move)
            if taken != U0 or path.promotion(move) != U0:
                won = path.gain_of(memory, at, tables, numbers, move, taken)
                order = won * _RANKS_OF_VICTIM + (numbers[capture_place(kind, target, taken)] >> ONE)
                numbers[orders + i] = order + (BAD_CAPTURE if general and won < Z else GOOD_CAPTURE)
            elif move == first:
                numbers[orders + i] = KILLER + ONE + ONE
            elif move == second:
                numbers[orders + i] = KILLER + ONE
            elif move == counter:
                numbers[orders + i] = KILLER
            elif general and kind == U0:
                numbers[orders + i] = Z
            elif general and path.arrives(tables, side, kind, target):
                numbers[orders + i] = _GOAL
            else:
                if not looked:
                    if not general:
                        danger = attacked_squares(memory, at, tables, memory[at] | memory[at + U1], them, U1 - side)
                    path.find_checks(memory, at, tables)
                    looked = True
                order = numbers[butterfly_place(side, move)] << ONE
                if (memory[CHECKING + kind] >> target) & U1 != U0:
                    order += _GOAL if general and path.checks_left(memory, at, side) == U1 else _CHECK
                if not general and kind != tables[PAWN]:
                    if (danger >> origin) & U1 != U0:
                        order += _ESCAPE
                    if (danger >> target) & U1 != U0:
                        order -= _ESCAPE
                number = (((kind - U1) << U6) | target) << U1
                numbers[orders + i] = order + peek_short(after_one + number) + peek_short(after_two + number)

    @kernel_of(path)
    def pick_next(
        memory: Words, numbers: Numbers, at: U64, tables: Words, moves: U64, orders: U64, i: Index, n: U64
    ) -> U64:
        while True:
            _bring_highest(memory, numbers, moves, orders, i, n)
            move, order = memory[moves + i], numbers[orders + i]
            if order < _MIN_GOOD or order >= KNOWN_BEST or not see_below(memory, at, tables, numbers, move, Z):
                return move
            numbers[orders + i] = order - GOOD_CAPTURE + BAD_CAPTURE

    return MoveOrder(gain, see_below, score_moves, pick_next)
