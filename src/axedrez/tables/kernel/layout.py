"""Where everything lies in the arrays that the kernels of the tables family read and write.

*Row* (`WIDTH` signed bytes): a position in the middle of a turn, seen by the player who moves. Distances count the
points still to travel: 24 … 1 on the board, `BAR` on the bar, `OFF` borne off. The pieces of each side stand in one
fixed order of types, so a piece is an index; `sheet_types[index]` is its type.

*Tables* (`int64`): one rule sheet, compiled. *Keys* (`uint64`): random numbers for hashing; hashes are sums of them.
"""

from __future__ import annotations

import numpy as np

MAX_PIECES = 16
BAR = 25
OFF = 0
FAR = 24  # the first point of the way

# --- row -------------------------------------------------------------------------------------------------------
OWN = 0  # distances of the mover's pieces
FLAGS = 16  # what each of them has done in this turn
ENEMY = 32  # distances of the other side's pieces, counted by that side
USED = 48  # dice played: bits 1 and 2 of two unequal ones, a count of equal ones
ROYAL_MOVES = 49
HOME = 50  # kings that have never left their start point: bit 1 the mover's, bit 2 the enemy's
STAGE = 51
ENTERED = 52  # the point that the one piece from the bar entered and waits on (G-33), else 0
DICE = 53  # number of dice played
NO_PROGRESS_COUNT = 54  # two bytes: turns in a row without progress before this one (G-45)
WIDTH = 56

# The same row as `WORDS` words (`uint64`): own pieces, their flags, the enemy's pieces, the small fields.
WORDS = WIDTH // 8
EACH_BYTE = np.uint64(0x0101_0101_0101_0101)
FLAG_WORDS = FLAGS // 8
ENEMY_WORDS = ENEMY // 8
FIELDS = USED // 8
ONE_DIE = np.uint64(1 << 8 * (DICE - USED))  # one more die played, added to the small fields
NO_PROGRESS_SHIFT = np.uint64(8 * (NO_PROGRESS_COUNT - USED))  # the count is the top of the small fields

# stages of a turn
PLAYING, COMPLETING, DONE, WON = 0, 1, 2, 3

# flags of a piece in its turn
PLUS, MINUS, TWICE, WAITING = 1, 2, 4, 8
ALL_WAITING = np.uint64(0x0808_0808_0808_0808)  # the flag of eight pieces in a word

# --- state: a row and how the search came to it, `STATE_WORDS` words ---------------------------------------------
KEY = WORDS  # the hash of the row's pieces and of what they have done
PARENT = WORDS + 1  # the state before
CODE = WORDS + 2  # the sub-move that led here
STATE_WORDS = WORDS + 3
STATE = 8 * STATE_WORDS  # bytes

# --- modes of a turn (G-17) --------------------------------------------------------------------------------------
ORDINARY, DEPARTURE = 0, 1

# --- moves: one word -----------------------------------------------------------------------------------------------
# piece index | from << 4 | to << 9 | die << 14 | ability << 17 | end of a queen's first leg << 21 | what the landing
# did << 26 | what the first leg's landing did << 30
STEP, CAPTURE, OPEN, COMPLETE, PUSH, SHARE, BEAR_OFF = range(7)

# --- tables --------------------------------------------------------------------------------------------------------
N_PIECES = 0
N_TYPES = 1
ROYAL = 2  # type of the king, -1 for none
PAWN = 3
EXACT = 4  # bearing off by the exact number only
HOME_RULE = 5  # the king's departure (G-17)
FORFEIT = 6  # G-33
PLAIN = 7  # pieces of one kind that only race and hit: `plain.py` finds the turns
NO_PROGRESS_LIMIT = 8  # so many turns in a row without progress draw the game (G-45), 0 for never
PUSH_LONE = 9  # set of types that the king pushes though they stand alone
CASTLE = 10  # distance of the castle's edge
WIN_IS_WHOLE = 11  # a turn that wins counts as having used all its dice (G-42)
RACERS = 12  # two words: the bytes of the pieces whose every move is progress (G-45)
LOCKS = 14  # both sides may be barred for good (`locks.py`)
TYPE_OF = 16  # by piece index
BACKWARD = 32  # by type, as all that follow
ABILITIES = 40  # set of PLUS, MINUS, TWICE
ONE_POINT = 48
LIMIT = 56  # moves in a turn, 0 for any number
LIMIT_DOUBLES = 64
BEARS_OFF = 72
PUSHES = 80
PROTECTS = 88  # pawns of a block that it protects
SOLO = 96  # set of types that capture it alone
JOINT = 104  # set of types that capture it two together
EITHER_WAY = 112  # its second leg may turn back
ENTERS_ONE_POINT = 120
SIZE = 128

# --- keys ------------------------------------------------------------------------------------------------------------
# own pieces ((type * 32) + distance) * 16 + flags; then the enemy's; then small fields
KEY_OWN = 0
KEY_ENEMY = 8 * 32 * 16
KEY_HOME = KEY_ENEMY + 8 * 32
KEY_TURN = KEY_HOME + 4  # dice, royal moves, stage: the in-turn part
N_KEYS = KEY_TURN + 256 * 8
