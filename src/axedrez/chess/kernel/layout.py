"""Where everything lies in the two flat `uint64` arrays that the kernels read and write.

*State* (`ROW` words): one position. Square = file + 8 × rank, bit *square* of a bitboard; piece types are 1 … 13.
*Tables*: one rule sheet, compiled (`compile.py`); everything that distinguishes a game from another is in it.
"""

from __future__ import annotations

from numpy import uint64

U0, U1, U2, U3, U4, U5, U6, U8 = (uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 8))
U7, U9, U12, U16, U20, U32, U63 = (uint64(n) for n in (7, 9, 12, 16, 20, 32, 63))
NIBBLE, BYTE, LOW = uint64(0xF), uint64(0xFF), uint64(0xFFFFFFFF)
ALL = uint64(0xFFFFFFFFFFFFFFFF)
NOT_A = uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = uint64(0x7F7F7F7F7F7F7F7F)

# --- state -----------------------------------------------------------------------------------------------------
WHITE = uint64(0)  # pieces of White
BLACK = uint64(1)
TYPES = uint64(1)  # pieces of type t, of both colours, at TYPES + t
MAX_TYPES = 13
NO_PAWN = 14  # the type number of the pawn where a sheet has none: nothing is ever of this type
EP = uint64(16)  # the square behind a pawn that may be taken en passant now, legally; else 0
RIGHTS = uint64(17)  # squares of the rooks that may still castle
STM = uint64(18)  # side to move: 0 White, 1 Black
HASH = uint64(19)
HALFMOVE = uint64(20)  # plies since the last capture or pawn move
FULLMOVE = uint64(21)
WRITTEN = 22  # the words up to here are what the position text says, and the hash
PASSED = uint64(22)  # the square behind a pawn that an enemy pawn might take in passing, were its king safe (T-3)
SLOTS = uint64(24)  # pieces that move along line class s, of both colours, at SLOTS + s
# What only sheets of the general path use; the hash covers all of it but OVER.
HAND = uint64(32)  # 2 × side: pieces in hand, 8 bits for each type, types 1 … 8 and 9 … 13
CHECKS_LEFT = uint64(36)  # checks that White still has to give | Black << 8
MOVES_LEFT = uint64(37)  # moves left in this turn, the one to be made included; 0 where turns have one move
DICE = uint64(38)  # larger << 4 | smaller; 0 before the roll
PROMOTED = uint64(39)  # squares of promoted pieces that will demote when they are captured
ARRANGE = uint64(40)  # bit s: chance has still to arrange side s
OVER = uint64(41)  # 0, or 1 + winner (2: nobody) | goal << 4
ROW = uint64(48)

# --- moves -----------------------------------------------------------------------------------------------------
# from | to << 6 | type after promotion << 12 | kind << 16 | castling number << 20
# A drop has the dropped type for type and its square twice, a castling of `960` sheets the partner's square as target.
NORMAL, DOUBLE, EN_PASSANT, CASTLING, DROP, PASS = (uint64(n) for n in range(6))
MAX_MOVES = uint64(2048)  # no position of a sheet has more: `move_bound.py` proves it when the sheet is loaded
ROOM = MAX_MOVES - uint64(3)  # for the moves of pieces and drops; two captures en passant and a pass come last

# --- tables: header --------------------------------------------------------------------------------------------
N_TYPES = uint64(0)
ROYAL = uint64(1)  # type of the royal piece
PAWN = uint64(2)  # type of the pawn, or NO_PAWN
BOARD = uint64(3)  # squares that exist
N_SLOTS = uint64(4)  # classes of lines (rook lines, bishop lines …)
N_LEAPERS = uint64(5)
N_PROMOTERS = uint64(6)  # types other than the pawn that may promote
HAS_EP = uint64(7)
PAWN_INTO = uint64(8)  # set of types (bit t) a pawn becomes
N_PAWN_INTO = uint64(9)
PAWN_ZONE = uint64(10)  # White's, then Black's
DOUBLE_FROM = uint64(12)  # White's, then Black's: squares of the double step
MOVE_LIMIT = uint64(15)  # plies without capture or pawn move that draw by themselves; 0 for none
STALEMATE = uint64(16)  # for the player without a move: 0 draw, 1 loss, 2 win
INSUFFICIENT = uint64(17)  # see rules.py
REPETITION = uint64(18)  # occurrences that draw by themselves; 0 for none
ROYAL_SLOTS = uint64(19)  # how many of the royal piece's own line classes there are
KNIGHTS = uint64(20)  # set of types that are knights in the sense of C-23
BISHOPS = uint64(21)
CASTLINGS = uint64(22)  # by side: first castling << 32 | the one after the last
TYPE_SLOTS = uint64(32)  # by type: set of line classes (bit s)
HEADER = 48

