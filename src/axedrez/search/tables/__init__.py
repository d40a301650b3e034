"""Computer players of the tables family: one turn deep, all its results judged in machine code."""

from axedrez.search.tables.chances import outlook
from axedrez.search.tables.player import choose

__all__ = ["choose", "outlook"]
