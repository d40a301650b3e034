"""Making a move on a copy of the state, and what follows from it: whose turn it is, and whether a goal is reached."""

from __future__ import annotations

from axedrez.chess.kernel.attacks import en_passant_candidates, forward
from axedrez.chess.kernel.general.castle import rights_left
from axedrez.chess.kernel.general.generate import in_hand
from axedrez.chess.kernel.general.goals import checks_left, is_last_move, reached
from axedrez.chess.kernel.general.legality import blast, castling_squares, en_passant_origins
from axedrez.chess.kernel.general.reach import checkers_of, royals
from axedrez.chess.kernel.layout import (
    ARRANGE,
    BEGINS,
    CASTLING,
    CHECK_ENDS_TURN,
    CHECKS_LEFT,
    COUNTS_CHECKS,
    DEMOTED,
    DEMOTES,
    DICE,
    DOUBLE,
    DROP,
    EN_PASSANT,
    EP,
    EP_FROM,
    EXPLODES,
    FLAGS,
    FULLMOVE,
    HALFMOVE,
    HAND,
    HANDS,
    HAS_EP,
    HASH,
    MOVES_LEFT,
    N_SLOTS,
    N_TYPES,
    NIBBLE,
    OVER,
    PASS,
    PASSED,
    PAWN,
    PROMOTED,
    RIGHTS,
    ROW,
    SLOTS,
    STM,
    TURN,
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
    U63,
    WINS,
    ZOBRIST_EP,
    ZOBRIST_HAND,
    ZOBRIST_PROMOTED,
    ZOBRIST_RIGHTS,
    ZOBRIST_STM,
    ZOBRIST_WORDS,
)
from axedrez.chess.kernel.make import fresh_hash as hash_of_board
from axedrez.chess.kernel.make import key_of_piece, key_of_squares, type_on
from axedrez.jit import ctz, inlined, kernel
from axedrez.jit_types import U64, Flag, Index, Words


@inlined
def _key_of_words(state: Words, at: U64, tables: Words) -> U64:
    """The share of the small words CHECKS_LEFT, MOVES_LEFT, DICE and ARRANGE in the hash."""
    return (
        state[at + CHECKS_LEFT] * tables[ZOBRIST_WORDS]
        ^ state[at + MOVES_LEFT] * tables[ZOBRIST_WORDS + U1]
        ^ state[at + DICE] * tables[ZOBRIST_WORDS + U2]
        ^ state[at + ARRANGE] * tables[ZOBRIST_WORDS + U3]
    )


@kernel
def put_in_hand(state: Words, at: U64, tables: Words, side: Index, kind: Index, more: U64) -> U64:
    """Add `more` pieces of a type to a hand (less, where `more` wraps around); returns what changes in the hash."""
    key = tables[ZOBRIST_HAND + (side << U4) + kind]
    before = in_hand(state, at, side, kind)
    state[at + HAND + side + side + ((kind - U1) >> U3)] += more << (((kind - U1) & U7) << U3)
    return key * before ^ key * in_hand(state, at, side, kind)


@kernel
def turn_length(tables: Words, side: Index, number: U64) -> U64:
    """How many moves a side has in its turn of a number; 0 where all turns have one."""
    length = tables[TURN]
    if length == U0:
        return number + number - (U1 - side)
    if length == U3:
        return U1 if number == U1 and side == tables[BEGINS] else U2
    return U0 if length == U1 else length


@inlined
def _what_changes(source: Words, at: U64, tables: Words, move: U64) -> tuple[U64, U64, U64, U64, U64, U64, U64]:
    """What a move takes and where pieces arrive: origin, target, taken, left, moved, partner, partner_to.

    All are sets of squares but the types `moved` and `partner` (of a castling); `left` are the squares that become
    empty first, those of captured pieces included.
    """
    side = source[at + STM]
    kind = (move >> U16) & NIBBLE
    origin, target = U1 << (move & U63), U1 << ((move >> U6) & U63)
    if kind == PASS:
        return U0, U0, U0, U0, (move >> U12) & NIBBLE, U0, U0
    if kind == DROP:
        return U0, target, U0, U0, (move >> U12) & NIBBLE, U0, U0
    if kind == CASTLING:
        king_from, king_to, rook_from, rook_to = castling_squares(tables, move)
        origin = U1 << king_from
        partner = type_on(source, at, tables, U1 << rook_from)
        moved = type_on(source, at, tables, origin)
        return origin, U1 << king_to, U0, origin | (U1 << rook_from), moved, partner, U1 << rook_to
    moved = type_on(source, at, tables, origin)
    taken = forward(target, U1 - side) if kind == EN_PASSANT else target & (source[at] | source[at + U1])
    return origin, target, taken, origin | taken, moved, U0, U0


