"""Legal moves: written out, counted, or pseudo-legal, from one source.

`_build` is compiled three times with different constants; the compiler drops what the constants rule out. King safety
is kept by masks: the squares that answer a check, and for each pinned piece the squares between king and pinner.
"""

from __future__ import annotations

from collections.abc import Callable

from axedrez.chess.kernel.attacks import (
    attacked_squares,
    en_passant_candidates,
    forward,
    is_attacked,
    king_masks,
    line_attacks,
    pin_line,
)
from axedrez.chess.kernel.layout import (
    ALL,
    BOARD,
    CASTLES,
    CASTLING,
    CASTLINGS,
    DOUBLE,
    DOUBLE_FROM,
    EN_PASSANT,
    EP,
    LEAP,
    LEAPERS,
    LOW,
    N_LEAPERS,
    N_PAWN_INTO,
    N_PROMOTERS,
    N_SLOTS,
    NOT_A,
    NOT_H,
    PASSED,
    PAWN,
    PAWN_CAPTURES,
    PAWN_INTO,
    PAWN_ZONE,
    PROMO_INTO,
    PROMO_WITHOUT,
    PROMO_ZONE,
    PROMOTERS,
    RIGHTS,
    ROOM,
    ROYAL,
    ROYAL_SLOTS,
    SLOTS,
    STM,
    TYPES,
    U0,
    U1,
    U3,
    U4,
    U5,
    U6,
    U7,
    U8,
    U9,
    U12,
    U16,
    U20,
    U32,
)
from axedrez.jit import ctz, inlined, kernel, popcount
from axedrez.jit_types import U64, Flag, Index, Words


@inlined
def _captures_left(squares: U64, side: Index) -> U64:
    return (squares & NOT_A) << U7 if side == U0 else (squares & NOT_A) >> U9


@inlined
def _captures_right(squares: U64, side: Index) -> U64:
    return (squares & NOT_H) << U9 if side == U0 else (squares & NOT_H) >> U7


@inlined
def write_targets(moves: Words, n: U64, end: U64, origin: U64, targets: U64, extra: U64) -> U64:
    """Write a move to each of `targets`, none at `end` or behind; `extra` is what else these moves have in common."""
    while targets != U0 and n < end:
        moves[n] = origin | (ctz(targets) << U6) | extra
        n += U1
        targets &= targets - U1
    return n


@inlined
def write_promotions(moves: Words, n: U64, end: U64, origin: U64, targets: U64, into: U64) -> U64:
    """Write a promotion to each type of the set `into` on each of `targets`, none at `end` or behind."""
    while targets != U0:
        target = ctz(targets)
        choices = into
        while choices != U0 and n < end:
            moves[n] = origin | (target << U6) | (ctz(choices) << U12)
            n += U1
            choices &= choices - U1
        targets &= targets - U1
    return n


@inlined
def _write_pawns(
    moves: Words, n: U64, end: U64, targets: U64, shift: U64, side: Index, zone: U64, into: U64, extra: U64
) -> U64:
    """Pawn moves by their targets, none at `end` or behind; `shift` is how far each pawn came."""
    while targets != U0 and n < end:
        bit = targets & (U0 - targets)
        target = ctz(targets)
        origin = target - shift if side == U0 else target + shift
        if bit & zone != U0:
            n = write_promotions(moves, n, end, origin, bit, into)
        else:
            moves[n] = origin | (target << U6) | extra
            n += U1
        targets ^= bit
    return n


@kernel
def en_passant_is_safe(state: Words, at: U64, tables: Words, origin: U64) -> Flag:
    """Whether the pawn on `origin` may take en passant without leaving its king attacked (C-12)."""
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    target = state[at + EP]
    taken = forward(target, U1 - side)
    king = ctz(state[at + TYPES + tables[ROYAL]] & us)
    occupied = (us | them) ^ (U1 << origin) ^ target ^ taken
    return not is_attacked(state, at, tables, king, occupied, them ^ taken, U1 - side)


@kernel
def en_passant_origins(state: Words, at: U64, tables: Words) -> U64:
    """Pawns of the side to move that may legally take en passant."""
    found = U0
    if state[at + EP] != U0:
        pawns = en_passant_candidates(state, at, tables, state[at + EP])
        while pawns != U0:
            origin = ctz(pawns)
            if en_passant_is_safe(state, at, tables, origin):
                found |= U1 << origin
            pawns &= pawns - U1
    return found


