"""Whether a move leaves the royal pieces as the sheet wants them, told from the squares that it changes."""

from __future__ import annotations

from axedrez.chess.kernel.attacks import en_passant_candidates, forward, king_masks, ring
from axedrez.chess.kernel.general.reach import attacked_from, attackers, royal_attackers, royals
from axedrez.chess.kernel.layout import (
    ALL,
    BETWEEN,
    BLAST_PROOF,
    CASTLE_FILES,
    CASTLES,
    CASTLING,
    CASTLING_960,
    DICE,
    DROP,
    EN_PASSANT,
    EP,
    EXPLODES,
    FACES,
    FLAGS,
    LEAP_SOURCES,
    LEAPERS,
    LOW,
    MAY_CHECK,
    N_LEAPERS,
    N_SLOTS,
    NIBBLE,
    OPEN_LINES,
    PARRY,
    PASS,
    PAWN,
    PAWN_CAPTURES,
    ROYALS,
    SLOTS,
    STM,
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
    U20,
    U32,
    U63,
)
from axedrez.chess.kernel.make import type_on
from axedrez.chess.kernel.rules import pieces_of_types
from axedrez.jit import ctz, inlined, kernel
from axedrez.jit_types import U64, Flag, Words


@inlined
def span(a: U64, b: U64) -> U64:
    """The squares from `a` to `b` on one rank, both included."""
    low, high = (a, b) if a < b else (b, a)
    return ((U2 << high) - U1) & ~((U1 << low) - U1)


@inlined
def castling_squares(tables: Words, move: U64) -> tuple[U64, U64, U64, U64]:
    """Where the royal piece and its partner come from and go to in a castling."""
    if tables[FLAGS] & CASTLING_960 == U0:
        base = CASTLES + ((move >> U20) << U3)
        return tables[base + U3], tables[base + U4], tables[base + U1], tables[base + U2]
    king, rook = move & U63, (move >> U6) & U63
    rank = king & ~U7
    if rook > king:
        goal = rank | (tables[CASTLE_FILES] >> U32)
        return king, goal, rook, goal - U1
    goal = rank | (tables[CASTLE_FILES] & LOW)
    return king, goal, rook, goal + U1


@inlined
def blast(state: Words, at: U64, tables: Words, target: U64) -> U64:
    """What an explosion on the square of `target` destroys there and around it."""
    pieces = (state[at] | state[at + U1]) & ring(target)
    return pieces & ~pieces_of_types(state, at, tables[BLAST_PROOF])


@kernel
def is_legal(state: Words, at: U64, tables: Words, move: U64) -> Flag:
    """Whether a move that the pieces can make leaves every royal piece as it must be."""
    flags = tables[FLAGS]
    side = state[at + STM]
    other = U1 - side
    us, them = state[at + side], state[at + other]
    kind = (move >> U16) & NIBBLE
    all_royals = royals(state, at, tables)
    own, theirs = all_royals & us, all_royals & them
    origin, target = U1 << (move & U63), U1 << ((move >> U6) & U63)
    becomes = (move >> U12) & NIBBLE
    partner, partner_from, partner_to = U0, U0, U0
    gone, taken = origin, target & (us | them)
    if kind == PASS:
        origin, target, gone, taken = U0, U0, U0, U0
    elif kind == DROP:
        origin, gone = U0, U0
    elif kind == EN_PASSANT:
        taken = forward(target, other)
    elif kind == CASTLING:
        king_from, king_to, rook_from, rook_to = castling_squares(tables, move)
        partner_from, partner_to = U1 << rook_from, U1 << rook_to
        partner = type_on(state, at, tables, partner_from)
        origin, target = U1 << king_from, U1 << king_to
        gone, taken = origin | partner_from, U0
    arrived = becomes
    if becomes == U0:
        arrived = type_on(state, at, tables, origin)
    explodes = flags & EXPLODES != U0 and taken != U0
    if explodes:
        gone |= taken | blast(state, at, tables, target)
        target = U0
    else:
        gone |= taken
    occupied = ((us | them) & ~gone) | target | partner_to
    theirs_left = theirs & ~gone
    if flags & PARRY != U0:
        lost = own & gone
        if not explodes:
            lost &= ~origin
        if lost != U0:
            return False
        if explodes and theirs_left != theirs:
            return True
        standing = own & ~gone
        if (tables[ROYALS] >> arrived) & U1 != U0:
            standing |= target
        while standing != U0:
            square = ctz(standing)
            if royal_attackers(state, at, tables, square, occupied, them & ~gone, other, theirs_left) != U0:
                return False
            standing &= standing - U1
    if flags & MAY_CHECK == U0:
        reached = U0
        if target != U0:
            reached = attacked_from(tables, side, arrived, ctz(target), occupied)
        if partner_to != U0:
            reached |= attacked_from(tables, side, partner, ctz(partner_to), occupied)
        if reached & theirs_left != U0:
            return False
        while theirs_left != U0:
            if attackers(state, at, tables, ctz(theirs_left), occupied, us & ~gone, side) != U0:
                return False
            theirs_left &= theirs_left - U1
    return True


@inlined
def rolled_kinds(state: Words, at: U64, tables: Words) -> U64:
    """The set of types that may move; all of them without dice, or before the roll."""
    faces, dice = tables[FACES], state[at + DICE]
    if dice == U0:
        return ALL
    return (U1 << ((faces >> ((dice >> U4) << U2)) & NIBBLE)) | (U1 << ((faces >> ((dice & NIBBLE) << U2)) & NIBBLE))


@kernel
def en_passant_origins(state: Words, at: U64, tables: Words) -> U64:
    """Pawns of the side to move that may legally take en passant, whatever the dice say."""
    found = U0
    if state[at + EP] != U0:
        pawns = en_passant_candidates(state, at, tables, state[at + EP])
        while pawns != U0:
            if is_legal(state, at, tables, ctz(pawns) | (ctz(state[at + EP]) << U6) | (EN_PASSANT << U16)):
                found |= pawns & (U0 - pawns)
            pawns &= pawns - U1
    return found


@kernel
def checks_and_pins(state: Words, at: U64, tables: Words, king: U64, moves: Words, n: U64) -> U64:
    """Where a move answers every check by leaps and lines; `moves[n]` gets the pinned pieces.

    Leaps, line classes and pawns are all that attacks here. The answer is ALL without check.
    """
    side = state[at + STM]
    us, them = state[at + side], state[at + U1 - side]
    if tables[FLAGS] & EXPLODES != U0:
        them &= ~royals(state, at, tables)
    occupied = us | state[at + U1 - side]
    near = tables[PAWN_CAPTURES + (side << U6) + king] & state[at + TYPES + tables[PAWN]]
    for i in range(tables[N_LEAPERS]):
        leaper = tables[LEAPERS + i]
        near |= tables[LEAP_SOURCES + ((((U1 - side) << U4) | leaper) << U6) + king] & state[at + TYPES + leaper]
    safe, moves[n], _ = king_masks(state, at, tables, king, us, them, occupied, near & them)
    return safe


@kernel
def shields_of(state: Words, at: U64, tables: Words, king: U64) -> U64:
    """What stands between the royal piece on `king` and enemies that move along a line to it, any number on a line."""
    us, them = state[at + state[at + STM]], state[at + U1 - state[at + STM]]
    found = U0
    for slot in range(tables[N_SLOTS]):
        snipers = state[at + SLOTS + slot] & them & tables[OPEN_LINES + (slot << U6) + king]
        while snipers != U0:
            found |= tables[BETWEEN + (king << U6) + ctz(snipers)]
            snipers &= snipers - U1
    return found & (us | them)