@inlined
def _write_board(
    source: Words,
    at: U64,
    state: Words,
    to: U64,
    tables: Words,
    gone: U64,
    arrived: U64,
    final: U64,
    partner_to: U64,
    partner: U64,
) -> U64:
    """Write the pieces after the move: without those on `gone`, with a `final` on `arrived` and the castling partner.

    Returns what changes in the hash.
    """
    side = source[at + STM]
    other = U1 - side
    us, them = source[at + side], source[at + other]
    key = U0
    for piece in range(U1, tables[N_TYPES] + U1):
        squares = source[at + TYPES + piece]
        left = squares & gone
        state[to + TYPES + piece] = squares ^ left
        while left != U0:
            bit = left & (U0 - left)
            key ^= key_of_piece(tables, side if us & bit != U0 else other, piece, ctz(bit))
            left ^= bit
    if arrived != U0:
        state[to + TYPES + final] |= arrived
        key ^= key_of_piece(tables, side, final, ctz(arrived))
    if partner_to != U0:
        state[to + TYPES + partner] |= partner_to
        key ^= key_of_piece(tables, side, partner, ctz(partner_to))
    for slot in range(tables[N_SLOTS]):
        state[to + SLOTS + slot] = (
            (source[at + SLOTS + slot] & ~gone)
            | (arrived * ((tables[TYPE_SLOTS + final] >> slot) & U1))
            | (partner_to * ((tables[TYPE_SLOTS + partner] >> slot) & U1))
        )
    state[to + side] = (us & ~gone) | arrived | partner_to
    state[to + other] = them & ~gone
    return key


@inlined
def _take_in_hand(
    source: Words,
    at: U64,
    state: Words,
    to: U64,
    tables: Words,
    taken: U64,
    gone: U64,
    arrived: U64,
    demotes: Flag,
) -> U64:
    """Put what a move captures in hand and carry the marks of promoted pieces on; returns what changes in the hash.

    `demotes`: the piece that arrives is marked.
    """
    key = U0
    marks = source[at + PROMOTED]
    if taken != U0 and arrived != U0:
        prize = type_on(source, at, tables, taken)
        side = source[at + STM]
        key ^= put_in_hand(state, to, tables, side, tables[DEMOTED] if marks & taken != U0 else prize, U1)
    if tables[FLAGS] & DEMOTES != U0:
        left = marks & ~gone
        if demotes:
            left |= arrived
        key ^= key_of_squares(tables, ZOBRIST_PROMOTED, marks ^ left)
        state[to + PROMOTED] = left
    return key


@inlined
def _next_turn(source: Words, at: U64, state: Words, to: U64, tables: Words, checks: Flag) -> Flag:
    """Write whose turn it is and which move; returns whether the turn has ended."""
    side = source[at + STM]
    ends: Flag = True
    if tables[TURN] != U1:
        ends = source[at + MOVES_LEFT] <= U1 or (tables[FLAGS] & CHECK_ENDS_TURN != U0 and checks)
    state[to + FULLMOVE] = source[at + FULLMOVE]
    if ends:
        state[to + STM] = U1 - side
        state[to + FULLMOVE] += side
        state[to + MOVES_LEFT] = turn_length(tables, U1 - side, state[to + FULLMOVE])
    else:
        state[to + STM] = side
        state[to + MOVES_LEFT] = source[at + MOVES_LEFT] - U1
    return ends


@inlined
def _open_to_en_passant(state: Words, to: U64, tables: Words, behind: U64) -> U64:
    """Write that a double step has passed over `behind`, if a pawn stands beside; returns what changes in the hash."""
    if en_passant_candidates(state, to, tables, behind) != U0:
        state[to + EP] = behind
        state[to + PASSED] = behind
        if en_passant_origins(state, to, tables) != U0:
            return tables[ZOBRIST_EP + ctz(behind)]
        state[to + EP] = U0
    return U0


