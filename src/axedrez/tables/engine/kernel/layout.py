"""Where everything lies in the two arrays that the evaluation of the tables family reads.

*Weights* (`float64`): pips. *Reach* (`uint64`): sets of rolls (36 bits, one for each ordered pair of faces) and of
faces (6 bits), by slot and gap. A slot is a type of piece, plus `ENTERING` where it enters from the bar.
"""

from __future__ import annotations

# --- weights: by type × distance (`OFF` … `BAR`) ------------------------------------------------------------------
SPAN = 32
COST = 0  # what is left to do for a piece, in pips
LAG = 256  # what is left for the piece with a limit of moves, if all waited for it alone
HOME_KING = 512  # a king who may leave his start point on doubles only
EXPOSURE = 513  # what a danger counts that the other side may carry out at once
PROMISE = 514  # and one that this side may carry out after the other's turn
INDIRECT = 515  # a hit that takes two dice may be blocked on its way
BARRED = 516  # being captured, the way lost aside
PUSHED = 517  # being pushed back
BLOCK = 518  # for a piece with a block among the six points ahead of it
IDLE = 519  # a turn lost on the bar
LATE = 520  # how much of the longest wait counts beside the sum of work
LOCK = 521  # two pawns of one's own on the only point where the enemy king enters, one's own king not yet past
DEADLOCK = 522  # the enemy shut out on the bar, and what bars the way of one's own king therefore stays there
HAS_BEAROFF = 523  # whether the bearoff table below is filled
CHOOSE = 524  # k × SPAN + n: binomial coefficients
BEAROFF = CHOOSE + 16 * SPAN  # by `bearing_off.ranks`: pips to bear the pawns of the castle off

# --- reach ----------------------------------------------------------------------------------------------------------
ENTERING = 8
FORWARD, BACKWARD_WAY = 0, 1
ROLLS = 0  # (slot × 2 + direction) × SPAN + gap: rolls that carry the piece there
FACES = 16 * 2 * SPAN  # and faces that do so alone
WITH_FIRST = 2 * FACES  # by set of faces: rolls whose first die is among them
WITH_SECOND = WITH_FIRST + 64
DOUBLES = WITH_SECOND + 64  # the six equal rolls
REACH_SIZE = DOUBLES + 1
