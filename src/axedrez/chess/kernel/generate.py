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


@inlined
def _near_attackers(state: Words, at: U64, tables: Words, side: U64, king: U64) -> U64:
    """Pawns and leapers, of either side, that would attack the king of `side` on `king`, were they its enemies."""
    near = tables[PAWN_CAPTURES + (side << U6) + king] & state[at + TYPES + tables[PAWN]]
    for i in range(tables[N_LEAPERS]):
        leaper = tables[LEAPERS + i]
        near |= tables[LEAP + (leaper << U6) + king] & state[at + TYPES + leaper]
    return near


@inlined
def _royal_reach(tables: Words, king: U64, occupied: U64) -> U64:
    """The squares that the royal piece on `king` attacks."""
    found = tables[LEAP + (tables[ROYAL] << U6) + king]
    slots = tables[ROYAL_SLOTS]
    while slots != U0:
        found |= line_attacks(tables, ctz(slots), king, occupied)
        slots &= slots - U1
    return found


@inlined
def _open_castlings(state: Words, at: U64, tables: Words, side: U64, occupied: U64, allowed: U64) -> tuple[U64, U64]:
    """The castlings that have their right and nothing in the way, and the squares that must be safe for them."""
    castlings, paths = U0, U0
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
    return castlings, paths


@inlined
def _within_pin(
    state: Words, at: U64, tables: Words, king: U64, origin: U64, occupied: U64, them: U64, pinned: U64, bit: U64
) -> U64:
    """Where the pins of `pinned` let the piece on `origin` (the square of `bit`) go."""
    if pinned & bit != U0:
        return pin_line(state, at, tables, king, origin, occupied, them)
    return ALL


