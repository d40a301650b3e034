"""What stands on the board, as one number that does not depend on where it stands."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

from axedrez.chess.kernel.main_line import MAX_MEN
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.rules import ChessRules
from axedrez.core.arrays import frozen
from axedrez.core.errors import TextError

_SEED = 1497
_MASK = (1 << 64) - 1
_source = random.Random(_SEED)
WEIGHTS = frozen(np.array([_source.getrandbits(64) for _ in range(32)], np.uint64))
"""What a man counts in the key, by 16 × side + type. Stored collections depend on it."""


def key_of(position: BasePosition) -> int:
    """See `Materials`."""
    state = position.raw
    if int(state[0] | state[1]).bit_count() > int(MAX_MEN):
        return 0
    return _sum(position.letters().values(), position.game)


def parse(text: str, game: ChessRules) -> int:
    """See `Materials`."""
    unknown = next((letter for letter in text if letter.upper() not in game.pieces), None)
    if unknown is not None or not text:
        raise TextError("endgame_letter", letter=unknown or "", valid=" ".join(game.pieces))
    if len(text) > int(MAX_MEN):
        raise TextError("explorer_material", count=min(len(text), 1000), limit=int(MAX_MEN))
    return _sum(text, game)


def _sum(letters: Iterable[str], game: ChessRules) -> int:
    return sum(int(WEIGHTS[16 * letter.islower() + game.types[letter.upper()]]) for letter in letters) & _MASK
