"""Slow, plain twin of the tables games: a second reading of the clauses, for Chessgammon and plain backgammon."""

from tests.naive.tables_text import (
    BACKGAMMON,
    CHESSGAMMON,
    Options,
    Position,
    Side,
    drawn,
    parse,
    points,
    start,
    winner,
)
from tests.naive.tables_turns import results, turns

__all__ = [
    "BACKGAMMON",
    "CHESSGAMMON",
    "Options",
    "Position",
    "Side",
    "drawn",
    "parse",
    "points",
    "results",
    "start",
    "turns",
    "winner",
]
