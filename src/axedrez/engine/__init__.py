"""Computer players over the kernels. Importing this is cheap: the kernels are loaded by the first search."""

from axedrez.engine.levels import FULL, LEVELS, USUAL, WEAKEST, Level
from axedrez.engine.player import accepts_draw, accepts_resignation, choose, doubles, takes, wants_claim

__all__ = [
    "FULL",
    "LEVELS",
    "USUAL",
    "WEAKEST",
    "Level",
    "accepts_draw",
    "accepts_resignation",
    "choose",
    "doubles",
    "takes",
    "wants_claim",
]
