"""What the pieces can do: written out or counted, piece by piece, for any sheet.

King safety is kept by masks as on the fast path where one royal piece stands against leaps and lines alone; what masks
cannot tell is tried (`legality.is_legal`).
"""

from __future__ import annotations

from collections.abc import Callable

from axedrez.chess.kernel.attacks import beside, en_passant_candidates, forward, line_attacks, pin_line, ring
from axedrez.chess.kernel.general.castle import castling_home, write_castlings
from axedrez.chess.kernel.general.legality import checks_and_pins, is_legal, rolled_kinds, shields_of
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
    ROLLED,
    ROOM,
    ROYALS,
    SETUP,
    SIDEWAYS,
    STM,
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


@inlined
def _takeable(tables: Words, us: U64, them: U64, all_royals: U64) -> U64:
    """The pieces that the sheet lets the side to move capture."""
    takeable = them
    if tables[FLAGS] & PARRY != U0:
        takeable &= ~all_royals
    if tables[FLAGS] & OWN != U0:
        takeable |= us & ~all_royals
    return takeable


@inlined
def _royal_safety(
    state: Words, at: U64, tables: Words, moves: Words, n: U64, own_royals: U64, hunters: U64, takeable: U64
) -> tuple[U64, U64, U64, U64, Flag]:
    """What keeps the royal pieces safe: `safe`, `pinned`, `tested`, `shields`, `royal_tested`.

    The masks `safe` and `pinned` tell for one royal piece alone, whose own steps are tried if `royal_tested`. Moves to
    squares of `tested` are tried one by one, too, and where captures explode those by `shields`, since a line may open.
    `moves[n]` is overwritten.
    """
    flags = tables[FLAGS]
    safe, pinned, tested, shields = ALL, U0, U0, U0
    if flags & MAY_CHECK == U0:
        tested = ALL
    if flags & PARRY == U0 or own_royals == U0:
        return safe, pinned, tested, shields, False
    if flags & MASKS == U0 or own_royals & (own_royals - U1) != U0:
        return safe, pinned, ALL, shields, False
    king = ctz(own_royals)
    explodes = flags & EXPLODES != U0
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
    return safe, pinned, tested, shields, True


@inlined
def _promotion(state: Words, at: U64, tables: Words, side: U64, us: U64, kind: Index) -> tuple[U64, U64]:
    """What a type may become now, and where; U0 for nothing."""
    if kind == tables[PAWN]:
        return tables[PAWN_INTO], tables[PAWN_ZONE + side]
    if tables[PROMO_INTO + kind] != U0:
        without = tables[PROMO_WITHOUT + kind]
        if without == U0 or state[at + TYPES + without] & us == U0:
            return tables[PROMO_INTO + kind], tables[PROMO_ZONE + ((side << U4) | kind)]
    return U0, U0


@inlined
def _pawn_reach(tables: Words, side: U64, origin: U64, bit: U64, vacant: U64) -> tuple[U64, U64, U64]:
    """Where a pawn captures, where it goes, and where its double step ends."""
    takes = tables[PAWN_CAPTURES + (side << U6) + origin]
    goes = forward(bit, side)
    jumps = forward(forward(bit & tables[DOUBLE_FROM + side], side) & vacant, side)
    if tables[FLAGS] & SIDEWAYS != U0:
        goes |= beside(bit)
    return takes, goes, jumps


@inlined
def _piece_reach(tables: Words, index: U64, slots: U64, origin: U64, occupied: U64) -> tuple[U64, U64]:
    """Where a piece captures and where it goes; `index` is its side and type, `slots` are its line classes."""
    seen = U0
    while slots != U0:
        seen |= line_attacks(tables, ctz(slots), origin, occupied)
        slots &= slots - U1
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
    return takes, goes


@inlined
def _royal_captures(state: Words, at: U64, tables: Words, side: U64, us: U64, bit: U64) -> U64:
    """Where a royal piece on the square of `bit` may capture, by the sheet; ALL for everywhere."""
    if tables[FLAGS] & EXPLODES != U0:
        return U0
    if tables[FLAGS] & CASTLING_960 != U0 and castling_home(state, at, tables, side) == bit:
        return ~(state[at + RIGHTS] & us)  # a move there is a castling
    return ALL


