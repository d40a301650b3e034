"""What the pieces can do: written out or counted, piece by piece, for any sheet.

King safety is kept by masks as on the fast path where one royal piece stands against leaps and lines alone; what masks
cannot tell is tried (`legality.is_legal`).
"""

from __future__ import annotations

from collections.abc import Callable

from axedrez.chess.kernel.attacks import beside, en_passant_candidates, forward, line_attacks, pin_line, ring
from axedrez.chess.kernel.general.castle import castling_home, write_castlings
from axedrez.chess.kernel.general.legality import checks_and_pins, is_legal, shields_of, thrown_kinds
from axedrez.chess.kernel.general.reach import royal_attackers, royals, way_targets
from axedrez.chess.kernel.generate import write_promotions, write_targets
from axedrez.chess.kernel.layout import (
    ALL,
    BOARD,
    BYTE,
    CASTLING_960,
    DICE,
    DOUBLE,
    DOUBLE_FROM,
    DROP,
    DROPPING,
    DROPS,
    EN_PASSANT,
    EP,
    EXPLODES,
    FLAGS,
    HAND,
    LAST_RANK,
    LEAP_CAPTURES,
    LEAP_MOVES,
    LOW,
    MANDATORY,
    MASKS,
    MAY_CHECK,
    MAY_PASS,
    MUST,
    N_TYPES,
    OVER,
    OWN,
    PARRY,
    PASS,
    PASS_IF_STUCK,
    PASSED,
    PAWN,
    PAWN_CAPTURES,
    PAWN_INTO,
    PAWN_ZONE,
    PROMO_INTO,
    PROMO_WITHOUT,
    PROMO_ZONE,
    RIGHTS,
    ROOM,
    ROYALS,
    SETUP,
    SIDEWAYS,
    STM,
    THROWN,
    TYPE_SLOTS,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    U4,
    U6,
    U7,
    U12,
    U16,
    U32,
    U63,
    WAY_CAPTURES,
    WAY_MOVES,
    WAY_SIZE,
    WAYS_OF,
)
from axedrez.jit import ctz, inlined, kernel, popcount
from axedrez.jit_types import U64, Flag, Index, Words

LEGAL, CAPTURES, PSEUDO_LEGAL = U0, U1, U2


@inlined
def in_hand(state: Words, at: U64, side: Index, kind: Index) -> U64:
    """How many pieces of a type a side has in hand."""
    before = kind - U1
    return (state[at + HAND + side + side + (before >> U3)] >> ((before & U7) << U3)) & BYTE


@inlined
def is_placing(state: Words, at: U64, tables: Words, side: Index) -> Flag:
    """Whether a side still has to place the pieces of its setup."""
    return tables[FLAGS] & SETUP != U0 and state[at + HAND + side + side] | state[at + HAND + side + side + U1] != U0


