"""Computer players of the tables family: one turn deep, all its results judged in machine code."""

from axedrez.tables.engine.chances import outlook
from axedrez.tables.engine.player import choose

__all__ = ["choose", "outlook"]
