"""Where everything lies in the two flat `uint64` arrays that the kernels read and write.

*State* (`ROW` words): one position. Square = file + 8 × rank, bit *square* of a bitboard; piece types are 1 … 13.
*Tables*: one rule sheet, compiled (`compile.py`); everything that distinguishes a game from another is in it.
"""

from __future__ import annotations

from numpy import uint64

U0, U1, U2, U3, U4, U5, U6, U8 = (uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 8))
U7, U9, U12, U16, U20, U32, U63 = (uint64(n) for n in (7, 9, 12, 16, 20, 32, 63))
LOW = uint64(0xFFFFFFFF)
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
ROW = uint64(32)

# --- moves -----------------------------------------------------------------------------------------------------
# from | to << 6 | type after promotion << 12 | kind << 16 | castling number << 20
NORMAL, DOUBLE, EN_PASSANT, CASTLING = (uint64(n) for n in range(4))
MAX_MOVES = uint64(2048)

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
ATTACKS = 512 + 206 * 64  # attack sets of the lines, to the end of the array