@inlined
def _attacked_steps(
    state: Words, at: U64, tables: Words, side: U64, bit: U64, steps: U64, occupied: U64, them: U64, hunters: U64
) -> U64:
    """Those of `steps` where the royal piece on the square of `bit` would be attacked."""
    found = U0
    tries = steps
    while tries != U0:
        if royal_attackers(state, at, tables, ctz(tries), occupied ^ bit, them, U1 - side, hunters) != U0:
            found |= tries & (U0 - tries)
        tries &= tries - U1
    return found


@inlined
def _split_promotions(
    tables: Words, side: U64, bit: U64, targets: U64, zone: U64, is_pawn: Flag, stays: Flag
) -> tuple[U64, U64]:
    """The `targets` of a piece that may promote: those where it stays what it is, and those where it promotes.

    A pawn in its zone promotes with its next move there; other pieces only on entering.
    """
    if not is_pawn and zone & bit != U0:
        return targets, U0
    promoting = targets & zone
    if not stays:
        targets &= ~zone
    elif is_pawn:
        targets &= ~tables[LAST_RANK + side]
    return targets, promoting


@inlined
def _keep_legal(
    state: Words, at: U64, tables: Words, moves: Words, start: U64, n: U64, tested: U64, shields: U64, takeable: U64
) -> U64:
    """Leave out of `moves[start:n]` what turns out illegal when it is tried; returns the new end."""
    next_one = start
    kept = start
    while next_one < n:
        move = moves[next_one]
        trying = tested | (takeable if (shields >> (move & U63)) & U1 != U0 else U0)
        if (trying >> ((move >> U6) & U63)) & U1 == U0 or is_legal(state, at, tables, move):
            moves[kept] = move
            kept += U1
        next_one += U1
    return kept


@inlined
def _write_en_passant(state: Words, at: U64, tables: Words, moves: Words, n: U64, passed: U64, legal: Flag) -> U64:
    taking = en_passant_candidates(state, at, tables, passed)
    while taking != U0:
        move = ctz(taking) | (ctz(passed) << U6) | (EN_PASSANT << U16)
        if not legal or is_legal(state, at, tables, move):
            moves[n] = move
            n += U1
        taking &= taking - U1
    return n


