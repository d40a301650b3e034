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
UNKNOWN = INFINITY  # no position has this score
Z, ONE, TWO, THREE = (int64(n) for n in range(4))
NO = bool_(False)  # a plain False in a call would have the callee compiled for that value alone
YES = bool_(True)

# --- control words ---------------------------------------------------------------------------------------------
STOP = uint64(0)  # set from outside, at any time
ABORTED = uint64(1)
NODES = uint64(2)
NODE_LIMIT = uint64(3)  # 0 for none
MOVE_LIMIT = uint64(4)  # plies without capture or pawn move that draw, by claim or not; 0 for none
REPETITION = uint64(5)  # occurrences that draw, by claim or not; 0 for none
N_KEYS = uint64(6)
TABLE_AT = uint64(7)  # address of the transposition table, which several searches may share
TABLE_MASK = uint64(8)  # buckets of the transposition table less one
GENERATION = uint64(9)  # which search of the table this is, 6 bits
N_ROOT = uint64(10)
MARGIN = uint64(11)  # moves of the root this near to the best get exact scores
BEST = uint64(12)
SELDEPTH = uint64(13)  # the highest ply met
PLAIN = uint64(14)  # 1: the value of plain minimax to the depth asked for, nothing left out and nothing looked further
NO_PASS = uint64(15)  # before this ply no passing (while a pass is being verified)
NETWORK_AT = uint64(339)  # address of a network's numbers (network.py); 0 where there is none for the sheet
SUMS_AT = uint64(340)  # address of SUMS
CONTINUATIONS_AT = uint64(341)  # address of CONTINUATIONS
ALLOWED = uint64(342)  # the pruning that the sheet allows on the general path (engine/pruning.py), bits as below
ENDGAME_PIECES = uint64(343)  # positions with no more are looked up in endgame tables; 0 for none
ENDGAME_DIRECTORY = uint64(344)  # where in this block their directory begins (endgames/kernel/layout.py)
ENDGAME_VALUES = uint64(345)  # address of their values
HORIZON = uint64(338)  # from this ply on nothing is looked at further than its depth says

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
CHECKING = uint64(464)  # by type: from where a piece of the side to move would give check (worked out by `score_moves`)
DISTANCE = uint64(352)  # 64: steps of a royal piece to the region
OPEN_FILE = uint64(416)  # by type: without own pawns on its file
PAIR = uint64(432)  # by type: for having more than one, of pieces that see the squares of one colour only
CONNECTED = uint64(448)  # for each pawn beside or guarded by another
THREAT = uint64(449)  # for each piece that a pawn attacks
HANGING = uint64(450)  # for each piece or pawn that is attacked and not defended
ESCORT = uint64(451)  # for each step that the enemy's royal piece is further from a passed pawn than its own
AIM = uint64(452)  # for each attack on a piece by one worth clearly less
CHECK = uint64(453)  # danger by each type of piece that can give check and not be taken
LATE_CHECK = uint64(454)  # and its worth in the endgame
DEARER = uint64(480)  # by type: set of types (bit t) worth clearly more
SEEN = uint64(512)  # side × 16 + type: what pieces of the type attack (worked out by `evaluate`)
MIDDLE = uint64(544)  # (side × 16 + type) × 64: piece and square in the middle game
END = uint64(544 + 2048)  # and in the endgame
WEIGHTS_END = 544 + 4096

# --- what a search learns: which moves have refuted others ----------------------------------------------------------
KILLERS = uint64(WEIGHTS_END)  # ply × 2
HISTORY = uint64(WEIGHTS_END + 256)  # side × 4096: origin and target
COUNTERS = HISTORY + uint64(8192)  # (side × 16 + type) × 64 + target of the move before: what refuted it
TAKINGS = COUNTERS + uint64(2048)  # (type × 64 + target) × 16 + type taken

# --- working parts ---------------------------------------------------------------------------------------------
REDUCTIONS = TAKINGS + uint64(16384)  # depth × 64 + number of the move: plies × 1024
ROOT_MOVES = REDUCTIONS + uint64(4096)
ROOT_SCORES = ROOT_MOVES + MAX_MOVES
ROOT_NEW = ROOT_SCORES + MAX_MOVES
KEYS = ROOT_NEW + MAX_MOVES  # hashes of the positions before the root, the last one last
MAX_KEYS = uint64(1024)
STATES = KEYS + MAX_KEYS  # ply × ROW
# Lists at distances that are no multiple of a page: otherwise the lists of all plies share a few lines of the cache.
LIST = MAX_MOVES + uint64(24)
MOVES = STATES + (MAX_PLY + uint64(1)) * ROW  # ply × LIST
ORDERS = MOVES + MAX_PLY * LIST
PV = ORDERS + MAX_PLY * LIST  # ply × PV_ROW: number of moves, and the moves that both sides are expected to make
PV_ROW = MAX_PLY + uint64(8)
EVALUATIONS = PV + MAX_PLY * PV_ROW  # evaluations by hash: upper bits of the hash | evaluation + INFINITY (16 bits)
EVALUATION_MASK = uint64((1 << 15) - 1)
FRAMES = EVALUATIONS + EVALUATION_MASK + uint64(1)  # (ply + 2) × FRAME
FRAME = uint64(8)
EVALUATION = uint64(0)  # of the position at this ply; UNKNOWN in check
FOLLOWING = uint64(1)  # the part of CONTINUATIONS for what follows the move made at this ply
EXCLUDED = uint64(2)  # a move that is not looked at, to see whether others are as good
MADE = uint64(3)  # (side × 16 + type) × 64 + target of the move made at this ply; NOTHING_MADE after a pass
NOTHING_MADE = uint64(2047)
# The first layer of the network for the positions last seen: for each side and mirrored or not, the bitboards that it
# stands for, then the sums.
NETWORK_WIDTH = uint64(128)
NETWORK_BOARDS = uint64(12)
SUMS = FRAMES + (MAX_PLY + uint64(4)) * FRAME
SUMS_EACH = NETWORK_BOARDS + NETWORK_WIDTH // uint64(4)
# int16, see `corrections.py`; they end where CONTINUATIONS begins.
CORRECTION_TABLES, CORRECTION_BITS = uint64(3), uint64(12)
CORRECTED = uint64(1) << CORRECTION_BITS
CORRECTIONS_EACH = CORRECTED + CORRECTED
CORRECTIONS = SUMS + uint64(4) * SUMS_EACH
CONTINUATIONS = CORRECTIONS + CORRECTION_TABLES * CORRECTIONS_EACH // uint64(4)  # int16, see `history.py`

MARGINS, NULL_MOVE, EXCHANGES = (uint64(1 << n) for n in range(3))  # in ALLOWED

# --- transposition table: buckets of 4 entries of two words, hash ^ contents and contents -----------------------------
# contents: move (24 bits) | depth << 24 | bound << 32 | generation << 34 | (score + INFINITY) << 40
UPPER, LOWER, EXACT = (uint64(n) for n in (1, 2, 3))
MOVE_BITS = uint64(0xFFFFFF)
