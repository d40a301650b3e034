"""Shared by the computer players of all families: levels, time, the cube, and the interface of a player."""

from axedrez.engine.levels import FULL, LEVELS, USUAL, WEAKEST, Level

__all__ = ["FULL", "LEVELS", "USUAL", "WEAKEST", "Level"]
