"""What both trees leave out, and look at less deeply, where nothing has to be exact."""

from __future__ import annotations

from numpy import int64, uint64

from axedrez.chess.engine.kernel.layout import ONE, REDUCTIONS, THREE, TWO, Z
from axedrez.chess.engine.kernel.move_order import KILLER
from axedrez.chess.kernel.layout import U6
from axedrez.jit import inlined
from axedrez.jit_types import I64, Flag, Numbers

FOUR, SIX, EIGHT = int64(4), int64(6), int64(8)
SURE = int64(75)  # how far above beta, for each ply left, an evaluation is taken at its word
LOST = int64(220)  # how far below alpha only captures can help, for each ply left
FUTILE, FUTILE_EACH = int64(90), int64(85)  # what a quiet move may bring, and more for each ply left
CAPTURE_LOSS, QUIET_LOSS = int64(90), int64(22)  # what a move may lose, for each ply left (squared for quiet ones)
FORGOTTEN = int64(3000)  # histories this bad, for each ply left, are not looked at
SINGULAR_DEPTH = int64(7)
VERIFIED_DEPTH = int64(12)
_PLY = int64(10)  # bits of a ply in reductions


@inlined
def reduction_of(
    numbers: Numbers,
    depth: I64,
    tried: I64,
    quiet: Flag,
    order: I64,
    zero_window: Flag,
    cut: Flag,
    improving: Flag,
    hash_move_takes: Flag,
    checking: Flag,
) -> I64:
    """How many plies less deeply the move number `tried` of a list is looked at first.

    The later it comes the less deeply; not so much when it has refuted others (`order`), takes or is in or gives check.
    """
    reduction = numbers[REDUCTIONS + (uint64(min(depth, int64(63))) << U6) + uint64(min(tried, int64(63)))]
    if quiet:
        reduction -= max(-THREE << _PLY, min(THREE << _PLY, order >> FOUR)) if order < KILLER else TWO << _PLY
    else:
        reduction -= ONE << _PLY
    if not zero_window:
        reduction -= ONE << _PLY
    if cut:
        reduction += ONE << _PLY
    if not improving:
        reduction += ONE << (_PLY - ONE)
    if hash_move_takes:
        reduction += ONE << (_PLY - ONE)
    if checking:
        reduction -= ONE << _PLY
    return max(reduction >> _PLY, Z)
