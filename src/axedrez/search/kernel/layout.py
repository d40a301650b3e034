"""Where everything lies in the memory of one search.

One block of 64-bit words, seen as `uint64` (*memory*: positions, moves, keys) and as `int64` (*numbers*: scores,
weights). The start of each part is the same in both views. Scores are centipawns, seen by the side to move.
"""

from __future__ import annotations

from numpy import bool_, int64, uint64

from axedrez.chess.kernel.layout import MAX_MOVES, ROW

MAX_PLY = uint64(96)
MATE = int64(30_000)  # a win `n` plies from the root is worth MATE - n
WON = int64(29_000)  # no evaluation comes near: from here on a score is a mate
INFINITY = int64(32_000)
Z, ONE, TWO, THREE = (int64(n) for n in range(4))
NO = bool_(False)  # a plain False in a call would have the callee compiled for that value alone

# --- control words ---------------------------------------------------------------------------------------------
STOP = uint64(0)  # set from outside, at any time
ABORTED = uint64(1)
NODES = uint64(2)
NODE_LIMIT = uint64(3)  # 0 for none
MOVE_LIMIT = uint64(4)  # plies without capture or pawn move that draw, by claim or not; 0 for none
REPETITION = uint64(5)  # occurrences that draw, by claim or not; 0 for none
N_KEYS = uint64(6)
TABLE_MASK = uint64(7)  # entries of the transposition table less one
REACHED = uint64(8)  # depth of the last complete iteration
N_ROOT = uint64(9)
MARGIN = uint64(10)  # moves of the root this near to the best get exact scores
BEST = uint64(11)

# --- weights (evaluate.py), by type of piece where 16 wide --------------------------------------------------------
VALUE = uint64(16)
PHASE = uint64(32)  # how much a piece counts towards the middle game
MOBILITY = uint64(48)  # for each square attacked
ASSAULT = uint64(64)  # for each attacked square beside the royal piece
PROMOTER = uint64(80)  # for a piece that may still promote (T-4); twice when it can at once
CENTRE = uint64(96)  # 64: distance from the middle of the board
PHASES = uint64(160)  # sum of PHASE in the start position
TEMPO = uint64(161)
DOUBLED = uint64(162)
ISOLATED = uint64(163)
SHIELD = uint64(164)  # own pawn beside the royal piece
CORNER = uint64(165)  # a bare royal piece: for each step from the middle
CHASE = uint64(166)  # and for each step between the royal pieces
PASSED = uint64(176)  # side × 64
HAND_VALUE = uint64(304)  # by type: of a piece in hand
CHECK_GIVEN = uint64(320)  # by checks still to be given
NEAR = uint64(336)  # for each step towards the region that the royal piece must reach
RARE = uint64(337)  # against the last piece of a kind that must not die out
DISTANCE = uint64(352)  # 64: steps of a royal piece to the region
MIDDLE = uint64(512)  # (side × 16 + type) × 64: piece and square in the middle game
END = uint64(512 + 2048)  # and in the endgame
WEIGHTS_END = 512 + 4096

# --- working parts ---------------------------------------------------------------------------------------------
KILLERS = uint64(WEIGHTS_END)  # ply × 2
HISTORY = uint64(WEIGHTS_END + 256)  # side × 4096: origin and target
ROOT_MOVES = uint64(WEIGHTS_END + 256 + 8192)
ROOT_SCORES = ROOT_MOVES + MAX_MOVES
ROOT_NEW = ROOT_SCORES + MAX_MOVES
KEYS = ROOT_NEW + MAX_MOVES  # hashes of the positions before the root, the last one last
MAX_KEYS = uint64(1024)
STATES = KEYS + MAX_KEYS  # ply × ROW
MOVES = STATES + (MAX_PLY + ONE.astype(uint64)) * ROW  # ply × MAX_MOVES
ORDERS = MOVES + MAX_PLY * MAX_MOVES
TABLE = ORDERS + MAX_PLY * MAX_MOVES  # entries of two words: hash, contents

# --- contents of an entry: move (24 bits) | depth << 24 | bound << 32 | (score + INFINITY) << 34 -------------------
UPPER, LOWER, EXACT = (uint64(n) for n in (1, 2, 3))
MOVE_BITS = uint64(0xFFFFFF)