@kernel
def make(source: Words, at: U64, state: Words, to: U64, tables: Words, move: U64) -> None:
    """Write the position after a legal `move` of `source[at:]` to `state[to:]`; the two must not overlap."""
    flags = tables[FLAGS]
    side = source[at + STM]
    other = U1 - side
    kind = (move >> U16) & NIBBLE
    becomes = (move >> U12) & NIBBLE
    all_royals = royals(source, at, tables)
    for word in range(HAND, OVER):
        state[to + word] = source[at + word]
    state[to + OVER] = U0

    origin, target, taken, gone, moved, partner, partner_to = _what_changes(source, at, tables, move)
    final = moved if becomes == U0 else becomes
    arrived = target
    lost = taken
    if flags & EXPLODES != U0 and taken != U0:
        lost = taken | blast(source, at, tables, target) | origin
        gone |= lost
        arrived = U0

    key = source[at + HASH] ^ _key_of_words(source, at, tables) ^ key_of_squares(tables, ZOBRIST_EP, source[at + EP])
    key ^= _write_board(source, at, state, to, tables, gone, arrived, final, partner_to, partner)
    rights = source[at + RIGHTS]
    kept = rights_left(source, at, tables, gone)
    if kept != rights:
        key ^= key_of_squares(tables, ZOBRIST_RIGHTS, kept ^ rights)
    state[to + RIGHTS] = kept
    if kind == DROP:
        key ^= put_in_hand(state, to, tables, side, moved, U0 - U1)
    elif flags & HANDS != U0:
        demotes = source[at + PROMOTED] & origin != U0 or (becomes != U0 and moved == tables[DEMOTED])
        key ^= _take_in_hand(source, at, state, to, tables, taken, gone, arrived, demotes)

    state[to + HALFMOVE] = U0 if taken != U0 or moved == tables[PAWN] else source[at + HALFMOVE] + U1
    state[to + DICE] = U0
    state[to + EP] = U0
    state[to + PASSED] = U0

    checks = False
    if flags & (COUNTS_CHECKS | CHECK_ENDS_TURN) != U0:
        checks = checkers_of(state, to, tables, other) != U0
    if flags & COUNTS_CHECKS != U0 and checks and checks_left(state, to, side) != U0:
        state[to + CHECKS_LEFT] -= U1 << (side << U3)
    ends = _next_turn(source, at, state, to, tables, checks)
    if ends:
        key ^= tables[ZOBRIST_STM]
    key ^= _key_of_words(state, to, tables)

    if tables[WINS] != U0:
        lost &= all_royals
        us, them = source[at + side], source[at + other]
        late = is_last_move(source, at, tables)
        state[to + OVER] = reached(state, to, tables, side, moved, target, lost & us, lost & them, checks, late)
    open_to_capture = ends and state[to + OVER] == U0 and tables[HAS_EP] != U0
    if kind == DOUBLE and open_to_capture and tables[EP_FROM + side] & origin != U0:
        key ^= _open_to_en_passant(state, to, tables, forward(origin, side))
    state[to + HASH] = key


@kernel
def roll(source: Words, at: U64, state: Words, to: U64, tables: Words, dice: U64) -> None:
    """Write the position with the dice rolled (a word of DICE)."""
    for i in range(ROW):
        state[to + i] = source[at + i]
    state[to + DICE] = dice
    state[to + HASH] ^= source[at + DICE] * tables[ZOBRIST_WORDS + U2] ^ dice * tables[ZOBRIST_WORDS + U2]


@kernel
def fresh_hash(state: Words, at: U64, tables: Words) -> U64:
    """The hash computed from nothing; always equal to the incremental one."""
    key = hash_of_board(state, at, tables) ^ _key_of_words(state, at, tables)
    for side in range(U2):
        for kind in range(U1, tables[N_TYPES] + U1):
            key ^= tables[ZOBRIST_HAND + (side << U4) + kind] * in_hand(state, at, side, kind)
    return key ^ key_of_squares(tables, ZOBRIST_PROMOTED, state[at + PROMOTED])
