"""Computer players over the kernels. Importing this is cheap: the kernels are loaded by the first search."""

from axedrez.search.player import LEVELS, Level, accepts_draw, accepts_resignation, choose, doubles, takes, wants_claim

__all__ = [
    "LEVELS",
    "Level",
    "accepts_draw",
    "accepts_resignation",
    "choose",
    "doubles",
    "takes",
    "wants_claim",
]