def _build(emit: bool) -> Callable[..., U64]:
    # Both `put_…` write moves, or count those that need no trial; they return the new `n` and `count`.

    @inlined
    def put_targets(
        moves: Words,
        n: U64,
        end: U64,
        count: U64,
        origin: U64,
        targets: U64,
        jumps: U64,
        promoting: U64,
        into: U64,
        trying: U64,
    ) -> tuple[U64, U64]:
        """Moves of one piece; when counting, only those to squares of `trying` are written."""
        if emit:
            n = write_targets(moves, n, end, origin, targets & ~jumps, U0)
            n = write_targets(moves, n, end, origin, jumps, DOUBLE << U16)
            n = write_promotions(moves, n, end, origin, promoting, into)
        else:
            count += popcount(targets & ~trying) + popcount(promoting & ~trying) * popcount(into)
            if trying != U0:
                n = write_targets(moves, n, end, origin, targets & trying & ~jumps, U0)
                n = write_targets(moves, n, end, origin, jumps & trying, DOUBLE << U16)
                n = write_promotions(moves, n, end, origin, promoting & trying, into)
        return n, count

    @inlined
    def put_drops(
        state: Words,
        at: U64,
        tables: Words,
        moves: Words,
        n: U64,
        end: U64,
        count: U64,
        kinds: U64,
        squares: U64,
        tested: U64,
        royals_tested: Flag,
    ) -> tuple[U64, U64]:
        """Drops on `squares`; those that need it are tried at once."""
        side = state[at + STM]
        for kind in range(U1, tables[N_TYPES] + U1):
            if in_hand(state, at, side, kind) != U0 and (kinds >> kind) & U1 != U0:
                targets = squares & tables[DROPS + ((side << U4) | kind)]
                # In a setup a royal piece may be what is dropped.
                trying = tested
                if royals_tested and (tables[ROYALS] >> kind) & U1 != U0:
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
        return n, count

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
        kinds = rolled_kinds(state, at, tables)
        all_royals = royals(state, at, tables)
        own_royals = all_royals & us
        hunters = all_royals & them
        king = ctz(own_royals)
        explodes = flags & EXPLODES != U0
        takeable = _takeable(tables, us, them, all_royals) & prey
        safe, pinned, tested, shields = ALL, U0, U0, U0
        royal_tested: Flag = False
        if legal:
            safe, pinned, tested, shields, royal_tested = _royal_safety(
                state, at, tables, moves, n, own_royals, hunters, takeable
            )

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
                into, zone = _promotion(state, at, tables, side, us, kind)
                stays = (tables[MUST] >> kind) & U1 == U0
                while pieces != U0:
                    bit = pieces & (U0 - pieces)
                    origin = ctz(pieces)
                    pieces ^= bit
                    jumps = U0
                    if is_pawn:
                        takes, goes, jumps = _pawn_reach(tables, side, origin, bit, vacant)
                    else:
                        takes, goes = _piece_reach(tables, index, slots, origin, occupied)
                    takes &= takeable
                    goes = (goes | jumps) & empty
                    if is_royal:
                        if bit & castler != U0:
                            takes &= ~castled
                            goes &= ~castled
                        takes &= _royal_captures(state, at, tables, side, us, bit)
                        if royal_tested:
                            bad = _attacked_steps(state, at, tables, side, bit, takes | goes, occupied, them, hunters)
                            takes &= ~bad
                            goes &= ~bad
                    else:
                        mask = safe
                        if pinned & bit != U0:
                            mask &= pin_line(state, at, tables, king, origin, occupied, them)
                        goes &= mask
                        if not explodes:
                            takes &= mask
                    targets = takes | goes
                    promoting = U0
                    if into != U0:
                        targets, promoting = _split_promotions(tables, side, bit, targets, zone, is_pawn, stays)
                    jumps &= targets & goes & ~forward(bit, side)
                    trying = tested | (takeable if shields & bit != U0 else U0)
                    n, count = put_targets(moves, n, end, count, origin, targets, jumps, promoting, into, trying)

        if flags & DROPPING != U0:
            n, count = put_drops(
                state, at, tables, moves, n, end, count, kinds, empty & safe, tested, legal and flags & PARRY != U0
            )
        if tested | shields != U0:
            n = _keep_legal(state, at, tables, moves, start, n, tested, shields, takeable)
        passed = state[at + EP] if legal else state[at + PASSED]
        if not placing and passed & prey != U0 and (kinds >> tables[PAWN]) & U1 != U0:
            n = _write_en_passant(state, at, tables, moves, n, passed, legal)
        return n if emit else count + (n - start)

    return generate


_write_inline = _build(emit=True)
_count_inline = _build(emit=False)


@kernel
def _may_pass(state: Words, at: U64, tables: Words, n: U64) -> Flag:
    """Whether the player may pass who has `n` other moves."""
    flags = tables[FLAGS]
    if flags & ROLLED != U0:
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
    if state[at + OVER] != U0 or (flags & ROLLED != U0 and state[at + DICE] == U0):
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
    passes = want == LEGAL and flags & (MAY_PASS | PASS_IF_STUCK | ROLLED) != U0 and not (must and prey != U0)
    if passes and _may_pass(state, at, tables, n - start):
        moves[n] = PASS << U16
        n += U1
    return n


@kernel
def count_moves(state: Words, at: U64, tables: Words, moves: Words, start: U64) -> U64:
    """The number of legal moves; what lies behind `moves[start:]` is overwritten."""
    flags = tables[FLAGS]
    if state[at + OVER] != U0 or (flags & ROLLED != U0 and state[at + DICE] == U0):
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
    passes = flags & (MAY_PASS | PASS_IF_STUCK | ROLLED) != U0 and not (must and prey != U0)
    if passes and _may_pass(state, at, tables, count):
        count += U1
    return count
