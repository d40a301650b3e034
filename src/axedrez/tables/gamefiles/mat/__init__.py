"""Backgammon matches in the `.mat` format of Jellyfish and GNU Backgammon.

A move has two columns, one for each player; both count the points from their own end. Parts of a turn may be joined
(`13/7`, `8/5*/3`) or counted (`6/5(2)`).
"""

from axedrez.tables.gamefiles.mat.reading import read
from axedrez.tables.gamefiles.mat.writing import holds, write

__all__ = ["holds", "read", "write"]