def _build(emit: bool) -> Callable[..., U64]:
    @inlined
    def generate(
        state: Words, at: U64, tables: Words, moves: Words, start: U64, free: U64, prey: U64, legal: Flag
    ) -> U64:
        """Moves to empty squares of `free` and captures on squares of `prey`: the end in `moves`, or their number.

        Counting needs the room behind `start`, too.
        """
        flags = tables[FLAGS]
        n = start
        end = start + ROOM
        count = U0
        if state[at + OVER] != U0:
            return n if emit else count
        side = state[at + STM]
        us, them = state[at + side], state[at + U1 - side]
        occupied = us | them
        vacant = tables[BOARD] & ~occupied
        empty = vacant & free
        placing = is_placing(state, at, tables, side)
        kinds = thrown_kinds(state, at, tables)
        all_royals = royals(state, at, tables)
        own_royals = all_royals & us
        hunters = all_royals & them
        king = ctz(own_royals)
        explodes = flags & EXPLODES != U0
        parry = flags & PARRY != U0
        takeable = them
        if parry:
            takeable &= ~all_royals
        if flags & OWN != U0:
            takeable |= us & ~all_royals
        takeable &= prey

        # `tested`: moves to these squares are tried one by one; the others are safe within the masks. Where captures
        # explode, those by `shields` are tried too, since a line may open.
        safe, pinned, tested, shields, royal_tested = ALL, U0, U0, U0, False
        if legal:
            if flags & MAY_CHECK == U0:
                tested = ALL
            if parry and own_royals != U0:
                if flags & MASKS == U0 or own_royals & (own_royals - U1) != U0:
                    tested = ALL
                else:
                    royal_tested = True
                    touching = explodes and ring(own_royals) & hunters != U0
                    if not touching:
                        safe = checks_and_pins(state, at, tables, king, moves, n)
                        pinned = moves[n]
                    if explodes:
                        near = ALL
                        if not touching and safe == ALL:
                            shields = shields_of(state, at, tables, king)
                            near = ring(own_royals | shields)
                        tested |= takeable & near

        # A castling stands for every move of the royal piece with its squares.
        castled, castler = U0, U0
        if free != U0 and not placing and state[at + RIGHTS] & us != U0:
            n = write_castlings(state, at, tables, moves, n, kinds, legal)
            for i in range(start, n):
                castler |= U1 << (moves[i] & U63)
                castled |= U1 << ((moves[i] >> U6) & U63)

        if not placing:
            for kind in range(U1, tables[N_TYPES] + U1):
                pieces = state[at + TYPES + kind] & us
                if pieces == U0 or (kinds >> kind) & U1 == U0:
                    continue
                index = (side << U4) | kind
                is_royal = (tables[ROYALS] >> kind) & U1 != U0
                is_pawn = kind == tables[PAWN]
                slots = tables[TYPE_SLOTS + kind]
                into, zone = U0, U0
                if is_pawn:
                    into, zone = tables[PAWN_INTO], tables[PAWN_ZONE + side]
                elif tables[PROMO_INTO + kind] != U0:
                    without = tables[PROMO_WITHOUT + kind]
                    if without == U0 or state[at + TYPES + without] & us == U0:
                        into, zone = tables[PROMO_INTO + kind], tables[PROMO_ZONE + index]
                stays = (tables[MUST] >> kind) & U1 == U0
                while pieces != U0:
                    bit = pieces & (U0 - pieces)
                    origin = ctz(pieces)
                    pieces ^= bit
                    jumps = U0
                    if is_pawn:
                        takes = tables[PAWN_CAPTURES + (side << U6) + origin]
                        goes = forward(bit, side)
                        jumps = forward(forward(bit & tables[DOUBLE_FROM + side], side) & vacant, side)
                        if flags & SIDEWAYS != U0:
                            goes |= beside(bit)
                    else:
                        seen = U0
                        lines = slots
                        while lines != U0:
                            seen |= line_attacks(tables, ctz(lines), origin, occupied)
                            lines &= lines - U1
                        takes = seen | tables[LEAP_CAPTURES + (index << U6) + origin]
                        goes = seen | tables[LEAP_MOVES + (index << U6) + origin]
                        way, last_way = tables[WAYS_OF + index] >> U32, tables[WAYS_OF + index] & LOW
                        while way < last_way:
                            found = way_targets(tables, way, origin, occupied)
                            if tables[way] & WAY_CAPTURES != U0:
                                takes |= found
                            if tables[way] & WAY_MOVES != U0:
                                goes |= found
                            way += WAY_SIZE
                    takes &= takeable
                    goes = (goes | jumps) & empty
                    if is_royal:
                        if explodes:
                            takes = U0
                        if bit & castler != U0:
                            takes &= ~castled
                            goes &= ~castled
                        if flags & CASTLING_960 != U0 and castling_home(state, at, tables, side) == bit:
                            takes &= ~(state[at + RIGHTS] & us)
                        if royal_tested:
                            tries = takes | goes
                            while tries != U0:
                                step = tries & (U0 - tries)
                                if (
                                    royal_attackers(
                                        state, at, tables, ctz(tries), occupied ^ bit, them, U1 - side, hunters
                                    )
                                    != U0
                                ):
                                    takes &= ~step
                                    goes &= ~step
                                tries ^= step
                    else:
                        mask = safe
                        if pinned & bit != U0:
                            mask &= pin_line(state, at, tables, king, origin, occupied, them)
                        goes &= mask
                        if not explodes:
                            takes &= mask
                    targets = takes | goes
                    promoting = U0
                    # A pawn in its zone promotes with its next move there; other pieces only on entering.
                    if into != U0 and (is_pawn or zone & bit == U0):
                        promoting = targets & zone
                        if not stays:
                            targets &= ~zone
                        elif is_pawn:
                            targets &= ~tables[LAST_RANK + side]
                    jumps &= targets & goes & ~forward(bit, side)
                    if emit:
                        n = write_targets(moves, n, end, origin, targets & ~jumps, U0)
                        n = write_targets(moves, n, end, origin, jumps, DOUBLE << U16)
                        n = write_promotions(moves, n, end, origin, promoting, into)
                    else:
                        trying = tested | (takeable if shields & bit != U0 else U0)
                        count += popcount(targets & ~trying) + popcount(promoting & ~trying) * popcount(into)
                        if trying != U0:
                            n = write_targets(moves, n, end, origin, targets & trying & ~jumps, U0)
                            n = write_targets(moves, n, end, origin, jumps & trying, DOUBLE << U16)
                            n = write_promotions(moves, n, end, origin, promoting & trying, into)

        if flags & DROPPING != U0:
            for kind in range(U1, tables[N_TYPES] + U1):
                if in_hand(state, at, side, kind) != U0 and (kinds >> kind) & U1 != U0:
                    targets = empty & safe & tables[DROPS + ((side << U4) | kind)]
                    # In a setup a royal piece may be what is dropped.
                    trying = tested
                    if legal and parry and (tables[ROYALS] >> kind) & U1 != U0:
                        trying = ALL
                    extra = (kind << U12) | (DROP << U16)
                    if emit:
                        while targets != U0 and n < end:
                            move = ctz(targets) | (ctz(targets) << U6) | extra
                            if trying == tested or is_legal(state, at, tables, move):
                                moves[n] = move
                                n += U1
                            targets &= targets - U1
                    else:
                        count += popcount(targets & ~trying)
                        targets &= trying
                        while targets != U0:
                            if is_legal(state, at, tables, ctz(targets) | (ctz(targets) << U6) | extra):
                                count += U1
                            targets &= targets - U1

        if tested | shields != U0:
            next_one = start
            kept = start
            while next_one < n:
                move = moves[next_one]
                trying = tested | (takeable if (shields >> (move & U63)) & U1 != U0 else U0)
                if (trying >> ((move >> U6) & U63)) & U1 == U0 or is_legal(state, at, tables, move):
                    moves[kept] = move
                    kept += U1
                next_one += U1
            n = kept

        if not placing:
            passed = state[at + EP] if legal else state[at + PASSED]
            if passed & prey != U0 and (kinds >> tables[PAWN]) & U1 != U0:
                taking = en_passant_candidates(state, at, tables, passed)
                while taking != U0:
                    move = ctz(taking) | (ctz(passed) << U6) | (EN_PASSANT << U16)
                    if not legal or is_legal(state, at, tables, move):
                        moves[n] = move
                        n += U1
                    taking &= taking - U1
        return n if emit else count + (n - start)

    return generate


