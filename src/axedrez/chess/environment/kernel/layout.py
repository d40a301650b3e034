"""The arrays of a batch of games, as its kernels take them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.kernel.layout import CHECKS
from axedrez.jit_types import Bytes, Floats, Numbers, SignedBytes, Words

Ints = npt.NDArray[np.int32]
Codes = npt.NDArray[np.uint32]

# Settings: words.
(
    REPETITION,  # occurrences that draw by themselves, 0 for none
    LIMIT,  # plies without capture or pawn move that do
    CLAIMED_REPETITION,  # the same for draws that may be claimed, and are here
    CLAIMED_LIMIT,
    COUNTS,  # whether repetitions are looked for
    FORGETS,  # no position comes back after a capture or a pawn move
    STRIDE,  # a position can only be equal to one so many before, or a multiple
    MAX_PLIES,
    DRAWN,  # chance is drawn inside
    N_ACTIONS,
    AUTO_RESET,
    N_ARRANGEMENTS,
    MIRRORED,
    MASKED,
    N_SETTINGS,
) = (np.uint64(n) for n in range(15))

# Where the planes of an observation begin; -1 for those that a sheet has not.
(OWN, ENEMY, RIGHTS_PLANE, EP_PLANE, COLOUR, CLOCK, SEEN, HANDS_PLANE, PROMOTED_PLANE, CHECKS_PLANE, MOVES_PLANE,
 DICE_PLANE, N_PLACES) = range(13)  # fmt: skip

# Reasons: those of the goals keep their numbers (chess.kernel.layout), the last of which is `CHECKS`.
CHECKMATE, STALEMATE, REPEATED, MATERIAL, MOVES_LIMIT = (np.uint64(int(CHECKS) + 1 + n) for n in range(5))


class Rules(NamedTuple):
    """What a batch reads.

    `lookup`: the action id by the low 16 bits of a move. `begin`: the start; `between` and `arranged`: the rows after
    chance has arranged one side and both, by the number of the arrangement. `cells`: where a square lies in a plane.
    `scales`: what the values of each plane are multiplied by. `points`: by winner (2 nobody) and side.
    """

    tables: Words
    settings: Words
    lookup: Ints
    begin: Words
    between: Words
    arranged: Words
    cells: Numbers
    places: Numbers
    scales: Floats
    points: Floats


class Games(NamedTuple):
    """What a batch writes: flat arrays, game after game. `keys`: hashes of the positions that may come back.

    `seen`: how often the position has stood on the board.
    """

    states: Words
    keys: Words
    n_keys: Numbers
    seen: Words
    random: Words
    codes: Codes
    legal: Ints
    counts: Ints
    mask: SignedBytes
    to_play: SignedBytes
    rewards: Floats
    terminated: Bytes
    truncated: Bytes
    reasons: Bytes
    plies: Ints
    over: Bytes  # the game has ended and is not set up again


class Scratch(NamedTuple):
    """Memory of one thread."""

    row: Words
    moves: Words
