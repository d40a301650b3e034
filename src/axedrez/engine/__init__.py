"""What computer players of all families share: levels, time, the cube, and what a player is."""

from axedrez.engine.levels import FULL, LEVELS, USUAL, WEAKEST, Level

__all__ = ["FULL", "LEVELS", "USUAL", "WEAKEST", "Level"]
