"""Which moves to look at first, whatever a capture does."""

from __future__ import annotations

from typing import Any

from numpy import int64

from axedrez.chess.kernel.general.legality import blast
from axedrez.chess.kernel.general.reach import attackers
from axedrez.chess.kernel.layout import (
    CASTLING,
    DROP,
    EN_PASSANT,
    EXPLODES,
    FLAGS,
    N_TYPES,
    NIBBLE,
    PASS,
    PAWN,
    STM,
    TYPES,
    U0,
    U1,
    U6,
    U16,
    U63,
)
from axedrez.chess.kernel.make import type_on
from axedrez.jit import kernel, popcount
from axedrez.search.kernel.layout import VALUE, Z
from axedrez.search.kernel.order import (
    BAD_CAPTURE,
    GOOD_CAPTURE,
    KNOWN_BEST,
    promotion_gain,
    quiet_order,
)

_RANKS_OF_VICTIM = int64(64)


@kernel
def takes(state: Any, at: Any, move: Any) -> Any:
    """Whether a move captures."""
    kind = (move >> U16) & NIBBLE
    if kind in (DROP, PASS, CASTLING):
        return False
    return kind == EN_PASSANT or ((state[at] | state[at + U1]) >> ((move >> U6) & U63)) & U1 != U0


@kernel
def _worth(state: Any, at: Any, tables: Any, numbers: Any, pieces: Any) -> Any:
    total = Z
    for kind in range(U1, tables[N_TYPES] + U1):
        total += int64(popcount(state[at + TYPES + kind] & pieces)) * numbers[VALUE + kind]
    return total


@kernel
def gain(state: Any, at: Any, tables: Any, numbers: Any, move: Any) -> Any:
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
def rate(memory: Any, numbers: Any, at: Any, tables: Any, ply: Any, moves: Any, n: Any, orders: Any, best: Any) -> None:
    """Give each of the `n` moves at `moves` a number at `orders`: the higher, the earlier; below zero what loses."""
    side = memory[at + STM]
    us, them = memory[at + side], memory[at + U1 - side]
    for i in range(n):
        move = memory[moves + i]
        if move == best:
            numbers[orders + i] = KNOWN_BEST
            continue
        won = gain(memory, at, tables, numbers, move)
        if won != Z:
            bad = won < Z
            order = won * _RANKS_OF_VICTIM
            if tables[FLAGS] & EXPLODES == U0 and not bad:
                origin = U1 << (move & U63)
                moved = numbers[VALUE + type_on(memory, at, tables, origin)]
                order -= moved
                if won < moved:
                    target = (move >> U6) & U63
                    bad = attackers(memory, at, tables, target, (us | them) & ~origin, them, U1 - side) != U0
            numbers[orders + i] = order + (BAD_CAPTURE if bad else GOOD_CAPTURE)
        else:
            numbers[orders + i] = quiet_order(memory, numbers, side, ply, move)