def _build(emit: bool, legal: bool) -> Callable[..., U64]:
    # Each `put_…` writes the moves of one kind, or counts them; it returns the new `n`.

    @inlined
    def put(moves: Words, n: U64, end: U64, origin: U64, targets: U64) -> U64:
        if emit:
            return write_targets(moves, n, end, origin, targets, U0)
        return n + popcount(targets)

    @inlined
    def put_pieces(
        state: Words,
        at: U64,
        tables: Words,
        moves: Words,
        n: U64,
        end: U64,
        king: U64,
        others: U64,
        them: U64,
        occupied: U64,
        pinned: U64,
        reachable: U64,
    ) -> U64:
        """Moves along lines and leaps; a piece that has both comes twice, each time with other targets."""
        for slot in range(tables[N_SLOTS]):
            pieces = state[at + SLOTS + slot] & others
            while pieces != U0:
                origin = ctz(pieces)
                targets = line_attacks(tables, slot, origin, occupied) & reachable
                targets &= _within_pin(state, at, tables, king, origin, occupied, them, pinned, pieces & (U0 - pieces))
                n = put(moves, n, end, origin, targets)
                pieces &= pieces - U1
        for i in range(tables[N_LEAPERS]):
            leaper = tables[LEAPERS + i]
            pieces = state[at + TYPES + leaper] & others
            while pieces != U0:
                origin = ctz(pieces)
                targets = tables[LEAP + (leaper << U6) + origin] & reachable
                targets &= _within_pin(state, at, tables, king, origin, occupied, them, pinned, pieces & (U0 - pieces))
                n = put(moves, n, end, origin, targets)
                pieces &= pieces - U1
        return n

    @inlined
    def put_promoters(
        state: Words,
        at: U64,
        tables: Words,
        moves: Words,
        n: U64,
        end: U64,
        side: U64,
        king: U64,
        us: U64,
        them: U64,
        occupied: U64,
        pinned: U64,
        safe: U64,
    ) -> U64:
        """Promotions of pieces other than pawns, by entering their zone."""
        for i in range(tables[N_PROMOTERS]):
            promoter = tables[PROMOTERS + i]
            without = tables[PROMO_WITHOUT + promoter]
            if without == U0 or state[at + TYPES + without] & us == U0:
                zone = tables[PROMO_ZONE + (side << U4) + promoter]
                into = tables[PROMO_INTO + promoter]
                pieces = state[at + TYPES + promoter] & us & ~zone
                while pieces != U0:
                    origin = ctz(pieces)
                    targets = tables[LEAP + (promoter << U6) + origin]
                    for slot in range(tables[N_SLOTS]):
                        if state[at + SLOTS + slot] & (U1 << origin) != U0:
                            targets |= line_attacks(tables, slot, origin, occupied)
                    targets &= zone & ~us & safe
                    targets &= _within_pin(state, at, tables, king, origin, occupied, them, pinned, U1 << origin)
                    if emit:
                        n = write_promotions(moves, n, end, origin, targets, into)
                    else:
                        n += popcount(targets) * popcount(into)
                    pieces &= pieces - U1
        return n

    @inlined
    def put_free_pawns(
        tables: Words, moves: Words, n: U64, end: U64, side: U64, free: U64, them: U64, empty: U64, wanted: U64
    ) -> U64:
        """Moves of pawns that are not pinned, all at once, to squares of `wanted`."""
        zone, into = tables[PAWN_ZONE + side], tables[PAWN_INTO]
        single = forward(free, side) & empty
        double = forward(forward(free & tables[DOUBLE_FROM + side], side) & empty, side) & empty & wanted
        single &= wanted
        left = _captures_left(free, side) & them & wanted
        right = _captures_right(free, side) & them & wanted
        if emit:
            n = _write_pawns(moves, n, end, single, U8, side, zone, into, U0)
            n = _write_pawns(moves, n, end, double, U16, side, zone, into, DOUBLE << U16)
            n = _write_pawns(moves, n, end, left, U7 if side == U0 else U9, side, zone, into, U0)
            n = _write_pawns(moves, n, end, right, U9 if side == U0 else U7, side, zone, into, U0)
        else:
            n += popcount(single) + popcount(double) + popcount(left) + popcount(right)
            n += (popcount(single & zone) + popcount(left & zone) + popcount(right & zone)) * (tables[N_PAWN_INTO] - U1)
        return n

    @inlined
    def put_pinned_pawns(
        state: Words,
        at: U64,
        tables: Words,
        moves: Words,
        n: U64,
        end: U64,
        side: U64,
        king: U64,
        pawns: U64,
        them: U64,
        occupied: U64,
        empty: U64,
        wanted: U64,
    ) -> U64:
        """Moves of pinned pawns, one by one, to squares of `wanted`."""
        zone, into = tables[PAWN_ZONE + side], tables[PAWN_INTO]
        while pawns != U0:
            pawn = pawns & (U0 - pawns)
            origin = ctz(pawns)
            line = pin_line(state, at, tables, king, origin, occupied, them) & wanted
            step = forward(pawn, side) & empty
            targets = (step & line) | (tables[PAWN_CAPTURES + (side << U6) + origin] & them & line)
            jump = forward(step & forward(tables[DOUBLE_FROM + side], side), side) & empty & line
            if emit:
                n = write_targets(moves, n, end, origin, targets & ~zone, U0)
                n = write_promotions(moves, n, end, origin, targets & zone, into)
                n = write_targets(moves, n, end, origin, jump, DOUBLE << U16)
            else:
                n += popcount(targets) + popcount(jump) + popcount(targets & zone) * (tables[N_PAWN_INTO] - U1)
            pawns ^= pawn
        return n

    @inlined
    def put_en_passant(state: Words, at: U64, tables: Words, moves: Words, n: U64) -> U64:
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

    @inlined
    def generate(state: Words, at: U64, tables: Words, moves: Words, start: U64, allowed: U64) -> U64:
        n = start
        end = start + ROOM
        side = state[at + STM]
        us, them = state[at + side], state[at + U1 - side]
        occupied = us | them
        royal = state[at + TYPES + tables[ROYAL]] & us
        king = ctz(royal)
        pawns = state[at + TYPES + tables[PAWN]] & us
        safe = ALL
        pinned = U0
        in_check = False
        if legal:
            near = _near_attackers(state, at, tables, side, king)
            safe, pinned, checks = king_masks(state, at, tables, king, us, them, occupied, near & them)
            in_check = checks != U0

        # The king goes where nothing would attack him, he himself being out of the way.
        targets = _royal_reach(tables, king, occupied) & ~us & allowed
        castlings, paths = U0, U0
        if not in_check and state[at + RIGHTS] & us != U0:
            castlings, paths = _open_castlings(state, at, tables, side, occupied, allowed)
        danger = U0
        if legal and targets | paths != U0:
            danger = attacked_squares(state, at, tables, occupied ^ royal, them, U1 - side)
            targets &= ~danger
        n = put(moves, n, end, king, targets)
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
        n = put_pieces(state, at, tables, moves, n, end, king, us ^ royal, them, occupied, pinned, reachable)
        n = put_promoters(state, at, tables, moves, n, end, side, king, us, them, occupied, pinned, safe)
        if pawns == U0:
            return n
        wanted = safe & (allowed | tables[PAWN_ZONE + side])
        empty = tables[BOARD] & ~occupied
        n = put_free_pawns(tables, moves, n, end, side, pawns & ~pinned, them, empty, wanted)
        if legal:
            bound = pawns & pinned
            n = put_pinned_pawns(state, at, tables, moves, n, end, side, king, bound, them, occupied, empty, wanted)
        return put_en_passant(state, at, tables, moves, n)

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