_write_inline = _build(emit=True)
_count_inline = _build(emit=False)


@kernel
def _may_pass(state: Words, at: U64, tables: Words, n: U64) -> Flag:
    """Whether the player may pass who has `n` other moves."""
    flags = tables[FLAGS]
    if flags & THROWN != U0:
        return n == U0
    chosen = flags & MAY_PASS != U0 and not is_placing(state, at, tables, state[at + STM])
    stuck = flags & PASS_IF_STUCK != U0 and n == U0
    return (chosen or stuck) and is_legal(state, at, tables, PASS << U16)


@kernel
def write_moves(state: Words, at: U64, tables: Words, moves: Words, start: U64, want: U64) -> U64:
    """Write the moves of the position at `at` to `moves[start:]`; returns the index after the last.

    `want` is LEGAL, CAPTURES (the legal moves that take something) or PSEUDO_LEGAL (what the pieces can do, the safety
    of royal pieces and the duty to capture left aside).
    """
    flags = tables[FLAGS]
    if state[at + OVER] != U0 or (flags & THROWN != U0 and state[at + DICE] == U0):
        return start
    n = start
    must = flags & MANDATORY != U0 and want == LEGAL
    free = U0 if must or want == CAPTURES else ALL
    prey = ALL
    while True:
        n = _write_inline(state, at, tables, moves, start, free, prey, want != PSEUDO_LEGAL)
        if not must or n != start or free != U0:
            break
        free, prey = ALL, U0
    passes = want == LEGAL and flags & (MAY_PASS | PASS_IF_STUCK | THROWN) != U0 and not (must and prey != U0)
    if passes and _may_pass(state, at, tables, n - start):
        moves[n] = PASS << U16
        n += U1
    return n


@kernel
def count_moves(state: Words, at: U64, tables: Words, moves: Words, start: U64) -> U64:
    """The number of legal moves; what lies behind `moves[start:]` is overwritten."""
    flags = tables[FLAGS]
    if state[at + OVER] != U0 or (flags & THROWN != U0 and state[at + DICE] == U0):
        return U0
    count = U0
    must = flags & MANDATORY != U0
    free = U0 if must else ALL
    prey = ALL
    while True:
        count = _count_inline(state, at, tables, moves, start, free, prey, True)
        if not must or count != U0 or free != U0:
            break
        free, prey = ALL, U0
    passes = flags & (MAY_PASS | PASS_IF_STUCK | THROWN) != U0 and not (must and prey != U0)
    if passes and _may_pass(state, at, tables, count):
        count += U1
    return count
