"""The games of the examples."""

from __future__ import annotations

from pathlib import Path

import axedrez
from axedrez.core.contract import Game

HYPER = {"start.position": "p/p/p/18/P/P/P - - w -"}
"""Backgammon with three pieces a side, on the points furthest from home."""


def find(name: str) -> Game:
    """`gardner`, `hyper`, the name of a shipped rulebook, or the path of a sheet."""
    if name == "gardner":
        return axedrez.load(Path(__file__).parent / "gardner.toml")
    return axedrez.load("backgammon", HYPER) if name == "hyper" else axedrez.load(name)
