"""The arrays of a batch of games, as its kernels take them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.jit import inlined
from axedrez.jit_types import Bytes, Floats, Number, Numbers, SignedBytes, Words
from axedrez.tables.kernel.space import Space

Ints = npt.NDArray[np.int32]

# Fields of a game. `SIDE` plays; in a match the players may have changed places (`SWAPPED`), and all that lasts from
# game to game is counted by player. `OWNER`: 0 for nobody, else 1 more than the player.
(PHASE, SIDE, SWAPPED, HIGH, LOW, CUBE, OWNER, SCORE, CRAWFORD_PLAYED, DRAWN_GAMES, GAME, N_FIELDS) = (
    0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12,
)  # fmt: skip

# Phases: what is due.
OPENING, CHANCE, TURN_OR_DOUBLE, DOUBLED, PLAY = range(5)

# Settings.
(
    MAX_PLIES,
    DRAWN,  # chance is drawn inside
    AUTO_RESET,
    MASKED,
    SIGN,  # rewards are 1 and -1
    LENGTH,  # of the match
    WITH_CUBE,
    CRAWFORD,
    JACOBY,
    BEAVERS,
    SINGLE,  # what a game won is worth, as `lost_as` counts
    GAMMON,
    BACKGAMMON,
    FIRST_SIDE,  # who begins, and the dice that the start position has, 0 for none
    FIRST_HIGH,
    FIRST_LOW,
    PASS,  # action ids; -1 for those that a sheet has not
    CONFIRM,
    ROLL,
    DOUBLE,
    TAKE,
    DROP,
    BEAVER,
    CHANCES,
    N_SETTINGS,
) = range(25)

MAX_CUBE = 64
MAX_TYPES = 8
N_ROLLS = 21

# Where the planes of an observation begin, by type where there is one for each; -1 for those that a sheet has not.
PIECES, ON_BAR, BORNE_OFF = 0, 2 * MAX_TYPES, 4 * MAX_TYPES  # own, then the enemy's
USED_ABILITY = 6 * MAX_TYPES  # three for each type
UNIT_COUNTS = 9 * MAX_TYPES  # no plane: how many tell of the pieces of each type
(WAITS, AT_HOME, DICE_LEFT, KING_MOVES, COUNTER, CUBE_PLANE, CUBE_OWNED, OFFERED, BEFORE_ROLL, LACKING,
 CRAWFORD_PLANE, N_PLACES) = range(10 * MAX_TYPES, 10 * MAX_TYPES + 12)  # fmt: skip

# Reasons.
NOT_OVER, FINISHED, NO_PROGRESS, PASSED = range(4)

SEARCH_WORDS = 12
"""Three steps of four words: after a first sub-move three equal dice are left."""

UNITS = 4
"""So many planes tell how many pieces of a kind stand on a point: one, two, three or more, and how many more."""


class Rules(NamedTuple):
    """What a batch reads.

    `lookup`: the action id by a sub-move (`games.action_of`). `begin`: the row of the start. `places`: where planes
    begin. `scales`: what the values of each plane are multiplied by.
    """

    tables: Numbers
    keys: Words
    settings: Numbers
    lookup: Ints
    begin: SignedBytes
    places: Numbers
    scales: Floats


class Games(NamedTuple):
    """What a batch writes: flat arrays, game after game.

    `rows`: where the turn stands; `starts`: where it began; `turn_rules`: what it must keep; `played`: its sub-moves.
    """

    rows: SignedBytes
    starts: SignedBytes
    turn_rules: Numbers
    fields: Ints
    played: Numbers
    random: Words
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
    due: Bytes  # an action was played, and what follows is not worked out yet


class Scratch(NamedTuple):
    """Memory of one thread.

    `children`: the rows after each sub-move; `ids`: of those; `reach`: the most dice of a turn that begins with each;
    `steps`: of a search on plain sheets. `row` and `tally`: one row.
    """

    space: Space
    children: SignedBytes
    ids: Numbers
    reach: Numbers
    steps: Words
    found: Numbers
    row: SignedBytes
    tally: Numbers


@inlined
def place(
    kind: Number, flags: Number, origin: Number, face: Number, ability: Number, backward: Number, turned: Number
) -> Number:
    """Where `Rules.lookup` has the id of a sub-move; `turned` (0 or 1): the second leg turns back."""
    return ((((kind * 8 + flags) * 32 + origin) * 8 + face) * 8 + ability) * 4 + backward + 2 * turned
