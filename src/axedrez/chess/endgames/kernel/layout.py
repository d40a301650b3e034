"""Endgame tables as the kernels see them: a number for each position, and the *directory* that finds it.

The index of a position: the side to move, then the place of each piece, in the order of the table's slots, as the
digits of a number with as many values a digit as the board has squares. Pieces that are alike stand in rising order.
"""

from __future__ import annotations

from numpy import uint64

# --- values ----------------------------------------------------------------------------------------------------
# For the side to move; else 2 + 2 × plies to the end, and 1 more if it wins.
BROKEN = uint64(0)  # no position, or one in which the game is over by a goal
DRAW = uint64(1)
LOST = uint64(2)  # at once: no move, or the move before has ended the game
WON = uint64(3)
OPEN = uint64(0x8000)  # while the table is built: not known yet, and the distance at which to look again
NEVER = uint64(0xFFFF)
MAX_PLIES = 16_000

# --- directory: a flat array of words ----------------------------------------------------------------------------
SQUARES = uint64(0)  # how many the board has
TABLES = uint64(1)  # how many tables; the first is the one that is built
FAULTS = uint64(2)  # positions met that no table has
PASSES = uint64(3)  # 1 where somebody can pass
PLACE = uint64(8)  # by square: its number among the squares of the board
SQUARE = uint64(72)  # the other way round
WEIGHT = uint64(136)  # side × 16 + type: share of a piece in the key of its material
STANDS = uint64(168)  # side × 16 + type: the squares on which it may stand
SOURCES = uint64(200)  # (side × 16 + type) × 64 + square: from where such a piece has come here in some position
RECORDS = uint64(200 + 2048)

# A record: key of the material, where the values begin, how many pieces, and side × 16 + type of each.
RECORD = uint64(16)
KEY, BEGIN, PIECES, SLOT = (uint64(n) for n in range(4))
MAX_PIECES = 6

# --- scratch: a flat array of words ------------------------------------------------------------------------------
# Two states, then the places of the pieces of a table, twice.
PLACES = uint64(96)
MOVED = uint64(104)
SCRATCH = 112

# --- marks -------------------------------------------------------------------------------------------------------
MAY_WIN = uint64(1)  # a move may lead to a position that has just been found lost
MAY_LOSE = uint64(2)  # … found won

# --- how far to look at the moves of a position --------------------------------------------------------------------
LOSS, WIN, ALL_MOVES = (uint64(n) for n in range(3))