def _build(emit: bool, legal: bool) -> Callable[..., U64]:
    @inlined
    def generate(state: Words, at: U64, tables: Words, moves: Words, start: U64, allowed: U64) -> U64:
        n = start
        end = start + ROOM
        side = state[at + STM]
        us, them = state[at + side], state[at + U1 - side]
        occupied = us | them
        royal_type = tables[ROYAL]
        royal = state[at + TYPES + royal_type] & us
        king = ctz(royal)
        n_slots = tables[N_SLOTS]
        n_leapers = tables[N_LEAPERS]
        pawn_type = tables[PAWN]
        pawns = state[at + TYPES + pawn_type] & us
        safe = ALL
        pinned = U0
        in_check = False

        if legal:
            near = tables[PAWN_CAPTURES + (side << U6) + king] & state[at + TYPES + pawn_type]
            for i in range(n_leapers):
                leaper = tables[LEAPERS + i]
                near |= tables[LEAP + (leaper << U6) + king] & state[at + TYPES + leaper]
            safe, pinned, checks = king_masks(state, at, tables, king, us, them, occupied, near & them)
            in_check = checks != U0

        # The king goes where nothing would attack him, he himself being out of the way.
        targets = tables[LEAP + (royal_type << U6) + king]
        royal_slots = tables[ROYAL_SLOTS]
        while royal_slots != U0:
            targets |= line_attacks(tables, ctz(royal_slots), king, occupied)
            royal_slots &= royal_slots - U1
        targets &= ~us & allowed
        castlings, paths = U0, U0
        if not in_check and state[at + RIGHTS] & us != U0:
            rights = state[at + RIGHTS]
            for number in range(tables[CASTLINGS + side] >> U32, tables[CASTLINGS + side] & LOW):
                base = CASTLES + (number << U3)
                if (
                    rights & (U1 << tables[base + U1]) != U0
                    and occupied & tables[base + U5] == U0
                    and (U1 << tables[base + U4]) & allowed != U0
                ):
                    castlings |= U1 << number
                    paths |= tables[base + U6]
        danger = U0
        if legal and targets | paths != U0:
            danger = attacked_squares(state, at, tables, occupied ^ royal, them, U1 - side)
            targets &= ~danger
        if emit:
            n = write_targets(moves, n, end, king, targets, U0)
        else:
            n += popcount(targets)
        if safe == U0:
            return n

        while castlings != U0:
            base = CASTLES + (ctz(castlings) << U3)
            if danger & tables[base + U6] == U0:
                if emit:
                    moves[n] = king | (tables[base + U4] << U6) | (CASTLING << U16) | (ctz(castlings) << U20)
                n += U1
            castlings &= castlings - U1

        reachable = ~us & safe & allowed
        others = us ^ royal
        for slot in range(n_slots):
            sliders = state[at + SLOTS + slot] & others
            while sliders != U0:
                origin = ctz(sliders)
                targets = line_attacks(tables, slot, origin, occupied) & reachable
                if legal and pinned & sliders & (U0 - sliders) != U0:
                    targets &= pin_line(state, at, tables, king, origin, occupied, them)
                if emit:
                    n = write_targets(moves, n, end, origin, targets, U0)
                else:
                    n += popcount(targets)
                sliders &= sliders - U1
        for i in range(n_leapers):
            leaper = tables[LEAPERS + i]
            pieces = state[at + TYPES + leaper] & others
            while pieces != U0:
                origin = ctz(pieces)
                targets = tables[LEAP + (leaper << U6) + origin] & reachable
                if legal and pinned & pieces & (U0 - pieces) != U0:
                    targets &= pin_line(state, at, tables, king, origin, occupied, them)
                if emit:
                    n = write_targets(moves, n, end, origin, targets, U0)
                else:
                    n += popcount(targets)
                pieces &= pieces - U1

        for i in range(tables[N_PROMOTERS]):
            promoter = tables[PROMOTERS + i]
            without = tables[PROMO_WITHOUT + promoter]
            if without == U0 or state[at + TYPES + without] & us == U0:
                zone = tables[PROMO_ZONE + (side << U4) + promoter]
                pieces = state[at + TYPES + promoter] & us & ~zone
                while pieces != U0:
                    origin = ctz(pieces)
                    targets = tables[LEAP + (promoter << U6) + origin]
                    for slot in range(n_slots):
                        if state[at + SLOTS + slot] & (U1 << origin) != U0:
                            targets |= line_attacks(tables, slot, origin, occupied)
                    targets &= zone & ~us & safe
                    if legal and pinned & (U1 << origin) != U0:
                        targets &= pin_line(state, at, tables, king, origin, occupied, them)
                    if emit:
                        n = write_promotions(moves, n, end, origin, targets, tables[PROMO_INTO + promoter])
                    else:
                        n += popcount(targets) * popcount(tables[PROMO_INTO + promoter])
                    pieces &= pieces - U1

        if pawns == U0:
            return n
        empty = tables[BOARD] & ~occupied
        zone = tables[PAWN_ZONE + side]
        into = tables[PAWN_INTO]
        pawn_targets = safe & (allowed | zone)
        free = pawns & ~pinned
        single = forward(free, side) & empty
        double = forward(forward(free & tables[DOUBLE_FROM + side], side) & empty, side) & empty & pawn_targets
        single &= pawn_targets
        left = _captures_left(free, side) & them & pawn_targets
        right = _captures_right(free, side) & them & pawn_targets
        if emit:
            n = _write_pawns(moves, n, end, single, U8, side, zone, into, U0)
            n = _write_pawns(moves, n, end, double, U16, side, zone, into, DOUBLE << U16)
            n = _write_pawns(moves, n, end, left, U7 if side == U0 else U9, side, zone, into, U0)
            n = _write_pawns(moves, n, end, right, U9 if side == U0 else U7, side, zone, into, U0)
        else:
            n += popcount(single) + popcount(double) + popcount(left) + popcount(right)
            n += (popcount(single & zone) + popcount(left & zone) + popcount(right & zone)) * (tables[N_PAWN_INTO] - U1)
        if legal:
            bound = pawns & pinned
            while bound != U0:
                pawn = bound & (U0 - bound)
                origin = ctz(bound)
                line = pin_line(state, at, tables, king, origin, occupied, them) & pawn_targets
                step = forward(pawn, side) & empty
                targets = (step & line) | (tables[PAWN_CAPTURES + (side << U6) + origin] & them & line)
                jump = forward(step & forward(tables[DOUBLE_FROM + side], side), side) & empty & line
                if emit:
                    n = write_targets(moves, n, end, origin, targets & ~zone, U0)
                    n = write_promotions(moves, n, end, origin, targets & zone, into)
                    n = write_targets(moves, n, end, origin, jump, DOUBLE << U16)
                else:
                    n += popcount(targets) + popcount(jump) + popcount(targets & zone) * (tables[N_PAWN_INTO] - U1)
                bound ^= pawn
        passed = state[at + EP] if legal else state[at + PASSED]
        if passed != U0:
            if legal:
                taking = en_passant_origins(state, at, tables)
            else:
                taking = en_passant_candidates(state, at, tables, passed)
            if emit:
                while taking != U0:
                    moves[n] = ctz(taking) | (ctz(passed) << U6) | (EN_PASSANT << U16)
                    n += U1
                    taking &= taking - U1
            else:
                n += popcount(taking)
        return n

    return generate


# Pasted into a caller's loop they save the passing of arrays, at the price of compile time: one call site each.
write_moves_inline = _build(emit=True, legal=True)
count_moves_inline = _build(emit=False, legal=True)
_write_pseudo_legal_inline = _build(emit=True, legal=False)


@kernel
def write_moves(state: Words, at: U64, tables: Words, moves: Words, start: U64, allowed: U64) -> U64:
    """Write the legal moves of the position at `at` to `moves[start:]`; returns the index after the last.

    Only moves to a square in `allowed` are wanted; a pawn that promotes is always written (quiescence search).
    """
    return write_moves_inline(state, at, tables, moves, start, allowed)


@kernel
def write_pseudo_legal(state: Words, at: U64, tables: Words, moves: Words, start: U64, allowed: U64) -> U64:
    """Like `write_moves`, the safety of the king left aside."""
    return _write_pseudo_legal_inline(state, at, tables, moves, start, allowed)