# --- tables: parts ---------------------------------------------------------------------------------------------
SLOT_TYPES = uint64(HEADER)  # 8 × 16: number of types with this line class, then the types
LEAPERS = uint64(HEADER + 128)  # types with leaps (royal included)
PROMOTERS = uint64(HEADER + 144)
PROMO_INTO = uint64(HEADER + 160)  # by type: set of types
PROMO_ZONE = uint64(HEADER + 176)  # by type: White's; +16 Black's
PROMO_WITHOUT = uint64(HEADER + 208)  # by type: only while the owner has no piece of this type (0: always)
CASTLES = uint64(HEADER + 256)  # 4 × 8: side, rook from, rook to, king from, king to, must be empty, must be safe
LEAP = uint64(512)  # type × 64: squares that a piece of the type leaps to
PAWN_CAPTURES = uint64(512 + 16 * 64)  # side × 64
LINES = uint64(
    512 + 18 * 64
)  # (slot × 64 + square) × 2: the squares whose occupation matters; where the attack sets begin
RAY_COUNT = uint64(512 + 34 * 64)  # slot: number of directions
RAYS = uint64(512 + 35 * 64)  # (slot × 8 + direction) × 64: the ray; directions that raise the square number come first
RAYS_UP = uint64(512 + 34 * 64 + 8)  # slot: number of directions that raise the square number
BETWEEN = uint64(512 + 99 * 64)  # 64 × 64: squares strictly between two squares of a line of any class
OPEN_LINES = uint64(512 + 163 * 64)  # slot × 64: what the line class sees on an empty board
ZOBRIST_PIECE = uint64(512 + 171 * 64)  # (side × 16 + type) × 64
ZOBRIST_EP = uint64(512 + 203 * 64)
ZOBRIST_RIGHTS = uint64(512 + 204 * 64)
ZOBRIST_STM = uint64(512 + 205 * 64)
ATTACKS = 512 + 206 * 64  # attack sets of the lines, to the end of the array; or, on the general path:

# --- tables: what only the general path reads; there the attack sets come after it -------------------------------
GENERAL = 512 + 206 * 64
FLAGS = uint64(GENERAL)  # see below
ROYALS = uint64(GENERAL + 1)  # set of types
WINS = uint64(GENERAL + 2)  # set of goals (bit g) that a move can reach
REGION = uint64(GENERAL + 3)  # royal-reaches
RUNNERS = uint64(GENERAL + 4)  # piece-reaches: set of types
EXTINCT = uint64(GENERAL + 5)  # by side: set of types none of which may die out; bit 0: the whole army
BEGINS = uint64(GENERAL + 7)  # the side that moves first in the start position
LAST_RANK = uint64(GENERAL + 8)  # by side
TURN = uint64(GENERAL + 10)  # moves in a turn: 1, 2, 3 for one in the first turn and two later, 0 for progressive
FACES = uint64(GENERAL + 11)  # of a die: 4 bits each, the type that face n shows at 4 × n
BLAST_PROOF = uint64(GENERAL + 12)  # set of types
EP_FROM = uint64(GENERAL + 13)  # by side: double steps from here can be answered en passant
WAYS_OF = uint64(GENERAL + 32)  # side × 16 + type: first way << 32 | the end of its ways; type 0: those of the side
CASTLE_FILES = uint64(GENERAL + 20)  # files that the royal piece goes to, towards a and towards h (`960`)
MUST = uint64(GENERAL + 22)  # set of types that cannot stay what they are when they reach their zone
DEMOTED = uint64(GENERAL + 23)  # what marked promoted pieces were
ARRIVAL = uint64(GENERAL + 24)  # by side: where runners win
DROPS = uint64(GENERAL + 64)  # side × 16 + type: where it may be dropped
ZOBRIST_HAND = uint64(GENERAL + 96)  # side × 16 + type
ZOBRIST_WORDS = uint64(GENERAL + 128)  # a key for each of the words CHECKS_LEFT … ARRANGE
ZOBRIST_PROMOTED = uint64(GENERAL + 192)  # square
LEAP_MOVES = uint64(GENERAL + 256)  # (side × 16 + type) × 64: leaps without capture
LEAP_CAPTURES = uint64(GENERAL + 256 + 2048)
LEAP_SOURCES = uint64(GENERAL + 256 + 4096)  # the squares from where LEAP_CAPTURES reaches a square
WAYS = GENERAL + 256 + 6144

# A way that is neither leap nor line class: WAY_SIZE words. First type | kind << 4 | flags << 8, then for each square:
# the squares passed over, those it may end on, and those from where it may reach this one.
WAY_SIZE = uint64(1 + 3 * 64)
RIDE, PATH, HOP_ON, HOP_BEHIND = (uint64(n) for n in range(4))
WAY_RISES, WAY_MOVES, WAY_CAPTURES = (uint64(1 << n) for n in (8, 9, 10))

(
    PARRY,
    MAY_CHECK,
    MASKS,  # nothing but leaps, line classes and pawns gives check: king safety by masks
    MANDATORY,
    OWN,
    EXPLODES,
    HANDS,  # captured pieces change side
    DROPPING,  # there are pieces in hand
    SETUP,
    CHECK_ENDS_TURN,
    MAY_PASS,
    PASS_IF_STUCK,
    ROLLED,  # dice say what may move
    SIDEWAYS,
    CASTLING_960,
    LAST_MOVE,
    COUNTS_CHECKS,
    DEMOTES,
    MATES,  # checkmate is a goal
    LAST_MOVE_LEVELS,  # the last move is given only to who can draw level with it
) = (uint64(1 << n) for n in range(20))

# Goals, in the order in which they are judged; the words for them are in endings.py.
(
    CAPTURE_ROYAL,
    EXTINCTION,
    LOSE_ALL,
    BARE_ROYAL,
    ROYAL_REACHES,
    PIECE_REACHES,
    CHECKS,
) = (uint64(n) for n in range(1, 8))
